"""What changes of a graph do to a score: a bar for each, from 0 to 100."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tertium.report.charts.axes import Scale, coloured, element, text

_WIDTH, _LEFT, _RIGHT, _ROW, _HEAD = 480, 140, 60, 20, 20
_BAR = 11


class Bar(NamedTuple):
    """A change: its name, the mean score times 100, and whether a metric is right about it."""

    name: str
    value: float
    sound: bool


def draw(label: str, bars: Sequence[Bar], told: str) -> str:
    """Return a drawing; bars that are wrong have another colour, and a cross."""
    x = Scale(0, 100, _LEFT, _WIDTH - _RIGHT)
    bottom = _HEAD + _ROW * len(bars)
    ticks = [(tick, round(x(tick), 1)) for tick in x.ticks(5)]
    grid = "".join(f"M{place} {_HEAD}V{bottom}" for _, place in ticks)
    parts = [text(8, 13, label, kind="name"), f'<path class="grid" d="{grid}"/>']
    parts += [text(place, bottom + 16, f"{tick:g}", "middle") for tick, place in ticks]
    for k, bar in enumerate(bars):
        parts.append(_bar(bar, x, _HEAD + _ROW * k))
    shown = "; ".join(f"{bar.name}: {bar.value:.1f}" for bar in bars)
    return element(_WIDTH, bottom + 24, label, f"{told} {shown}.", parts)


def _bar(bar: Bar, x: Scale, y: int) -> str:
    width = round(max(0.0, x(bar.value) - _LEFT), 1)
    top = y + (_ROW - _BAR) / 2
    drawn = f'<rect class="bar" x="{_LEFT}" y="{top}" width="{width}" height="{_BAR}"/>'
    mark = "" if bar.sound else " ✗"
    return (
        text(_LEFT - 8, y + 14, bar.name, "end")
        + coloured(0 if bar.sound else 1, drawn)
        + text(_WIDTH - _RIGHT + 8, y + 14, f"{bar.value:.1f}{mark}")
    )
