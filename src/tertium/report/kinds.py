"""Kinds of values: how a number is written for people, and what it is called in data.

>>> PERCENT.write(0.58442, 2), INTERVAL.write((0.1, 0.25), 2), P_VALUE.write(0.00001, 3)
('58.44', '[10.00, 25.00]', '<0.001')

A table holds numbers, never text that looks like numbers. Each column has a kind; the writers for
people ask it for text, the writers for programs take the value as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

UNKNOWN = "–"
"""Stands where a value is not defined."""


class Kind(NamedTuple):
    """How the values of a column are written."""

    write: Callable[[Any, int], str]
    """Takes a value, which is of any type that the kind knows, and the number of decimals."""
    decimals: int = 0
    number: bool = True
    """Whether values stand at the right edge of their column."""
    parts: tuple[str, ...] = ()
    """Names of the items of a value that is a tuple; data have a field for each."""
    scaled: bool = False
    """Whether values are times 100; readers choose how many decimals these have."""


def percent(value: float | None, decimals: int = 2) -> str:
    """Return a value of [0, 1] times 100, or a dash.

    >>> percent(0.58442), percent(None)
    ('58.44', '–')
    """
    return UNKNOWN if value is None else f"{100 * value:.{decimals}f}"


def _interval(ends: tuple[float, float], decimals: int) -> str:
    return f"[{percent(ends[0], decimals)}, {percent(ends[1], decimals)}]"


def _gain(value: float, decimals: int) -> str:
    return f"{100 * value:+.{decimals}f}"


def _p_value(p: float, decimals: int) -> str:
    least = 10**-decimals
    return f"<{least:.{decimals}f}" if p < least else f"{p:.{decimals}f}"


def _estimate(found: tuple[float | None, tuple[float, float] | None], decimals: int) -> str:
    value, interval = found
    text = percent(value, decimals)
    return text if interval is None else f"{text} {_interval(interval, decimals)}"


def _tested(found: tuple[float, tuple[float, float], float], decimals: int) -> str:
    value, ends, p = found
    return f"{_gain(value, decimals)} {_gain_interval(ends, decimals)} p {p:.4f}"


def _gain_interval(ends: tuple[float, float], decimals: int) -> str:
    return f"[{_gain(ends[0], decimals)}, {_gain(ends[1], decimals)}]"


def plus_minus(interval: tuple[float, float] | None, decimals: int | None = None) -> str:
    """Return half the width of an interval, as it follows a value; nothing without an interval.

    >>> plus_minus((0.575, 0.593))
    ' ±0.90'
    """
    if interval is None:
        return ""
    low, high = interval
    return f" ±{percent((high - low) / 2, PERCENT.decimals if decimals is None else decimals)}"


TEXT = Kind(lambda text, _: str(text), number=False)
COUNT = Kind(lambda count, _: f"{count:.1f}" if isinstance(count, float) else str(count))
NUMBER = Kind(lambda value, decimals: f"{value:.{decimals}f}", 3)
SIGNED = Kind(lambda value, decimals: f"{value:+.{decimals}f}", 2)
PERCENT = Kind(percent, 2, scaled=True)
SHARE = Kind(lambda value, decimals: f"{percent(value, decimals)} %", 1)
GAIN = Kind(_gain, 2, scaled=True)
INTERVAL = Kind(_interval, 2, parts=("low", "high"), scaled=True)
GAIN_INTERVAL = Kind(_gain_interval, 2, parts=("low", "high"), scaled=True)
RANGE = Kind(lambda ends, decimals: "[{0:.{2}f}, {1:.{2}f}]".format(*ends, decimals), 3)
P_VALUE = Kind(_p_value, 3)
TALLY = Kind(lambda counts, _: "/".join(map(str, counts)))
OUT_OF = Kind(lambda counts, _: f"{counts[0]} of {counts[1]}")
ESTIMATE = Kind(_estimate, 2, scaled=True)
TESTED = Kind(_tested, 2, scaled=True)
