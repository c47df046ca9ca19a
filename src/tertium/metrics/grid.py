"""Grids: all pairs of many graphs, a block at a time.

    grid = metric.grid(golds, preds)
    grid(0, 64, 0)          the values of the first 64 golds with all predictions

Whatever can be done once for each graph (reading strings, standard forms, features) is done when
the grid is made, and a block is one native call. A metric that knows nothing better compares the
pairs of a block.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tertium import _native
from tertium.graph import Graph

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._types import Array
    from tertium.metrics.base import Metric
    from tertium.metrics.searching import AlignmentSearch
    from tertium.metrics.wlk import Features


class AllPairs(ABC):
    """The values of golds (rows) with predictions (columns)."""

    def __init__(self, threads: int) -> None:
        self.threads = threads

    @abstractmethod
    def block(self, first: int, last: int, start: int) -> Array:
        """Return the values of some rows with all columns from *start* on."""


class PairGrid(AllPairs):
    """Pairs that a metric compares as it always does."""

    def __init__(
        self, metric: Metric, golds: Sequence[Graph], preds: Sequence[Graph], threads: int
    ) -> None:
        super().__init__(threads)
        self.metric, self.golds, self.preds = metric, golds, preds

    def block(self, first: int, last: int, start: int) -> Array:
        rows, columns = self.golds[first:last], list(self.preds[start:])
        golds = [gold for gold in rows for _ in columns]
        values = self.metric.values(golds, columns * len(rows), threads=self.threads)
        return np.array(values, dtype=float).reshape(len(rows), len(columns))


class SketchGrid(AllPairs):
    """Pairs of graphs that were sketched once."""

    def __init__(
        self,
        search: AlignmentSearch,
        golds: Sequence[Graph],
        preds: Sequence[Graph],
        threads: int,
    ) -> None:
        super().__init__(threads)
        self.options = search.options
        self.golds, self.rows = _sketched(search, golds)
        same = preds is golds
        self.preds, self.columns = (self.golds, self.rows) if same else _sketched(search, preds)

    def block(self, first: int, last: int, start: int) -> Array:
        rows, columns = self.rows[first:last], self.columns[start:]
        return _native.align_grid(self.options, self.golds, rows, self.preds, columns, self.threads)


def _sketched(
    search: AlignmentSearch, graphs: Sequence[Graph]
) -> tuple[_native.Segment, NDArray[np.int64]]:
    """Return a segment, and where each graph is in it."""
    names = [""] * len(graphs)
    data = _native.write_sketches(search.convention, list(graphs), names, names, None)
    segment = _native.Segment(data)
    return segment, np.argsort(segment.positions()).astype(np.int64)


class CosineGrid(AllPairs):
    """Cosines of sparse vectors; those of golds and predictions have the same columns."""

    def __init__(self, golds: Features, preds: Features, threads: int) -> None:
        super().__init__(threads)
        self.golds, self.preds = golds, preds
        self.columns = _native.SparseColumns(preds.begin, preds.column, preds.value, preds.columns)
        self.squares = _squares(golds), _squares(preds)

    def block(self, first: int, last: int, start: int) -> Array:
        rows = self.golds
        products = _native.multiply_grid(
            *(rows.begin, rows.column, rows.value, first, last),
            *(self.columns, len(self.preds.begin) - 1, start, self.threads),
        )
        mine, theirs = self.squares[0][first:last], self.squares[1][start:]
        squares = np.outer(mine, theirs)
        # As for a pair: empty vectors are like each other only, and rounding never exceeds 1.
        values = np.minimum(1.0, products / np.sqrt(np.where(squares > 0, squares, 1.0)))
        values[np.ix_(mine == 0, theirs == 0)] = 1.0
        return values


def _squares(features: Features) -> Array:
    """Return the product of each vector with itself, added up in the order of its features."""
    owner = np.repeat(np.arange(len(features.begin) - 1), np.diff(features.begin))
    squares = np.zeros(len(features.begin) - 1)
    np.add.at(squares, owner, features.value**2)
    return squares
