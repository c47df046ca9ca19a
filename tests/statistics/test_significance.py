"""Intervals and tests against scipy, and p-values that are uniform when nothing differs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from scipy import stats

from tertium.errors import OptionError
from tertium.metrics import Smatch, StatisticsTable
from tertium.statistics import Confidence, Method, Resampling
from tertium.statistics.resampling import Sample, bootstrap, exchange, jackknife, observe
from tertium.statistics.significance import (
    bca_interval,
    bootstrap_p,
    effect,
    holm,
    intervals,
    percentile_interval,
    randomization_p,
    sign_test,
)
from tests.statistics.samples import counts, sample
from tests.support.toys import Concepts

if TYPE_CHECKING:
    from tertium._types import Array


def _f1(matched: Array, pred: Array, gold: Array, axis: int = -1) -> Any:
    return 2 * matched.sum(axis=axis) / (pred.sum(axis=axis) + gold.sum(axis=axis))


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("pairs", [15, 200])
def test_intervals_agree_with_scipy_to_the_resampling_error(method: Method, pairs: int) -> None:
    one = sample(Smatch(), pairs)
    micro, _ = intervals([one], Confidence(0.9, method, Resampling(20_000)))[0]
    theirs = stats.bootstrap(
        tuple(one.table.values[:, :3].T),
        _f1,
        paired=True,
        confidence_level=0.9,
        n_resamples=20_000,
        method="BCa" if method == "bca" else "percentile",
        rng=np.random.default_rng(7),
    )
    # A quantile at 5 % of 20,000 draws has a standard error of about 0.015 standard deviations.
    tolerance = 0.08 * theirs.standard_error
    assert micro == pytest.approx(tuple(theirs.confidence_interval), abs=tolerance)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_intervals_are_those_of_scipy_on_the_same_resamples(method: Method) -> None:
    one = sample(Smatch(), 40)
    drawn = bootstrap([one], Resampling(500))[:, 0, 0]
    result: Any = stats._resampling.BootstrapResult  # scipy asks for more than it needs
    given = result(None, drawn, 0.0)
    theirs = stats.bootstrap(
        tuple(one.table.values[:, :3].T),
        _f1,
        paired=True,
        n_resamples=0,
        bootstrap_result=given,
        method="BCa" if method == "bca" else "percentile",
    )
    if method == "percentile":
        ours = percentile_interval(drawn, 0.95)
    else:
        left_out = jackknife([one])[:, 0, 0]
        ours = bca_interval(drawn, float(observe([one])[0, 0]), left_out, 0.95)
    assert ours == pytest.approx(tuple(theirs.confidence_interval), abs=1e-12)


def test_an_interval_without_spread_is_a_point() -> None:
    perfect = np.tile([5.0, 5.0, 5.0, 5.0, 1.0, 1.0], (4, 1))
    one = Sample(Smatch(), StatisticsTable(Smatch().statistics_names, perfect))
    for method in ("percentile", "bca"):
        found = intervals([one], Confidence(method=method, resampling=Resampling(50)))
        assert found == [((1.0, 1.0), (1.0, 1.0))]


def test_percentile_intervals_hold_the_truth_as_often_as_they_say() -> None:
    # Values of a uniform distribution: the mean is 0.5.
    rng, hits = np.random.default_rng(0), 0
    for _ in range(400):
        values = np.column_stack([rng.random(60), np.ones(60)])
        one = Sample(Concepts(), StatisticsTable(("value", "pairs"), values))
        (low, high), _ = intervals([one], Confidence(0.9, resampling=Resampling(300)))[0]
        hits += low <= 0.5 <= high
    assert 0.85 <= hits / 400 <= 0.95


def _null_p_values(test: str, data_sets: int = 400) -> list[float]:
    """Return p-values for systems that differ by luck alone: a coin decides who gets what."""
    rng, found = np.random.default_rng(11), []
    for number in range(data_sets):
        one, other = counts(40, 2 * number), counts(40, 2 * number + 1)
        other[:, 2] = one[:, 2]  # the same gold
        heads = rng.random(40) < 0.5
        rows = np.where(heads[:, None], one, other), np.where(heads[:, None], other, one)
        names = Smatch().statistics_names
        a, b = [[Sample(Smatch(), StatisticsTable(names, table))] for table in rows]
        difference = float((observe(b) - observe(a))[0, 0])
        resampling = Resampling(199, seed=10**6 + number)  # not the stream that made the data
        if test == "randomization":
            found.append(randomization_p(exchange(a, b, resampling)[:, 0, 0], difference))
        else:
            drawn = bootstrap(a + b, resampling)
            found.append(bootstrap_p(drawn[:, 1, 0] - drawn[:, 0, 0], difference))
    return found


@pytest.mark.parametrize("test", ["randomization", "bootstrap"])
def test_p_values_are_uniform_when_nothing_differs(test: str) -> None:
    p_values = _null_p_values(test)
    assert stats.kstest(p_values, "uniform").pvalue > 0.01
    assert min(p_values) >= 1 / 200
    if test == "randomization":  # the bootstrap is exact only for many pairs
        assert np.mean(np.array(p_values) <= 0.05) == pytest.approx(0.05, abs=0.033)  # 3 errors


def test_a_real_difference_is_found() -> None:
    better = counts(200, 5)
    worse = better.copy()
    worse[:, 0] = np.maximum(0, worse[:, 0] - 1)
    names = Smatch().statistics_names
    a, b = [[Sample(Smatch(), StatisticsTable(names, table))] for table in (worse, better)]
    difference = float((observe(b) - observe(a))[0, 0])
    assert difference > 0
    resampling = Resampling(999)
    assert randomization_p(exchange(a, b, resampling)[:, 0, 0], difference) == 1 / 1000
    drawn = bootstrap(a + b, resampling)
    assert bootstrap_p(drawn[:, 1, 0] - drawn[:, 0, 0], difference) == 1 / 1000
    assert randomization_p(exchange(a, a, resampling)[:, 0, 0], 0.0) == 1.0


def test_randomization_agrees_with_scipys_permutation_test() -> None:
    a, b = sample(Concepts(), 60, 1), sample(Concepts(), 60, 2)
    difference = float((observe([b]) - observe([a]))[0, 0])
    ours = randomization_p(exchange([a], [b], Resampling(20_000))[:, 0, 0], difference)
    theirs = stats.permutation_test(
        (b.values(), a.values()),
        lambda x, y, axis: (x - y).mean(axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=20_000,
        rng=np.random.default_rng(0),
    )
    assert ours == pytest.approx(theirs.pvalue, abs=0.02)


@pytest.mark.parametrize(
    ("wins", "losses"),
    [(0, 0), (1, 0), (3, 3), (4, 3), (9, 1), (0, 20), (500, 502), (480, 600), (501, 500)],
)
def test_sign_test_is_the_binomial_test(wins: int, losses: int) -> None:
    n = wins + losses
    theirs = stats.binomtest(wins, n).pvalue if n else 1.0
    assert sign_test(wins, losses) == pytest.approx(theirs, rel=1e-12)
    assert sign_test(losses, wins) == sign_test(wins, losses)


@pytest.mark.parametrize(
    ("wins", "losses"),
    [(1000, 900), (51_000, 50_000), (501_500, 498_500), (500_000, 499_999), (2000, 0)],
)
def test_sign_test_of_many_pairs(wins: int, losses: int) -> None:
    theirs = stats.binomtest(wins, wins + losses).pvalue
    assert sign_test(wins, losses) == pytest.approx(theirs, rel=1e-7)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], []),
        ([0.2], [0.2]),
        ([0.01, 0.01], [0.02, 0.02]),
        ([0.6, 0.7], [1.0, 1.0]),
        ([0.04, 0.001, 0.03, 0.02], [0.06, 0.004, 0.06, 0.06]),
    ],
)
def test_holm(given: list[float], expected: list[float]) -> None:
    assert holm(given) == pytest.approx(expected)


def test_effect_counts_and_measures() -> None:
    found = effect(np.array([0.4, 0.9, 0.3, 0.5]), np.array([0.1, 0.9, 0.4, 0.2]))
    assert (found.wins, found.ties, found.losses) == (2, 1, 1)
    assert found.superiority == 0.625
    assert found.sign_p == 1.0
    difference = np.array([0.3, 0, -0.1, 0.3])
    assert found.d == pytest.approx(difference.mean() / difference.std(ddof=1))
    assert effect(np.ones(3), np.zeros(3)).d is None


def test_wrong_options_are_refused() -> None:
    for level in (0, 1, 95):
        with pytest.raises(OptionError):
            Confidence(level)
    with pytest.raises(OptionError, match="bca"):
        Confidence(method="guess")  # type: ignore[arg-type]
