"""The mean value of pairs against the size of the gold graph: a line for each system."""

from __future__ import annotations

from tertium.report.charts.axes import Area, coloured, line, panel
from tertium.report.charts.data import Panel, Series


def draw(panels: list[Panel]) -> list[str]:
    """Return a drawing for each metric."""
    largest = max((size for p in panels for s in p.series for size, _ in s.points), default=1)
    area = Area.of((0, largest * 1.05), (0, 100))
    return [_panel(found, area) for found in panels]


def _panel(found: Panel, area: Area) -> str:
    return panel(
        area,
        found.label,
        f"Mean value of pairs by size of the gold graph. {'; '.join(map(_told, found.series))}.",
        [
            area.frame("triples of the gold graph", "mean value × 100"),
            *(coloured(s.number, line(area, s.points) + _dots(area, s)) for s in found.series),
        ],
    )


def _dots(area: Area, series: Series) -> str:
    places = "".join(f"M{area.place(point)}h0" for point in series.points)
    return f'<path class="dots d3" d="{places}"/>'


def _told(series: Series) -> str:
    points = [f"{value:.1f} at {size:.0f} triples" for size, value in series.points]
    return f"{series.name}: {', '.join(points)}"
