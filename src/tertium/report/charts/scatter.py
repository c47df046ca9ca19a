"""The values of pairs for each other system against the first one: a dot for each pair.

Thousands of dots are three paths for each system. Dots in the same place are one, which is larger
the more they are.
"""

from __future__ import annotations

from collections import Counter

from tertium.report.charts.axes import Area, coloured, panel
from tertium.report.charts.data import Panel, Series

_SEVERAL, _MANY = 2, 6  # pairs in one place that make a dot larger


def draw(panels: list[Panel], baseline: str) -> list[str]:
    """Return a drawing for each metric."""
    area = Area.of((0, 100), (0, 100), 320, 328)
    return [_panel(found, area, baseline) for found in panels]


def _panel(found: Panel, area: Area, baseline: str) -> str:
    other = found.series[0].name if len(found.series) == 1 else "other system"
    diagonal = f'<path class="axis" d="M{area.place((0, 0))}L{area.place((100, 100))}"/>'
    return panel(
        area,
        found.label,
        f"Values of pairs against those of {baseline}. {'; '.join(map(_told, found.series))}.",
        [
            area.frame(f"{baseline} × 100", f"{other} × 100"),
            diagonal,
            *(coloured(s.number, _dots(area, s)) for s in found.series),
        ],
    )


def _dots(area: Area, series: Series) -> str:
    places = Counter((round(area.x(x)), round(area.y(y))) for x, y in series.points)
    paths = {"d1": "", "d2": "", "d3": ""}
    for (x, y), count in sorted(places.items()):
        kind = "d1" if count < _SEVERAL else "d2" if count < _MANY else "d3"
        paths[kind] += f"M{x} {y}h0"
    return "".join(f'<path class="dots {kind}" d="{d}"/>' for kind, d in paths.items() if d)


def _told(series: Series) -> str:
    better = sum(y > x for x, y in series.points)
    worse = sum(y < x for x, y in series.points)
    equal = len(series.points) - better - worse
    return f"{series.name}: {better} pairs better, {equal} equal, {worse} worse"
