"""Comparison: is a system better than the baseline, and do the metrics agree about it.

                 smatch   sembleu
    baseline      58.5      31.2
    other         62.1 †    30.9      better under smatch, by more than luck; not under sembleu

The first system of an evaluation is the baseline. Every other system is contrasted with it under
every metric, on the same pairs: the difference with its interval, p-values, wins and losses. Where
there are several metrics, `Disagreement` counts the pairs on which two of them prefer different
systems, as Opitz, Parcalabescu & Frank (2020, Table 8) do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from tertium.errors import InputError, OptionError
from tertium.evaluation.results import Evaluation, Result, System
from tertium.graph.structure import StructureError, structure_error
from tertium.metrics import Metric
from tertium.options import require
from tertium.statistics import TESTS, Confidence, Interval, Test
from tertium.statistics.confidence import ALPHA
from tertium.statistics.resampling import bootstrap, exchange, flip, jackknife
from tertium.statistics.significance import (
    Effect,
    bca_interval,
    bootstrap_p,
    effect,
    holm,
    percentile_interval,
    randomization_p,
)
from tertium.written import Written

if TYPE_CHECKING:
    from tertium._types import Array


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much a system is ahead of the baseline, and whether that may be luck."""

    value: float
    interval: Interval
    p_randomization: float
    p_bootstrap: float
    p: float  #: of the chosen test, corrected by Holm over all systems

    @property
    def significant(self) -> bool:
        """Whether the corrected p-value is below `ALPHA`."""
        return self.p < ALPHA


