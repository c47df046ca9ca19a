"""Engines: how segments are written and searched, by alignment, by features, or approximately.

An engine is made for a metric. It writes graphs as a segment, and it finds, for the graphs of one
segment, the nearest graphs of others, or all within a value. Whatever it uses to leave candidates
out, a value that is returned is the metric's own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tertium import _native
from tertium.errors import OptionError
from tertium.graph import Graph
from tertium.metrics import Metric, Progress
from tertium.metrics.base import MOST_THREADS
from tertium.metrics.searching import AlignmentSearch, FeatureSearch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._types import Array


class Found(NamedTuple):
    """What was found for each graph of a segment, in compressed rows."""

    begin: NDArray[np.int64]
    segment: NDArray[np.int64]
    graph: NDArray[np.int64]
    value: Array
    proven: NDArray[np.uint8]


class Asked(NamedTuple):
    """Who asks, and where to look."""

    queries: _native.Segment
    segments: Sequence[_native.Segment]
    itself: int = -1  #: the place of the queries among the segments, if they are one of them
    threads: int = 0
    progress: Progress | None = None

    def present(self) -> list[int]:
        """Return the numbers of the queries that are asked about: those that are not removed."""
        removed = self.queries.removed()
        numbers = range(len(self.queries))
        return [i for i in numbers if not removed[i]] if removed else list(numbers)


class Engine(ABC):
    """Writes and searches segments."""

    how: str = "exact"
    """How candidates are chosen, in words."""
    rereads: bool = True
    """Whether queries are read back from their text."""

    @abstractmethod
    def write(
        self,
        graphs: list[Graph],
        ids: list[str],
        texts: list[str],
        progress: Progress | None = None,
    ) -> NDArray[np.uint8]:
        """Return graphs as a segment."""

    @abstractmethod
    def nearest(self, asked: Asked, k: int, least: float) -> Found:
        """Find the *k* nearest graphs of each query, of a value of at least *least*."""

    @abstractmethod
    def within(self, asked: Asked, least: float) -> Found:
        """Find all graphs within a value; in the queries' own segment only those after each."""


@dataclass(frozen=True, slots=True, eq=False)
class AlignmentEngine(Engine):
    """Sketches, and bounds on the triples that an alignment can match."""

    search: AlignmentSearch
    rereads: bool = False

    def write(
        self,
        graphs: list[Graph],
        ids: list[str],
        texts: list[str],
        progress: Progress | None = None,
    ) -> NDArray[np.uint8]:
        return _native.write_sketches(self.search.convention, graphs, ids, texts, progress)

    def nearest(self, asked: Asked, k: int, least: float) -> Found:
        queries, segments, itself, threads, progress = asked
        options = self.search.options
        found = _native.find_nearest(
            options, queries, segments, k, least, itself, threads, progress
        )
        return Found(*found[:5])

    def within(self, asked: Asked, least: float) -> Found:
        queries, segments, itself, threads, progress = asked
        options = self.search.options
        found = _native.find_within(options, queries, segments, least, itself, threads, progress)
        return Found(*found[:5])


def graphs_of(segment: _native.Segment, places: Sequence[int] | None = None) -> list[Graph]:
    """Read graphs of a segment back from their text."""
    numbers = range(len(segment)) if places is None else places
    return [Graph.from_penman(segment.text(place).decode("utf-8", "replace")) for place in numbers]


def engine_for(metric: Metric, *, approximate: bool = False) -> Engine:
    """Return the engine for a metric; one without a bound needs *approximate*."""
    searching = metric.searching
    if isinstance(searching, AlignmentSearch):
        return AlignmentEngine(searching)
    if isinstance(searching, FeatureSearch):
        from tertium.search.features import FeatureEngine

        return FeatureEngine(metric, searching)
    if approximate:
        from tertium.search.approximate import ApproximateEngine

        return ApproximateEngine(metric)
    raise OptionError(
        f"{metric.label}: there is no exact search for {metric.spec}, because nothing cheaper than "
        "its value bounds it; --approximate (approximate=True) compares the graphs that are "
        "nearest under smatch"
    )


def check_threads(threads: int) -> int:
    """Refuse a number of threads that cannot be."""
    if not isinstance(threads, int) or not 0 <= threads <= MOST_THREADS:
        raise OptionError(f"threads must be between 0 (all) and {MOST_THREADS}")
    return threads
