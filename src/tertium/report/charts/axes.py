"""Axes: from numbers to places in a drawing, with ticks, grid and labels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from tertium.report.charts.data import COLOURS, DataPoint

_LINE = 15  # between the bottom of the area and the numbers below it


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps numbers from *low* to *high* to places from *start* to *end*."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self, count: int) -> list[float]:
        """Return round numbers on the scale, about *count* of them.

        >>> Scale(0, 87, 0, 100).ticks(5)
        [0, 20, 40, 60, 80]
        """
        step = _step((self.high - self.low) / count)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return [k * step for k in range(first, last + 1)]


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of a drawing with two scales."""

    width: int
    height: int
    x: Scale
    y: Scale

    @classmethod
    def of(
        cls, x: tuple[float, float], y: tuple[float, float], width: int = 320, height: int = 220
    ) -> Area:
        """Return an area for numbers in two ranges, with room for labels around it."""
        return cls(width, height, Scale(*x, 46, width - 12), Scale(*y, height - 40, 26))

    def place(self, point: DataPoint) -> str:
        """Return a point as a path names it."""
        return f"{_short(self.x(point[0]))} {_short(self.y(point[1]))}"

    def frame(self, x_label: str, y_label: str) -> str:
        """Return the grid, the numbers and the labels."""
        left, right, bottom, top = self.x.start, self.x.end, self.y.start, self.y.end
        rows = [(tick, _short(self.y(tick))) for tick in self.y.ticks(5)]
        columns = [(tick, _short(self.x(tick))) for tick in self.x.ticks(5)]
        grid = "".join(f"M{left} {y}H{right}" for _, y in rows)
        marks = "".join(f"M{x} {bottom}v4" for _, x in columns)
        numbers = [text(left - 5, float(y) + 4, f"{t:g}", "end") for t, y in rows]
        numbers += [text(float(x), bottom + _LINE, f"{t:g}", "middle") for t, x in columns]
        middle = (left + right) / 2
        turned = f'<g transform="translate(11 {_short((top + bottom) / 2)}) rotate(-90)">'
        return "".join(
            [
                f'<path class="grid" d="{grid}"/><path class="axis" d="M{left} {bottom}H{right}'
                f'{marks}"/>',
                *numbers,
                text(middle, self.height - 6, x_label, "middle"),
                f"{turned}{text(0, 0, y_label, 'middle')}</g>" if y_label else "",
            ]
        )


def panel(area: Area, name: str, told: str, parts: Iterable[str]) -> str:
    """Return a drawing with a name above it; *told* is what it shows, in words."""
    return element(area.width, area.height, name, told, [text(46, 14, name, "", "name"), *parts])


def element(width: int, height: int, name: str, told: str, parts: Iterable[str]) -> str:
    """Return an SVG element that fits the width it is given."""
    return (
        f'<svg class="chart" role="img" viewBox="0 0 {width} {height}">'
        f"<title>{escape(name)}</title><desc>{escape(told)}</desc>{''.join(parts)}</svg>"
    )


def coloured(number: int, inner: str) -> str:
    """Return a part of a drawing in the colour of a system."""
    return f'<g class="s{number % COLOURS}">{inner}</g>'


def line(area: Area, points: Sequence[DataPoint]) -> str:
    """Return a line through points."""
    return f'<path class="line" d="M{"L".join(map(area.place, points))}"/>' if points else ""


def text(x: float, y: float, words: str, anchor: str = "", kind: str = "") -> str:
    """Return words that begin at a place, or end there, or have their middle there."""
    style = (f' class="{kind}"' if kind else "") + (f' text-anchor="{anchor}"' if anchor else "")
    return f'<text x="{_short(x)}" y="{_short(y)}"{style}>{escape(words)}</text>'


def _short(number: float) -> str:
    """Return a place with at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")


def _step(rough: float) -> float:
    """Return the round number that is closest to a step, from above."""
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(k * power for k in (1, 2, 5, 10) if k * power >= rough)
    return int(step) if step >= 1 else step
