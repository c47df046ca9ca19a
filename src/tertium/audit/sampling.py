"""Samples of graphs, and the seeds of graphs: the same ones every time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def evenly(items: Sequence[T], count: int | None) -> list[T]:
    """Return *count* of the items, evenly spaced; all of them if there are no more, or for None.

    >>> evenly("abcdefgh", 4)
    ['a', 'c', 'e', 'g']
    """
    if count is None or count >= len(items):
        return list(items)
    return [items[k * len(items) // count] for k in range(count)]


def own_seed(seed: int, number: int) -> int:
    """Return the seed of the graph with a number: what others draw does not change it."""
    return seed * 1_000_003 + number
