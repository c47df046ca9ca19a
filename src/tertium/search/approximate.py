"""Approximate search: for metrics without a bound, the nearest graphs under smatch are compared.

Nothing is guaranteed: a graph that is close under the metric and far under smatch is missed. The
values that are returned are the metric's own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from tertium.metrics import Metric, Progress, Smatch
from tertium.metrics.searching import AlignmentSearch
from tertium.search.engines import (
    AlignmentEngine,
    Asked,
    Engine,
    Entries,
    Found,
    Sought,
    graph_of,
)

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

    def write(self, entries: Entries, progress: Progress | None = None) -> NDArray[np.uint8]:
        return self.by_smatch.write(entries, progress)

    def find(self, asked: Asked, sought: Sought) -> Found:
        if sought.k is None:
            wider = sought._replace(least=_FLOOR * sought.least)
        else:
            wider = sought._replace(k=max(_FEWEST, _TIMES_K * sought.k), least=0.0)
        return self._compared(asked, self.by_smatch.find(asked, wider), sought)

    def _compared(self, asked: Asked, found: Found, sought: Sought) -> Found:
        """Return those of the candidates that the metric itself finds near enough."""
        queries = {number: graph_of(asked.queries, number) for number in asked.present()}
        count = len(asked.queries)
        owner = np.repeat(np.arange(count), np.diff(found.begin))
        others = [
            graph_of(asked.segments[segment], graph)
            for segment, graph in zip(found.segment.tolist(), found.graph.tolist(), strict=True)
        ]
        golds = [queries[i] for i in owner.tolist()]
        values = np.array(self.metric.values(golds, others, threads=sought.threads), dtype=float)
        order = np.lexsort((np.arange(len(values)), -values, owner))
        order = order[values[order] >= sought.least]
        if sought.k is not None:
            counts = np.bincount(owner[order], minlength=count)
            starts = np.cumsum(counts) - counts
            order = order[np.arange(len(order)) - starts[owner[order]] < sought.k]
        counts = np.bincount(owner[order], minlength=count)
        return Found(
            np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            found.segment[order],
            found.graph[order],
            values[order],
            np.ones(len(order), dtype=np.uint8),
        )
