"""Canonical text: one text for each meaning.

    (b / boy :ARG0-of (g / go-02))             (g / go-02 :ARG0 (b / boy))
    (x0 / go-02 :arg0 (x1 / boy))              both

The canonical form of a graph (`CANONICAL`) leaves no trace of its root, inversions, reification or
duplicates. In its canonical order, neither do the names of variables nor the order of triples: the
same meaning is the same text, and different meanings are different texts. So ``sort | uniq`` finds
exact duplicates, and a hash of the text stands for the meaning.
"""

from __future__ import annotations

from typing import cast

from tertium import _native
from tertium.errors import InputError
from tertium.graph import Graph, GraphLike, as_graph
from tertium.standard.convention import CANONICAL, Convention


def canonical_graph(graph: GraphLike, convention: Convention = CANONICAL) -> Graph:
    """Return the canonical form of a graph, its variables and triples in canonical order.

    >>> print(canonical_graph("(b / boy :ARG0-of (g / go-02))").to_penman(one_line=True))
    (x0 / go-02 :arg0 (x1 / boy))
    """
    try:
        ordered = _native.order_canonically(convention.apply(as_graph(graph)))
    except ValueError as error:
        raise InputError(str(error)) from None
    return cast("Graph", ordered)


def canonical_hash(graph: GraphLike) -> str:
    """Return a hash of what a graph means: 64 hexadecimal digits, the same on every machine.

    >>> one, other = "(b / boy :ARG0-of (g / go-02))", "(a / go-02 :ARG0 (z / boy))"
    >>> canonical_hash(one) == canonical_hash(other)
    True
    """
    import hashlib
    import json

    ordered = canonical_graph(graph)
    text = json.dumps([ordered._raw_triples(), ordered._edges()])
    return hashlib.sha256(text.encode()).hexdigest()
