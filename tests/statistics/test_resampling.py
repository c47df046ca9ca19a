"""Resampled corpora against a plain loop, and the promises about seeds and memory."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tertium.errors import OptionError
from tertium.metrics import Smatch, StatisticsTable
from tertium.statistics import Resampling, resampling
from tertium.statistics.resampling import (
    Sample,
    bootstrap,
    exchange,
    jackknife,
    observe,
)
from tests.statistics.samples import sample
from tests.support.toys import Concepts

METRICS = [Smatch(), Smatch(aspect="negation"), Concepts()]


def plain(one: Sample, chosen: NDArray[np.int64]) -> list[float]:
    """Return micro and macro average of chosen pairs, without any trick."""
    table = StatisticsTable(one.table.names, one.table.values[chosen])
    values = [one.metric.score(table[i]).value for i in range(len(table)) if table[i]["pairs"]]
    return [one.metric.score(table.sum()).value, float(np.mean(values)) if values else 0.0]


@pytest.mark.parametrize("pairs", [1, 7, 50])
def test_bootstrap_is_what_a_plain_loop_over_the_counts_gives(pairs: int) -> None:
    samples = [sample(metric, pairs) for metric in METRICS]
    drawn = bootstrap(samples, Resampling(40, seed=3))
    for row, weights in enumerate(
        np.vstack(list(resampling.drawn_counts(pairs, Resampling(40, 3))))
    ):
        assert weights.sum() == pairs
        chosen = np.repeat(np.arange(pairs), weights.astype(int))
        assert drawn[row] == pytest.approx(np.array([plain(one, chosen) for one in samples]))


def test_every_pair_is_drawn_equally_often() -> None:
    drawn = np.vstack(list(resampling.drawn_counts(20, Resampling(20_000))))
    assert drawn.mean(axis=0) == pytest.approx(np.ones(20), abs=0.04)  # 5 standard errors
    assert drawn.var(axis=0) == pytest.approx(np.full(20, 0.95), abs=0.08)


def test_exchange_is_what_a_plain_loop_over_the_coins_gives() -> None:
    a, b = [[sample(metric, 30, seed) for metric in METRICS] for seed in (1, 2)]
    drawn = exchange(a, b, Resampling(40, seed=3))
    coins = np.vstack(list(resampling._coins(30, Resampling(40, 3))))
    everything = np.arange(30)
    for row, heads in enumerate(coins.astype(bool)):
        for k, (one, other) in enumerate(zip(a, b, strict=True)):
            swapped = np.where(heads[:, None], other.table.values, one.table.values)
            rest = np.where(heads[:, None], one.table.values, other.table.values)
            means = [
                plain(Sample(one.metric, StatisticsTable(one.table.names, rows)), everything)
                for rows in (swapped, rest)
            ]
            assert drawn[row, k] == pytest.approx(np.subtract(means[1], means[0]))


def test_coins_are_fair() -> None:
    coins = np.vstack(list(resampling._coins(20, Resampling(20_000))))
    assert set(np.unique(coins)) == {0.0, 1.0}
    assert coins.mean(axis=0) == pytest.approx(np.full(20, 0.5), abs=0.02)


def test_jackknife_leaves_out_one_pair_after_the_other() -> None:
    one = sample(Smatch(), 12)
    expected = [plain(one, np.delete(np.arange(12), i)) for i in range(12)]
    assert jackknife([one])[:, 0] == pytest.approx(np.array(expected))
    assert observe([one])[0] == pytest.approx(np.array(plain(one, np.arange(12))))


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    # An even number of pairs, so that no half word of random bits is left over in a block.
    samples = [sample(metric) for metric in METRICS]
    whole = bootstrap(samples, Resampling(64)), exchange(samples[:1], samples[:1], Resampling(64))
    monkeypatch.setattr(resampling, "_CELLS", 32 * 50)
    assert (bootstrap(samples, Resampling(64)) == whole[0]).all()
    assert (exchange(samples[:1], samples[:1], Resampling(64)) == whole[1]).all()


def test_the_seed_decides() -> None:
    one = [sample(Smatch())]
    assert (bootstrap(one, Resampling(9, 1)) == bootstrap(one, Resampling(9, 1))).all()
    assert (bootstrap(one, Resampling(9, 1)) != bootstrap(one, Resampling(9, 2))).any()


def test_the_random_stream_is_fixed() -> None:
    # Published intervals can be made again only if these never change.
    first = next(resampling.drawn_counts(6, Resampling(3, 42)))
    assert first.tolist() == [[1, 0, 2, 1, 1, 1], [2, 1, 0, 1, 1, 1], [1, 0, 0, 1, 4, 0]]


def test_wrong_use_is_refused() -> None:
    with pytest.raises(OptionError):
        Resampling(0)
    with pytest.raises(OptionError):
        Resampling(seed=-1)
    with pytest.raises(ValueError, match="same pairs"):
        bootstrap([sample(Smatch(), 5), sample(Smatch(), 6)], Resampling(9))


def test_sums_do_not_depend_on_the_order() -> None:
    # Values are thirds and sevenths, whose sums are rounded; a permutation would show it.
    rng = np.random.default_rng(0)
    values = rng.integers(0, 22, 999) / 21
    table = StatisticsTable(("value", "pairs"), np.column_stack([values, np.ones(999)]))
    rows = Sample(Concepts(), table).rows()
    sums = {tuple(rows[rng.permutation(999)].sum(axis=0)) for _ in range(50)}
    assert len(sums) == 1
    assert len({values[rng.permutation(999)].sum() for _ in range(50)}) > 1
    assert rows[:, 0] == pytest.approx(values, abs=1e-12)
    counted = next(resampling.drawn_counts(999, Resampling(20)))
    there, back = counted @ rows, counted[:, ::-1] @ rows[::-1]
    assert (there == back).all()


def test_whole_numbers_are_not_rounded() -> None:
    one = sample(Smatch())
    assert (one.rows()[:, :6] == one.table.values).all()
