"""Significance: how sure is a score, and is one system better than another by more than luck.

    boys   (w / want-01 :ARG0 (b / boy))      system A matches it wholly, system B half
    cats   (s / sleep-01 :ARG0 (c / cat))     both match it wholly
    ...

Intervals come from the bootstrap (Efron & Tibshirani 1993): percentile, or BCa, which corrects bias
and skew. Differences are tested on the same pairs: by the paired bootstrap, by approximate
randomisation (exchange the two systems' answers at random and see how often the difference is as
large), and by the exact sign test on wins and losses. `holm` keeps the chance of any false alarm
low when many systems are tested.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from tertium.metrics.arithmetic import ROUNDING
from tertium.statistics.confidence import Confidence, Interval
from tertium.statistics.resampling import Sample, bootstrap, jackknife, observe

if TYPE_CHECKING:
    from tertium._types import Array


def intervals(
    samples: Sequence[Sample], confidence: Confidence, drawn: Array | None = None
) -> list[tuple[Interval, Interval]]:
    """Return the intervals of the micro and the macro average of each sample.

    *drawn* are the averages of resampled corpora, if they are known already.
    """
    drawn = bootstrap(samples, confidence.resampling) if drawn is None else drawn
    if confidence.method == "percentile":
        left_out = observed = None
    else:
        left_out, observed = jackknife(samples), observe(samples)
    found = []
    for k in range(len(samples)):
        micro, macro = (
            percentile_interval(drawn[:, k, average], confidence.level)
            if left_out is None or observed is None
            else bca_interval(
                drawn[:, k, average],
                float(observed[k, average]),
                left_out[:, k, average],
                confidence.level,
            )
            for average in (0, 1)
        )
        found.append((micro, macro))
    return found


def percentile_interval(drawn: Array, level: float) -> Interval:
    """Return the middle part of the bootstrap distribution."""
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def known_interval(drawn: Array, level: float) -> Interval | None:
    """Return the percentile interval of the samples with a value; None if all are nan."""
    known = drawn[~np.isnan(drawn)]
    return percentile_interval(known, level) if len(known) else None


def bca_interval(drawn: Array, observed: float, left_out: Array, level: float) -> Interval:
    """Return the interval corrected for bias and acceleration (Efron 1987).

    *left_out* are the values with one pair missing. Where all resamples lie on one side of the
    observed value no correction is defined, and the percentile interval is returned.
    """
    below = (np.mean(drawn < observed) + np.mean(drawn <= observed)) / 2
    if not 0 < below < 1:
        return percentile_interval(drawn, level)
    normal = NormalDist()
    bias = normal.inv_cdf(float(below))
    deviation = left_out.mean() - left_out
    spread = float((deviation**2).sum())
    acceleration = float((deviation**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0

    def corrected(share: float) -> float:
        z = bias + normal.inv_cdf(share)
        return normal.cdf(bias + z / (1 - acceleration * z))

    shares = [corrected((1 - level) / 2), corrected((1 + level) / 2)]
    low, high = np.quantile(drawn, shares)
    return float(low), float(high)


def bootstrap_p(drawn: Array, observed: float) -> float:
    """Return the two-sided p-value of a difference by the paired bootstrap.

    *drawn* are resampled differences. Moved so that their mean is zero they show what luck alone
    would do (Noreen 1989); p is the share of them that is as large as the observed one.
    """
    return _share_as_large(drawn - drawn.mean(), observed)


def randomization_p(drawn: Array, observed: float) -> float:
    """Return the two-sided p-value of a difference by approximate randomisation.

    *drawn* are the differences after random exchanges; the observed one counts as one of them, so
    that the test is exact and p never zero.
    """
    return _share_as_large(drawn, observed)


def _share_as_large(drawn: Array, observed: float) -> float:
    large = int((abs(drawn) >= abs(observed) - ROUNDING).sum())
    return (large + 1) / (len(drawn) + 1)


def sign_test(wins: int, losses: int) -> float:
    """Return the exact two-sided p-value of the sign test; ties are left out beforehand.

    >>> sign_test(9, 1)
    0.021484375
    >>> 0.0026 < sign_test(501_500, 498_500) < 0.0028
    True
    """
    n, fewer = wins + losses, min(wins, losses)
    if 2 * fewer >= n - 1:
        return 1.0
    if n <= 1000:
        return sum(math.comb(n, k) for k in range(fewer + 1)) / (1 << (n - 1))
    # From its largest term downwards the tail shrinks like a bell curve: few terms count.
    first = math.lgamma(n + 1) - math.lgamma(fewer + 1) - math.lgamma(n - fewer + 1)
    term = total = 1.0
    for k in range(fewer, 0, -1):
        term *= k / (n - k + 1)
        total += term
        if term < 1e-17 * total:
            break
    return min(1.0, total * math.exp(first - (n - 1) * math.log(2)))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for many tests (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected, highest = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = highest
    return corrected


@dataclass(frozen=True, slots=True)
class Effect:
    """How large a difference is, pair by pair."""

    wins: int
    ties: int
    losses: int
    d: float | None
    """Cohen's d: mean difference over its standard deviation; None if differences do not vary."""

    @property
    def superiority(self) -> float:
        """The chance that a pair is better than under the baseline, ties counted half."""
        return (self.wins + self.ties / 2) / (self.wins + self.ties + self.losses)

    @property
    def sign_p(self) -> float:
        """The p-value of the sign test."""
        return sign_test(self.wins, self.losses)


def effect(values: Array, baseline: Array) -> Effect:
    """Return how the values of the pairs differ from those of the baseline.

    >>> import numpy as np
    >>> effect(np.array([0.5, 1.0, 1.0, 0.2]), np.array([0.5, 0.5, 0.8, 0.3]))
    Effect(wins=2, ties=1, losses=1, d=0.5669...)
    """
    difference = values - baseline
    wins, losses = int((difference > ROUNDING).sum()), int((difference < -ROUNDING).sum())
    spread = float(np.std(difference, ddof=1)) if len(difference) > 1 else 0.0
    d = float(difference.mean()) / spread if spread > ROUNDING else None
    return Effect(wins, len(difference) - wins - losses, losses, d)
