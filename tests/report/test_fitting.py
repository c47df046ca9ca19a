"""Tables fit the terminal: texts are wrapped, columns are shown in parts, nothing is lost."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Evaluation, agree, compare, evaluate
from tertium.report import render
from tertium.report.fitting import fitted, parts, wrapped
from tertium.report.look import Look
from tertium.report.model import Grid, ShownCell
from tertium.report.width import columns
from tertium.statistics import Confidence, Resampling
from tests.support.parsers import GOLD, STRONG, WEAK

FAST = Confidence(0.95, "percentile", Resampling(100, 0))
FOUR = ["smatch", "smatch++", "sembleu", "wlk"]
NINE = [*FOUR, "s2match", "wsmatch", "sema", "wwlk", "rematch"]
ASPECTS = ["concepts", "frames", "negation", "reentrancies", "srl"]


def scored(count: int, metrics: list[str]) -> Evaluation:
    return evaluate(GOLD, systems(count), metrics)


def systems(count: int) -> dict[str, list[str]]:
    return {f"system-{k}": (WEAK, STRONG)[k % 2] for k in range(count)}


def widest(text: str) -> int:
    return max(columns(line) for line in text.splitlines())


WORDS = {
    "3 systems, 4 metrics, intervals": lambda: scored(3, FOUR).with_confidence(FAST),
    "8 systems, 4 metrics, intervals": lambda: scored(8, FOUR).with_confidence(FAST),
    "8 systems, 9 metrics": lambda: scored(8, NINE),
    "aspects of 2 systems": lambda: evaluate(
        GOLD, systems(2), ["smatch", *(f"smatch:aspect={name}" for name in ASPECTS)]
    ),
    "3 systems compared by 2 metrics": lambda: compare(
        evaluate(GOLD, systems(3), FOUR[:2]), confidence=FAST
    ),
    "8 systems compared by 9 metrics": lambda: compare(
        scored(8, NINE).with_confidence(FAST), confidence=FAST
    ),
    "3 annotators": lambda: agree(systems(3)).with_confidence(FAST),
}  # fmt: skip


@pytest.mark.parametrize("make", WORDS.values(), ids=WORDS)
def test_tables_are_at_most_80_columns_wide(make: object) -> None:
    result = make()  # type: ignore[operator]
    for look in (Look(), Look(details=True), Look(decimals=4)):
        assert widest(render(result, "text", look)) <= 80


def test_common_cases_are_one_table() -> None:
    four = str(scored(8, FOUR).with_confidence(FAST))
    assert four.splitlines()[0].split() == ["system", *FOUR]
    assert four.splitlines()[9] == ""
    nine = str(scored(8, NINE))
    assert len(nine.splitlines()) < 40


def test_a_wide_terminal_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert str(scored(8, NINE)).splitlines()[0].split() == ["system", *NINE]


TEXT = st.text("ab 語-", max_size=60)


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    width = draw(st.integers(1, 9))
    keys = draw(st.integers(1, width))
    numbers = [k >= keys and draw(st.booleans()) for k in range(width)]
    rows = [
        tuple(
            ShownCell(draw(st.from_regex(r"[0-9]{1,9}", fullmatch=True)) if n else draw(TEXT))
            for n in numbers
        )
        for _ in range(draw(st.integers(0, 4)))
    ]
    groups = [""] * keys + sorted(
        draw(st.sampled_from(["", "g", "h"])) for _ in range(width - keys)
    )
    header = tuple(draw(st.text("xy", min_size=1, max_size=9)) for _ in range(width))
    return Grid(header, tuple(groups), tuple(numbers), tuple(rows), keys)


@settings(max_examples=80, deadline=None)
@given(grids(), st.integers(20, 90))
def test_nothing_is_lost(grid: Grid, width: int) -> None:
    text = "\n".join("".join(piece for piece, _ in line) for line in fitted(grid, width))
    kept = re.sub(r"\s", "", text)
    for k, number in enumerate(grid.numbers):
        for row in grid.rows:
            if number:
                assert row[k].text in kept
    letters = sum(text.count(letter) for letter in "ab語")
    shown = sum(row[k].text.count(x) for row in grid.rows for k in range(len(grid.header))
                for x in "ab語")  # fmt: skip
    assert letters >= shown


@given(st.lists(st.integers(1, 40), min_size=2, max_size=12), st.integers(20, 100))
def test_every_column_is_in_one_part(widths: list[int], width: int) -> None:
    found = parts(widths, [""] * len(widths), 1, width)
    assert all(part[0] == 0 for part in found)
    assert [k for part in found for k in part[1:]] == list(range(1, len(widths)))
    for part in found:
        assert len(part) == 2 or sum(widths[k] + 2 for k in part) - 2 <= width


@given(TEXT, st.integers(2, 30))
def test_wrapped_lines_are_narrow(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert all(columns(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_long_tables_are_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = 0

    def counting(text: str) -> int:
        nonlocal measured
        measured += 1
        return columns(text)

    monkeypatch.setattr("tertium.report.fitting.columns", counting)
    rows = tuple((ShownCell(f"id {n}"), ShownCell("50.00", "†")) for n in range(300))
    grid = Grid(("id", "value"), ("", ""), (False, True), rows)
    assert len(list(fitted(grid, 80))) == 301
    assert measured < 20 * len(rows)
