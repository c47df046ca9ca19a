"""The two inner loops of drawings in plain Python: the order of rows, and the columns of slots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf

from tertium.report.layers import SWEEPS, Layering, crossings
from tertium.report.layout import GAP

ROUNDS = 16
STIFF = 3


def ordered(layering: Layering) -> Layering:
    """Sort the rows down and up in turn; return the layering that had the fewest crossings."""
    above, below = layering.above(), layering.below()
    rows = _first_rows(layering, below)
    best = replace(layering, rows=tuple(map(tuple, rows)))
    fewest = crossings(best)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        rows = _swept(rows, above) if sweep % 2 == 0 else _swept(rows[::-1], below)[::-1]
        now = replace(layering, rows=tuple(map(tuple, rows)))
        count = crossings(now)
        if count < fewest:
            best, fewest = now, count
    return best


def _first_rows(layering: Layering, below: list[list[int]]) -> list[list[int]]:
    """Return the rows in the order in which a walk from the roots comes along, branch by branch."""
    order: dict[int, int] = {}
    agenda = list(reversed(layering.rows[0]))
    while agenda:
        slot = agenda.pop()
        if slot not in order:
            order[slot] = len(order)
            agenda += reversed(below[slot])
    return [sorted(row, key=order.__getitem__) for row in layering.rows]


def _swept(rows: Sequence[Sequence[int]], before: list[list[int]]) -> list[list[int]]:
    """Sort each row by the mean place of its slots' neighbours in the row before it."""
    done = [list(rows[0])]
    for row in rows[1:]:
        place = _places(done[-1])
        own = _places(row)
        mean = {
            slot: sum(place[other] for other in before[slot]) / len(before[slot])
            if before[slot]
            else own[slot]
            for slot in row
        }
        done.append(sorted(row, key=mean.__getitem__))
    return done


def _places(row: Sequence[int]) -> dict[int, float]:
    """Return where slots stand in a row, from 0 to 1, so that long and short rows compare."""
    return {slot: (x + 0.5) / len(row) for x, slot in enumerate(row)}


def columns(layering: Layering, widths: Sequence[int]) -> list[float]:
    """Return the middle of each slot."""
    above, below = layering.above(), layering.below()
    xs = [0.0] * len(widths)
    weights = _weights(layering, len(widths))
    for row in layering.rows:
        _settle(row, xs, widths, weights, [0.0] * len(row))
    both = [one + other for one, other in zip(above, below, strict=True)]
    for sweep in range(ROUNDS):
        rows = layering.rows if sweep % 2 == 0 else layering.rows[::-1]
        near = both if sweep >= ROUNDS - 4 else above if sweep % 2 == 0 else below
        for row in rows:
            wanted = [_mean(xs, weights, near[slot] or both[slot], xs[slot]) for slot in row]
            _settle(row, xs, widths, weights, wanted)
    _straighten(layering, xs, widths)
    return xs


def _weights(layering: Layering, slots: int) -> list[float]:
    weights = [1.0] * slots
    for chain in layering.chains:
        for slot in chain[2:-1]:
            weights[slot] = STIFF
    return weights


def _mean(xs: list[float], weights: list[float], near: Sequence[int], own: float) -> float:
    total = sum(weights[slot] for slot in near)
    return sum(xs[slot] * weights[slot] for slot in near) / total if total else own


def _settle(
    row: Sequence[int],
    xs: list[float],
    widths: Sequence[int],
    weights: Sequence[float],
    wanted: Sequence[float],
) -> None:
    """Put the slots of a row as near to where they are wanted as order and widths allow.

    Nearest in the sense of least squares: slots that would overlap are pooled and moved together.
    """
    offsets = [0.0]
    for left, right in pairwise(row):
        offsets.append(offsets[-1] + (widths[left] + widths[right]) / 2 + GAP)
    pools: list[tuple[float, float, int]] = []  # where, weight, number of slots
    for slot, want, offset in zip(row, wanted, offsets, strict=True):
        where, weight, count = want - offset, weights[slot], 1
        while pools and pools[-1][0] >= where:
            other, more, slots = pools.pop()
            where = (where * weight + other * more) / (weight + more)
            weight, count = weight + more, count + slots
        pools.append((where, weight, count))
    places = [where for where, _, count in pools for _ in range(count)]
    for slot, place, offset in zip(row, places, offsets, strict=True):
        xs[slot] = place + offset


def _straighten(layering: Layering, xs: list[float], widths: Sequence[int]) -> None:
    """Put the slots through which an edge passes below one another, as far as there is room."""
    beside = {
        slot: (left, right)
        for row in layering.rows
        for left, slot, right in zip((None, *row), row, (*row[1:], None), strict=False)
    }
    for chain in layering.chains:
        run: list[int] = []
        low, high = -inf, inf
        for slot in chain[2:-1]:
            left, right = beside[slot]
            free = _limit(left, slot, xs, widths, -1), _limit(right, slot, xs, widths, 1)
            if max(low, free[0]) > min(high, free[1]):
                _align(run, xs, low, high)
                run, low, high = [], -inf, inf
            run.append(slot)
            low, high = max(low, free[0]), min(high, free[1])
        _align(run, xs, low, high)


def _limit(
    other: int | None, slot: int, xs: Sequence[float], widths: Sequence[int], side: int
) -> float:
    """Return how far a slot can go to a side."""
    if other is None:
        return side * inf
    return xs[other] - side * ((widths[slot] + widths[other]) / 2 + GAP)


def _align(run: Sequence[int], xs: list[float], low: float, high: float) -> None:
    if run:
        mean = sum(xs[slot] for slot in run) / len(run)
        for slot in run:
            xs[slot] = min(max(mean, low), high)
