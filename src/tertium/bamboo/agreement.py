"""How well a metric's values agree with human scores.

    human    1.0  0.8  0.2  0.0          couples of role confusion:   altered  true
    metric   0.9  0.9  0.5  0.1                                         0.7     0.9    right
                                                                        0.8     0.8    wrong

`pearson` and `spearman` are correlations, `rmse` the root of the mean squared difference, and
`rmse_of_quantiles` the same for the deciles of both distributions (Opitz et al. 2020, Table 7).
`accuracy` is the share of couples whose true pair scores higher than its altered one.

A correlation is a function of five sums over the pairs, so resampled correlations come from one
matrix product, and all metrics see the same resamples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from tertium.metrics.base import Array
    from tertium.resampling import Resampling

Measure = Literal["pearson", "accuracy", "spearman", "rmse", "rmse_of_quantiles"]
MEASURES: tuple[Measure, ...] = get_args(Measure)

_NO_SPREAD = 1e-12
_TIE = 1e-9  # rounding must not decide which pair scores higher


@dataclass(frozen=True, slots=True)
class Agreement:
    """All measures of one column; None where a measure is not defined."""

    pearson: float | None
    spearman: float | None
    rmse: float
    rmse_of_quantiles: float
    accuracy: float | None = None  #: of role confusion only
    ties: int | None = None  #: couples of role confusion with equal values, wrong in `accuracy`


def agreement(values: Array, human: Array, couples: bool) -> Agreement:
    """Measure how *values* agree with *human* scores; *couples* if it is role confusion.

    >>> import numpy as np
    >>> found = agreement(np.array([0.7, 0.9, 0.8, 0.8]), np.array([0.0, 1, 0, 1]), True)
    >>> found.accuracy, found.ties
    (0.5, 1)
    """
    altered, true = values[0::2], values[1::2]
    return Agreement(
        pearson(values, human),
        pearson(_ranks(values), _ranks(human)),
        _rmse(values, human),
        _rmse(_deciles(values), _deciles(human)),
        accuracy(values) if couples else None,
        int((abs(true - altered) <= _TIE).sum()) if couples else None,
    )


def pearson(values: Array, human: Array) -> float | None:
    """Return Pearson's correlation, None if one side does not vary.

    >>> import numpy as np
    >>> pearson(np.array([1.0, 2, 3]), np.array([2.0, 4, 6]))
    1.0
    """
    import numpy as np

    if len(values) < 2:
        return None
    found = float(correlations(np.ones((1, len(values))), [values], human)[0, 0])
    return None if np.isnan(found) else found


def accuracy(values: Array) -> float | None:
    """Return the share of couples (altered, true) in which the true pair scores higher."""
    return float((values[1::2] - values[0::2] > _TIE).mean()) if len(values) > 1 else None


def correlations(counts: Array, columns: Sequence[Array], human: Array) -> Array:
    """Return the correlations of *columns* with *human* under each row of weights.

    The shape is (rows, columns); nan where something does not vary.
    """
    import numpy as np

    n = counts.sum(axis=1, keepdims=True)
    x = np.stack([column - column.mean() for column in columns], axis=1)  # moments lose less
    y = (human - human.mean())[:, None]
    sums_x, sums_y = counts @ x, counts @ y
    covariance = counts @ (x * y) - sums_x * sums_y / n
    spread_x = counts @ (x * x) - sums_x**2 / n
    spread_y = counts @ (y * y) - sums_y**2 / n
    flat = (spread_x <= _NO_SPREAD * n) | (spread_y <= _NO_SPREAD * n)
    product = np.sqrt(np.where(flat, 1.0, spread_x * spread_y))
    return np.where(flat, np.nan, np.clip(covariance / product, -1.0, 1.0))


def resampled(
    problems: Sequence[tuple[Sequence[Array], Array]], resampling: Resampling, couples: bool
) -> list[Array]:
    """Return bootstrapped correlations for each problem (columns, human scores).

    All problems have as many pairs and are resampled together, and so are all columns. The shape
    of each result is (resamples, columns). Couples stay together.
    """
    import numpy as np

    from tertium.resampling import drawn_counts

    size = 2 if couples else 1
    blocks: list[list[Array]] = [[] for _ in problems]
    for drawn in drawn_counts(len(problems[0][1]) // size, resampling):
        counts = np.repeat(drawn, size, axis=1) if couples else drawn
        for block, (columns, human) in zip(blocks, problems, strict=True):
            block.append(correlations(counts, columns, human))
    return [np.concatenate(block) for block in blocks]


def resampled_accuracy(columns: Sequence[Array], resampling: Resampling) -> Array:
    """Return bootstrapped accuracies of couples, of the shape (resamples, columns)."""
    import numpy as np

    from tertium.resampling import drawn_counts

    right = np.stack([column[1::2] - column[0::2] > _TIE for column in columns], axis=1)
    blocks = drawn_counts(len(right), resampling)
    return np.concatenate([counts @ right / len(right) for counts in blocks])


def _ranks(values: Array) -> Array:
    """Return ranks, equal values sharing their mean rank."""
    import numpy as np

    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    middle: Array = last - (counts - 1) / 2
    return middle[inverse]


def _deciles(values: Array) -> Array:
    import numpy as np

    found: Array = np.quantile(values, np.arange(1, 10) / 10)
    return found


def _rmse(a: Array, b: Array) -> float:
    import numpy as np

    return float(np.sqrt(np.mean((a - b) ** 2)))
