"""Approximate search: for metrics without a bound, the nearest graphs under smatch are compared.

Nothing is guaranteed: a graph that is close under the metric and far under smatch is missed. The
values that are returned are the metric's own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from tertium.graph import Graph
from tertium.metrics import Metric, Progress, Smatch
from tertium.metrics.searching import AlignmentSearch
from tertium.search.engines import AlignmentEngine, Asked, Engine, Found, graphs_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FEWEST = 100  # candidates of a query
_TIMES_K = 10
_FLOOR = 0.5  # of the value that is asked for: the value under smatch of candidates of a join


def _by_smatch() -> AlignmentEngine:
    searching = Smatch().searching
    assert isinstance(searching, AlignmentSearch)
    return AlignmentEngine(searching)


@dataclass(frozen=True, slots=True, eq=False)
class ApproximateEngine(Engine):
    """Compares candidates that are near under smatch."""

    metric: Metric
    by_smatch: AlignmentEngine = field(default_factory=_by_smatch)
    how: str = (
        f"approximate: candidates are the {_FEWEST} (or {_TIMES_K} k) nearest graphs under smatch, "
        f"for joins all within {_FLOOR} times the value that is asked for"
    )

    def write(
        self,
        graphs: list[Graph],
        ids: list[str],
        texts: list[str],
        progress: Progress | None = None,
    ) -> NDArray[np.uint8]:
        return self.by_smatch.write(graphs, ids, texts, progress)

    def nearest(self, asked: Asked, k: int, least: float) -> Found:
        found = self.by_smatch.nearest(asked, max(_FEWEST, _TIMES_K * k), 0.0)
        return self._compared(asked, found, k, least)

    def within(self, asked: Asked, least: float) -> Found:
        return self._compared(asked, self.by_smatch.within(asked, _FLOOR * least), None, least)

    def _compared(self, asked: Asked, found: Found, k: int | None, least: float) -> Found:
        present = asked.present()
        queries = dict(zip(present, graphs_of(asked.queries, present), strict=True))
        count = len(asked.queries)
        owner = np.repeat(np.arange(count), np.diff(found.begin))
        others = [
            graphs_of(asked.segments[segment], [graph])[0]
            for segment, graph in zip(found.segment.tolist(), found.graph.tolist(), strict=True)
        ]
        golds = [queries[i] for i in owner.tolist()]
        values = np.array(self.metric.values(golds, others, threads=asked.threads), dtype=float)
        order = np.lexsort((np.arange(len(values)), -values, owner))
        order = order[values[order] >= least]
        if k is not None:
            counts = np.bincount(owner[order], minlength=count)
            starts = np.cumsum(counts) - counts
            order = order[np.arange(len(order)) - starts[owner[order]] < k]
        counts = np.bincount(owner[order], minlength=count)
        return Found(
            np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            found.segment[order],
            found.graph[order],
            values[order],
            np.ones(len(order), dtype=np.uint8),
        )
