"""Graphs of the penman package, in and out (the extra ``penman``).

Everything in Tertium takes a ``penman.Graph`` where it takes a graph; this is for the way back.
"""

from __future__ import annotations

from typing import Any

from tertium.errors import MissingExtraError
from tertium.graph import Graph, GraphLike, as_graph


def from_penman(graph: Any) -> Graph:
    """Return a ``penman.Graph`` as a graph, with its metadata."""
    return as_graph(graph)


def to_penman(graph: GraphLike) -> Any:
    """Return a graph as a ``penman.Graph``, with its metadata.

    >>> to_penman("(g / go-02 :ARG0 (b / boy))").edges()
    [Edge(source='g', role=':ARG0', target='b')]
    """
    try:
        import penman
    except ImportError:
        raise MissingExtraError("this needs penman: pip install 'tertium[penman]'") from None
    known = as_graph(graph)
    return penman.Graph(list(known.triples), top=known.top, metadata=dict(known.metadata))
