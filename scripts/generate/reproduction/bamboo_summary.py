"""The lines of the summary about BAMBOO."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.generate.reproduction.bamboo import TOLERANCE, Laboratory, _figures, _shown
from scripts.generate.reproduction.bamboo_causes import CAUSES
from scripts.generate.reproduction.parts import Page
from tertium.bamboo.data import Key
from tertium.bamboo.published import KEYS, Published, rows


def sum_up(made: Page, laboratory: Laboratory) -> None:
    """Add a line for each row of Table 4."""
    for row in rows("paper"):
        ours = laboratory.published_row(row)
        if ours is None:
            continue
        mine = _figures(ours, "pearson")
        near, above = _near(row, mine)
        made.sum_up(
            f"Table 4, {row.name}",
            f"amean {row.amean}, hmean {row.hmean}",
            f"amean {_shown(mine[-2])}, hmean {_shown(mine[-1])}; {near} of {len(KEYS)} columns "
            f"within {TOLERANCE}",
            "reproduced" if near == len(KEYS) else _otherwise(row, laboratory, above),
        )
    made.sum_up("Tables 2, 7", "need human judgements", "–", "not possible: data not published")


def _near(row: Published, mine: list[float | None]) -> tuple[int, int]:
    """Return how many columns are within the tolerance, and how many above it."""
    gaps = [a - row.figures[k] for k, a in zip(KEYS, mine, strict=False) if a is not None]
    return sum(abs(gap) <= TOLERANCE for gap in gaps), sum(gap > TOLERANCE for gap in gaps)


def _otherwise(row: Published, laboratory: Laboratory, above: int) -> str:
    """Return whether a setting or the draws that show the reason reproduce the row."""
    for cause in CAUSES:
        if not cause.of(row):
            continue
        for spec in cause.settings:
            shown = laboratory.row(spec)
            if shown is not None and _near(row, _figures(shown, "pearson"))[0] == len(KEYS):
                return "reproduced by the script's own way, see the reasons"
        for draws in cause.draws:
            found = [_figures(laboratory.draw(metric), "pearson") for metric in draws.metrics]
            if all(_within(row.figures[key], column) for key, column in _columns(found)):
                return f"one draw; within {TOLERANCE} of the range of ten, see the reasons"
    return f"above the paper in {above} columns; see the reasons"


def _columns(found: list[list[float | None]]) -> Iterator[tuple[Key, list[float]]]:
    for key, column in zip(KEYS, zip(*found, strict=True), strict=False):
        yield key, [figure for figure in column if figure is not None]


def _within(figure: float, column: list[float]) -> bool:
    return bool(column) and min(column) - TOLERANCE <= figure <= max(column) + TOLERANCE
