"""Pictures of an evaluation, drawn by matplotlib (the extra ``plot``).

* `distribution`: how the values of pairs are spread, for each system and metric
* `by_size`: the mean value against the size of the gold graph
* `scatter`: the values of a system against those of the baseline, pair by pair
* `forest`: scores with their intervals

Each returns a matplotlib figure; `save` writes all that an evaluation allows.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from tertium.errors import FileError, MissingExtraError
from tertium.report.legend import level, pictured

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation, System

ImageFormat = Literal["svg", "png", "pdf"]
IMAGE_FORMATS: tuple[ImageFormat, ...] = get_args(ImageFormat)

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Told apart by colour-blind readers too (Okabe & Ito)."""

_BINS = 8  # groups of graphs by size


def figures(evaluation: Evaluation) -> dict[str, Any]:
    """Return all figures that make sense for an evaluation, by name."""
    found = {"distribution": distribution(evaluation)}
    if any(pair.gold is not None for pair in evaluation.systems[0].pairs):
        found["by-size"] = by_size(evaluation)
    if len(evaluation.systems) > 1:
        found["scatter"] = scatter(evaluation)
    if evaluation.confidence is not None:
        found["forest"] = forest(evaluation)
    return found


def save(evaluation: Evaluation, folder: str | Path, format: ImageFormat = "svg") -> list[Path]:
    """Write the figures into a folder and return the paths."""
    drawn = figures(evaluation)  # without matplotlib that fails, and no empty folder is left
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise FileError(f"{folder}: this is a file, plots need a folder") from None
    paths = []
    for name, figure in drawn.items():
        paths.append(Path(folder) / f"{name}.{format}")
        figure.savefig(paths[-1], format=format, dpi=150, metadata=_metadata(format))
    return paths


def svg(figure: Any) -> str:
    """Return a figure as an SVG element for a page."""
    out = io.StringIO()
    figure.savefig(out, format="svg", dpi=150, metadata=_metadata("svg"))
    text = out.getvalue()
    return text[text.index("<svg") :]


def distribution(evaluation: Evaluation) -> Any:
    """Draw how many pairs have which value."""
    figure, axes = _panels(evaluation)
    for k, axis in zip(pictured(evaluation), axes, strict=True):
        for system, colour in _coloured(evaluation):
            values = 100 * system.results[k].sample.values()
            axis.hist(
                values, bins=25, range=(0, 100), histtype="step", color=colour, label=system.name
            )
        axis.set_xlabel("value of a pair × 100")
    axes[0].set_ylabel("pairs")
    _legend(figure, axes[0])
    return figure


def by_size(evaluation: Evaluation) -> Any:
    """Draw the mean value of pairs against the number of triples of the gold graph."""
    import numpy as np

    figure, axes = _panels(evaluation)
    for k, axis in zip(pictured(evaluation), axes, strict=True):
        for system, colour in _coloured(evaluation):
            known = [i for i, pair in enumerate(system.pairs) if pair.gold is not None]
            sizes = np.array([len(system.pairs[i].gold or ()) for i in known])
            values = 100 * system.results[k].sample.values()[known]
            groups = np.array_split(np.argsort(sizes, kind="stable"), min(_BINS, len(known)))
            points = [(sizes[group].mean(), values[group].mean()) for group in groups]
            axis.plot(*zip(*points, strict=True), "o-", color=colour, label=system.name, ms=4)
        axis.set_xlabel("triples of the gold graph")
        axis.set_ylim(0, 100)
    axes[0].set_ylabel("mean value × 100")
    _legend(figure, axes[0])
    return figure


def scatter(evaluation: Evaluation) -> Any:
    """Draw the values of every other system against the baseline's, pair by pair."""
    figure, axes = _panels(evaluation, square=True)
    base = evaluation.systems[0]
    for k, axis in zip(pictured(evaluation), axes, strict=True):
        before = {p.index: v for p, v in _values(base, k)}
        for system, colour in _coloured(evaluation)[1:]:
            both = [(before[p.index], v) for p, v in _values(system, k) if p.index in before]
            x, y = [a for a, _ in both], [b for _, b in both]
            # Thousands of points are drawn as one image, or the page would grow by megabytes.
            style = {"ms": 3, "alpha": 0.5, "rasterized": True}
            axis.plot(x, y, ".", color=colour, label=system.name, **style)
        axis.plot([0, 100], [0, 100], color="grey", lw=0.8)
        axis.set_xlabel(f"{base.name} × 100")
        axis.set(xlim=(-3, 103), ylim=(-3, 103), box_aspect=1)
    axes[0].set_ylabel("other system × 100")
    _legend(figure, axes[0])
    return figure


def forest(evaluation: Evaluation) -> Any:
    """Draw the scores with their intervals."""
    rows = [
        (f"{label} · {system.name}", system.results[k], colour)
        for k, label in enumerate(evaluation.labels)
        for system, colour in _coloured(evaluation)
        if system.results[k].pairs
    ]
    figure = _figure(7, 0.9 + 0.3 * len(rows))
    axis = figure.subplots()
    for y, (_, result, colour) in enumerate(rows):
        value, (low, high) = result.score.value, result.interval or (result.score.value,) * 2
        axis.plot([100 * low, 100 * high], [y, y], color=colour, lw=1.5)
        axis.plot(100 * value, y, "s", color=colour, ms=5)
    axis.set_yticks(range(len(rows)), [name for name, _, _ in rows])
    axis.set_ylim(len(rows) - 0.5, -0.5)
    axis.set_xlabel(f"value × 100 and {level(evaluation)} interval")
    axis.grid(axis="x", alpha=0.3)
    return figure


def _values(system: System, k: int) -> list[tuple[Any, float]]:
    values = 100 * system.results[k].sample.values()
    return list(zip(system.pairs, values.tolist(), strict=True))


def _panels(evaluation: Evaluation, square: bool = False) -> tuple[Any, list[Any]]:
    labels = [evaluation.labels[k] for k in pictured(evaluation)]
    figure = _figure(max(4.5, 3.2 * len(labels)), 4.2 if square else 3.0)
    axes = list(figure.subplots(1, len(labels), squeeze=False, sharey=True)[0])
    for axis, label in zip(axes, labels, strict=True):
        axis.set_title(label, fontsize=10)
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


def _coloured(evaluation: Evaluation) -> list[tuple[System, str]]:
    return [(s, COLOURS[i % len(COLOURS)]) for i, s in enumerate(evaluation.systems)]


def _metadata(format: ImageFormat) -> dict[str, None]:
    """Leave out the date, so that the same picture is the same file."""
    return {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[format]
