"""Counts of pairs by place, against a table with all places."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.bamboo.accord_features import Counts

PAIRS, PLACES = 5, 4
FOUND = st.lists(
    st.tuples(st.integers(0, PAIRS - 1), st.integers(0, PLACES - 1), st.floats(0, 8)), max_size=30
)


@given(FOUND, st.integers(0, PAIRS + 2))
def test_sums_are_those_of_the_whole_table(found: list[tuple[int, int, float]], first: int) -> None:
    table = np.zeros((PAIRS, PLACES))
    for pair, place, number in found:
        table[pair, place] += number
    columns = np.array(found, np.float64).reshape(-1, 3).T
    half = len(found) // 2
    parts = [
        (part[0].astype(np.int64), part[1].astype(np.int64), part[2])
        for part in (columns[:, :half], columns[:, half:])
    ]
    counts = Counts.of(PAIRS, PLACES, parts)
    values, slope = np.arange(1.0, PLACES + 1), np.arange(2.0, PAIRS + 2)
    assert counts.by_pair(values) == pytest.approx(table @ values)
    assert counts.by_place(slope) == pytest.approx(slope @ table)
    some, rows = counts.first(first), table[:first]
    assert some.by_pair(values) == pytest.approx(rows @ values)
    assert some.by_place(slope[:first]) == pytest.approx(slope[: len(rows)] @ rows)
