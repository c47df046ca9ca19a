"""Division: a search for every graph of an index, in slices that can be done one by one.

    segment 0   graphs  0 … 511 │ 512 … 1023 │ …        a slice: some graphs of one segment, which
    segment 1   graphs  0 … 511 │ …                     are compared with those of all segments

A slice is compared with all segments at once, not with one after the other: candidates wait in one
queue, so the best of them leave out the rest, whichever segment they are in. What is found for a
graph does not depend on its slice. So slices may be done anywhere and in any order, and together
they are what one process finds, to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from tertium import _native
from tertium.metrics import Progress
from tertium.search.engines import Asked, Found, Sought
from tertium.search.results import SparseValues

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._types import Array
    from tertium.search.collection import Collection, Place


@dataclass(frozen=True, slots=True)
class QuerySlice:
    """Graphs of a segment, from *first* to the one before *last*."""

    segment: int
    first: int
    last: int

    @property
    def count(self) -> int:
        """How many graphs there are, removed ones included."""
        return self.last - self.first

    def halves(self) -> tuple[QuerySlice, QuerySlice] | None:
        """Return the slice in two parts, or None if it is a single graph."""
        middle = (self.first + self.last) // 2
        if middle == self.first:
            return None
        return (
            QuerySlice(self.segment, self.first, middle),
            QuerySlice(self.segment, middle, self.last),
        )


@dataclass(frozen=True, slots=True, eq=False)
class JoinedPairs:
    """Pairs of graphs by their positions, a before b, in this order."""

    a: NDArray[np.int64]
    b: NDArray[np.int64]
    value: Array
    proven: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.a)

    def rows(self) -> Iterator[tuple[int, int, float, bool]]:
        """Yield the pairs one by one."""
        columns = (column.tolist() for column in (self.a, self.b, self.value, self.proven))
        return zip(*columns, strict=True)


Answer: TypeAlias = tuple[QuerySlice, Found]
"""A slice, and a row for each of its graphs."""


class Division:
    """A search for every graph of a collection."""

    def __init__(self, collection: Collection, sought: Sought) -> None:
        self._collection, self._sought = collection, sought

    def slices(self, size: int = 0) -> list[QuerySlice]:
        """Return slices of at most *size* graphs, or the segments as a whole."""
        found = []
        for number, volume in enumerate(self._collection.volumes):
            count = len(volume.segment)
            step = size or max(1, count)
            starts = range(0, count, step)
            found += [QuerySlice(number, start, min(start + step, count)) for start in starts]
        return found

    def find(self, piece: QuerySlice, progress: Progress | None = None) -> Found:
        """Look for what is sought: a row for each graph of a slice."""
        segments = [volume.segment for volume in self._collection.volumes]
        # Pairs are found from the segment that comes first, and in a segment from the first graph.
        start = piece.segment if self._sought.k is None else 0
        asked = Asked(self._queries(piece), segments[start:], piece.segment - start)
        found = self._collection.find(asked, self._sought._replace(progress=progress))
        rows = slice(piece.first, piece.last + 1)
        return found._replace(begin=found.begin[rows], segment=found.segment + start)

    def all(self) -> Iterator[Answer]:
        """Look for everything here."""
        for piece in self.slices():
            yield piece, self.find(piece, self._sought.progress)

    def name(self, piece: QuerySlice) -> str:
        """Return the id of the first graph of a slice."""
        return self._collection.volumes[piece.segment].segment.id(piece.first)

    def _queries(self, piece: QuerySlice) -> _native.Segment:
        """Return the segment of a slice, with all graphs outside of the slice marked as removed."""
        volume = self._collection.volumes[piece.segment]
        count = len(volume.segment)
        if piece.count == count:
            return volume.segment
        inside = slice(piece.first, piece.last)
        removed = bytearray(b"\1" * count)
        removed[inside] = volume.removed[inside] if volume.removed else bytes(piece.count)
        queries = _native.Segment(volume.buffer)
        queries.set_removed(bytes(removed))
        return queries

    def pairs(self, answers: Iterable[Answer]) -> JoinedPairs:
        """Return what was found in all slices as pairs."""
        pairs = sorted(
            (min(a, b), max(a, b), value, proven)
            for a, b, value, proven in self._by_position(answers)
        )
        return JoinedPairs(
            np.array([pair[0] for pair in pairs], dtype=np.int64),
            np.array([pair[1] for pair in pairs], dtype=np.int64),
            np.array([pair[2] for pair in pairs], dtype=float),
            np.array([pair[3] for pair in pairs], dtype=bool),
        )

    def neighbours(self, answers: Iterable[Answer]) -> SparseValues:
        """Return what was found in all slices as a sparse matrix."""
        rows: list[list[tuple[int, float, bool]]] = [[] for _ in self._collection.position]
        for row, column, value, proven in self._by_position(answers):
            rows[row].append((column, value, proven))
        flat = [hit for row in rows for hit in row]
        return SparseValues(
            np.array([value for _, value, _ in flat], dtype=float),
            np.array([column for column, _, _ in flat], dtype=np.int64),
            np.cumsum([0, *map(len, rows)]),
            np.array([proven for *_, proven in flat], dtype=bool),
        )

    def _by_position(self, answers: Iterable[Answer]) -> Iterator[tuple[int, int, float, bool]]:
        """Yield the positions of a graph and of one that was found for it, value and proof."""
        position = self._collection.position
        for piece, found in answers:
            for graph, place, value, proven in rows_of(found):
                yield position[piece.segment, piece.first + graph], position[place], value, proven


def rows_of(found: Found) -> Iterator[tuple[int, Place, float, bool]]:
    """Yield query, place, value and whether it is proven."""
    queries = np.repeat(np.arange(len(found.begin) - 1), np.diff(found.begin)).tolist()
    places = zip(found.segment.tolist(), found.graph.tolist(), strict=True)
    values, proven = found.value.tolist(), found.proven.astype(bool).tolist()
    return zip(queries, places, values, proven, strict=True)
