"""The picture of growth: time against variables, both logarithmic, with the fitted lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.growth import Documents, fit_documents
from tertium.report.plots import COLOURS, svg


def growth_svg(kinds: Sequence[Sequence[Documents]]) -> str:
    """Return the picture of several kinds of documents; the same numbers, the same text."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams["svg.hashsalt"] = "tertium"
    figure = Figure(figsize=(6.0, 4.0), layout="constrained")
    axis = figure.subplots()
    for rows, colour in zip(kinds, COLOURS, strict=False):
        _draw(axis, rows, colour)
    axis.set(xscale="log", yscale="log", xlabel="variables", ylabel="ms per pair (median)")
    axis.spines[["top", "right"]].set_visible(False)
    axis.legend(frameon=False)
    return svg(figure)


def _draw(axis: Any, rows: Sequence[Documents], colour: str) -> None:
    law = fit_documents(rows)
    sizes = [row.variables for row in rows]
    label = f"{rows[0].kind}: exponent {law.exponent:.2f}"
    axis.plot(sizes, [1000 * row.median_seconds for row in rows], "o", color=colour)
    axis.plot(sizes, [1000 * law(size) for size in sizes], "-", color=colour, label=label)
