"""The thresholds of S²MATCH, chosen on development sets.

    τ    a cosine that is not above it counts 0           0, 0.05, ..., 0.95
    τ′   what a different sense counts                    0, 0.05, ..., 0.95

Every pair of values is tried on every set. The best pair has the highest mean correlation with the
ratings; of equal ones, the first in the order of the grid. Nothing is drawn, and no test set is
read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from statistics import fmean
from typing import Any

from tertium.errors import InputError
from tertium.graph import Graph
from tertium.metrics.s2match import S2match

THRESHOLDS = tuple(k / 20 for k in range(20))
SENSES = tuple(k / 20 for k in range(20))


@dataclass(frozen=True, slots=True)
class DevSet:
    """Rated pairs to choose with."""

    name: str
    golds: Sequence[Graph]
    preds: Sequence[Graph]
    ratings: Sequence[float]

    @property
    def digest(self) -> bytes:
        """A hash of graphs and ratings."""
        found = hashlib.sha256()
        for gold, pred, rating in zip(self.golds, self.preds, self.ratings, strict=True):
            found.update(f"{gold}\0{pred}\0{rating!r}\0".encode())
        return found.digest()


@dataclass(frozen=True, slots=True)
class Trial:
    """A pair of thresholds and its correlation on each set."""

    threshold: float
    sense: float
    correlations: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean over the sets."""
        return fmean(self.correlations)


@dataclass(frozen=True, slots=True)
class Search:
    """What was tried, in the order of the grid."""

    metric: S2match
    sets: tuple[str, ...]
    data: str  #: a hash of the sets
    trials: tuple[Trial, ...]

    @property
    def best(self) -> Trial:
        """The trial with the highest mean."""
        return max(self.trials, key=lambda trial: trial.mean)  # of equal ones the first

    @property
    def spec(self) -> str:
        """The metric with the best thresholds, as the command line spells it."""
        return replace(self.metric, threshold=self.best.threshold, sense=self.best.sense).spec

    def as_dict(self) -> dict[str, Any]:
        """Return what JSON has of it."""
        return {
            "metric": self.spec,
            "sets": list(self.sets),
            "data": self.data,
            "best": _record(self.best),
            "trials": [_record(trial) for trial in self.trials],
        }


def _record(trial: Trial) -> dict[str, Any]:
    return {
        "threshold": trial.threshold,
        "sense": trial.sense,
        "correlations": list(trial.correlations),
        "mean": trial.mean,
    }


def search_thresholds(
    metric: S2match,
    sets: Iterable[DevSet],
    thresholds: Sequence[float] = THRESHOLDS,
    senses: Sequence[float] = SENSES,
    *,
    threads: int = 0,
    progress: Callable[[Trial], None] | None = None,
) -> Search:
    """Try every pair of thresholds on every set."""
    sets = tuple(sets)
    if not (sets and thresholds and senses):
        raise InputError("a search needs a development set and values to try")
    trials = []
    for threshold, sense in product(thresholds, senses):
        tried = replace(metric, threshold=threshold, sense=sense)
        trial = Trial(threshold, sense, tuple(_correlation(tried, s, threads) for s in sets))
        trials.append(trial)
        if progress is not None:
            progress(trial)
    data = hashlib.sha256(b"".join(each.digest for each in sets)).hexdigest()[:16]
    return Search(metric, tuple(each.name for each in sets), data, tuple(trials))


def _correlation(metric: S2match, dev: DevSet, threads: int) -> float:
    import numpy as np

    from tertium.statistics.correlation import pearson

    values = metric.values(dev.golds, dev.preds, threads=threads)
    found = pearson(np.array(values), np.array(dev.ratings, dtype=float))
    if found is None:
        raise InputError(
            f"{dev.name}: all values or all ratings are the same; nothing to correlate"
        )
    return found
