"""How time grows: a power law, fitted by least squares in logarithms.

    seconds = factor · size ** exponent

is a straight line where both axes are logarithmic. An exponent of 1 is proportional, of 2 four
times the time for twice the size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import linear_regression


@dataclass(frozen=True)
class PowerLaw:
    """A fitted curve."""

    factor: float
    exponent: float

    def __call__(self, size: float) -> float:
        """Return what the curve says about a size."""
        return self.factor * float(size**self.exponent)


def fit(sizes: Sequence[float], times: Sequence[float]) -> PowerLaw:
    """Return the power law nearest to the points; there must be two different sizes.

    >>> fit([1, 2, 4], [3, 12, 48])
    PowerLaw(factor=3.0, exponent=2.0)
    """
    line = linear_regression([log(size) for size in sizes], [log(time) for time in times])
    return PowerLaw(round(exp(line.intercept), 15), round(line.slope, 12))
