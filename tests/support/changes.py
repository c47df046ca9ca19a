"""Graphs changed so that their meaning stays: other names, another order, inverse edges."""

from __future__ import annotations

from hypothesis import strategies as st

from tertium import Graph
from tertium.graph import Triple


def renamed(graph: Graph, data: st.DataObject) -> Graph:
    """Return the graph with other names for its variables."""
    names = data.draw(st.permutations([f"z{i}" for i in range(len(graph.variables))]))
    new = dict(zip(graph.variables, names, strict=True))
    triples: list[Triple] = [
        (new[s], r, t if r == ":instance" or t is None else new.get(t, t))
        for s, r, t in graph._raw_triples()  # an inverse edge stays one
    ]
    return Graph.from_triples(triples, top=new[graph.top])


def shuffled(graph: Graph, data: st.DataObject) -> Graph:
    """Return the graph with its triples in another order."""
    return Graph.from_triples(data.draw(st.permutations(graph._raw_triples())), top=graph.top)


def inverted(graph: Graph) -> Graph:
    """Return the graph with every edge written from the other side."""
    return Graph.from_triples([_invert(graph, t) for t in graph.triples], top=graph.top)


def _invert(graph: Graph, triple: Triple) -> Triple:
    source, role, target = triple
    # The inverse of :mod is :domain; :mod-of is not AMR, and smatch leaves it as it is.
    if role in (":instance", ":mod") or target not in graph.variables:
        return triple
    return target, role + "-of", source
