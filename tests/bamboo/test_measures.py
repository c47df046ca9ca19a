"""Measures of agreement against scipy, and their resampling against doing it by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tertium.bamboo.measures import (
    accuracy,
    measure_all,
    resampled,
)
from tertium.statistics import Resampling
from tertium.statistics.correlation import correlations, pearson

numbers = st.lists(st.integers(0, 20).map(lambda n: n / 20), min_size=12, max_size=12)


@given(numbers, numbers)
def test_correlations_are_those_of_scipy(a: list[float], b: list[float]) -> None:
    x, y = np.array(a), np.array(b)
    found = measure_all(x, y, couples=False)
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        assert found.pearson is None
        assert found.spearman is None
    else:
        assert found.pearson == pytest.approx(stats.pearsonr(x, y)[0], abs=1e-9)
        assert found.spearman == pytest.approx(stats.spearmanr(x, y)[0], abs=1e-9)
    assert found.rmse == pytest.approx(np.sqrt(((x - y) ** 2).mean()))


def test_a_shift_of_the_values_does_not_hurt_precision() -> None:
    x, y = np.array([1e6, 1e6 + 1, 1e6 + 2, 1e6 + 5]), np.array([0.0, 0.2, 0.1, 1.0])
    assert pearson(x, y) == pytest.approx(stats.pearsonr(x - 1e6, y)[0], abs=1e-12)


def test_deciles_forgive_wrong_order() -> None:
    x = np.linspace(0, 1, 50)
    found = measure_all(x, x[::-1], couples=False)
    assert found.rmse_of_quantiles == pytest.approx(0.0)
    assert found.rmse > 0.5
    assert measure_all(x / 2, x, couples=False).rmse_of_quantiles == pytest.approx(
        np.sqrt(np.mean((np.arange(1, 10) / 20) ** 2))
    )


def test_accuracy_counts_ties_as_wrong_and_ignores_rounding() -> None:
    values = np.array([0.1, 0.2, 0.3, 0.3, 0.3, 0.3 + 1e-15, 0.9, 0.1])
    assert accuracy(values) == 0.25
    assert measure_all(values, np.array([0.0, 1] * 4), couples=True).ties == 2


def test_resampling_is_the_same_as_drawing_pairs() -> None:
    generator = np.random.default_rng(0)
    x, y = generator.random(40), generator.random(40)
    counts = generator.multinomial(40, np.full(40, 1 / 40), size=5).astype(float)
    found = correlations(counts, [x, 1 - x], y)
    for row, weights in zip(found, counts.astype(int), strict=True):
        drawn = np.repeat(np.arange(40), weights)
        assert row[0] == pytest.approx(stats.pearsonr(x[drawn], y[drawn])[0])
        assert row[1] == pytest.approx(-row[0])


def test_couples_are_drawn_whole() -> None:
    values, human = np.array([0.1, 0.2, 0.5, 0.6, 0.8, 0.9]), np.array([0.0, 1.0] * 3)
    (drawn,) = resampled([([values], human)], Resampling(200, 1), couples=True)
    # Each resample has as many altered as true pairs, 0.1 apart, so no correlation is negative.
    assert (drawn.pearson > 0).all()
    assert drawn.accuracy is not None
    assert np.unique(drawn.accuracy).tolist() == [1.0]


def test_the_interval_covers_what_it_should() -> None:
    generator = np.random.default_rng(4)
    covered = 0
    for trial in range(60):
        x = generator.standard_normal(150)
        y = 0.6 * x + 0.8 * generator.standard_normal(150)
        (drawn,) = resampled([([x], y)], Resampling(300, trial), couples=False)
        low, high = np.quantile(drawn.pearson, [0.05, 0.95])
        covered += low <= 0.6 <= high
    assert 45 <= covered <= 60  # 54 expected
