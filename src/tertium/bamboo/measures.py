"""Measures: how well a metric's values agree with human scores.

    human    1.0  0.8  0.2  0.0          couples of role confusion:   altered  true
    metric   0.9  0.9  0.5  0.1                                         0.7     0.9    right
                                                                        0.8     0.8    wrong

`pearson` and `spearman` are correlations, `rmse` the root of the mean squared difference, and
`rmse_of_quantiles` the same for the deciles of both distributions (Opitz et al. 2020, Table 7).
`accuracy` is the share of couples whose true pair scores higher than its altered one.

All metrics see the same resamples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.metrics.arithmetic import ROUNDING
from tertium.statistics.correlation import correlations, pearson, rmse, spearman
from tertium.statistics.resampling import drawn_counts

if TYPE_CHECKING:
    from tertium._types import Array
    from tertium.statistics import Resampling


@dataclass(frozen=True, slots=True)
class Measures:
    """All measures of one column; None where a measure is not defined."""

    pearson: float | None
    spearman: float | None
    rmse: float
    rmse_of_quantiles: float
    accuracy: float | None = None  #: of role confusion only
    ties: int | None = None  #: couples of role confusion with equal values, wrong in `accuracy`


def measure_all(values: Array, human: Array, couples: bool) -> Measures:
    """Measure how *values* agree with *human* scores; *couples* if it is role confusion.

    >>> import numpy as np
    >>> found = measure_all(np.array([0.7, 0.9, 0.8, 0.8]), np.array([0.0, 1, 0, 1]), True)
    >>> found.accuracy, found.ties
    (0.5, 1)
    """
    altered, true = values[0::2], values[1::2]
    return Measures(
        pearson(values, human),
        spearman(values, human),
        rmse(values, human),
        rmse(_deciles(values), _deciles(human)),
        accuracy(values) if couples else None,
        int((abs(true - altered) <= ROUNDING).sum()) if couples else None,
    )


def accuracy(values: Array) -> float | None:
    """Return the share of couples (altered, true) in which the true pair scores higher."""
    return float((values[1::2] - values[0::2] > ROUNDING).mean()) if len(values) > 1 else None


@dataclass(frozen=True, slots=True, eq=False)
class Resampled:
    """Measures of resampled pairs, each of the shape (resamples, columns)."""

    pearson: Array
    accuracy: Array | None  #: of couples only


def resampled(
    problems: Sequence[tuple[Sequence[Array], Array]], resampling: Resampling, couples: bool
) -> list[Resampled]:
    """Return bootstrapped measures for each problem (columns, human scores).

    All problems have as many pairs and are resampled together, and so are all columns. Couples stay
    together. Samples are drawn once, whatever is measured.
    """
    size = 2 if couples else 1
    found: list[list[Array]] = [[] for _ in problems]
    shares: list[list[Array]] = [[] for _ in problems]
    for drawn in drawn_counts(len(problems[0][1]) // size, resampling):
        counts = np.repeat(drawn, size, axis=1) if couples else drawn
        for k, (columns, human) in enumerate(problems):
            found[k].append(correlations(counts, columns, human))
            if couples:
                right = np.stack([c[1::2] - c[0::2] > ROUNDING for c in columns], axis=1)
                shares[k].append(drawn @ right / len(right))
    return [
        Resampled(np.concatenate(block), np.concatenate(share) if couples else None)
        for block, share in zip(found, shares, strict=True)
    ]


def _deciles(values: Array) -> Array:
    found: Array = np.quantile(values, np.arange(1, 10) / 10)
    return found
