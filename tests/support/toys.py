"""Metrics that are not Tertium's, to test what must work for any metric."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from tertium.graph import Graph
from tertium.metrics import REGISTRY, register
from tertium.metrics.base import Averaging


@dataclass(frozen=True, kw_only=True)
class Concepts(Averaging):
    """The share of gold concepts that the prediction has: a mean over pairs, not symmetric."""

    name: ClassVar[str] = "concepts"
    summary: ClassVar[str] = "share of gold concepts that are found"

    power: float = 1.0
    """What the share is raised to."""

    def _pair(self, gold: Graph | None, pred: Graph | None) -> tuple[float, ...]:
        return _share(gold, pred) ** self.power, 1.0


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
