"""A drawing of a graph as SVG: concepts in rows below the top, and what only this graph has marked.

    (w / want-01                    +-----------+
        :polarity -                 | 1 want-01 |        1, 2, ...: variables that are aligned
        :ARG0 (b / boy))            +-----------+        have the same number in both drawings
                                     /         \\
                              :polarity       :ARG0
                                   |            |
                                  (-)       [ 2 boy ]

Two graphs and the explanation of their score become two elements for a page. A variable is a box
with its concept; a constant is a small box below the one variable that has it; every other triple
is an arrow with its role, and the second and later ways to a variable are curved. So each triple is
drawn once: as a box if it names a concept, else as an arrow. Boxes and arrows have a class,
``same`` or ``other``, for what the metric counts as shared and what it does not; colours and dashes
are the page's. Variables have numbers if the metric aligns or moves them.

The letters are of one width, so that the boxes fit their words without asking a browser.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING

from tertium.report.layout import HEIGHT, PORT, Point, lay_out
from tertium.report.marking import marks
from tertium.report.strokes import Stroke, strokes
from tertium.report.width import columns, shorten

if TYPE_CHECKING:
    from tertium.graph import Graph, Triple
    from tertium.metrics.explanation import Explanation, Mark
    from tertium.report.layers import Edge

LARGEST = 120
"""Graphs of more triples are not drawn: nobody could read it, and the page would swell."""

_LONGEST = 30  # columns of a word that are drawn; the rest is in the text beside the drawing
_TOLD = 200  # characters of a triple that are told when the pointer rests on it
_COLUMN, _SMALL, _DIGIT = 7.3, 6.7, 6  # widths of letters of 12 and 11 pixels, and of numbers
_LEAF = 18  # height of a constant's box


@dataclass(frozen=True, slots=True)
class Box:
    """A variable with its concept, or a constant."""

    text: str
    mark: Mark
    told: str
    number: int | None = None
    leaf: bool = False
    arrows: int = 0
    """How many come or go on one side."""

    @property
    def words(self) -> int:
        """The width of the text and, before it, the number."""
        text = columns(self.text) * (_SMALL if self.leaf else _COLUMN)
        return round(text) + self.indent

    @property
    def indent(self) -> int:
        """The width of the number and the space after it."""
        return _DIGIT * len(str(self.number)) + 5 if self.number else 0

    @property
    def width(self) -> int:
        return max(self.words + 14, PORT * (self.arrows + 1))


@dataclass(frozen=True, slots=True)
class Arrow:
    """A triple that is not a concept."""

    ends: Edge
    role: str
    mark: Mark
    told: str

    @property
    def width(self) -> int:
        return round(columns(self.role) * _SMALL) + 2


def draw_pair(gold: Graph, pred: Graph, found: Explanation | None) -> tuple[str, str]:
    """Return both graphs as SVG, or why a graph is not drawn."""
    mapping = found.mapping if found is not None else {}
    numbers = {v: k for k, v in enumerate((v for v in gold.variables if v in mapping), 1)}
    partners = {mapping[v]: k for v, k in numbers.items()}
    return (
        draw(gold, marks(gold, found, "gold"), numbers, "gold graph"),
        draw(pred, marks(pred, found, "pred"), partners, "predicted graph"),
    )


def draw(graph: Graph, marked: list[Mark], numbers: dict[str, int], name: str) -> str:
    """Return a graph as SVG, or why it is not drawn; *numbers* are those of its variables."""
    if len(graph) > LARGEST:
        return f"<p>Not drawn: {len(graph)} triples, more than {LARGEST}.</p>"
    boxes, arrows = parts(graph, marked, numbers)
    places = lay_out([b.width for b in boxes], [a.width for a in arrows], [a.ends for a in arrows])
    return "\n".join(
        [
            f'<svg class="graph" role="img" width="{places.width}" height="{places.height}" '
            f'viewBox="0 0 {places.width} {places.height}">',
            f"<title>{name}: {escape(boxes[0].text)}</title>",
            f"<desc>{len(graph)} triples, {marked.count('same')} marked as shared and "
            f"{marked.count('other')} as different; the text below says the same.</desc>",
            *map(_arrow, arrows, places.labels, strokes(places)),
            *(_box(box, *places.nodes[k], k == 0) for k, box in enumerate(boxes)),
            "</svg>",
        ]
    )


def parts(
    graph: Graph, marked: list[Mark], numbers: dict[str, int]
) -> tuple[list[Box], list[Arrow]]:
    """Return the boxes of a graph, its top first, and its arrows."""
    names = sorted(graph.variables, key=lambda variable: variable != graph.top)
    place = {variable: k for k, variable in enumerate(names)}
    concepts: dict[str, tuple[str, Mark]] = {}
    leaves: list[Box] = []
    arrows: list[Arrow] = []
    for triple, mark in zip(graph.triples, marked, strict=True):
        source, role, target = triple
        if role == ":instance" and source not in concepts:
            concepts[source] = target or "", mark
            continue
        if role != ":instance" and target in place:
            end = place[target]
        else:
            end = len(names) + len(leaves)
            leaves.append(Box(shorten(target or "", _LONGEST), mark, _told(triple), leaf=True))
        arrows.append(Arrow((place[source], end), shorten(role, _LONGEST), mark, _told(triple)))
    boxes = [_variable(name, *concepts.get(name, ("", "")), numbers.get(name)) for name in names]
    return _widened(boxes + leaves, arrows), arrows


def _variable(name: str, concept: str, mark: Mark, number: int | None) -> Box:
    told = f"{name} / {concept}" if concept else name
    return Box(shorten(concept or name, _LONGEST), mark, told[:_TOLD], number)


def _widened(boxes: list[Box], arrows: list[Arrow]) -> list[Box]:
    """Return boxes with room for all arrows that come or go."""
    crowds = Counter(end for arrow in arrows for end in enumerate(arrow.ends))
    return [replace(box, arrows=max(crowds[0, k], crowds[1, k])) for k, box in enumerate(boxes)]


def _told(triple: Triple) -> str:
    source, role, target = triple
    return f"{source} {role} {target or ''}".rstrip()[:_TOLD]


def _box(box: Box, x: int, y: int, top: bool) -> str:
    left, upper = x - box.width // 2, y - HEIGHT // 2
    start, height = x - box.words // 2, _LEAF if box.leaf else HEIGHT
    kind = f"{'leaf ' if box.leaf else ''}{'top ' if top else ''}{box.mark}".strip()
    known = f' data-n="{box.number}"' if box.number else ""
    line = upper + height // 2 + 4
    number = f'<text class="k" x="{start}" y="{line}">{box.number}</text>' if box.number else ""
    return (
        f'<g class="{kind}"{known}><title>{escape(box.told)}</title>'
        f'<rect x="{left}" y="{upper}" width="{box.width}" height="{height}"/>{number}'
        f'<text x="{start + box.indent}" y="{line}">{escape(box.text)}</text></g>'
    )


def _arrow(arrow: Arrow, place: Point, stroke: Stroke) -> str:
    x, y = place
    return (
        f'<g class="{arrow.mark}"><title>{escape(arrow.told)}</title>'
        f'<path d="{stroke.path}"/><path class="head" d="{stroke.head}"/>'
        f'<text class="role" x="{x}" y="{y + 4}">{escape(arrow.role)}</text></g>'
    )
