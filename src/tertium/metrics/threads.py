"""Threads: how many may compare at once."""

from __future__ import annotations

from tertium.errors import OptionError

MOST_THREADS = 1024


def check_threads(threads: int) -> int:
    """Refuse a number of threads that cannot be.

    >>> check_threads(0)
    0
    """
    if not isinstance(threads, int) or not 0 <= threads <= MOST_THREADS:
        raise OptionError(f"threads must be between 0 (all) and {MOST_THREADS}")
    return threads
