"""The quality of graphs as a report: Table 2 of the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tertium._version import __version__
from tertium.bamboo.data import TASKS
from tertium.report.kinds import COUNT, Kind, percent
from tertium.report.model import Cell, Column, Notes, Report, Table
from tertium.statistics.confidence import ALPHA

if TYPE_CHECKING:
    from tertium.bamboo.quality import Quality, Share, SystemQuality

_CLEAR = 0.005  # below this, the paper has two daggers


def _written(share: Share, decimals: int) -> str:
    low, high = (percent(end, decimals) for end in share.interval)
    return f"{percent(share.value, decimals)} [{low}, {high}]"


_SHARE = Kind(_written)
_CAPTION = "shares of graphs by the label that people gave them, times 100, with intervals"


def report_of(quality: Quality) -> Report:
    """Return a row for each task and system, a column for each label."""
    columns = (
        Column("task", "task"),
        Column("system", "system"),
        Column("graphs", "graphs", COUNT),
        *(Column(label, label, _SHARE) for label in quality.labels),
    )
    rows = tuple(
        (_task(row.task), row.system, row.graphs, *(Cell(s, _mark(s)) for s in row.shares))
        for row in quality.rows
    )
    return Report(
        f"quality of the graphs in {quality.name}",
        (
            Table(columns, rows, caption=_CAPTION, keys=2, label="quality"),
            Notes(lines=tuple(_notes(quality))),
        ),
        data=_data(quality),
        records=_records(quality),
    )


def _task(name: str) -> str:
    return name.upper() if name in TASKS else name


def _mark(share: Share) -> str:
    if share.p is None or share.p >= ALPHA:
        return ""
    return "††" if share.p < _CLEAR else "†"


def _notes(quality: Quality) -> list[str]:
    how = quality.confidence
    notes = [
        f"shares times 100 and {100 * how.level:g} % intervals: bootstrap, "
        f"{how.resampling.resamples} resamples, seed {how.resampling.seed}"
    ]
    others = [row for row in quality.rows if any(s.p is not None for s in row.shares)]
    if others:
        paired = sum(row.paired for row in others)
        way = "the same graphs" if paired == len(others) else "each system's own graphs"
        way = f"{way}, or the same where ids agree" if 0 < paired < len(others) else way
        notes.append(
            f"† p < {ALPHA:g}, †† p < {_CLEAR:g} that the share is that of the first system of the "
            f"task: bootstrap of {way}, two-sided, not corrected"
        )
    return notes


def _data(quality: Quality) -> dict[str, Any]:
    how = quality.confidence
    return {
        "tertium": __version__,
        "ratings": quality.name,
        "level": how.level,
        "resamples": how.resampling.resamples,
        "seed": how.resampling.seed,
        "rows": [
            {
                "task": row.task,
                "system": row.system,
                "graphs": row.graphs,
                "paired": row.paired,
                "labels": {
                    label: {
                        "count": share.count,
                        "share": share.value,
                        "interval": list(share.interval),
                        "p": share.p,
                    }
                    for label, share in zip(quality.labels, row.shares, strict=True)
                },
            }
            for row in quality.rows
        ],
    }


def _records(quality: Quality) -> Table:
    names = ("task", "system", "graphs", "rating", "count", "share", "low", "high", "p")
    rows = tuple(_record(row, label, share) for row in quality.rows
                 for label, share in zip(quality.labels, row.shares, strict=True))  # fmt: skip
    return Table(tuple(map(Column, names)), rows)


def _record(row: SystemQuality, label: str, share: Share) -> tuple[Any, ...]:
    ends = share.interval
    return (row.task, row.system, row.graphs, label, share.count, share.value, *ends, share.p)
