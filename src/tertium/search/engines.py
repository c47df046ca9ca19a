"""Engines: how segments are written and searched, by alignment, by features, or approximately.

An engine is made for a metric. It writes graphs as a segment, and it finds, for the graphs of one
segment, the nearest graphs of others, or all that are near enough. Whatever it uses to leave
candidates out, a value that is returned is the metric's own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tertium import _native
from tertium.errors import InputError, OptionError
from tertium.graph import Graph
from tertium.metrics import Metric, Progress
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


class Entries(NamedTuple):
    """Graphs that become a segment: under which ids, and as which texts."""

    graphs: list[Graph]
    ids: list[str]
    texts: list[str]


class Asked(NamedTuple):
    """Who asks, and where to look."""

    queries: _native.Segment
    segments: Sequence[_native.Segment]
    itself: int = -1  #: the number of the queries among the segments, if they are one of them

    def present(self) -> list[int]:
        """Return the numbers of the queries that are asked about: those that are not removed."""
        removed = self.queries.removed()
        numbers = range(len(self.queries))
        return [i for i in numbers if not removed[i]] if removed else list(numbers)


class Sought(NamedTuple):
    """What is looked for: the *k* nearest graphs, or all, of a value of at least *least*."""

    k: int | None
    least: float
    threads: int = 0
    progress: Progress | None = None


class Engine(ABC):
    """Writes and searches segments."""

    how: str = "exact"
    """How candidates are chosen, in words."""
    rereads: bool = True
    """Whether queries are read back from their text."""

    @abstractmethod
    def write(self, entries: Entries, progress: Progress | None = None) -> NDArray[np.uint8]:
        """Return graphs as a segment."""

    @abstractmethod
    def find(self, asked: Asked, sought: Sought) -> Found:
        """Find what is sought for each query.

        The *k* nearest are those of all segments; without *k*, every pair is found once: in the
        queries' own segment only graphs after the query.
        """


@dataclass(frozen=True, slots=True, eq=False)
class AlignmentEngine(Engine):
    """Sketches, and bounds on the triples that an alignment can match."""

    search: AlignmentSearch
    rereads: bool = False

    def write(self, entries: Entries, progress: Progress | None = None) -> NDArray[np.uint8]:
        try:
            return _native.write_sketches(self.search.convention, *entries, progress)
        except ValueError as error:  # a graph that is too large
            raise InputError(str(error)) from None

    def find(self, asked: Asked, sought: Sought) -> Found:
        options = self.search.options
        queries, segments, itself = asked
        k, least, threads, progress = sought
        if k is None:
            found = _native.find_within(
                options, queries, segments, least, itself, threads, progress
            )
        else:
            found = _native.find_nearest(
                options, queries, segments, k, least, itself, threads, progress
            )
        return Found(*found[:5])


def graph_of(segment: _native.Segment, number: int) -> Graph:
    """Read a graph of a segment back from its text."""
    return Graph.from_penman(segment.text(number).decode("utf-8", "replace"))


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
