"""Numbers as words of a command line, checked: counts, shares, sizes, thresholds."""

from __future__ import annotations

import argparse
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


def threads(text: str) -> int:
    """Read a number of threads."""
    return whole(text, 0, MOST_THREADS, f": a number up to {MOST_THREADS}, or 0 for all")


def whole(text: str, low: int, high: int, problem: str) -> int:
    """Read a whole number from *low* to *high*; *problem* is said about others."""
    # The length first, because Python refuses to read very long numbers.
    if not text.isdecimal() or len(text) > 100 or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"'{shortened(text)}'{problem}")
    return int(text)


def share(text: str) -> float:
    """Read a number from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"'{shortened(text)}' is not a number from 0 to 1")
    return value


def size(text: str) -> int:
    """Read a number of bytes; K, M, G and T are powers of 1024."""
    match = re.fullmatch(r"(\d{1,15})([KMGT]?)(?:i?B)?", text, re.ASCII | re.IGNORECASE)
    if match is None or int(match[1]) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a size such as 500M or 2G")
    return int(match[1]) << 10 * " KMGT".index(match[2].upper() or " ")


def threshold(text: str) -> float:
    """Read a score, times 100."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError(f"'{shortened(text)}': a number from 0 to 100")
    if 0 < value < 1:
        say(f"--fail-under {text}: scores are times 100 here, did you mean {100 * value:g}?")
    return value
