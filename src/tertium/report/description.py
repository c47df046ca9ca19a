"""What is in the benchmark, as a report: Table 1 of the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tertium._version import __version__
from tertium.bamboo.data import TASKS
from tertium.report.kinds import COUNT, NUMBER, Kind
from tertium.report.model import Column, Notes, Report, Table, record

if TYPE_CHECKING:
    from tertium.bamboo.description import Description, Spread

_ROUND = Kind(lambda value, decimals: f"{value:.{decimals}f}".rstrip("0").rstrip("."))


def _of(spread: Spread | None, name: str) -> float | None:
    found: float | None = None if spread is None else getattr(spread, name)
    return found


COLUMNS = (
    Column("task", "task", of=lambda x: x.task.upper() if x.task in TASKS else x.task),
    Column("train", "train", COUNT, lambda x: x.pairs["train"]),
    Column("dev", "dev", COUNT, lambda x: x.pairs["dev"]),
    Column("test", "test", COUNT, lambda x: x.pairs["test"]),
    Column("words", "words", NUMBER, lambda x: _of(x.words, "mean"), decimals=1),
    Column("words_median", "median", _ROUND, lambda x: _of(x.words, "median"), decimals=1),
    Column("nodes", "nodes", NUMBER, lambda x: x.nodes.mean, decimals=1),
    Column("nodes_median", "median", _ROUND, lambda x: x.nodes.median, decimals=1),
    Column("density", "density", NUMBER, lambda x: x.density.mean, decimals=2),
    Column("density_median", "median", NUMBER, lambda x: x.density.median, decimals=2),
    Column("described"),
)
"""What is said about a task."""

PUBLISHED: dict[str, tuple[Any, ...]] = {
    "sts": (5749, 1500, 1379, 9.9, 8, 14.1, 12, 0.10, 0.08, None),
    "sick": (4500, 500, 4927, 9.6, 9, 10.7, 10, 0.11, 0.1, None),
    "para": (3576, 500, 1275, 18.9, 19, 30.6, 30, 0.04, 0.04, None),
}
"""Table 1 of Opitz, Daza & Frank (2021)."""


_TITLE = "pairs of main, sentences and graphs"


def report_of(description: Description, published: bool = False) -> Report:
    """Return a row for each task, and those of the paper if asked for."""
    table = Table.of(COLUMNS, description.tasks, title=_TITLE, label="bamboo-statistics")
    if published:
        rows = [
            (f"{one.task.upper()} (published)", *PUBLISHED[one.task])
            for one in description.tasks
            if one.task in PUBLISHED
        ]
        table = table._replace(rows=(*table.rows, *rows))
    return Report(
        f"what is in {description.folder.path}",
        (table, Notes(lines=tuple(_notes(description)))),
        data={
            "tertium": __version__,
            "folder": str(description.folder.path),
            "tasks": [record(COLUMNS, one) for one in description.tasks],
            "missing": list(description.missing),
        },
    )


def _notes(description: Description) -> list[str]:
    notes = [
        "words, nodes, density: mean and median over the sentences and graphs of both sides of the "
        "training set; nodes are variables, concepts and constants, each text once; density is "
        "E/(V(V − 1))"
    ]
    notes += [
        f"{one.task}: there is no training set, so sentences and graphs are of {one.described}"
        for one in description.tasks
        if one.described != "train"
    ]
    return notes + [f"{task}: nothing is there" for task in description.missing]
