"""A scatter plot of symmetry: each pair's score one way against the other way.

What lies on the diagonal is symmetric (Opitz, Parcalabescu & Frank 2020, Figure 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tertium.audit.principles import Principles
from tertium.errors import FileError, MissingExtraError
from tertium.files import open_whole


def plot_symmetry(reports: Sequence[Principles], path: str) -> None:
    """Write the plot to a file; its ending says in which format."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("plots need matplotlib: pip install 'tertium[plot]'") from None
    figure = Figure(figsize=(3.2 * len(reports), 3.4), layout="constrained")
    for k, report in enumerate(reports):
        axes = figure.add_subplot(1, len(reports), k + 1, aspect="equal")
        axes.plot([0, 1], [0, 1], color="0.7", linewidth=0.8)
        for bank in report.symmetry:
            there, back = zip(*bank.pairs, strict=True)
            axes.scatter(there, back, s=3, alpha=0.4, label=" – ".join(bank.banks))
        axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="m(A, B)", title=report.metric.spec)
        if k == 0:
            axes.set_ylabel("m(B, A)")
            axes.legend(fontsize="x-small", markerscale=3, frameon=False)
    try:
        with open_whole(path) as out:
            figure.savefig(out, format=Path(path).suffix.removeprefix(".") or "png")
    except ValueError as error:  # of matplotlib: it does not know the format
        if isinstance(error, FileError):
            raise
        raise FileError(f"{path}: {error}") from None
