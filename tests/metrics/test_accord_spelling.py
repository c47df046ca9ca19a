"""Vectors of names: of length 1, alike for names that share words or letters."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.metrics import Accord
from tertium.metrics.accord_spelling import spelled


@given(st.text(max_size=40), st.integers(8, 200))
def test_length_is_one_or_zero(text: str, dimension: int) -> None:
    (row,) = spelled([text], dimension)
    length = float(np.linalg.norm(row.astype(np.float64)))
    assert row.shape == (dimension,)
    assert length == pytest.approx(1, abs=1e-5) or not row.any()
    # The same bytes among other names.
    assert np.array_equal(row, spelled(["new york", text, "x"], dimension)[1])


@given(st.lists(st.sampled_from(["new", "york", "stock", "exchange"]), unique=True, min_size=1))
def test_the_order_of_words_does_not_matter(words: list[str]) -> None:
    one, other = spelled([" ".join(words), "-".join(reversed(words))], 120)
    assert one == pytest.approx(other, abs=1e-6)


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [
        ("barack obama", "obama", 0.6, 0.85),
        ("milosevic", "milosevich", 0.3, 0.7),
        ("iran", "iraq", 0.1, 0.6),
        ("paris", "london", -0.3, 0.3),
        ("u.s.", "u.s", 0.99, 1.01),
    ],
)
def test_how_alike_names_are(one: str, other: str, low: float, high: float) -> None:
    x, y = spelled([one, other], 120)
    assert low <= float(x @ y) <= high


def test_a_name_without_words() -> None:
    assert not spelled(["", " -./ "], 120).any()
    assert spelled([], 120).shape == (0, 120)


def test_parts_of_a_name_count() -> None:
    named = "(p / person :name (n / name :op1 {}))".format
    obama, barack, syria = (
        named(text) for text in ('"Obama"', '"Barack" :op2 "Obama"', '"Syria"')
    )  # fmt: skip
    near, far = Accord().values([obama, obama], [barack, syria])
    assert far < near < 1
