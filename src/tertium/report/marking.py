"""Two graphs side by side, what they share and what they do not marked in the text.

    (g / go-02                  (x / go-02
        :ARG0 (b / boy))            :ARG0 (y / girl))       boy and girl are marked

The written form of a graph names its triples in their order: each role is one, each concept is one.
So the marks of an alignment's triples find their places by walking along the text. Triples that a
standard form changed beyond recognition stay unmarked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING, Literal

from tertium.alignment import Alignment, align
from tertium.graph import Graph, Triple
from tertium.metrics.aligning import Aligning

if TYPE_CHECKING:
    from tertium.metrics import Metric

Mark = Literal["same", "other", ""]
"""Whether a triple has a partner in the other graph; empty where that is not known."""

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[()]|\s+|[^\s()"]+')


def shown_alignment(metric: Metric, gold: Graph, pred: Graph) -> Alignment:
    """Return a metric's alignment; a metric that aligns nothing is shown by smatch's."""
    return metric.align(gold, pred) if isinstance(metric, Aligning) else align(gold, pred)


def marked_pair(gold: Graph, pred: Graph, found: Alignment) -> tuple[str, str]:
    """Return both graphs as HTML."""
    return marked(gold, marks(gold, found, 0)), marked(pred, marks(pred, found, 1))


def marks(graph: Graph, alignment: Alignment, side: Literal[0, 1]) -> list[Mark]:
    """Return the mark of each triple of a graph that is the first or second of an alignment."""
    shared = Counter(_key(both[side]) for both in alignment.matched_triples)
    alone = Counter(_keys((alignment.only_a, alignment.only_b)[side]))
    found: list[Mark] = []
    for key in _keys(graph.triples):
        kind: Mark = "same" if shared[key] > 0 else "other" if alone[key] > 0 else ""
        (shared if kind == "same" else alone)[key] -= 1
        found.append(kind)
    return found


def marked(graph: Graph, marks: list[Mark]) -> str:
    """Return the written form of a graph as HTML."""
    return "".join(
        escape(text, quote=False)
        if place is None or not marks[place]
        else f'<span class="{marks[place]}">{escape(text, quote=False)}</span>'
        for text, place in _places(graph)
    )


def _places(graph: Graph) -> Iterator[tuple[str, int | None]]:
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


def _keys(triples: Iterable[Triple]) -> list[Triple]:
    return [_key(triple) for triple in triples]


def _key(triple: Triple) -> Triple:
    """Return what a triple and its standard form have in common."""
    source, role, target = triple
    role, value = role.lower(), (target or "").strip('"').lower()
    words = value.split()
    if role == ":domain":
        return value, ":mod", source
    return source.lower(), role, words[0] if words else value
