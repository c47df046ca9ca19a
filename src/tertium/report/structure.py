"""Structural consistency as a report: a row for each metric."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tertium._version import __version__
from tertium.errors import counted
from tertium.report.kinds import PERCENT
from tertium.report.model import Column, Notes, Report, Table, record

if TYPE_CHECKING:
    from tertium.audit.structure import Consistency, Rewirings

_QUARTERS = (0.25, 0.5, 0.75, 1.0)


def score_at(found: Consistency, share: float) -> float | None:
    """Return the mean score of the graphs whose share of changed triples is nearest to *share*."""
    near = [point for point in found.curve if abs(point[0] - share) <= 0.1]
    return min(near, key=lambda point: abs(point[0] - share))[1] if near else None


def _at(share: float) -> Column:
    name = f"{100 * share:.0f} %"
    return Column(f"at_{100 * share:.0f}", name, PERCENT, lambda found: score_at(found, share),
                  decimals=1)  # fmt: skip


COLUMNS = (
    Column("metric", "metric", of=lambda found: found.metric.spec),
    Column("overall", "all graphs", PERCENT),
    Column("within", "within a graph", PERCENT),
    Column("rises", "rises %", PERCENT),
    Column("blind", "blind %", PERCENT),
    *map(_at, _QUARTERS),
)
"""The columns of structural consistency."""

LEGEND = (
    "all graphs: rank correlation (Spearman) of score and share of unchanged triples",
    "within a graph: the same within the series of each graph, mean over graphs",
    "rises: steps at which the score rises although more is changed",
    "blind: changed graphs that score 1",
    "25 %, 50 %, 75 %, 100 %: mean score where about so much is changed",
)


def report_of(found: Sequence[Consistency], rewirings: Rewirings) -> Report:
    """Return the table, and what its columns mean."""
    return Report(
        "structure",
        (
            structure_table(found),
            Notes("values times 100", (*LEGEND, *notes_of(rewirings)),
                  metrics=tuple(one.metric for one in found)),
        ),
        data={
            "tertium": __version__,
            "graphs": len(rewirings.series),
            "pairs": rewirings.pairs,
            "fixed": rewirings.fixed,
            "equivalent": rewirings.equivalent,
            "metrics": list(map(data_of, found)),
        },
        records=structure_table(found),
    )  # fmt: skip


def structure_table(found: Sequence[Consistency]) -> Table:
    """Return a row for each metric."""
    caption = "structural consistency, times 100"
    title = "structural consistency"
    return Table.of(COLUMNS, found, title=title, caption=caption, label="structure")


def notes_of(rewirings: Rewirings) -> tuple[str, ...]:
    """Return what the series consist of, and what is not in them."""
    skipped = {
        "with nothing to exchange": counted(rewirings.fixed, "graph") if rewirings.fixed else "",
        "with the same meaning": counted(rewirings.equivalent, "rewired graph")
        if rewirings.equivalent
        else "",
    }
    return (
        f"{counted(rewirings.pairs, 'rewired graph')}, made from {len(rewirings.series)}",
        *(f"skipped: {number} {why}" for why, number in skipped.items() if number),
    )


def data_of(found: Consistency) -> dict[str, Any]:
    """Return what JSON has about one metric."""
    points = [{"changed": share, "score": value} for share, value in found.curve]
    return record(COLUMNS, found) | {"signature": found.metric.signature, "curve": points}
