"""Strokes: the edges of a layout as paths of SVG.

    M40 28L40 43M40 57L40 65V72        down to the label, a gap for it, on to the box, upright at
                                       the end so that the head of the arrow fits

Tree edges are straight, re-entrant ones curved.
"""

from __future__ import annotations

from typing import NamedTuple

from tertium.report.layout import Layout, Point

HEAD = 7
"""Length of an arrow's head."""


class Stroke(NamedTuple):
    """An edge as SVG draws it."""

    path: str
    tip: Point  #: where the head of the arrow is
    upward: bool  #: whether it arrives from below

    @property
    def head(self) -> str:
        """The head of the arrow, as a path."""
        x, y = self.tip
        return f"M{x} {y}l-3.5 {HEAD if self.upward else -HEAD}h7z"


def strokes(places: Layout) -> list[Stroke]:
    """Return how to draw the edges of a layout.

    >>> from tertium.report.layout import lay_out
    >>> strokes(lay_out([40, 60], [30], [(0, 1)]))
    [Stroke(path='M36 28L36 43M36 57L36 65V72', tip=(36, 72), upward=False)]
    """
    layering = places.layering
    ends = layering.reached(upward=True), layering.reached(upward=False)
    found = []
    for k, route in enumerate(places.routes):
        upward = layering.upward(k)
        tip = route[0][0] if upward and not layering.is_loop(k) else route[-1][1]
        found.append(Stroke(_path(k, places, *_stubs(k, places, *ends)), tip, upward))
    return found


def _path(k: int, places: Layout, first: int, last: int) -> str:
    """Return a path: a gap for the label, straight lines through the other rows.

    Where arrows arrive, all edges are upright for the length of a head, also those that leave; else
    edges side by side would cross there.
    """
    steps, curved = [], not places.layering.tree[k]
    route = places.routes[k]
    for i, ((x, y), (to_x, to_y)) in enumerate(route):
        start = y + first if i == 0 else y
        end = to_y + last if i == len(route) - 1 else to_y
        bend = (start + end) // 2
        steps.append(f"V{y}" if i > 1 else f"M{x} {y}")
        steps += [f"V{start}"] * (start != y)
        steps.append(f"C{x} {bend} {to_x} {bend} {to_x} {end}" if curved else f"L{to_x} {end}")
        steps += [f"V{to_y}"] * (end != to_y)
    return "".join(steps)


def _stubs(k: int, places: Layout, below: set[int], above: set[int]) -> tuple[int, int]:
    """Return how far down an edge is upright at its first and at its last node."""
    chain = places.layering.chains[k]
    first = HEAD if chain[0] in below else 0
    if places.layering.is_loop(k):
        return first, first
    return first, -HEAD if chain[-1] in above else 0
