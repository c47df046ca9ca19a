"""Numbers as words of a command line, checked: counts, shares, sizes, thresholds."""

from __future__ import annotations

import argparse
import math
import re

from tertium.errors import shortened
from tertium.metrics.threads import MOST_THREADS
from tertium.terminal import say


def count(text: str) -> int:
    """Read a whole number that is not negative."""
    return whole(text, 0, 2**64 - 1, " is not a whole number of at least 0, below 2^64")


def positive(text: str) -> int:
    """Read a whole number above 0."""
    return whole(text, 1, 2**64 - 1, " is not a whole number of at least 1, below 2^64")


def repeats(text: str) -> int:
    """Read how often something is done again; what is kept of each run is in memory."""
    return whole(text, 1, 1_000_000, " is not a whole number from 1 to 1,000,000")


def threads(text: str) -> int:
    """Read a number of threads."""
    return whole(text, 0, MOST_THREADS, f": a number up to {MOST_THREADS}, or 0 for all")


def whole(text: str, low: int, high: int, problem: str) -> int:
    """Read a whole number from *low* to *high*; *problem* is said about others."""
    # The length first, because Python refuses to read very long numbers. Other scripts have digits,
    # too, which are more often a mistake than meant.
    if not (text.isascii() and text.isdecimal()) or len(text) > 100 or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"'{shortened(text)}'{problem}")
    return int(text)


def number(text: str) -> float:
    """Read a number; anything else is nan, which no range has."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def above_zero(text: str) -> float:
    """Read a number above 0."""
    value = number(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError("expected a number above 0")
    return value


def share(text: str) -> float:
    """Read a number from 0 to 1."""
    value = number(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(
            f"'{shortened(text)}' is not a number from 0 to 1{_hundredth(value)}"
        )
    return value


def level(text: str) -> float:
    """Read a confidence level."""
    value = number(text)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(
            f"'{shortened(text)}' is not a confidence level between 0 and 1{_hundredth(value)}"
        )
    return value


def _hundredth(value: float) -> str:
    """Return what was meant by a number that is times 100."""
    return f"; did you mean {value / 100:g}?" if 1 < value <= 100 else ""


def size(text: str) -> int:
    """Read a number of bytes; K, M, G and T are powers of 1024."""
    match = re.fullmatch(r"(\d{1,15})([KMGT]?)(?:i?B)?", text, re.ASCII | re.IGNORECASE)
    if match is None or int(match[1]) == 0:
        raise argparse.ArgumentTypeError(f"'{shortened(text)}' is not a size such as 500M or 2G")
    return int(match[1]) << 10 * " KMGT".index(match[2].upper() or " ")


def threshold(text: str) -> float:
    """Read a score, times 100."""
    value = number(text)
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError(f"'{shortened(text)}': a number from 0 to 100")
    if 0 < value < 1:
        say(f"--fail-under {text}: scores are times 100 here, did you mean {100 * value:g}?")
    return value
