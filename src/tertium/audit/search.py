"""The search audit: how far does hill-climbing fall short of the best alignment?

    gold  (a / and :op1 (b / boy) :op2 (c / boy :mod (t / tall)))
    pred  (x / and :op1 (y / boy) :op2 (z / boy :mod (w / tall)))

A climber that begins with b = z may stop there, and which start it draws depends on a seed. Each
pair is scored once by ``exact``, which proves its alignment, and by ``climb`` under several numbers
of restarts and several seeds. For each number of restarts the audit reports how much the score of a
pair and of the corpus vary with the seed (Opitz, Parcalabescu & Frank 2020, Tables 3 and 5), the
lowest and the highest score of the corpus (Song & Gildea 2019, Figure 2), how often the optimum is
missed and by how much, and the same by size of the gold graph, with the number of distinct scores
that a pair got (Opitz 2023, Figure 6).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tertium.errors import InputError, OptionError
from tertium.graph import Graph
from tertium.metrics import REGISTRY, Metric, Progress, metric
from tertium.metrics.aligning import Aligning
from tertium.metrics.arithmetic import ROUNDING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._types import Array

RESTARTS = (1, 2, 3, 5, 7)
"""Those of the paper's Table 3."""
SEEDS = 10
SIZES = ((1, 5), (6, 10), (11, 20), (21, 40), (41, None))
"""Groups of gold graphs by their number of variables; None is no limit."""

Size: TypeAlias = "tuple[int, int | None]"


@dataclass(frozen=True, slots=True, eq=False)
class Climb:
    """What a climber with a number of restarts found, seed by seed."""

    restarts: int
    corpus: tuple[float, ...]  #: the score of the corpus, for each seed
    values: Array = field(repr=False)  #: seeds × pairs
    optimum: Array = field(repr=False)  #: of each pair, by ``exact``

    @property
    def mean(self) -> float:
        """The mean score of the corpus."""
        return float(np.mean(self.corpus))

    @property
    def lowest(self) -> float:
        """The lowest score of the corpus."""
        return min(self.corpus)

    @property
    def highest(self) -> float:
        """The highest score of the corpus."""
        return max(self.corpus)

    @property
    def corpus_deviation(self) -> float:
        """The standard deviation of the corpus score over seeds."""
        return float(_deviations(np.array(self.corpus)))

    @property
    def deviation(self) -> float:
        """The standard deviation of a pair's score over seeds, mean over pairs."""
        return float(_deviations(self.values).mean())

    @property
    def losses(self) -> Array:
        """What each score lacks to the optimum, 0 where it was found: seeds × pairs."""
        found: Array = np.where(self._below, self.optimum - self.values, 0.0)
        return found

    @property
    def missed(self) -> float:
        """The share of scores below the optimum."""
        return float(self._below.mean())

    @property
    def loss(self) -> float:
        """What is lost where the optimum is missed, on average."""
        return float(self.losses.sum() / max(1, self._below.sum()))

    @property
    def worst(self) -> float:
        """The largest loss of a pair."""
        return float(self.losses.max())

    @property
    def distinct(self) -> float:
        """How many different scores a pair got, on average."""
        steps = np.diff(np.sort(self.values, axis=0), axis=0) > ROUNDING
        return float(1 + steps.sum(axis=0).mean())

    @property
    def _below(self) -> NDArray[np.bool_]:
        below: NDArray[np.bool_] = self.values < self.optimum - ROUNDING
        return below

    def of(self, places: Sequence[int]) -> Climb:
        """Return the same for some of the pairs; the corpus stays the whole one."""
        chosen = list(places)
        return replace(self, values=self.values[:, chosen], optimum=self.optimum[chosen])


@dataclass(frozen=True, slots=True, eq=False)
class SearchAudit:
    """What the audit found about one metric on the output of one system."""

    metric: Metric  #: with the exact solver
    system: str
    optimum: float  #: the score of the corpus under proven alignments
    unproven: int  #: pairs for which the budget of ``exact`` did not suffice
    climbs: tuple[Climb, ...]
    variables: tuple[int, ...] = field(repr=False)  #: of each gold graph
    ids: tuple[str | None, ...] = field(repr=False)

    @property
    def seeds(self) -> int:
        """How often each climber ran."""
        return len(self.climbs[0].corpus)

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return len(self.variables)

    def by_size(self, climb: Climb) -> Iterator[tuple[Size, int, Climb]]:
        """Yield the sizes that occur, with the number of pairs and what was found for them."""
        for low, high in SIZES:
            places = [k for k, n in enumerate(self.variables)
                      if low <= n and (high is None or n <= high)]  # fmt: skip
            if places:
                yield (low, high), len(places), climb.of(places)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each number of restarts and each pair."""
        for climb in self.climbs:
            below, deviations = climb.losses > 0, _deviations(climb.values)
            for k, name in enumerate(self.ids):
                values = climb.values[:, k]
                yield {
                    "system": self.system,
                    "metric": self.metric.spec,
                    "restarts": climb.restarts,
                    "index": k,
                    "id": name,
                    "variables": self.variables[k],
                    "optimum": float(climb.optimum[k]),
                    "mean": float(values.mean()),
                    "deviation": float(deviations[k]),
                    "lowest": float(values.min()),
                    "highest": float(values.max()),
                    "missed": int(below[:, k].sum()),
                }


def _deviations(values: Array) -> Array:
    """Return standard deviations over the first axis, exactly 0 where all are equal."""
    found: Array = np.std(values - values[0], axis=0)
    return found


def searching_metrics() -> list[Aligning]:
    """Return the registered metrics that search for an alignment."""
    return [m for m in map(metric, REGISTRY) if isinstance(m, Aligning)]


def require_search(chosen: Metric) -> Aligning:
    """Return a metric with the exact solver, or refuse one that does not search."""
    if not isinstance(chosen, Aligning):
        known = ", ".join(m.name for m in searching_metrics())
        raise OptionError(
            f"{chosen.spec} does not search for an alignment, so it has no search error; "
            f"metrics that do: {known}"
        )
    return replace(chosen, solver="exact", restarts=Aligning.restarts, seed=Aligning.seed)


def audit(
    metric: Metric,
    golds: Sequence[Graph],
    preds: Sequence[Graph],
    *,
    system: str = "system",
    restarts: Sequence[int] = RESTARTS,
    seeds: int = SEEDS,
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
) -> SearchAudit:
    """Compare ``climb`` with ``exact``; seeds are *seed*, *seed* + 1, ...

    What *metric* says about its solver, restarts and seed does not count.
    """
    exact = require_search(metric)
    if not golds:
        raise InputError("there are no pairs to align")
    if seeds < 2 or not restarts:
        raise OptionError("the search audit needs at least 2 seeds and one number of restarts")
    table = exact.compare_many(golds, preds, threads=threads, progress=progress)
    optimum = np.array(exact.row_values(table))
    climbs = []
    for number in restarts:
        corpus, values = [], []
        for k in range(seeds):
            climber = replace(exact, solver="climb", restarts=number, seed=seed + k)
            found = climber.compare_many(golds, preds, threads=threads, progress=progress)
            corpus.append(climber.score(found.sum()).value)
            values.append(climber.row_values(found))
        climbs.append(Climb(number, tuple(corpus), np.array(values), optimum))
    return SearchAudit(
        exact,
        system,
        exact.score(table.sum()).value,
        int((table.column("proven") == 0).sum()),
        tuple(climbs),
        tuple(len(gold.variables) for gold in golds),
        tuple(gold.id for gold in golds),
    )
