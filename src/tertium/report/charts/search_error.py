"""Search errors: the scores that a climber may give to a corpus, and how often it fails, by size.

score                             missed
    - - - - - - - exact           20 %           / 1 restart
    |   |   o                                ___/
    o   o   |                      0 |______/______ 7
restarts 1   3   7                  variables
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.report.charts import lines
from tertium.report.charts.axes import Area, coloured, panel, text
from tertium.report.charts.data import Series

if TYPE_CHECKING:
    from tertium.audit.search import Climb, SearchAudit


def draw(found: SearchAudit, label: str) -> list[str]:
    """Return two drawings: scores by restarts, and misses by size."""
    return [_scores(found, label), _misses(found, label)]


def _scores(found: SearchAudit, label: str) -> str:
    values = [100 * v for c in found.climbs for v in (c.lowest, c.highest)] + [100 * found.optimum]
    room = max(0.02, 0.15 * (max(values) - min(values)))
    restarts = [climb.restarts for climb in found.climbs]
    area = Area.of(
        (min(restarts) - 0.5, max(restarts) + 0.5), (min(values) - room, max(values) + room)
    )
    level = round(area.y(100 * found.optimum), 1)
    exact = (
        f'<path class="axis" d="M{area.x.start} {level}H{area.x.end}"/>'
        f"{text(area.x.start + 4, level - 4, 'exact')}"
    )
    told = (
        f"Score of the corpus by number of restarts, over {found.seeds} seeds; "
        f"exact: {100 * found.optimum:.2f}; " + "; ".join(map(_told, found.climbs)) + "."
    )
    ranges = coloured(0, "".join(_range(area, climb) for climb in found.climbs))
    name = f"{label}: score × 100"
    return panel(area, name, told, [area.frame("restarts", ""), exact, ranges])


def _range(area: Area, climb: Climb) -> str:
    x = round(area.x(climb.restarts), 1)
    low, high = (round(area.y(100 * v), 1) for v in (climb.lowest, climb.highest))
    dot = area.place((climb.restarts, 100 * climb.mean))
    ends = f"M{x - 3} {low}h6M{x - 3} {high}h6"
    return f'<path class="line" d="M{x} {low}V{high}{ends}"/><path class="dots d3" d="M{dot}h0"/>'


def _told(climb: Climb) -> str:
    return (
        f"{climb.restarts} restarts: {100 * climb.mean:.2f}, "
        f"from {100 * climb.lowest:.2f} to {100 * climb.highest:.2f}"
    )


def _misses(found: SearchAudit, label: str) -> str:
    series = []
    for k, climb in enumerate(found.climbs):
        points = tuple(
            (_middle(found, size), 100 * part.missed) for size, _, part in found.by_size(climb)
        )
        series.append(Series(k, str(climb.restarts), points))
    return lines.draw(
        f"{label}: missed, by restarts",
        series,
        ("variables of the gold graph", "optimum missed, %"),
        "How often the optimum is missed, by size of the gold graph and number of restarts.",
    )


def _middle(found: SearchAudit, size: tuple[int, int | None]) -> float:
    """Return the mean number of variables of a group."""
    low, high = size
    counts = [n for n in found.variables if low <= n and (high is None or n <= high)]
    return sum(counts) / len(counts)
