"""Search errors as a report: a row for each number of restarts, and the same by size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tertium._version import __version__
from tertium.report.kinds import COUNT, NUMBER, PERCENT, Kind
from tertium.report.model import Cell, Column, Notes, Report, Table, record

if TYPE_CHECKING:
    from tertium.audit.search import Climb, SearchAudit, Size

_SMALL = Kind(lambda value, decimals: f"{value:.{decimals}e}" if value else "0", 1)


@dataclass(frozen=True, slots=True)
class ClimbLine:
    """A metric, a number of restarts, and a size of graphs if not all: what a row is about."""

    found: SearchAudit
    climb: Climb
    size: Size | None = None
    pairs: int = 0


_WHO = (
    Column("system", None, of=lambda x: x.found.system),
    Column("metric", "metric", of=lambda x: x.found.metric.spec),
    Column("restarts", "restarts", COUNT, lambda x: x.climb.restarts),
)
_ERRORS = (
    Column("deviation", "σ pair", _SMALL, lambda x: x.climb.deviation),
    Column("missed", "missed %", PERCENT, lambda x: x.climb.missed, decimals=2),
    Column("loss", "loss", PERCENT, lambda x: x.climb.loss),
    Column("worst", "worst", PERCENT, lambda x: x.climb.worst),
)
CLIMBS = (
    *_WHO,
    Column("optimum", None, PERCENT, lambda x: x.found.optimum),
    Column("mean", "mean", PERCENT, lambda x: x.climb.mean),
    Column("lowest", "min", PERCENT, lambda x: x.climb.lowest),
    Column("highest", "max", PERCENT, lambda x: x.climb.highest),
    Column("corpus_deviation", "σ corpus", _SMALL, lambda x: x.climb.corpus_deviation),
    *_ERRORS,
)
"""The columns of what climbers find."""

BY_SIZE = (
    *_WHO,
    Column("variables", "variables", COUNT, lambda x: size_name(x.size)),
    Column("pairs", "pairs", COUNT, lambda x: x.pairs),
    Column("distinct", "values", NUMBER, lambda x: x.climb.distinct, decimals=2),
    *_ERRORS,
)
"""The columns of the same by size."""

LEGEND = (
    "exact: the proven optimum; mean, min, max, σ corpus: the corpus score over seeds",
    "σ pair: the standard deviation of a pair's score over seeds, mean over pairs",
    "missed: scores below the optimum; loss: what those lack on average",
    "worst: the most that a pair lacks",
)
_SCALE = "scores, losses and shares times 100, σ not"
_BY_SIZE_LEGEND = "values: how many different scores a pair got"


def report_of(found: Sequence[SearchAudit]) -> Report:
    """Return a table for each system, and one by size for the fewest restarts."""
    systems = list(dict.fromkeys(audit.system for audit in found))
    by_system = {s: [audit for audit in found if audit.system == s] for s in systems}
    lines = [ClimbLine(audit, climb) for audit in found for climb in audit.climbs]
    many = len(systems) > 1
    return Report(
        "search",
        (
            *(climbs_table(audits, f"{name}: search error" if many else "search error")
              for name, audits in by_system.items()),
            sizes_table(found, "by size of the gold, fewest restarts"),
            Notes(_SCALE, (*LEGEND, _BY_SIZE_LEGEND, *_notes(found)),
                  metrics=tuple(audit.metric for audit in found)),
        ),
        data={"tertium": __version__, "seeds": found[0].seeds, "audits": list(map(data_of, found))},
        records=Table.of(CLIMBS, lines),
    )  # fmt: skip


def climbs_table(found: Sequence[SearchAudit], title: str = "") -> Table:
    """Return the optimum of each metric, and below it a row for each number of restarts."""
    rows: list[tuple[Any, ...]] = []
    for audit in found:
        rows.append(tuple(_exact(column, audit) for column in CLIMBS))
        lines = [ClimbLine(audit, climb) for climb in audit.climbs]
        rows += [tuple(_blank(column, line) for column in CLIMBS) for line in lines]
    caption = "search error of hill-climbing, times 100"
    return Table(
        CLIMBS, tuple(rows), title=title, caption=caption, keys=len(_WHO), label="search-error"
    )


def sizes_table(found: Sequence[SearchAudit], title: str = "") -> Table:
    """Return a row for each metric and size, for the fewest restarts."""
    lines = [line for audit in found for line in _sizes(audit, audit.climbs[:1])]
    many = len({audit.system for audit in found}) > 1
    columns = [c._replace(heading="system") if many and c.key == "system" else c for c in BY_SIZE]
    caption = "search error of hill-climbing by size of the gold, times 100"
    return Table.of(
        columns, lines, title=title, caption=caption, keys=len(_WHO), label="search-error-by-size"
    )


def size_name(size: Size) -> str:
    """Return a group of graphs as people read it.

    >>> size_name((6, 10)), size_name((41, None))
    ('6–10', 'over 40')
    """
    low, high = size
    return f"over {low - 1}" if high is None else f"{low}–{high}"


def _exact(column: Column, audit: SearchAudit) -> Any:
    own = {"metric": audit.metric.spec, "system": audit.system, "restarts": "exact"}
    if column.key in own:
        return own[column.key]
    return audit.optimum if column.key in ("mean", "optimum") else Cell("", column=Column(""))


def _blank(column: Column, line: ClimbLine) -> Any:
    return Cell("", column=Column("")) if column.key == "metric" else column.value(line)


def _sizes(audit: SearchAudit, climbs: Sequence[Climb]) -> list[ClimbLine]:
    return [
        ClimbLine(audit, part, size, pairs)
        for climb in climbs
        for size, pairs, part in audit.by_size(climb)
    ]


def _notes(found: Sequence[SearchAudit]) -> tuple[str, ...]:
    first = found[0]
    told = [f"{first.pairs} pairs, {first.seeds} seeds"]
    told += [
        f"{audit.metric.spec}, {audit.system}: {audit.unproven} alignments of exact are not proven "
        "within its budget; there the optimum may be higher"
        for audit in found
        if audit.unproven
    ]
    return tuple(told)


def data_of(audit: SearchAudit) -> dict[str, Any]:
    """Return what JSON has about one metric and system."""
    return {
        "system": audit.system,
        "metric": audit.metric.name,
        "signature": audit.metric.signature,
        "pairs": audit.pairs,
        "unproven": audit.unproven,
        "optimum": audit.optimum,
        "climbs": [
            record(CLIMBS[2:], ClimbLine(audit, climb)) | {
                "corpus": list(climb.corpus),
                "distinct": climb.distinct,
                "by_size": [record(BY_SIZE[3:], line) for line in _sizes(audit, [climb])],
            }
            for climb in audit.climbs
        ],
    }  # fmt: skip
