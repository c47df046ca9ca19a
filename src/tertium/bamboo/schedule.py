"""The schedule of a training: how long and how boldly to learn, and the looks at dev meanwhile."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tertium.errors import OptionError

MOST = 1_000_000_000
"""The most steps, pairs in a batch, or checks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """How long and how boldly to learn."""

    steps: int = 4000
    """The most steps there are."""
    batch: int = 128
    """Pairs in a batch."""
    rate: float = 1.5
    """The first γ; step t has rate / (1 + t/100)^0.6."""
    perturbation: float = 0.05
    """The first c; step t has perturbation / (1 + t)^0.1."""
    limit: float = 0.05
    """The most that a step changes a weight."""
    check: int = 100
    """Steps between two looks at the development sets."""
    patience: int = 12
    """Looks without progress after which learning ends."""
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("steps", "batch", "check", "patience"):
            if not 1 <= getattr(self, name) <= MOST:
                raise OptionError(f"{name} must be at least 1 and at most {MOST:,}")
        if self.batch < 3:
            raise OptionError("a batch needs at least 3 pairs for a correlation")
        for name in ("rate", "perturbation", "limit"):
            if not 0 < getattr(self, name) < math.inf:
                raise OptionError(f"{name} must be a number above 0")
        if not 0 <= self.seed < 2**64:
            raise OptionError("the seed must be at least 0 and below 2^64")


@dataclass(frozen=True, slots=True)
class Check:
    """One look at the development sets."""

    step: int
    correlations: tuple[float, ...]
    best: bool  #: whether it is the best so far

    @property
    def mean(self) -> float:
        """What is compared: the mean over the sets."""
        return sum(self.correlations) / len(self.correlations)
