"""Exact one-sided binomial tests.

For 20,000 pairs that should all score 1, is the true proportion above 0.999? If k of n did, the
p-value is P(X >= k) for X ~ Binomial(n, 0.999): small enough, and it is.
"""

from __future__ import annotations

from math import exp, fsum, lgamma, log, log1p

_STARS = ((0.001, "***"), (0.01, "**"), (0.05, "*"), (0.1, "+"))


def p_above(count: int, total: int, proportion: float) -> float:
    """Return the p-value of "the proportion is above", given *count* of *total*.

    >>> round(p_above(20000, 20000, 0.999) * 1e9, 3)
    2.041
    """
    return _tail(count, total, total, proportion)


def p_below(count: int, total: int, proportion: float) -> float:
    """Return the p-value of "the proportion is below", given *count* of *total*."""
    return _tail(0, count, total, proportion)


def stars(p: float) -> str:
    """Return the customary marks of significance."""
    return next((mark for level, mark in _STARS if p <= level), "")


def _tail(first: int, last: int, total: int, proportion: float) -> float:
    """Return P(first <= X <= last), each term through its logarithm."""
    if total == 0:
        return 1.0
    log_p, log_q = log(proportion), log1p(-proportion)
    terms = (
        exp(
            lgamma(total + 1)
            - lgamma(k + 1)
            - lgamma(total - k + 1)
            + k * log_p
            + (total - k) * log_q
        )
        for k in range(first, last + 1)
    )
    return min(1.0, fsum(terms))
