"""Neighbours and near-duplicates of all graphs of an index, by workers that hold its segments.

    index ──▶ segments, one copy on each machine ──▶ actors
    slices of graphs, largest graphs first       ──▶ each actor looks for the graphs of one slice

The segments travel through Ray's store, so other machines need not see the folder of the index.
Every slice is compared with all segments; `tertium.search.division` says why.
"""

from __future__ import annotations

from os import PathLike

from tertium.errors import InputError, OptionError
from tertium.interop.ray.crew import RETRIES, Crew, EndedError, connect, processors
from tertium.metrics import Progress
from tertium.search.division import Answer, Division, QuerySlice
from tertium.search.engines import Found
from tertium.search.index import Index
from tertium.search.results import ClosePair, SparseValues

_SLICES_PER_CPU = 16
_FEWEST = 16  # graphs of a slice


def neighbours(
    index: Index | str | PathLike[str],
    k: int = 10,
    at_least: float | None = None,
    *,
    slice_size: int = 0,
    retries: int = RETRIES,
    progress: Progress | None = None,
) -> SparseValues:
    """Find the *k* nearest other graphs of every graph, as `Index.neighbours` does.

    The work is done in slices of *slice_size* graphs, by default 16 slices for each processor.
    """
    opened = _opened(index)
    division = opened.division(k, at_least, threads=1)
    answers = _search(opened, division, (k, at_least), slice_size, retries, progress)
    return division.neighbours(answers)


def join(
    index: Index | str | PathLike[str],
    at_least: float,
    *,
    slice_size: int = 0,
    retries: int = RETRIES,
    progress: Progress | None = None,
) -> list[ClosePair]:
    """Find all pairs of graphs with a value of *at_least*, as `Index.join` does."""
    opened = _opened(index)
    division = opened.division(None, at_least, threads=1)
    answers = _search(opened, division, (None, at_least), slice_size, retries, progress)
    return opened.close_pairs(division.pairs(answers))


class _Finder:
    """Looks for the graphs of slices; a worker has one, and holds the segments."""

    def __init__(self, index: Index, k: int | None, at_least: float | None) -> None:
        self._division = index.division(k, at_least, threads=1)

    def __call__(self, piece: QuerySlice) -> Found:
        return self._division.find(piece)


def _search(
    index: Index,
    division: Division,
    sought: tuple[int | None, float | None],
    slice_size: int,
    retries: int,
    progress: Progress | None,
) -> list[Answer]:
    if not isinstance(slice_size, int) or slice_size < 0:
        raise OptionError("slice_size must be a number of at least 1, or 0")
    connect()
    size = slice_size or max(_FEWEST, len(index) // (_SLICES_PER_CPU * processors()))
    # A segment is sorted by size; what takes longest comes first, so that nobody waits at the end.
    pieces = sorted(division.slices(size), key=lambda piece: -piece.first)
    done = None if progress is None else lambda piece: progress(piece.count)
    with Crew[QuerySlice](_Finder, (index.in_memory(), *sought), retries) as crew:
        try:
            return list(zip(pieces, crew.run(pieces, done), strict=True))
        except EndedError as ended:
            raise _blamed(crew, ended.piece, division) from None


def _blamed(crew: Crew[QuerySlice], piece: QuerySlice, division: Division) -> InputError:
    """Return the error that names the graph that ends its worker."""
    found = crew.culprit(piece, QuerySlice.halves)
    if found is None or found.halves():
        return InputError(
            f"searching for {piece.count} graphs from {division.name(piece)} on ended the worker "
            "every time, but neither half of them does; perhaps there is too little memory: use a "
            "smaller slice_size"
        )
    return InputError(
        f"searching for the graph {division.name(found)} ended its worker every time; remove it, "
        "or search for it alone to see why"
    )


def _opened(index: Index | str | PathLike[str]) -> Index:
    return index if isinstance(index, Index) else Index.open(index)
