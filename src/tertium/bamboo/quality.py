"""Quality of graphs: what people say about parses, label by label (Table 2 of the paper).

    task,system,id,rating                   STS      gold            silver          flawed
    sts,GPLA,s1,gold                        GPLA     43 [33, 53]     37 [28, 46]     20 [12, 27]
    sts,T5S2S,s1,silver                     T5S2S    54 [44, 64]     41 [31, 50]      5 [0, 9] ††

The graphs of a benchmark are parses, so they should be looked at: each gets a label, and each
label's share is given with a bootstrap interval. Systems are tested against the first one. If all
ratings have ids, and a system has those of the first, its ratings are resampled together with them;
otherwise apart. The paper's own ratings are not public; its shares of 100 graphs are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from tertium.errors import FileError, InputError, shortened
from tertium.graph.columns import is_missing
from tertium.graph.rows import RowFile
from tertium.statistics import Confidence, Interval, Resampling
from tertium.statistics.resampling import drawn_counts
from tertium.statistics.significance import bootstrap_p, percentile_interval

if TYPE_CHECKING:
    from tertium._types import Array

ALL = "ALL"
"""All tasks together."""
KNOWN = ("gold", "silver", "flawed")
"""The paper's labels, best first; others follow in the order of their first rating."""
_MOST_LABELS = 20


@dataclass(frozen=True, slots=True)
class Rating:
    """What somebody says about one graph."""

    task: str
    system: str
    id: str | None
    label: str


@dataclass(frozen=True, slots=True)
class Share:
    """How many graphs have a label."""

    count: int
    value: float
    interval: Interval
    p: float | None  #: that it is that of the first system; None for the first system itself


@dataclass(frozen=True, slots=True)
class SystemQuality:
    """The labels of one system on one task."""

    task: str
    system: str
    graphs: int
    shares: tuple[Share, ...]
    paired: bool  #: whether it was tested on the same graphs as the first system


@dataclass(frozen=True, slots=True)
class Quality:
    """The labels of all systems on all tasks."""

    name: str
    labels: tuple[str, ...]
    rows: tuple[SystemQuality, ...]
    confidence: Confidence


_EXPECTED = "a table of labels with the columns system and rating, such as ratings.csv"


def read_quality(path: str | PathLike[str], *, max_bytes: int | None = None) -> list[Rating]:
    """Read a table with the columns system and rating, and perhaps task and id."""
    table = RowFile.read(path, max_bytes=max_bytes, expected=_EXPECTED)
    columns = {name.strip().lower(): cells for name, cells in table.columns.items()}
    for needed in ("system", "rating"):
        if needed not in columns:
            known = ", ".join(table.columns)
            raise FileError(f"{table.path}: there is no column {needed}; it has {known}")
    rows = ({name: cells[i] for name, cells in columns.items()} for i in range(len(table)))
    return [_rating(row, f"{table.path}: row {n}") for n, row in enumerate(rows, start=1)]


def measure_quality(
    ratings: Iterable[Rating], confidence: Confidence | None = None, name: str = "ratings"
) -> Quality:
    """Return the share of each label, for each task and system, and for all tasks together.

    >>> ratings = [Rating("sts", s, None, label) for s, label in [("x", "gold"), ("x", "flawed")]]
    >>> [share.value for share in measure_quality(ratings).rows[0].shares]
    [0.5, 0.5]
    """
    ratings = list(ratings)
    if not ratings:
        raise InputError(f"{name}: there are no ratings")
    _require_once(ratings, name)
    confidence = confidence or Confidence(resampling=Resampling())
    found = dict.fromkeys(rating.label for rating in ratings)
    labels = (*(known for known in KNOWN if known in found), *(x for x in found if x not in KNOWN))
    if len(labels) > _MOST_LABELS:
        raise InputError(f"{name}: {len(labels)} different ratings; is this a column of labels?")
    tasks = list(dict.fromkeys(rating.task for rating in ratings))
    groups = [(task, [r for r in ratings if r.task == task]) for task in tasks]
    if len(tasks) > 1:
        groups.append((ALL, ratings))
    rows = [row for task, some in groups for row in _rows(task, some, labels, confidence)]
    return Quality(name, labels, tuple(rows), confidence)


def _rating(row: Mapping[str, Any], place: str) -> Rating:
    texts = {name: "" if is_missing(cell) else str(cell).strip() for name, cell in row.items()}
    for needed in ("system", "rating"):
        if not texts[needed]:
            raise InputError(f"{place}: the column {needed} is empty")
    return Rating(
        texts.get("task") or "graphs", texts["system"], texts.get("id") or None, texts["rating"]
    )


def _require_once(ratings: list[Rating], name: str) -> None:
    """Refuse two labels for the same graph."""
    seen: dict[tuple[str, str, str], int] = {}
    for number, rating in enumerate(ratings, start=1):
        if rating.id is None:
            continue
        before = seen.setdefault((rating.task, rating.system, rating.id), number)
        if before != number:
            raise InputError(
                f"{name}: rows {before} and {number} rate the same graph, {rating.system} "
                f"{shortened(rating.id)}"
            )


def _rows(
    task: str, ratings: list[Rating], labels: tuple[str, ...], confidence: Confidence
) -> Iterable[SystemQuality]:
    first: tuple[list[str | None], Array, Array] | None = None
    for number, system in enumerate(dict.fromkeys(rating.system for rating in ratings)):
        own = sorted((r for r in ratings if r.system == system), key=lambda r: (r.task, r.id or ""))
        ids = [None if r.id is None else f"{r.task} {r.id}" for r in own]
        has = np.array([[float(r.label == label) for label in labels] for r in own])
        paired = first is not None and None not in ids and ids == first[0]
        drawn = _drawn(has, confidence.resampling, 0 if paired else number)
        base = first if first is None else (first[1], first[2])
        yield SystemQuality(
            task, system, len(own), _shares(has, drawn, base, confidence.level), paired
        )
        first = first or (ids, has, drawn)


def _drawn(has: Array, resampling: Resampling, number: int) -> Array:
    """Return resampled shares, (resamples, labels); a system of its own has a seed of its own."""
    how = Resampling(resampling.resamples, (resampling.seed + number) % 2**64)
    return np.concatenate([counts @ has for counts in drawn_counts(len(has), how)]) / len(has)


def _shares(
    has: Array, drawn: Array, base: tuple[Array, Array] | None, level: float
) -> tuple[Share, ...]:
    found = []
    for k, value in enumerate(has.mean(axis=0)):
        p = None
        if base is not None:
            p = bootstrap_p(drawn[:, k] - base[1][:, k], float(value - base[0][:, k].mean()))
        span = percentile_interval(drawn[:, k], level)
        found.append(Share(int(has[:, k].sum()), float(value), span, p))
    return tuple(found)
