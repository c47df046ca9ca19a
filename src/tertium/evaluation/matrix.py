"""All pairs of graphs as an array, as ``sklearn.metrics.pairwise`` has it.

similarity = matrix(graphs)                       # n × n
AgglomerativeClustering(metric="precomputed", ...).fit(1 - similarity)

Rows are computed in blocks, each in one native call (`tertium.metrics.grid`), and of a symmetric
metric only one half. `write_matrix` sends the blocks to a file, so that the array need not fit into
memory. For more graphs than that, `tertium.search` finds the pairs that matter.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from tertium import metrics
from tertium.evaluation.policy import OnBad, readable, require_choice
from tertium.evaluation.scoring import CorpusLike, as_corpus
from tertium.metrics import MetricLike, Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._types import Array
    from tertium.graph import Graph
    from tertium.metrics import Metric

Precision = Literal["float64", "float32"]
PRECISIONS: tuple[Precision, ...] = get_args(Precision)

_PAIRS = 1 << 18  # pairs that are compared at once, more or less
_MOST_ROWS = 64  # of a block: a mirrored one on the diagonal is compared twice

Values: TypeAlias = "NDArray[np.floating]"


def matrix(
    X: CorpusLike,  # noqa: N803  (the names that scikit-learn uses)
    Y: CorpusLike | None = None,  # noqa: N803
    *,
    metric: MetricLike = "smatch",
    on_error: OnBad = "fail",
    dtype: Precision = "float64",
    threads: int = 0,
    progress: Progress | None = None,
) -> Values:
    """Compare all graphs of X with all of Y, or with each other, and return an array.

    The graphs of X are the gold for a metric that is not symmetric. Graphs that cannot be read are
    an error; with *on_error* ``skip`` they have no row and no column.

    >>> matrix(["(b / boy)", "(g / girl)"])
    array([[1. , 0.5],
           [0.5, 1. ]])
    """
    require_choice("dtype", dtype, PRECISIONS)
    golds = readable(as_corpus(X, "X"), on_error)
    preds = golds if Y is None else readable(as_corpus(Y, "Y"), on_error)
    values = np.zeros((len(golds), len(preds)), dtype=dtype)
    for block in _blocks(metrics.metric(metric), golds, preds, threads, progress):
        values[block.rows, block.start :] = block.values
        if block.mirrored:
            values[block.start :, block.rows] = block.values.T
    return values


def write_matrix(
    out: BinaryIO,
    golds: Sequence[Graph],
    preds: Sequence[Graph],
    *,
    metric: Metric,
    dtype: Precision = "float64",
    threads: int = 0,
    progress: Progress | None = None,
    in_order: bool = False,
) -> None:
    """Write the values of all pairs to a file of numpy, block by block.

    With *in_order*, rows are written one after the other, as a pipe needs it; both halves of a
    symmetric array are computed then.
    """
    shape = (len(golds), len(preds))
    kind = np.dtype(dtype)
    header = {"descr": kind.str, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(out, header)
    place = None if in_order else _Place(out, out.tell(), shape[1], kind)
    for block in _blocks(metric, golds, preds, threads, progress, halved=not in_order):
        values = block.values.astype(kind, copy=False)
        if place is None:
            out.write(np.ascontiguousarray(values).tobytes())
            continue
        for row, line in zip(range(block.rows.start, block.rows.stop), values, strict=True):
            place.write(row, block.start, line)
        if block.mirrored:
            for column in range(block.rows.stop, shape[0]):
                place.write(column, block.rows.start, values[:, column - block.start])
    if place is not None:
        out.seek(0, os.SEEK_END)


def bytes_needed(golds: int, preds: int, dtype: Precision = "float64") -> int:
    """Return how large the array is."""
    return golds * preds * np.dtype(dtype).itemsize


class _Block(NamedTuple):
    rows: slice
    start: int  #: the first column
    values: Array
    mirrored: bool


class _Place(NamedTuple):
    """Where the numbers of an array are in a file."""

    out: BinaryIO
    begin: int
    columns: int
    kind: np.dtype[np.floating]

    def write(self, row: int, column: int, values: Values) -> None:
        """Write numbers of one row."""
        self.out.seek(self.begin + (row * self.columns + column) * self.kind.itemsize)
        self.out.write(np.ascontiguousarray(values).tobytes())


def _blocks(
    metric: Metric,
    golds: Sequence[Graph],
    preds: Sequence[Graph],
    threads: int,
    progress: Progress | None,
    *,
    halved: bool = True,
) -> Iterator[_Block]:
    """Yield the array in blocks of rows; of a mirrored one only what is right of the diagonal."""
    mirrored = halved and preds is golds and metric.symmetric
    grid = metric.grid(golds, preds, threads=threads)
    rows = max(1, min(_MOST_ROWS, _PAIRS // max(1, len(preds))))
    for first in range(0, len(golds), rows):
        last = min(first + rows, len(golds))
        start = first if mirrored else 0
        yield _Block(slice(first, last), start, grid.block(first, last, start), mirrored)
        if progress is not None:
            progress(last - first)
