"""Resampling: what corpus scores would be if other sentences had been drawn.

Statistics of pairs add up, so a resampled corpus needs no new comparison. With a row of statistics
for each pair and a row of counts for each resample,

                    pair 1  pair 2  pair 3          matched  total
    resample 1         2       0       1      ×        3       4       pair 1
    resample 2         0       1       2               1       6       pair 2
                                                       5       5       pair 3

the product of both holds the sums of every resampled corpus, and the metric turns rows of sums into
values all at once. All systems and metrics see the same counts, which makes every comparison a
paired one. Counts are made block by block, so memory does not grow with the number of resamples.

Columns that are not whole numbers are rounded so far (about the twelfth digit) that every sum is
exact: products of matrices add in an order that depends on the machine and its threads.
The random numbers are the raw bits of PCG64, whose stream numpy promises never to change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.metrics import Metric, StatisticsTable
from tertium.statistics.confidence import Resampling

if TYPE_CHECKING:
    from tertium._types import Array

_CELLS = 1 << 19  # of counts in a block: 4 MB


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """The pairs of one system under one metric, as rows that add up."""

    metric: Metric
    table: StatisticsTable

    def __len__(self) -> int:
        return len(self.table)

    def rows(self) -> Array:
        """Return the statistics of each pair, its value, and its weight in the macro average."""
        weights = self.weights()
        return summable(np.column_stack([self.table.values, self.values() * weights, weights]))

    def values(self) -> Array:
        """Return the value of each pair."""
        return np.array(self.metric.row_values(self.table))

    def weights(self) -> Array:
        """Return 1 for each pair, 0 for one in which the metric finds nothing to compare."""
        return self.table.column("pairs") if "pairs" in self.table.names else np.ones(len(self))

    def averages(self, sums: Array) -> Array:
        """Return the micro and the macro average for each row of sums."""
        micro = self.metric.scores(sums[:, :-2])["value"]
        values, weights = sums[:, -2:].T
        macro = np.divide(values, weights, out=np.zeros(len(sums)), where=weights > 0)
        return np.column_stack([micro, macro])


def summable(rows: Array) -> Array:
    """Round each column to multiples of a power of two, so that as many sums as rows are exact."""
    largest = np.abs(rows).max(axis=0, initial=0.0) * len(rows)
    _, exponent = np.frexp(largest)  # largest < 2 ** exponent
    unit = np.ldexp(1.0, exponent - 53)
    rounded: Array = np.round(rows / unit) * unit
    return rounded


def observe(samples: Sequence[Sample]) -> Array:
    """Return the averages of the corpus itself: a row a sample, columns micro and macro."""
    sums = [(sample, sample.rows().sum(axis=0, keepdims=True)) for sample in samples]
    return np.array([sample.averages(row)[0] for sample, row in sums])


def bootstrap(samples: Sequence[Sample], resampling: Resampling) -> Array:
    """Return the averages of resampled corpora, as many pairs drawn with replacement.

    The shape is (resamples, samples, 2), the last axis micro and macro; every sample must have the
    same pairs.
    """
    pairs, rows = _common(samples)
    blocks = [_averages(samples, counts @ rows) for counts in drawn_counts(pairs, resampling)]
    return np.concatenate(blocks)


def exchange(a: Sequence[Sample], b: Sequence[Sample], resampling: Resampling) -> Array:
    """Return the differences b - a after the two exchanged a random half of their pairs.

    The shape is (resamples, samples, 2), the last axis micro and macro.
    """
    pairs, rows_a = _common(a)
    _, rows_b = _common(b)
    gain, sum_a = rows_b - rows_a, rows_a.sum(axis=0)
    total = sum_a + rows_b.sum(axis=0)
    blocks = []
    for coins in _coins(pairs, resampling):
        mixed = sum_a + coins @ gain
        blocks.append(_averages(b, total - mixed) - _averages(a, mixed))
    return np.concatenate(blocks)


def flip(differences: Array, resampling: Resampling) -> Array:
    """Return the means of columns, (resamples, columns), after random rows changed their sign."""
    total, pairs = differences.sum(axis=0), len(differences)
    blocks = [(total - 2 * (coins @ differences)) / pairs for coins in _coins(pairs, resampling)]
    return np.concatenate(blocks)


def jackknife(samples: Sequence[Sample]) -> Array:
    """Return the averages with each pair left out in turn; the shape is (pairs, samples, 2).

    A single pair is kept: without it there is no corpus.
    """
    pairs, rows = _common(samples)
    if pairs == 1:
        return observe(samples)[None]
    return _averages(samples, rows.sum(axis=0) - rows)


def _common(samples: Sequence[Sample]) -> tuple[int, Array]:
    sizes = {len(sample) for sample in samples}
    if len(sizes) != 1 or 0 in sizes:
        raise ValueError("samples must have the same pairs, at least one")
    return sizes.pop(), np.hstack([sample.rows() for sample in samples])


def _averages(samples: Sequence[Sample], sums: Array) -> Array:
    averages, start = [], 0
    for sample in samples:
        end = start + len(sample.table.names) + 2
        averages.append(sample.averages(sums[:, start:end]))
        start = end
    return np.stack(averages, axis=1)


def drawn_counts(pairs: int, resampling: Resampling) -> Iterator[Array]:
    """Yield blocks of counts: how often each pair was drawn in each resample."""
    bits = np.random.PCG64(resampling.seed)
    for height in _heights(pairs, resampling):
        # A fixed-point product maps 32 random bits to 0 .. pairs - 1.
        raw = _words(bits, (height * pairs + 1) // 2).view("<u4")[: height * pairs]
        drawn = np.multiply(raw, np.uint64(pairs), dtype=np.uint64)
        drawn >>= np.uint64(32)
        drawn = drawn.view(np.int64).reshape(height, pairs)
        drawn += pairs * np.arange(height)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=height * pairs)
        yield counts.reshape(height, pairs).astype(np.float64)


def _coins(pairs: int, resampling: Resampling) -> Iterator[Array]:
    """Yield blocks of zeros and ones."""
    bits = np.random.PCG64(resampling.seed)
    for height in _heights(pairs, resampling):
        words = _words(bits, (height * pairs + 63) // 64)
        coins = np.unpackbits(words.view(np.uint8))[: height * pairs]
        yield coins.reshape(height, pairs).astype(np.float64)


def _words(bits: np.random.PCG64, count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint64]]:
    """Return random words, in the same byte order on every machine."""
    return np.asarray(bits.random_raw(count), dtype="<u8")


def _heights(pairs: int, resampling: Resampling) -> Iterator[int]:
    height = max(1, _CELLS // pairs)
    for start in range(0, resampling.resamples, height):
        yield min(height, resampling.resamples - start)
