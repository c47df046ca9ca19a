"""Solvers: how the alignment is found, and how much work it may take.

``exact`` (native, the default) returns the best alignment with its proof. When its budget of steps
ends first, the best so far is returned with an upper bound. ``climb`` is the hill-climber that
smatch made customary, seeded. ``ilp`` hands the same problem to HiGHS through scipy, as an
independent check.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tertium.errors import OptionError
from tertium.options import check_options

Solver = Literal["exact", "climb", "ilp"]

DEFAULT_BUDGET = 200_000
"""Steps for a pair: a few seconds at most; real sentences need a few dozen."""


@dataclass(frozen=True, slots=True)
class Solving:
    """A solver and its options, for `align`.

    >>> Solving(budget=1000).solver
    'exact'

    ``exact`` proves its alignment unless *budget* steps run out. ``climb`` is smatch's
    hill-climber with *restarts* and a *seed*. ``ilp`` is HiGHS through scipy.
    """

    solver: Solver = "exact"
    budget: int = DEFAULT_BUDGET
    restarts: int = 4
    seed: int = 0

    def __post_init__(self) -> None:
        check_options(self)
        for name, bits in (("budget", 63), ("restarts", 31), ("seed", 64)):
            if not 0 <= getattr(self, name) < 2**bits:
                raise OptionError(f"{name} must be at least 0 and below 2^{bits}")
