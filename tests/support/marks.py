"""The marks of explanations, triple by triple as the graphs are written."""

from __future__ import annotations

from tertium import Graph
from tertium.graph import Triple
from tertium.metrics.explanation import Explanation, Mark, Side
from tertium.report.marking import places


def marks(graph: Graph, found: Explanation, side: Side) -> list[Mark]:
    """Return the mark of each triple of a graph that is one side of an explained pair."""
    left: dict[Triple, list[Mark]] = {}
    for triple, mark in found.triples(side):
        left.setdefault(key_of(triple), []).append(mark)
    kept = [left.get(key_of(triple)) for triple in graph.triples]
    return [known.pop(0) if known else "" for known in kept]


def marked_words(graph: Graph, found: Explanation, side: Side, kind: Mark) -> list[str]:
    """Return the words of the text that have a mark."""
    known = marks(graph, found, side)
    return [text for text, place in places(graph) if place is not None and known[place] == kind]


def key_of(triple: Triple) -> Triple:
    """Return what a triple and its standard form have in common."""
    source, role, target = triple
    role, value = role.lower(), (target or "").strip('"').lower()
    words = value.split()
    if role in (":domain", ":mod-of"):
        return value, ":mod", source.lower()
    role = ":mod" if role == ":domain-of" else role
    return source.lower(), role, words[0] if words else value
