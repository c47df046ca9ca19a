"""The entrants of the race: each reads two files of graphs and returns numbers for every pair.

An entrant has three stages, timed apart:

    prepare = entrant.load()              # imports
    work = prepare(gold, pred)            # what the race does not measure; for most, nothing
    rows = work()                         # what it does: from the files to Python numbers

A row is a tuple of floats for each pair, in the order of the files: matched triples, all triples of
the prediction, all triples of the gold; or a value alone. A pair that the entrant cannot handle is
None. Tertium's entrants are here, those of others in `peers`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any, TypeAlias

from tertium.metrics import REGISTRY

Row: TypeAlias = "tuple[float, ...] | None"
Work: TypeAlias = Callable[[], list[Row]]
Prepare: TypeAlias = Callable[[str, str], Work]
"""Takes the paths of the gold and of the prediction."""

COUNTS = ("matched", "pred_total", "gold_total")


@dataclass(frozen=True)
class Entrant:
    """One program with its settings."""

    package: str  #: whose version is shown
    load: Callable[[], Prepare]
    slow: bool = False  #: runs on a sample by default
    needs: tuple[str, ...] = ()  #: further packages

    @property
    def version(self) -> str | None:
        """The installed version, None if something that it needs is missing."""
        try:
            first, *_ = [version(package) for package in (self.package, *self.needs)]
            return first
        except PackageNotFoundError:
            return None


def whole(work: Callable[[str, str], list[Row]]) -> Prepare:
    """Return an entrant's second stage where nothing is prepared."""
    return lambda gold, pred: partial(work, gold, pred)


def load_reading() -> Prepare:
    """Return Tertium's reader, up to triples as Python objects."""
    import tertium

    def work(gold: str, pred: str) -> list[Row]:
        sides = [[len(graph.triples) for graph in tertium.read(path)] for path in (gold, pred)]
        return [(float(a + b),) for a, b in zip(*sides, strict=True)]

    return whole(work)


def load_metric(spec: str) -> Prepare:
    """Return one of Tertium's metrics: files in, numbers of every pair out."""
    import tertium

    metric = tertium.metric(spec)

    def work(gold: str, pred: str) -> list[Row]:
        table = metric.compare_many(tertium.read(gold), tertium.read(pred), threads=1)
        if set(COUNTS) <= set(table.names):
            return list(zip(*(table.column(name).tolist() for name in COUNTS), strict=True))
        return [(value,) for value in metric.scores(table)["value"].tolist()]

    return whole(work)


def load_aspects() -> Prepare:
    """Return SMATCH++ on every aspect; the counts are added up."""
    import numpy as np

    import tertium
    from tertium.standard.aspects import ASPECTS

    metrics = [tertium.metric(f"smatch++:aspect={name}") for name in ASPECTS]

    def work(gold: str, pred: str) -> list[Row]:
        golds, preds = tertium.read(gold), tertium.read(pred)
        tables = [metric.compare_many(golds, preds, threads=1) for metric in metrics]
        columns = (np.sum([table.column(name) for table in tables], axis=0) for name in COUNTS)
        return list(zip(*(column.tolist() for column in columns), strict=True))

    return whole(work)


def cost_matrices(gold: str, pred: str) -> list[Any]:
    """Return the cost matrix of every pair under WWLK."""
    import numpy as np

    import tertium
    from tertium.metrics import Wwlk

    batch = Wwlk().batch(tertium.read(gold), tertium.read(pred))
    embedding = Wwlk().embedding(batch)
    plans = [batch.plan(embedding, index) for index in range(len(batch))]
    return [np.array(plan.cost).reshape(plan.rows, plan.columns) for plan in plans]


def load_transport() -> Prepare:
    """Return exact transport with masses 1/n and 1/m on given cost matrices."""
    import numpy as np

    from tertium import _native

    def prepare(gold: str, pred: str) -> Work:
        costs = cost_matrices(gold, pred)
        masses = [(np.full(n, m), np.full(m, n)) for n, m in (cost.shape for cost in costs)]
        problems = [(cost, *mass) for cost, mass in zip(costs, masses, strict=True)]
        return lambda: [(_native.transport(*problem)[0],) for problem in problems]

    return prepare


TERTIUM: dict[str, Entrant] = {
    "tertium reading": Entrant("tertium", load_reading),
    "tertium aspects": Entrant("tertium", load_aspects),
    "tertium transport": Entrant("tertium", load_transport),
    **{f"tertium {name}": Entrant("tertium", partial(load_metric, name)) for name in REGISTRY},
}
"""Tertium's entrant of every event, by name."""
