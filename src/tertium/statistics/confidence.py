"""Confidence: how often to resample, and how intervals are made of the resamples."""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True)
class Resampling:
    """How often to resample, and the seed."""

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
    """How intervals are made."""

    level: float = 0.95
    method: Method = "percentile"
    resampling: Resampling = field(default_factory=Resampling)

    def __post_init__(self) -> None:
        check_options(self)
        if not 0 < self.level < 1:
            raise OptionError("the confidence level must be between 0 and 1")
