"""The lines of the summary about BAMBOO."""

from __future__ import annotations

from collections.abc import Iterator

from scripts.generate.reproduction.bamboo import TOLERANCE, Laboratory, _figures, _shown
from scripts.generate.reproduction.bamboo_causes import CAUSES
from scripts.generate.reproduction.parts import Page
from tertium.bamboo.data import Key
from tertium.bamboo.published import KEYS, Published, PublishedTable, rows

SAME_MEAN = 0.1
"""Published means have one digit."""


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
    own = laboratory.row("accord")
    if own is not None:
        by_pearson, by_accuracy = _figures(own, "pearson")[-2], _figures(own, "accuracy")[-2]
        made.sum_up(
            "`accord`, one model for all columns",
            "not in the paper",
            f"amean {_shown(by_pearson)}; {_shown(by_accuracy)} with accuracy for role confusion",
            "Tertium's own, see [its card](metrics/accord.md)",
        )
    _later(made, laboratory)
    _means(made, laboratory, "steps", "Table 5, steps")
    _means(made, laboratory, "directions", "Table 6, directions")
    made.sum_up("Table 7", "needs graphs corrected by hand", "–", "not possible: not published")


def _later(made: Page, laboratory: Laboratory) -> None:
    """Add a line about version 0.2 of the benchmark."""
    near, other = 0, []
    for row in rows("web"):
        ours = laboratory.published_row(row)
        if ours is None:
            continue
        columns = _near(row, _figures(ours, "accuracy"))[0]
        near += columns
        if columns < len(KEYS):
            other.append(f"{row.name} {columns} of {len(KEYS)}")
    made.sum_up(
        "Version 0.2, role confusion by accuracy",
        f"{len(rows('web'))} metrics, {len(KEYS)} columns each",
        f"{near} of {len(rows('web')) * len(KEYS)} columns within {TOLERANCE}; "
        f"{', '.join(other) or 'all'}",
        "reproduced, but for the reasons on the page",
    )


def _means(made: Page, laboratory: Laboratory, source: PublishedTable, name: str) -> None:
    """Add a line about the means of `wlk`; those of `wwlk` are drawn or learned."""
    near, far, total = 0, [], 0
    for row in rows(source):
        ours = laboratory.row(row.spec) if row.name.startswith("wlk ") else None
        if ours is None:
            continue
        total += 1
        gaps = zip(_figures(ours, "pearson")[-2:], (row.amean, row.hmean), strict=True)
        if all(a is not None and b is not None and abs(a - b) < SAME_MEAN for a, b in gaps):
            near += 1
        else:
            far.append(row.name)
    told = f"; {', '.join(far)} has no cause so far" if far else ""
    made.sum_up(
        f"{name} of `wlk`",
        f"{total} pairs of means",
        f"{near} of {total} within {SAME_MEAN}{told}",
        "reproduced" if not far else "mostly; what was tried is on the page",
    )


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
