r"""Metrics against people: how their values are spread, and what a value is worth.

    density   /\  people              human score
             /  \__ smatch             1 |        .·'  smatch
            /  ..  \                     |    .·'
           0        1                  0 |_.·'________
              score                        value of the metric

*Densities* (Opitz, Parcalabescu & Frank 2020, Figure 9) are Gaussian kernel estimates on [0, 1];
what would lie outside is reflected at the ends. *Reliability*: pairs are put into ten groups of
equal number by a metric's value; a line on the diagonal means that its values are what people say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tertium.report.charts.axes import Area, coloured, line, panel, text
from tertium.report.charts.data import Series

if TYPE_CHECKING:
    from tertium._types import Array
    from tertium.bamboo.benchmark import Benchmark
    from tertium.bamboo.data import Key

Points: TypeAlias = "tuple[tuple[float, float], ...]"

STEPS = 100
"""Places at which a density is estimated, besides 0."""
GROUPS = 10
"""Of pairs, by the value of a metric."""
_PEOPLE = "people"
_APART = 15


def density(values: Array) -> Points:
    """Return the density of values on [0, 1]: places times 100, and the mass per unit.

    The width of the kernel is Silverman's: 0.9 · min(s, IQR / 1.34) · n^(-1/5).
    """
    import numpy as np

    values = np.clip(values, 0, 1)
    low, high = np.quantile(values, [0.25, 0.75])
    spreads = [spread for spread in (np.std(values), (high - low) / 1.34) if spread > 0]
    width = max(0.01, 0.9 * min(spreads, default=0.0) * len(values) ** -0.2)
    places = np.linspace(0, 1, STEPS + 1)
    mirrored = np.concatenate([values, -values, 2 - values])
    apart = (places[:, None] - mirrored[None, :]) / width
    found = np.exp(-(apart**2) / 2).sum(axis=1) / (len(values) * width * np.sqrt(2 * np.pi))
    return tuple((100 * float(x), float(y)) for x, y in zip(places, found, strict=True))


def reliability(values: Array, human: Array) -> Points:
    """Return the mean value of each group of pairs and what people say about them, times 100."""
    import numpy as np

    order = np.argsort(values, kind="stable")
    parts = [part for part in np.array_split(order, GROUPS) if len(part)]
    return tuple((100 * float(values[p].mean()), 100 * float(human[p].mean())) for p in parts)


def draw_densities(benchmark: Benchmark, key: Key) -> str:
    """Return the densities of human scores and of each metric on a column."""
    columns = [next(c for c in row.columns if c.key == key) for row in benchmark.rows]
    found = [Series(0, _PEOPLE, density(columns[0].human))]
    for k, (row, column) in enumerate(zip(benchmark.rows, columns, strict=True), start=1):
        found.append(Series(k, row.label, density(column.values)))
    highest = max(y for series in found for _, y in series.points)
    room = 1.05 + 0.09 * len(found)  # for the names above the curves
    area = Area.of((0, 100), (0, room * highest), 400, 280)
    means = "; ".join(f"{s.name}: most values near {_peak(s):.0f}" for s in found)
    parts = [coloured(s.number, line(area, s.points)) for s in found]
    frame = area.frame("score × 100", "density")
    told = f"Densities of scores. {means}."
    return panel(area, f"{key[1]}: densities", told, [frame, *parts, *_legend(area, found)])


def draw_reliability(benchmark: Benchmark, key: Key) -> str:
    """Return what people say about pairs by the value that each metric gives to them."""
    found = []
    for k, row in enumerate(benchmark.rows, start=1):
        column = next(c for c in row.columns if c.key == key)
        found.append(Series(k, row.label, reliability(column.values, column.human)))
    area = Area.of((0, 100), (0, 100), 400, 400)
    diagonal = f'<path class="axis" d="M{area.place((0, 0))}L{area.place((100, 100))}"/>'
    parts = [coloured(s.number, line(area, s.points) + _dots(area, s)) for s in found]
    told = "Mean human score of groups of pairs by the metric's value. " + "; ".join(
        f"{s.name}: {', '.join(f'{y:.0f} at {x:.0f}' for x, y in s.points)}" for s in found
    )
    frame = area.frame("mean value of a group × 100", "mean human score × 100")
    return panel(
        area,
        f"{key[1]}: reliability",
        f"{told}.",
        [frame, diagonal, *parts, *_legend(area, found)],
    )


def _peak(series: Series) -> float:
    return max(series.points, key=lambda point: point[1])[0]


def _dots(area: Area, series: Series) -> str:
    places = "".join(f"M{area.place(point)}h0" for point in series.points)
    return f'<path class="dots d2" d="{places}"/>'


def _legend(area: Area, series: list[Series]) -> list[str]:
    """Return the names in a corner, each after a piece of its line."""
    left, top = area.x.start + 10, area.y.end + 12
    return [
        coloured(
            s.number,
            f'<path class="line" d="M{left} {top + _APART * k - 4}h22"/>'
            f"{text(left + 28, top + _APART * k, s.name)}",
        )
        for k, s in enumerate(series)
    ]
