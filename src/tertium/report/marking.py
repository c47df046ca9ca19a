"""Two graphs side by side, what they share and what they do not marked in the text.

    (g / go-02                  (x / go-02
        :ARG0 (b / boy))            :ARG0 (y / girl))       boy and girl are marked

The marks are those of a metric's explanation, so the page shows what the score counts: triples that
match under an alignment, k-grams, features, or nodes that move at no cost. `meaning` says which.

The written form of a graph names its triples in their order: each role is one, each concept is one.
So the marks of triples find their places by walking along the text. Triples that a standard form
changed beyond recognition stay unmarked, and so does everything if there is no explanation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from tertium.graph import Graph, Triple
from tertium.metrics.explanation import Explanation, Mark, Side

if TYPE_CHECKING:
    from tertium.metrics import Metric

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[()]|\s+|[^\s()"]+')

_MEANINGS = {
    "triple": "Triples that match under the best alignment found are shared. Boxes with the same "
    "number are aligned.",
    "k-gram": "K-grams that both graphs have are shared: a box is a 1-gram, an arrow a 2-gram. "
    "Longer ones are not shown. Nothing is aligned.",
    "feature": "Features that both graphs have are shared: a box is the label of a node, an arrow "
    "an edge with the labels of its ends. Later steps are not shown. Nothing is aligned.",
    "move": "A node is shared if more than half of it moves to the other graph at no cost. Numbers "
    "pair the boxes between which the most is moved.",
}
_BY_CONCEPTS = (
    "Triples that both graphs have, with concepts in place of variables, are shared; a concept "
    "only beside a shared relation, or as the top. Nothing is aligned."
)


def meaning(metric: Metric, found: list[Explanation]) -> str:
    """Return what it means that something is marked as shared, for pairs of one metric."""
    if not metric.explains_parts:
        return f"{metric.name} does not say which parts of the graphs it counts: nothing is marked."
    explanation = next(filter(len, found), None)
    if explanation is None:
        return ""
    kind = explanation.contributions[0].kind
    if kind == "triple" and explanation.names:
        return _BY_CONCEPTS
    return _MEANINGS.get(kind, "")


def marked_pair(gold: Graph, pred: Graph, found: Explanation | None) -> tuple[str, str]:
    """Return both graphs as HTML."""
    return marked(gold, marks(gold, found, "gold")), marked(pred, marks(pred, found, "pred"))


def marks(graph: Graph, found: Explanation | None, side: Side) -> list[Mark]:
    """Return the mark of each triple of a graph that is one side of an explained pair."""
    left: dict[Triple, list[Mark]] = {}
    for triple, mark in found.triples(side) if found is not None else ():
        left.setdefault(_key(triple), []).append(mark)
    kept = [left.get(_key(triple)) for triple in graph.triples]
    return [known.pop(0) if known else "" for known in kept]


def marked(graph: Graph, marks: list[Mark]) -> str:
    """Return the written form of a graph as HTML."""
    return "".join(
        escape(text, quote=False)
        if place is None or not marks[place]
        else f'<span class="{marks[place]}">{escape(text, quote=False)}</span>'
        for text, place in places(graph)
    )


def places(graph: Graph) -> Iterator[tuple[str, int | None]]:
    """Yield pieces of the written form, each with the triple that it names."""
    place, before = -1, ""
    current: int | None = None
    for text in _TOKEN.findall(graph.to_penman()):
        if text.isspace():
            yield text, None
            continue
        if before == "(" or text in ("(", ")", "/"):
            current = None
        if before == "(" and (text, ":instance", None) == graph.triples[place + 1]:
            place += 1  # a variable without a concept has an instance triple that is not written
        elif text.startswith(":") or before == "/":
            place += 1
            current = place
        yield text, current
        before = text


def _key(triple: Triple) -> Triple:
    """Return what a triple and its standard form have in common."""
    source, role, target = triple
    role, value = role.lower(), (target or "").strip('"').lower()
    words = value.split()
    if role in (":domain", ":mod-of"):
        return value, ":mod", source.lower()
    role = ":mod" if role == ":domain-of" else role
    return source.lower(), role, words[0] if words else value
