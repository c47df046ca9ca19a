r"""Lines with their names at the end: one number against another, a line for each name.

     missed                      mean score
    20 |        / 1              100 |\
    10 |   ____/  7               50 |  \___ wwlk
     0 |__/______                    |   \__ smatch
"""

from __future__ import annotations

from collections.abc import Sequence

from tertium.report.charts.axes import Area, coloured, line, panel, text
from tertium.report.charts.data import Series

_APART = 13  # between names that would stand on each other


def draw(
    label: str,
    series: Sequence[Series],
    axes: tuple[str, str],
    told: str,
    *,
    highest: float = 0.0,
) -> str:
    """Return a drawing; *axes* are the labels of x and y, *told* says what it shows.

    Both axes begin at 0; the second ends at *highest*, or above all points without it.
    """
    points = [point for s in series for point in s.points] or [(0.0, 0.0)]
    right = max(x for x, _ in points) or 1
    top = highest or 1.1 * max(y for _, y in points) or 1
    named = len(series) > 1
    area = Area.of((0, right * (1.3 if named else 1.05)), (0, top))
    parts = [coloured(s.number, line(area, s.points) + _dots(area, s)) for s in series]
    shown = "; ".join(map(_told, series))
    names = _names(area, series) if named else []
    return panel(area, label, f"{told} {shown}.", [area.frame(*axes), *parts, *names])


def _dots(area: Area, series: Series) -> str:
    places = "".join(f"M{area.place(point)}h0" for point in series.points)
    return f'<path class="dots d2" d="{places}"/>'


def _names(area: Area, series: Sequence[Series]) -> list[str]:
    """Return the names at the ends of lines, moved apart where they would overlap."""
    ends = sorted((area.y(s.points[-1][1]), k) for k, s in enumerate(series) if s.points)
    placed, lowest = [], -_APART * 1.0
    for y, k in ends:
        lowest = max(y, lowest + _APART)
        placed.append((lowest, k))
    over = max(0.0, placed[-1][0] - area.y.start) if placed else 0.0
    return [
        coloured(series[k].number, text(area.x(series[k].points[-1][0]) + 6, y - over + 4,
                                        series[k].name))
        for y, k in placed
    ]  # fmt: skip


def _told(series: Series) -> str:
    return f"{series.name}: {', '.join(f'{y:.3g} at {x:.3g}' for x, y in series.points)}"