@dataclass(frozen=True, slots=True)
class Contrast:
    """One system against the baseline under one metric."""

    system: str
    metric: Metric
    micro: Difference  #: of the corpus values
    macro: Difference  #: of the means over pairs
    effect: Effect


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two metrics and one system against the baseline."""

    system: str
    first: Metric
    second: Metric
    share: float  #: of pairs on which the metrics prefer different systems
    p: float  #: that the two metrics see the same difference, by random signs


@dataclass(frozen=True, slots=True)
class Comparison(Written):
    """Systems tested against a baseline, as `compare` returns it.

    `contrasts` has one entry for each metric and each further system: the difference, its interval
    and p-values.
    """

    evaluation: Evaluation  #: over the pairs that all systems have
    test: Test
    confidence: Confidence
    contrasts: tuple[Contrast, ...]
    disagreements: tuple[Disagreement, ...]
    structure: tuple[StructureError | None, ...]  #: for each system

    @property
    def baseline(self) -> str:
        """The name of the first system."""
        return self.evaluation.systems[0].name

    def ranks(self, metric: int) -> list[int]:
        """Return the rank of each system under a metric, 1 the best; equal values share one."""
        values = [system.results[metric].score.value for system in self.evaluation.systems]
        return [1 + sum(other > value for other in values) for value in values]


def compare(
    evaluation: Evaluation, *, test: Test = "randomization", confidence: Confidence | None = None
) -> Comparison:
    """Test every system of an evaluation against its first one, the baseline.

    >>> from tertium import evaluate
    >>> golds = ["(b / boy)", "(c / cat)"]
    >>> systems = {"base": ["(b / boy)", "(d / dog)"], "new": golds}
    >>> contrast = compare(evaluate(golds, systems)).contrasts[0]
    >>> contrast.system, round(contrast.micro.value, 2)
    ('new', 0.25)

    Tests are paired, and p-values are corrected over the systems by Holm's method.
    """
    require(Evaluation, evaluation, "compare")
    if test not in TESTS:
        raise OptionError(f"no test '{test}'; choose from {', '.join(TESTS)}")
    if len(evaluation.systems) < 2:
        raise OptionError("to compare, give at least two systems: a baseline and another")
    confidence = confidence or Confidence()
    common = _on_common_pairs(evaluation)
    return Comparison(
        common,
        test,
        confidence,
        tuple(_contrasts(common, test, confidence)),
        tuple(_disagreements(common, confidence)),
        tuple(structure_error(s.graphs) for s in common.systems),
    )


def _on_common_pairs(evaluation: Evaluation) -> Evaluation:
    kept = set.intersection(*({p.index for p in s.pairs} for s in evaluation.systems))
    if not kept:
        raise InputError("the systems have no pair in common that could be compared")
    if all(len(system.pairs) == len(kept) for system in evaluation.systems):
        return evaluation
    common = replace(evaluation, systems=tuple(_restrict(s, kept) for s in evaluation.systems))
    made = evaluation.confidence
    return common if made is None else common.with_confidence(made)


def _restrict(system: System, kept: set[int]) -> System:
    rows = [k for k, pair in enumerate(system.pairs) if pair.index in kept]
    return replace(
        system,
        pairs=tuple(system.pairs[k] for k in rows),
        skipped=system.skipped + len(system.pairs) - len(rows),
        results=tuple(Result.of(r.metric, r.table.take(rows)) for r in system.results),
    )


def _contrasts(evaluation: Evaluation, test: Test, confidence: Confidence) -> list[Contrast]:
    """Return the contrasts, system by system."""
    base, others = evaluation.systems[0], evaluation.systems[1:]
    count = len(evaluation.metrics)
    drawn = _resampled(evaluation, confidence).reshape(-1, len(others) + 1, count, 2)
    contrasts = []
    for s, system in enumerate(others, start=1):
        exchanged = exchange(
            [result.sample for result in base.results],
            [result.sample for result in system.results],
            confidence.resampling,
        )
        for k, result in enumerate(system.results):
            resampled = drawn[:, s, k] - drawn[:, 0, k]
            micro, macro = _differences(
                base.results[k], result, resampled, exchanged[:, k], test, confidence
            )
            how = effect(result.sample.values(), base.results[k].sample.values())
            contrasts.append(Contrast(system.name, result.metric, micro, macro, how))
    return _corrected(contrasts, count)


def _resampled(evaluation: Evaluation, confidence: Confidence) -> Array:
    """Return the averages of resampled corpora, as intervals have them if there are some."""
    results = [result for system in evaluation.systems for result in system.results]
    known = [result.resampled for result in results if result.resampled is not None]
    made = evaluation.confidence
    if made is not None and made.resampling == confidence.resampling and len(known) == len(results):
        return np.stack(known, axis=1)
    return bootstrap([result.sample for result in results], confidence.resampling)


def _differences(
    base: Result,
    other: Result,
    resampled: Array,
    exchanged: Array,
    test: Test,
    confidence: Confidence,
) -> tuple[Difference, Difference]:
    """Return the differences of the micro and the macro average; p is not yet corrected."""
    left_out = jackknife([other.sample])[:, 0] - jackknife([base.sample])[:, 0]

    def difference(average: int, value: float) -> Difference:
        drawn = resampled[:, average]
        if confidence.method == "bca":
            span = bca_interval(drawn, value, left_out[:, average], confidence.level)
        else:
            span = percentile_interval(drawn, confidence.level)
        by_exchange = randomization_p(exchanged[:, average], value)
        by_bootstrap = bootstrap_p(drawn, value)
        p = by_exchange if test == "randomization" else by_bootstrap
        return Difference(value, span, by_exchange, by_bootstrap, p)

    micro = difference(0, other.score.value - base.score.value)
    return micro, difference(1, other.macro - base.macro)


def _corrected(contrasts: list[Contrast], metrics: int) -> list[Contrast]:
    """Correct the p-values of each metric for the number of systems."""
    corrected = list(contrasts)
    for k in range(metrics):
        family = range(k, len(contrasts), metrics)
        micro = holm([contrasts[place].micro.p for place in family])
        macro = holm([contrasts[place].macro.p for place in family])
        for place, p, macro_p in zip(family, micro, macro, strict=True):
            one = contrasts[place]
            corrected[place] = replace(
                one, micro=replace(one.micro, p=p), macro=replace(one.macro, p=macro_p)
            )
    return corrected


def _disagreements(evaluation: Evaluation, confidence: Confidence) -> list[Disagreement]:
    found: list[Disagreement] = []
    base = _pair_values(evaluation.systems[0])
    # An aspect is a part of a metric, not another opinion about the whole.
    whole = [k for k, metric in enumerate(evaluation.metrics) if not metric.facet]
    for system in evaluation.systems[1:]:
        gains = [v - b for v, b in zip(_pair_values(system), base, strict=True)]
        both = list(combinations(whole, 2))
        p_values = _p_of_same_gain([gains[f] - gains[g] for f, g in both], confidence)
        found += [
            Disagreement(
                system.name,
                evaluation.metrics[f],
                evaluation.metrics[g],
                float((gains[f] * gains[g] < 0).mean()),
                p,
            )
            for (f, g), p in zip(both, p_values, strict=True)
        ]
    return found


def _pair_values(system: System) -> list[Array]:
    return [result.sample.values() for result in system.results]


def _p_of_same_gain(differences: Sequence[Array], confidence: Confidence) -> list[float]:
    if not differences:
        return []
    columns = np.column_stack(differences)
    drawn = flip(columns, confidence.resampling)
    return [
        randomization_p(drawn[:, k], float(mean)) for k, mean in enumerate(columns.mean(axis=0))
    ]
