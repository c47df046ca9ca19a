"""Search by features: what a graph shares with all others, along an inverted index.

The postings of a query's features say how much it shares with every graph that shares anything. A
bound on the value follows by the metric's own formula. Candidates are compared by the metric in the
order of their bounds, until no bound that is left exceeds what is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tertium import _native
from tertium.graph import Graph
from tertium.metrics import Metric, Progress
from tertium.metrics.searching import FeatureSearch
from tertium.search.engines import Asked, Engine, Found, graphs_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._types import Array

_SLACK = 1e-12  # vectors of numbers may be rounded differently from single ones
_FIRST = 32  # candidates that are compared at once, at first


class _Candidates(NamedTuple):
    """Candidates of a query, the highest bound first; equal ones by their keys."""

    segment: NDArray[np.int64]
    graph: NDArray[np.int64]
    bound: Array
    key: NDArray[np.uint64]

    def best_first(self) -> _Candidates:
        order = np.lexsort((self.graph, self.segment, self.key, -self.bound))
        segment, graph, bound, key = self
        return _Candidates(segment[order], graph[order], bound[order], key[order])


@dataclass(frozen=True, slots=True, eq=False)
class FeatureEngine(Engine):
    """An inverted index over the features of a metric."""

    metric: Metric
    search: FeatureSearch

    def write(
        self,
        graphs: list[Graph],
        ids: list[str],
        texts: list[str],
        progress: Progress | None = None,
    ) -> NDArray[np.uint8]:
        features = self.search.features(graphs, self.search.columns)
        totals = np.ascontiguousarray(self.search.totals(graphs, features))
        if progress is not None:
            progress(len(graphs))
        return _native.write_features(features, totals, ids, texts)

    def nearest(self, asked: Asked, k: int, least: float) -> Found:
        return self._find(asked, k, least, after=False)

    def within(self, asked: Asked, least: float) -> Found:
        return self._find(asked, None, least, after=True)

    def _find(self, asked: Asked, k: int | None, least: float, *, after: bool) -> Found:
        present = asked.present()
        graphs = graphs_of(asked.queries, present)
        look = _Look(self, asked, graphs, after, least > 0)
        rows: list[list[tuple[float, int, int, int]]] = [[] for _ in range(len(asked.queries))]
        for place, (number, graph) in enumerate(zip(present, graphs, strict=True)):
            candidates = look.candidates(number, place, k)
            rows[number] = self._settle(graph, candidates, asked, k, least)
            if asked.progress is not None:
                asked.progress(1)
        return _gathered(rows)

    def _settle(
        self, query: Graph, candidates: _Candidates, asked: Asked, k: int | None, least: float
    ) -> list[tuple[float, int, int, int]]:
        """Return value, key, segment and graph of the candidates that are near enough."""
        found: list[tuple[float, int, int, int]] = []
        start, size = 0, _FIRST if k is None else max(k, _FIRST)
        while start < len(candidates.bound):
            needed = least
            if k is not None and len(found) >= k:
                needed = max(least, -sorted(row[0] for row in found)[k - 1])
            part = slice(start, start + size)
            bounds = candidates.bound[part]
            chosen = np.flatnonzero(bounds + _SLACK >= needed) + start
            if len(chosen) == 0:
                break
            found += self._compare(query, candidates, chosen, asked, least)
            start, size = start + size, size * 2
        return sorted(found)[:k]

    def _compare(
        self,
        query: Graph,
        candidates: _Candidates,
        chosen: NDArray[np.int64],
        asked: Asked,
        least: float,
    ) -> list[tuple[float, int, int, int]]:
        places = [(int(candidates.segment[i]), int(candidates.graph[i])) for i in chosen]
        others = [graphs_of(asked.segments[s], [g])[0] for s, g in places]
        values = self.metric.values([query] * len(others), others, threads=asked.threads)
        return [
            (-value, int(candidates.key[i]), *place)
            for value, i, place in zip(values, chosen, places, strict=True)
            if value >= least
        ]


class _Look:
    """The candidates of each query, with their bounds."""

    def __init__(
        self,
        engine: FeatureEngine,
        asked: Asked,
        graphs: list[Graph],
        after: bool,
        only_shared: bool,
    ) -> None:
        self.search, self.asked, self.after = engine.search, asked, after
        self.only_shared = only_shared  # whether a value of 0 is not of interest
        self.mine = _native.feature_totals(asked.queries)
        self.theirs = [_native.feature_totals(segment) for segment in asked.segments]
        self.keys = [segment.keys() for segment in asked.segments]
        self.features = engine.search.features(graphs, engine.search.columns)

    def candidates(self, query: int, place: int, k: int | None) -> _Candidates:
        """Return the graphs that may be found, those that share nothing only if they must be.

        The query stands at *place* among the graphs that are asked about.
        """
        sharing = [self._sharing(place, number) for number in range(len(self.asked.segments))]
        count = sum(len(graphs) for graphs, _ in sharing)
        alone = not self.features.count(place)
        if alone or (not self.only_shared and (k is None or count < k)):
            sharing = [self._all(number, *found) for number, found in enumerate(sharing)]
        parts = [self._bounded(query, number, *found) for number, found in enumerate(sharing)]
        if not parts:
            return _Candidates(*(np.zeros(0, kind) for kind in (int, int, float, np.uint64)))
        columns = (np.concatenate(column) for column in zip(*parts, strict=True))
        return _Candidates(*columns).best_first()

    def _sharing(self, place: int, number: int) -> tuple[NDArray[np.int64], Array]:
        graphs, shared = _native.share_features(
            self.asked.segments[number],
            self.features,
            place,
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
            kept = graphs > query if self.after else graphs != query
            graphs, shared = graphs[kept], shared[kept]
        bounds = self.search.bound(shared, self.mine[query], self.theirs[number][graphs])
        segment = np.full(len(graphs), number)
        return _Candidates(segment, graphs, bounds, self.keys[number][graphs])


def _gathered(rows: list[list[tuple[float, int, int, int]]]) -> Found:
    flat = [row for found in rows for row in found]
    return Found(
        np.cumsum([0, *map(len, rows)]),
        np.array([row[2] for row in flat], dtype=np.int64),
        np.array([row[3] for row in flat], dtype=np.int64),
        np.array([-row[0] for row in flat]),
        np.ones(len(flat), dtype=np.uint8),
    )
