"""Scores with their intervals: a line for each metric and system, its name above it."""

from __future__ import annotations

from itertools import groupby

from tertium.report.charts.axes import Scale, coloured, element, text
from tertium.report.charts.data import Estimate

_WIDTH, _LEFT, _ROW, _HEAD = 480, 8, 34, 26


def draw(estimates: list[Estimate]) -> str:
    """Return one drawing for all metrics."""
    low, high = min(e.low for e in estimates), max(e.high for e in estimates)
    room = max(1.0, (high - low) * 0.04)
    x = Scale(max(0.0, low - room), min(100.0, high + room), _LEFT, _WIDTH - _LEFT)
    parts, y = [], 0
    for label, rows in groupby(estimates, key=lambda estimate: estimate.label):
        y += _HEAD
        parts.append(text(_LEFT, y - 6, label, kind="name"))
        for estimate in rows:
            parts.append(coloured(estimate.number, _row(estimate, x, y)))
            y += _ROW
    told = "; ".join(f"{e.label}, {e.name}: {_numbers(e)}" for e in estimates)
    axis = [_axis(x, y)]
    return element(_WIDTH, y + 40, "Scores and their intervals", f"{told}.", axis + parts)


def _row(estimate: Estimate, x: Scale, y: int) -> str:
    start, end, middle = (round(x(v), 1) for v in (estimate.low, estimate.high, estimate.value))
    level = y + 24
    caps = f"M{start} {level - 4}v8M{end} {level - 4}v8"
    return (
        text(_LEFT + 8, y + 13, estimate.name, kind="word")
        + text(_WIDTH - _LEFT, y + 13, _numbers(estimate), "end", "word")
        + f'<path class="line whole" d="M{start} {level}H{end}{caps}"/>'
        + f'<rect class="box" x="{round(middle - 3.5, 1)}" y="{level - 3.5}" width="7" height="7"/>'
    )


def _numbers(estimate: Estimate) -> str:
    return f"{estimate.value:.2f} [{estimate.low:.2f}, {estimate.high:.2f}]"


def _axis(x: Scale, bottom: int) -> str:
    ticks = [(tick, round(x(tick), 1)) for tick in x.ticks(6)]
    grid = "".join(f"M{place} {_HEAD}V{bottom}" for _, place in ticks)
    numbers = [text(place, bottom + 16, f"{tick:g}", "middle") for tick, place in ticks]
    label = text(_WIDTH / 2, bottom + 34, "value × 100", "middle")
    return f'<path class="grid" d="{grid}"/>{"".join(numbers)}{label}'
