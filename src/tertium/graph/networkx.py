"""Graphs of networkx: nodes with concepts, edges with roles.

    graph = networkx.MultiDiGraph(top="g")
    graph.add_node("g", concept="go-02", polarity="-")       (g / go-02
    graph.add_node("b", concept="boy")                           :polarity -
    graph.add_edge("g", "b", role=":ARG0")                       :ARG0 (b / boy))

A node is a variable, ``concept`` its concept, and every other attribute of a node is a triple with
a constant; a list of values is several. The ``role`` of an edge has a colon or not. The graph's
attribute ``top`` names the top, else it is the first node; its other texts are metadata. A node
that is not a text gets a name: node 1 is ``n1``.

Nothing here imports networkx: its graphs are known by their attributes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tertium.errors import InputError

CONCEPT, ROLE, TOP = "concept", "role", "top"


def is_networkx(thing: object) -> bool:
    """Whether *thing* is a graph of networkx."""
    return hasattr(thing, "adj") and hasattr(thing, "nodes") and hasattr(thing, "is_multigraph")


def networkx_triples(graph: Any) -> tuple[list[Any], str | None, dict[str, str]]:
    """Return the triples of a graph of networkx, its top, and its metadata."""
    if not graph.is_directed():
        raise InputError(
            "a graph of networkx must be directed: use DiGraph, or MultiDiGraph if two nodes may "
            "have several relations"
        )
    triples = [*_nodes(graph), *_edges(graph)]
    top = graph.graph.get(TOP)
    known = {str(k): v for k, v in graph.graph.items() if k != TOP and isinstance(v, str)}
    return triples, None if top is None else _name(top), known


def _nodes(graph: Any) -> Iterator[tuple[str, str, Any]]:
    for node, attributes in graph.nodes(data=True):
        if CONCEPT not in attributes:
            raise InputError(
                f"the node {node!r} has no attribute '{CONCEPT}'; give every node its concept: "
                f"graph.add_node({node!r}, {CONCEPT}='boy')"
            )
        yield _name(node), ":instance", attributes[CONCEPT]
        for role, value in attributes.items():
            if role != CONCEPT:
                for one in value if isinstance(value, list | tuple) else [value]:
                    yield _name(node), f":{str(role).removeprefix(':')}", one


def _edges(graph: Any) -> Iterator[tuple[str, str, str]]:
    for source, target, attributes in graph.edges(data=True):
        role = attributes.get(ROLE)
        if not isinstance(role, str) or not role:
            raise InputError(
                f"the edge from {source!r} to {target!r} has no attribute '{ROLE}'; give every "
                f"edge its role: graph.add_edge({source!r}, {target!r}, {ROLE}=':ARG0')"
            )
        yield _name(source), role, _name(target)


def _name(node: object) -> str:
    return node if isinstance(node, str) else f"n{node}"
