"""Confidence: how often to resample, and how intervals are made of the resamples."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from tertium.errors import OptionError
from tertium.options import check_options

MOST_RESAMPLES = 10_000_000
"""Beyond that, no digit that is shown would change, and it would take hours."""
Method = Literal["percentile", "bca"]
METHODS: tuple[Method, ...] = get_args(Method)

Test = Literal["randomization", "bootstrap"]
TESTS: tuple[Test, ...] = get_args(Test)

Interval: TypeAlias = tuple[float, float]

ALPHA = 0.05
"""Corrected p-values below this are called significant."""


def least_p(resamples: int, tests: int = 1, pairs: int | None = None) -> float:
    """Return the smallest p-value that so many *tests*, corrected by Holm, can have.

    The observed difference counts as one of the resamples. A test that exchanges the answers of two
    systems has 2^pairs outcomes, of which two are as large as the largest; a bootstrap has no such
    limit, and *pairs* is None.

    >>> least_p(199, tests=12), least_p(10_000, pairs=4)
    (0.06, 0.125)
    """
    by_resamples = 1 / (resamples + 1)
    by_pairs = 0.0 if pairs is None else 2.0 ** (1 - pairs)
    return min(1.0, tests * max(by_resamples, by_pairs))


def resamples_needed(tests: int = 1, alpha: float = ALPHA) -> int:
    """Return how many resamples *tests* need for a corrected p-value below *alpha*.

    >>> resamples_needed(), resamples_needed(12)
    (20, 240)
    """
    return math.floor(tests / alpha + 1e-9)


@dataclass(frozen=True, slots=True)
class Resampling:
    """The number of resamples and their seed.

    >>> Resampling(resamples=1000, seed=7)
    Resampling(resamples=1000, seed=7)
    """

    resamples: int = 10_000
    seed: int = 0

    def __post_init__(self) -> None:
        check_options(self)
        if not 1 <= self.resamples <= MOST_RESAMPLES:
            raise OptionError(f"resamples must be from 1 to {MOST_RESAMPLES:,}")
        if not 0 <= self.seed < 2**64:
            raise OptionError("the seed must be at least 0 and below 2^64")


@dataclass(frozen=True, slots=True)
class Confidence:
    """The level and the method of confidence intervals.

    >>> Confidence(level=0.99, method="bca").level
    0.99
    """

    level: float = 0.95
    method: Method = "percentile"
    resampling: Resampling = field(default_factory=Resampling)

    def __post_init__(self) -> None:
        check_options(self)
        if not 0 < self.level < 1:
            raise OptionError("the confidence level must be between 0 and 1")
