"""A metric among the published ones: a line for each column, a dot for each metric."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tertium.report.charts.axes import Scale, coloured, element, text

_WIDTH, _LEFT, _RIGHT, _ROW, _HEAD = 480, 64, 52, 22, 8


class Dots(NamedTuple):
    """A column: its name, the metric's value, and those of others, all times 100."""

    name: str
    value: float
    others: tuple[float, ...]


def draw(rows: Sequence[Dots], told: str) -> str:
    """Return a drawing; *told* says what it shows."""
    values = [v for row in rows for v in (row.value, *row.others)]
    x = Scale(min(0.0, *values), max(10.0, *values) * 1.04, _LEFT, _WIDTH - _RIGHT)
    bottom = _HEAD + _ROW * len(rows)
    ticks = [(tick, round(x(tick), 1)) for tick in x.ticks(6)]
    grid = "".join(f"M{place} {_HEAD}V{bottom}" for _, place in ticks)
    parts = [f'<path class="grid" d="{grid}"/>']
    parts += [text(place, bottom + 16, f"{tick:g}", "middle") for tick, place in ticks]
    for k, row in enumerate(rows):
        parts.append(_row(row, x, _HEAD + _ROW * k + _ROW // 2))
    shown = "; ".join(f"{row.name}: {row.value:.2f}" for row in rows)
    return element(_WIDTH, bottom + 24, "Columns of BAMBOO", f"{told} {shown}.", parts)


def _row(row: Dots, x: Scale, y: int) -> str:
    others = "".join(f"M{round(x(v), 1)} {y}h0" for v in row.others)
    start, end = round(x(max(0.0, x.low)), 1), round(x(row.value), 1)
    return (
        text(_LEFT - 8, y + 4, row.name, "end")
        + coloured(0, f'<path class="line whole" d="M{start} {y}H{end}"/>'
                      f'<path class="dots d3" d="M{end} {y}h0"/>')
        + (f'<path class="dots d2 other" d="{others}"/>' if others else "")
        + text(_WIDTH - _RIGHT + 8, y + 4, f"{row.value:.2f}")
    )  # fmt: skip
