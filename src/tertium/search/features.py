"""Search by features: what a graph shares with all others, along an inverted index.

The postings of a query's features say how much it shares with every graph that shares anything. A
bound on the value follows by the metric's own formula. Candidates are compared by the metric in the
order of their bounds, until no bound that is left exceeds what is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from tertium import _native
from tertium.graph import Graph
from tertium.metrics import Metric, Progress
from tertium.metrics.searching import FeatureSearch
from tertium.search.engines import Asked, Engine, Entries, Found, Sought, graph_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._types import Array

_SLACK = 1e-12  # vectors of numbers may be rounded differently from single ones
_FIRST = 32  # candidates that are compared at once, at first


_Hit: TypeAlias = tuple[float, int, int, int]
"""The value, negated, and key, segment and graph; so that the nearest comes first."""


class _Candidates(NamedTuple):
    """Candidates of a query, the highest bound first; equal ones by their keys."""

    segment: NDArray[np.int64]
    graph: NDArray[np.int64]
    bound: Array
    key: NDArray[np.uint64]

    def best_first(self) -> _Candidates:
        return self.at(np.lexsort((self.graph, self.segment, self.key, -self.bound)))

    def at(self, chosen: slice | NDArray[np.generic]) -> _Candidates:
        segment, graph, bound, key = self
        return _Candidates(segment[chosen], graph[chosen], bound[chosen], key[chosen])


@dataclass(frozen=True, slots=True, eq=False)
class FeatureEngine(Engine):
    """An inverted index over the features of a metric."""

    metric: Metric
    search: FeatureSearch

    def write(self, entries: Entries, progress: Progress | None = None) -> NDArray[np.uint8]:
        graphs, ids, texts = entries
        features = self.search.features(graphs, self.search.columns)
        totals = np.ascontiguousarray(self.search.totals(graphs, features))
        if progress is not None:
            progress(len(graphs))
        return _native.write_features(features, totals, ids, texts)

    def find(self, asked: Asked, sought: Sought) -> Found:
        present = asked.present()
        graphs = [graph_of(asked.queries, number) for number in present]
        look = _Look(self.search, asked, sought, graphs)
        rows: list[list[_Hit]] = [[] for _ in range(len(asked.queries))]
        for row, (number, graph) in enumerate(zip(present, graphs, strict=True)):
            candidates = look.candidates(number, row)
            rows[number] = self._settle(graph, candidates, asked, sought)
            if sought.progress is not None:
                sought.progress(1)
        return _gathered(rows)

    def _settle(
        self, query: Graph, candidates: _Candidates, asked: Asked, sought: Sought
    ) -> list[_Hit]:
        """Return the candidates that are near enough, the nearest first."""
        found: list[_Hit] = []
        k, least = sought.k, sought.least
        start, size = 0, _FIRST if k is None else max(k, _FIRST)
        while start < len(candidates.bound):
            needed = least
            if k is not None and len(found) >= k:
                needed = max(least, -sorted(row[0] for row in found)[k - 1])
            near = candidates.at(slice(start, start + size))
            near = near.at(near.bound + _SLACK >= needed)
            if near.bound.size == 0:
                break
            found += self._compare(query, near, asked, sought)
            start, size = start + size, size * 2
        return sorted(found)[:k]

    def _compare(
        self, query: Graph, candidates: _Candidates, asked: Asked, sought: Sought
    ) -> list[_Hit]:
        columns = (candidates.key, candidates.segment, candidates.graph)
        rows = list(zip(*(column.tolist() for column in columns), strict=True))
        others = [graph_of(asked.segments[segment], graph) for _, segment, graph in rows]
        values = self.metric.values([query] * len(others), others, threads=sought.threads)
        both = zip(values, rows, strict=True)
        return [(-value, *row) for value, row in both if value >= sought.least]


class _Look:
    """The candidates of each query, with their bounds."""

    def __init__(
        self, search: FeatureSearch, asked: Asked, sought: Sought, graphs: list[Graph]
    ) -> None:
        self.search, self.asked, self.sought = search, asked, sought
        self.mine = _native.feature_totals(asked.queries)
        self.theirs = [_native.feature_totals(segment) for segment in asked.segments]
        self.keys = [segment.keys() for segment in asked.segments]
        self.features = search.features(graphs, search.columns)

    def candidates(self, query: int, row: int) -> _Candidates:
        """Return the graphs that may be found, those that share nothing only if they must be.

        The features of the query are in this *row*, that of the graphs that are asked about.
        """
        sharing = [self._sharing(row, number) for number in range(len(self.asked.segments))]
        count = sum(len(graphs) for graphs, _ in sharing)
        alone = not self.features.count(row)
        few = self.sought.k is None or count < self.sought.k
        if alone or (few and self.sought.least == 0):
            sharing = [self._all(number, *found) for number, found in enumerate(sharing)]
        parts = [self._bounded(query, number, *found) for number, found in enumerate(sharing)]
        if not parts:
            return _Candidates(*(np.zeros(0, kind) for kind in (int, int, float, np.uint64)))
        columns = (np.concatenate(column) for column in zip(*parts, strict=True))
        return _Candidates(*columns).best_first()

    def _sharing(self, row: int, number: int) -> tuple[NDArray[np.int64], Array]:
        graphs, shared = _native.share_features(
            self.asked.segments[number],
            self.features,
            row,
            self.search.product,
            self.search.columns,
        )
        return graphs.astype(np.int64), shared

    def _all(
        self, number: int, graphs: NDArray[np.int64], shared: Array
    ) -> tuple[NDArray[np.int64], Array]:
        """Return every graph of a segment, those that share nothing with zeros."""
        segment = self.asked.segments[number]
        every = np.zeros((len(segment), self.search.columns))
        every[graphs] = shared
        removed = np.frombuffer(segment.removed(), dtype=np.uint8)
        there = np.flatnonzero(removed == 0) if len(removed) else np.arange(len(segment))
        return there, every[there]

    def _bounded(
        self, query: int, number: int, graphs: NDArray[np.int64], shared: Array
    ) -> _Candidates:
        if self.asked.itself == number:
            kept = graphs > query if self.sought.k is None else graphs != query
            graphs, shared = graphs[kept], shared[kept]
        bounds = self.search.bound(shared, self.mine[query], self.theirs[number][graphs])
        segment = np.full(len(graphs), number)
        return _Candidates(segment, graphs, bounds, self.keys[number][graphs])


def _gathered(rows: list[list[_Hit]]) -> Found:
    flat = [row for found in rows for row in found]
    return Found(
        np.cumsum([0, *map(len, rows)]),
        np.array([row[2] for row in flat], dtype=np.int64),
        np.array([row[3] for row in flat], dtype=np.int64),
        np.array([-row[0] for row in flat]),
        np.ones(len(flat), dtype=np.uint8),
    )
