"""A graph as text with marks: which line has which edits.

      1 ~  (r / run-01
      2 +      :ARG0 (b / boy))

A line has the numbers of its edits and a sign: ``+`` only the first graph has it, ``-`` only the
second, ``~`` one replaces the other. On a terminal that shows colours, the words themselves are
coloured as well. A line is a list of pieces, each with the name of its style.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from tertium.report.marking import places
from tertium.terminal import visible

if TYPE_CHECKING:
    from tertium.explain.script import Script

Line: TypeAlias = "list[tuple[str, str]]"
"""Pieces of text with the names of their styles."""

Marks: TypeAlias = "dict[int, tuple[int, str]]"
"""By the place of a triple in the graph as written: the number of its edit, and a style."""

SIGNS = {"gold": "+", "pred": "-", "changed": "~"}
_LISTED = 3  # edits that stand before a line; more are counted


def edit_marks(script: Script, side: int) -> Marks:
    """Return the edits of the written triples of one graph; the top comes after them."""
    found: Marks = {}
    for number, edit in enumerate(script, start=1):
        style = "changed" if edit.operation == "replaced" else ("gold", "pred")[side]
        for place in edit.places[side]:
            found[place] = (number, style)
    return found


def marked_lines(script: Script, side: int) -> Iterator[Line]:
    """Yield the lines of one graph with their marks."""
    graph = script.pred if side else script.gold
    assert graph is not None
    marks = edit_marks(script, side)
    line: Line = []
    top = marks.get(len(graph.triples))
    edits: list[tuple[int, str]] = [] if top is None else [top]
    for text, place in places(graph):
        mark = None if place is None else marks.get(place)
        if mark is not None and mark not in edits:
            edits.append(mark)
        for k, part in enumerate(text.split("\n")):
            if k:
                yield _with_gutter(line, edits)
                line, edits = [], []
            if part:
                line.append((visible(part), "" if mark is None else mark[1]))
    yield _with_gutter(line, edits)


def _with_gutter(line: Line, edits: list[tuple[int, str]]) -> Line:
    if not edits:
        return [(" " * 9, ""), *line]
    styles = [style for _, style in edits]
    style = styles[0] if len(set(styles)) == 1 else "changed"
    numbers = ",".join(str(number) for number, _ in edits[:_LISTED])
    more = "+" if len(edits) > _LISTED else ""
    return [(f"{numbers + more:>6} {SIGNS[style]} ", style), *line]


def plain(line: Line) -> str:
    """Return a line without styles."""
    return "".join(text for text, _ in line).rstrip()
