"""What a search returns: a small table of neighbours.

    query     id       rank  value  proven
    lpp.3     lpp.117     1   0.91    True
    lpp.3     lpp.52      2   0.87    True

*proven* is False where the alignment of a pair used up its budget; the value is then the highest
that the pair can have, so that no candidate is hidden.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from tertium.errors import MissingExtraError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tertium._types import Array


class Neighbour(NamedTuple):
    """A graph that was found."""

    query: str
    id: str
    rank: int  #: from 1, for each query
    value: float
    proven: bool


@dataclass(frozen=True, slots=True)
class Neighbours(Sequence[Neighbour]):
    """The graphs that were found, query by query, the nearest first."""

    rows: tuple[Neighbour, ...]
    positions: tuple[int, ...] = field(default=(), repr=False, compare=False)
    """Where each graph that was found stands in `Index.ids`, for `Index.graph`."""

    @overload
    def __getitem__(self, index: int) -> Neighbour: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Neighbour, ...]: ...
    def __getitem__(self, index: int | slice) -> Neighbour | tuple[Neighbour, ...]:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Neighbour]:
        return iter(self.rows)

    def to_jsonl(self) -> str:
        """Return a line of JSON for each row."""
        return "".join(json.dumps(row._asdict(), ensure_ascii=False) + "\n" for row in self.rows)

    def to_pandas(self) -> Any:
        """Return a data frame; needs pandas."""
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("pandas is not installed: pip install pandas") from None
        return pandas.DataFrame(self.rows, columns=list(Neighbour._fields))

    def to_arrow(self) -> Any:
        """Return an Arrow table; needs pyarrow."""
        return arrow_table([row._asdict() for row in self.rows], Neighbour._fields)


class ClosePair(NamedTuple):
    """Two graphs of an index that are close; *a* was added before *b*."""

    a: str
    b: str
    value: float
    proven: bool


@dataclass(frozen=True, slots=True, eq=False)
class SparseValues:
    """Values of pairs as a sparse matrix, in the order of `Index.ids`.

    ``scipy.sparse.csr_array(values.csr, shape=values.shape)`` is the matrix.
    """

    data: Array
    indices: NDArray[np.int64]
    indptr: NDArray[np.int64]
    proven: NDArray[np.bool_]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.indptr) - 1, len(self.indptr) - 1

    @property
    def csr(self) -> tuple[Array, NDArray[np.int64], NDArray[np.int64]]:
        """Values, columns and row pointers, as scipy takes them."""
        return self.data, self.indices, self.indptr


ARROW_TYPES = {
    "query": "string",
    "id": "string",
    "rank": "int64",
    "value": "float64",
    "proven": "bool",
    "kept": "string",
    "cluster": "int64",
    "graph": "string",
}
"""The types of the columns that results have."""


def arrow_table(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Any:
    """Return rows as an Arrow table with these columns; needs pyarrow."""
    try:
        import pyarrow
    except ImportError:
        raise MissingExtraError("pyarrow is not installed: pip install pyarrow") from None
    fields = [(name, pyarrow.type_for_alias(ARROW_TYPES[name])) for name in names]
    return pyarrow.Table.from_pylist(list(rows), schema=pyarrow.schema(fields))
