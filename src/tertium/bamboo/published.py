"""What others have published about BAMBOO, from ``data/bamboo.tsv``.

>>> row = next(row for row in rows("paper") if row.name == "smatch")
>>> row.spec, row.figures["main", "sts"], row.amean
('smatch:top=concept', 58.45, 51.28)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from tertium.bamboo.data import CHALLENGES, TASKS, Key
from tertium.data import data_path

PublishedTable = Literal["paper", "web", "steps", "directions"]
SOURCES: tuple[PublishedTable, ...] = get_args(PublishedTable)

KEYS: tuple[Key, ...] = tuple((challenge, task) for challenge in CHALLENGES for task in TASKS)
"""The twelve columns."""

_PATH = Path(data_path("bamboo.tsv"))


@dataclass(frozen=True, slots=True)
class Published:
    """A row of a published table; figures are times 100."""

    table: PublishedTable
    name: str
    spec: str  #: the metric of ours that corresponds
    by_task: dict[str, str]  #: the same for tasks that were tuned apart
    figures: dict[Key, float]  #: empty where only means were published
    amean: float
    hmean: float | None

    def spec_for(self, task: str) -> str:
        """Return the metric of ours that corresponds; a task may have settings of its own."""
        return self.by_task.get(task, self.spec)


@cache
def rows(table: PublishedTable) -> tuple[Published, ...]:
    """Return the rows of a table."""
    lines = _PATH.read_text(encoding="utf-8").splitlines()
    cells = [line.split("\t") for line in lines if not line.startswith("#")][1:]
    return tuple(_row(row) for row in cells if row[0] == table)


def _row(cells: list[str]) -> Published:
    table, name, specs, *texts = cells
    numbers = [None if text == "-" else float(text) for text in texts]
    *columns, amean, hmean = numbers
    figures = {k: value for k, value in zip(KEYS, columns, strict=True) if value is not None}
    assert amean is not None
    spec, *others = specs.split(" ")
    by_task = dict(other.split("=", 1) for other in others)
    return Published(_source(table), name, spec, by_task, figures, amean, hmean)


def _source(text: str) -> PublishedTable:
    return next(source for source in SOURCES if source == text)
