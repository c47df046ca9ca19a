"""Triples as they were written, and which of them join two variables.

    (b / boy :ARG0-of (g / go-02 :quant 5))

    graph.triples      g :ARG0 b        every edge from its source
    as_written         b :ARG0-of g     every edge as in the text, which a metric may tell apart
    with_edges         (g :ARG0 b, True), (g :quant 5, False)

A text alone does not tell whether it is a variable: ``(5 / boy)`` has a variable 5.
"""

from __future__ import annotations

from tertium import _native
from tertium.graph._given import Triple
from tertium.graph.graph import Graph

MODS = frozenset((":mod", ":domain"))
"""Each is the inverse of the other; ``:mod-of`` is not AMR."""


def as_written(graph: Graph) -> list[Triple]:
    """Return the triples with inverse roles as they stand in the text."""
    return graph._raw_triples()


def with_edges(graph: Graph, *, written: bool = False) -> list[tuple[Triple, bool]]:
    """Return the triples, each with whether it joins two variables.

    >>> with_edges(Graph.from_penman("(b / boy :ARG0-of (g / go-02))"))[1]
    (('g', ':ARG0', 'b'), True)
    >>> with_edges(Graph.from_penman("(b / boy :ARG0-of (g / go-02))"), written=True)[1]
    (('b', ':ARG0-of', 'g'), True)
    """
    triples = as_written(graph) if written else graph.triples
    return list(zip(triples, graph._edges(), strict=True))


def is_inverse(role: str) -> bool:
    """Return whether a role is read from its target.

    >>> is_inverse(":ARG0-of"), is_inverse(":consist-of")
    (True, False)
    """
    return _native.is_inverse(role[1:])


def inverse(role: str) -> str:
    """Return a role as it is read from the other end.

    >>> inverse(":ARG0"), inverse(":ARG0-of"), inverse(":mod"), inverse(":consist-of")
    (':ARG0-of', ':ARG0', ':domain', ':consist-of-of')
    """
    if role in MODS:
        return ":domain" if role == ":mod" else ":mod"
    return role.removesuffix("-of") if is_inverse(role) else f"{role}-of"
