"""Correlation of two rows of numbers, and of many resamples of them at once.

    metric   0.9  0.9  0.5  0.1
    human    1.0  0.8  0.2  0.0          Pearson 0.93, Spearman 0.95

A correlation is a function of five sums over the pairs, so the correlations of all resamples come
from one product of matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tertium._types import Array

_NO_SPREAD = 1e-12


def pearson(x: Array, y: Array) -> float | None:
    """Return Pearson's correlation, None if one side does not vary.

    >>> import numpy as np
    >>> pearson(np.array([1.0, 2, 3]), np.array([2.0, 4, 6]))
    1.0
    """
    if len(x) < 2:
        return None
    found = float(correlations(np.ones((1, len(x))), [x], y)[0, 0])
    return None if np.isnan(found) else found


def spearman(x: Array, y: Array) -> float | None:
    """Return Spearman's correlation, None if one side does not vary.

    >>> import numpy as np
    >>> spearman(np.array([1.0, 2, 30]), np.array([2.0, 4, 5]))
    1.0
    """
    return pearson(ranks(x), ranks(y))


def correlations(counts: Array, columns: Sequence[Array], other: Array) -> Array:
    """Return the correlations of *columns* with *other* under each row of weights.

    The shape is (rows, columns); nan where something does not vary.
    """
    n = counts.sum(axis=1, keepdims=True)
    x = np.stack([column - column.mean() for column in columns], axis=1)  # moments lose less
    y = (other - other.mean())[:, None]
    sums_x, sums_y = counts @ x, counts @ y
    covariance = counts @ (x * y) - sums_x * sums_y / n
    spread_x = counts @ (x * x) - sums_x**2 / n
    spread_y = counts @ (y * y) - sums_y**2 / n
    flat = (spread_x <= _NO_SPREAD * n) | (spread_y <= _NO_SPREAD * n)
    product = np.sqrt(np.where(flat, 1.0, spread_x * spread_y))
    return np.where(flat, np.nan, np.clip(covariance / product, -1.0, 1.0))


def ranks(values: Array) -> Array:
    """Return ranks, equal values sharing their mean rank."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    middle: Array = last - (counts - 1) / 2
    return middle[inverse]


def rmse(a: Array, b: Array) -> float:
    """Return the root of the mean squared difference."""
    return float(np.sqrt(np.mean((a - b) ** 2)))
