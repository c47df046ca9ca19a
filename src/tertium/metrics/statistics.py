"""Statistics: what a comparison counts. They add up.

    pair 1    matched 3   pred_total 4   gold_total 4
    pair 2    matched 5   pred_total 6   gold_total 5
    corpus    matched 8   pred_total 10  gold_total 9

Those of a corpus are the sum of those of its pairs, and a pair is a corpus of one. The table of
many pairs is native and has the buffer protocol: ``numpy.asarray(table.rows)`` copies nothing, and
nothing here needs numpy unless an array is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tertium import _native

if TYPE_CHECKING:
    from tertium._types import Array, Rows


@dataclass(frozen=True, slots=True)
class Statistics:
    """Named numbers that add up.

    >>> pair = Statistics(("matched", "pairs"), (3.0, 1.0))
    >>> (pair + pair).as_dict()
    {'matched': 6.0, 'pairs': 2.0}
    """

    names: tuple[str, ...]
    values: tuple[float, ...]

    def __add__(self, other: Statistics) -> Statistics:
        if self.names != other.names:
            raise TypeError("statistics of different metrics do not add up")
        return Statistics(self.names, tuple(map(sum, zip(self.values, other.values, strict=True))))

    def __getitem__(self, name: str) -> float:
        return self.values[self.names.index(name)]

    def as_dict(self) -> dict[str, float]:
        """Return the numbers by name."""
        return dict(zip(self.names, self.values, strict=True))


class StatisticsTable:
    """The statistics of many pairs: a row for each pair, a column for each name.

    *rows* are a native table, an array, or rows of numbers.

    >>> table = StatisticsTable(("matched", "pairs"), [(3, 1), (5, 1)])
    >>> len(table), table[1].as_dict(), table.sum().as_dict()
    (2, {'matched': 5.0, 'pairs': 1.0}, {'matched': 8.0, 'pairs': 2.0})
    >>> table.values
    array([[3., 1.],
           [5., 1.]])
    """

    __slots__ = ("names", "rows")

    def __init__(self, names: tuple[str, ...], rows: Rows) -> None:
        self.names = names
        self.rows = as_table(rows, len(names))

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, row: int) -> Statistics:
        return Statistics(self.names, self.rows.row(row))

    @property
    def values(self) -> Array:
        """The whole table as an array, which shares its memory."""
        import numpy as np

        return np.asarray(self.rows)

    def column(self, name: str) -> Array:
        """Return one column as an array, which shares the table's memory."""
        column: Array = self.values[:, self.names.index(name)]
        return column

    def take(self, rows: Sequence[int]) -> StatisticsTable:
        """Return a table of some rows, in the order given."""
        return StatisticsTable(self.names, self.rows.take(rows))

    def sum(self) -> Statistics:
        """Return the statistics of the corpus."""
        return Statistics(self.names, self.rows.sum())


def as_table(rows: Rows, columns: int) -> _native.Table:
    """Return *rows* as a native table of so many *columns*."""
    if isinstance(rows, _native.Table):
        return rows
    plain = rows if isinstance(rows, Sequence) else rows.tolist()
    return _native.Table(plain, columns)
