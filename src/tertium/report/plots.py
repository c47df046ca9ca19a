"""Plots of an evaluation for papers, drawn by matplotlib (the extra ``plot``).

* `distribution`: how the values of pairs are spread, for each system and metric
* `by_size`: the mean value against the size of the gold graph
* `scatter`: the values of a system against those of the baseline, pair by pair
* `forest`: scores with their intervals

Each returns a matplotlib figure; `save` writes all that an evaluation allows. The numbers are those
of `tertium.report.charts.data`.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tertium.errors import FileError, MissingExtraError
from tertium.files import naming, open_whole
from tertium.report import IMAGE_FORMATS as IMAGE_FORMATS
from tertium.report import ImageFormat as ImageFormat
from tertium.report.charts import data
from tertium.report.legend import level

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Told apart by colour-blind readers too (Okabe & Ito)."""


def figures(evaluation: Evaluation) -> dict[str, Any]:
    """Return all figures that make sense for an evaluation, by name."""
    draw = {"distribution": distribution, "by-size": by_size, "scatter": scatter, "forest": forest}
    return {name: draw[name](evaluation) for name in data.drawable(evaluation)}


def save(evaluation: Evaluation, folder: str | Path, format: ImageFormat = "svg") -> list[Path]:
    """Write the figures into a folder and return the paths."""
    drawn = figures(evaluation)  # without matplotlib that fails, and no empty folder is left
    if Path(folder).exists() and not Path(folder).is_dir():
        raise FileError(f"{folder}: this is a file, plots need a folder")
    with naming(folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
    paths = []
    for name, figure in drawn.items():
        paths.append(Path(folder) / f"{name}.{format}")
        with open_whole(paths[-1]) as out:
            figure.savefig(out, format=format, dpi=150, metadata=_metadata(format))
    return paths


def svg(figure: Any) -> str:
    """Return a figure as an SVG element for a page."""
    out = io.StringIO()
    figure.savefig(out, format="svg", dpi=150, metadata=_metadata("svg"))
    text = out.getvalue()
    return text[text.index("<svg") :]


def distribution(evaluation: Evaluation) -> Any:
    """Draw how many pairs have which value."""
    panels = data.distribution(evaluation)
    figure, axes = _panels(panels)
    edges = [k * 100 / data.BINS for k in range(data.BINS + 1)]
    for panel, axis in zip(panels, axes, strict=True):
        for series in panel.series:
            middles = [left + 50 / data.BINS for left, _ in series.points]
            counts = [count for _, count in series.points]
            axis.hist(middles, edges, weights=counts, histtype="step", **_style(series))
        axis.set_xlabel("value of a pair × 100")
    axes[0].set_ylabel("pairs")
    _legend(figure, axes[0])
    return figure


def by_size(evaluation: Evaluation) -> Any:
    """Draw the mean value of pairs against the number of triples of the gold graph."""
    panels = data.by_size(evaluation)
    figure, axes = _panels(panels)
    for panel, axis in zip(panels, axes, strict=True):
        for series in panel.series:
            axis.plot(*_coordinates(series), "o-", ms=4, **_style(series))
        axis.set_xlabel("triples of the gold graph")
        axis.set_ylim(0, 100)
    axes[0].set_ylabel("mean value × 100")
    _legend(figure, axes[0])
    return figure


def scatter(evaluation: Evaluation) -> Any:
    """Draw the values of every other system against the baseline's, pair by pair."""
    panels = data.scatter(evaluation)
    figure, axes = _panels(panels, square=True)
    for panel, axis in zip(panels, axes, strict=True):
        for series in panel.series:
            # Thousands of points are drawn as one image, or files would grow by megabytes.
            dots = {"ms": 3, "alpha": 0.5, "rasterized": True}
            axis.plot(*_coordinates(series), ".", **dots, **_style(series))
        axis.plot([0, 100], [0, 100], color="grey", lw=0.8)
        axis.set_xlabel(f"{evaluation.systems[0].name} × 100")
        axis.set(xlim=(-3, 103), ylim=(-3, 103), box_aspect=1)
    axes[0].set_ylabel("other system × 100")
    _legend(figure, axes[0])
    return figure


def forest(evaluation: Evaluation) -> Any:
    """Draw the scores with their intervals."""
    rows = data.forest(evaluation)
    figure = _figure(7, 0.9 + 0.3 * len(rows))
    axis = figure.subplots()
    for y, row in enumerate(rows):
        colour = COLOURS[row.number % len(COLOURS)]
        axis.plot([row.low, row.high], [y, y], color=colour, lw=1.5)
        axis.plot(row.value, y, "s", color=colour, ms=5)
    axis.set_yticks(range(len(rows)), [f"{row.label} · {row.name}" for row in rows])
    axis.set_ylim(len(rows) - 0.5, -0.5)
    axis.set_xlabel(f"value × 100 and {level(evaluation)} interval")
    axis.grid(axis="x", alpha=0.3)
    return figure


def _coordinates(series: data.Series) -> tuple[list[float], list[float]]:
    return [x for x, _ in series.points], [y for _, y in series.points]


def _style(series: data.Series) -> dict[str, str]:
    return {"color": COLOURS[series.number % len(COLOURS)], "label": series.name}


def _panels(panels: list[data.Panel], square: bool = False) -> tuple[Any, list[Any]]:
    figure = _figure(max(4.5, 3.2 * len(panels)), 4.2 if square else 3.0)
    axes = list(figure.subplots(1, len(panels), squeeze=False, sharey=True)[0])
    for axis, panel in zip(axes, panels, strict=True):
        axis.set_title(panel.label, fontsize=10)
        axis.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _figure(width: float, height: float) -> Any:
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("plots need matplotlib: pip install 'tertium[plot]'") from None
    mpl.rcParams["svg.hashsalt"] = "tertium"  # the same picture, the same bytes
    return Figure(figsize=(width, height), layout="constrained")


def _legend(figure: Any, axis: Any) -> None:
    handles, labels = axis.get_legend_handles_labels()
    if labels:
        figure.legend(
            handles, labels, loc="outside lower center", ncols=4, frameon=False, markerscale=2
        )


def _metadata(format: ImageFormat) -> dict[str, None]:
    """Leave out the date, so that the same picture is the same file."""
    return {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[format]
