"""Plots of the benchmark: an SVG document for each task and kind.

plots/density-sts.svg       how human scores and values are spread
plots/reliability-sts.svg   what people say about pairs, by the value of a metric

They are of *main*, where graphs are as they were parsed. Nothing but the package is needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tertium.errors import FileError
from tertium.files import naming, write_text
from tertium.report.bamboo import column_name
from tertium.report.charts.benchmark import draw_densities, draw_reliability
from tertium.report.charts.standalone import standalone

if TYPE_CHECKING:
    from tertium.bamboo.benchmark import Benchmark

_DRAWN = {"density": draw_densities, "reliability": draw_reliability}
KINDS = tuple(_DRAWN)


def plot_files(folder: str | Path, tasks: tuple[str, ...]) -> list[Path]:
    """Return the files that plots of some tasks would be."""
    return [Path(folder) / f"{kind}-{task}.svg" for task in tasks for kind in KINDS]


def save_plots(benchmark: Benchmark, folder: str | Path) -> list[Path]:
    """Write the plots into a folder and return their paths."""
    if Path(folder).exists() and not Path(folder).is_dir():
        raise FileError(f"{folder}: this is a file, plots need a folder")
    keys = [key for key in benchmark.keys if key[0] == "main"]
    with naming(folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
    for key in keys:
        for kind, draw in _DRAWN.items():
            title = f"{kind} of scores, {column_name(key)}"
            write_text(
                Path(folder) / f"{kind}-{key[1]}.svg", [standalone([draw(benchmark, key)], title)]
            )
    return plot_files(folder, tuple(task for _, task in keys))
