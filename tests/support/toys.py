"""Metrics that are not Tertium's, to test what must work for any metric."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tertium.graph import Graph
from tertium.metrics import REGISTRY, Metric, register

if TYPE_CHECKING:
    from tertium._types import Array


@dataclass(frozen=True, kw_only=True)
class Concepts(Metric):
    """The share of gold concepts that the prediction has: a mean over pairs, not symmetric."""

    name: ClassVar[str] = "concepts"
    summary: ClassVar[str] = "share of gold concepts that are found"
    symmetric: ClassVar[bool] = False

    power: float = 1.0
    """What the share is raised to."""

    @property
    def statistics_names(self) -> tuple[str, ...]:
        return ("value", "pairs")

    def _compare(self, golds: list[Graph | None], preds: list[Graph | None], threads: int) -> Array:
        import numpy as np

        shares = [_share(g, p) ** self.power for g, p in zip(golds, preds, strict=True)]
        return np.column_stack([shares, np.ones(len(shares))])

    def _values(self, sums: Array) -> dict[str, Array]:
        return {"value": sums[:, 0] / sums[:, 1]}


def _share(gold: Graph | None, pred: Graph | None) -> float:
    wanted, found = _concepts(gold), _concepts(pred)
    return len(wanted & found) / len(wanted) if wanted else float(not found)


def _concepts(graph: Graph | None) -> set[str | None]:
    return set() if graph is None else {t[2] for t in graph.triples if t[1] == ":instance"}


@contextmanager
def registered() -> Iterator[None]:
    """Make the toy metric known by name for a while."""
    register(Concepts)
    try:
        yield
    finally:
        del REGISTRY[Concepts.name]
