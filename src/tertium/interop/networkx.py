"""Graphs of networkx, in and out.

Everything in Tertium takes a directed graph of networkx whose nodes have a ``concept`` and whose
edges have a ``role``; `tertium.graph.networkx` says how it is read. This is for the way back.
"""

from __future__ import annotations

from typing import Any

from tertium.errors import MissingExtraError
from tertium.graph import Graph, GraphLike, as_graph, with_edges
from tertium.graph.networkx import CONCEPT, ROLE


def from_networkx(graph: Any) -> Graph:
    """Return a graph of networkx as a graph."""
    return as_graph(graph)


def to_networkx(graph: GraphLike) -> Any:
    """Return a graph as a ``networkx.MultiDiGraph``.

    A constant that a variable has under a role becomes an attribute of the node, several become a
    list.
    """
    try:
        import networkx
    except ImportError:
        raise MissingExtraError("this needs networkx: pip install networkx") from None
    known = as_graph(graph)
    made = networkx.MultiDiGraph(top=known.top, **known.metadata)
    for variable in known.variables:
        made.add_node(variable, **{CONCEPT: None})
    for (source, role, target), is_edge in with_edges(known):
        if is_edge:
            made.add_edge(source, target, **{ROLE: role})
        elif role == ":instance" and made.nodes[source][CONCEPT] is None:
            made.nodes[source][CONCEPT] = target
        else:
            made.nodes[source].setdefault(role.removeprefix(":"), []).append(target)
    for _, attributes in made.nodes(data=True):
        for name, values in attributes.items():
            if isinstance(values, list) and len(values) == 1:
                attributes[name] = values[0]
    return made
