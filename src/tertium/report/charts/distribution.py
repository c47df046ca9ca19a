"""How the values of pairs are spread: a curve of steps for each system."""

from __future__ import annotations

from statistics import median

from tertium.report.charts.axes import Area, coloured, panel
from tertium.report.charts.data import BINS, DataPoint, Panel, Series


def draw(panels: list[Panel]) -> list[str]:
    """Return a drawing for each metric."""
    highest = max(count for p in panels for s in p.series for _, count in s.points)
    area = Area.of((0, 100), (0, max(1, highest) * 1.05))
    return [_panel(found, area) for found in panels]


def _panel(found: Panel, area: Area) -> str:
    return panel(
        area,
        found.label,
        f"Distribution of the values of pairs. {'; '.join(map(_told, found.series))}.",
        [
            area.frame("value of a pair × 100", "pairs"),
            *(coloured(s.number, _steps(area, s)) for s in found.series),
        ],
    )


def _steps(area: Area, series: Series) -> str:
    corners: list[DataPoint] = []
    for left, count in series.points:
        corners += [(left, count), (left + 100 / BINS, count)]
    along = "L".join(map(area.place, corners))
    base = area.place((100, 0)), area.place((0, 0))
    return (
        f'<path class="area" d="M{along}L{base[0]}L{base[1]}z"/>'
        f'<path class="line" d="M{base[1]}L{along}L{base[0]}"/>'
    )


def _told(series: Series) -> str:
    spread = [left for left, count in series.points for _ in range(int(count))]
    if not spread:
        return f"{series.name}: no pairs"
    start = median(spread)
    return f"{series.name}: {len(spread)} pairs, half of them below about {start:.0f}"
