"""Random statistics of pairs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tertium.metrics import Metric, Smatch, StatisticsTable
from tertium.statistics.resampling import (
    Sample,
)
from tests.support.toys import Concepts


def counts(pairs: int, seed: int) -> NDArray[np.float64]:
    """Draw statistics of pairs like those of smatch."""
    rng = np.random.default_rng(seed)
    gold, pred = rng.integers(2, 40, size=(2, pairs))
    matched = np.floor(np.minimum(gold, pred) * rng.beta(4, 2, pairs))
    ones = np.ones(pairs)
    return np.column_stack([matched, pred, gold, matched, ones, ones]).astype(float)


def sample(metric: Metric, pairs: int = 50, seed: int = 1) -> Sample:
    table = counts(pairs, seed)
    if metric == Smatch(aspect="negation"):  # some pairs have none; variables are counted, too
        table[::3] = 0
        table = np.column_stack([table, np.zeros((pairs, 2))])
    if isinstance(metric, Concepts):
        table = np.column_stack([table[:, 0] / table[:, 2], np.ones(pairs)])
    return Sample(metric, StatisticsTable(metric.statistics_names, table))
