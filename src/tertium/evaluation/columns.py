"""Columns: one value per row, for graphs that are kept in tables.

    gold                           pred                            scores(gold, pred)
    (g / go-02 :ARG0 (b / boy))    (g / go-02 :ARG0 (x / girl))    0.75
    (c / cat)                      (c / cat)                       1.0
    (d / dog)                      None                            0.0

A column is a list, a series of pandas or Polars, an Arrow array, a column of a Hugging Face data
set, a generator, anything that has rows. What cannot be read follows `on_error`, and an error names
its row as Python does, ``preds[2]``. Two shapes save work: one gold for many predictions, and many
candidates for each gold, which give a row of values each.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast, get_args

from tertium import metrics
from tertium.errors import InputError, NotationError
from tertium.evaluation.policy import require_choice
from tertium.evaluation.results import Status
from tertium.graph import (
    Graph,
    GraphLike,
    PenmanGraph,
    column_entries,
    column_values,
    is_missing,
    is_no_graph,
)
from tertium.metrics import Metric, MetricLike, Progress, StatisticsTable
from tertium.metrics.threads import check_threads

if TYPE_CHECKING:
    from tertium._types import Array

OnBadRow = Literal["zero", "skip", "raise"]
ON_BAD_ROW: tuple[OnBadRow, ...] = get_args(OnBadRow)

Column: TypeAlias = "Iterable[Any]"
"""Graphs, texts or None, one for each row."""
RowEntry: TypeAlias = Graph | NotationError
"""What a row holds, or why it holds no graph."""


def scores(
    golds: GraphLike | Column,
    preds: Column,
    metric: MetricLike = "smatch",
    *,
    on_error: OnBadRow = "zero",
    max_triples: int | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> Array:
    """Return one value per row of two columns, as an array.

    A prediction that cannot be read, None and NaN included, scores 0; a gold that cannot be read
    is an error. With *on_error* ``skip``, such a row has the value nan; with ``raise``, the first
    one is an error. A single gold graph is compared with every prediction. If *preds* has lists
    of candidates, the result has a row for each gold and a column for each candidate; shorter
    lists are filled up with nan, and so is None instead of a list unless *on_error* is ``raise``.
    A graph of more than *max_triples* counts as one that cannot be read.

    >>> scores(["(b / boy)", "(c / cat)"], ["(b / boy)", None]).tolist()
    [1.0, 0.0]
    >>> scores("(b / boy)", ["(b / boy)", "(g / girl)"]).tolist()
    [1.0, 0.5]
    >>> scores(["(b / boy)"], [["(b / boy)", "(g / girl)", "(b / boy"]]).tolist()
    [[1.0, 0.5, 0.0]]
    """
    import numpy as np

    require_choice("on_error", on_error, ON_BAD_ROW)
    check_threads(threads)
    chosen = metrics.metric(metric)
    rows = column_values(preds, "preds")
    golds_by_row = _gold_entries(golds, len(rows), max_triples, threads)
    if on_error != "raise" and any(_is_candidates(row) for row in rows):
        rows = [[] if is_missing(row) else row for row in rows]
    lengths = _candidates(rows)
    if lengths is None:
        entries = column_entries(rows, "preds", max_triples, threads=threads)
        pairs = list(zip(golds_by_row, entries, strict=True))
        return np.array(score_rows(chosen, pairs, on_error, threads, progress).values())
    pairs = [
        (golds_by_row[number], entry)
        for number, row in enumerate(rows)
        for entry in _row_entries(row, number, max_triples)
    ]
    values = np.full((len(rows), max(lengths, default=0)), np.nan)
    there = np.arange(values.shape[1]) < np.array(lengths)[:, None]
    values[there] = score_rows(chosen, pairs, on_error, threads, progress).values()
    return values


class RowScores(NamedTuple):
    """The statistics of each row; those of a row that is skipped count nothing."""

    metric: Metric
    table: StatisticsTable
    statuses: list[Status]
    skipping: bool  #: whether rows that are not ok have no value

    def values(self) -> list[float]:
        """Return the value of each row, nan if it has none."""
        found = self.metric.row_values(self.table)
        if not self.skipping:
            return found
        both = zip(found, self.statuses, strict=True)
        return [value if status == "ok" else float("nan") for value, status in both]


def score_rows(
    metric: Metric,
    pairs: list[tuple[RowEntry, RowEntry]],
    on_error: OnBadRow,
    threads: int = 0,
    progress: Progress | None = None,
) -> RowScores:
    """Compare the graphs of each row, a gold and a prediction, or what is known instead of them."""
    golds, preds = [gold for gold, _ in pairs], [pred for _, pred in pairs]
    if on_error != "skip":
        _refuse(golds, "on_error='skip' gives such rows the value nan")
    if on_error == "raise":
        _refuse(preds, "on_error='zero' lets such predictions score zero")
    table = metric.compare_many(
        [_graph(gold) for gold in golds],
        [_graph(pred) for pred in preds],
        threads=threads,
        progress=progress,
    )
    statuses: list[Status] = [
        "ok" if isinstance(gold, Graph) and isinstance(pred, Graph) else _status(gold, pred)
        for gold, pred in pairs
    ]
    return RowScores(metric, table, statuses, on_error == "skip")


def _status(gold: RowEntry, pred: RowEntry) -> Status:
    if not isinstance(gold, Graph):
        return "invalid-gold"
    if isinstance(pred, Graph):
        return "ok"
    return "missing-pred" if is_no_graph(pred) else "invalid-pred"


def _refuse(entries: list[RowEntry], remedy: str) -> None:
    for entry in entries:
        if isinstance(entry, NotationError):
            error = entry.at(entry.place.path, entry.place.index)
            error.add_note(remedy)
            raise error


def _graph(entry: RowEntry) -> Graph | None:
    return entry if isinstance(entry, Graph) else None


def _gold_entries(
    golds: GraphLike | Column, count: int, most: int | None, threads: int
) -> list[RowEntry]:
    """Return an entry for each row; one graph stands for all."""
    if isinstance(golds, str | Graph | PenmanGraph):
        return column_entries([golds], "golds", most) * count
    rows = column_values(cast("Column", golds), "golds")
    if len(rows) != count:
        raise InputError(f"golds has {len(rows)} rows, but preds has {count}")
    return column_entries(rows, "golds", most, threads=threads)


def _candidates(rows: list[Any]) -> list[int] | None:
    """Return how many candidates each row has, or None if rows are graphs."""
    if not any(_is_candidates(row) for row in rows):
        return None
    for number, row in enumerate(rows):
        if not _is_candidates(row):
            raise InputError(f"preds[{number}] is not a list of candidates, but other rows are")
    return [len(row) for row in rows]


def _is_candidates(row: object) -> bool:
    """Whether a row is a list of graphs; a list of triples is a graph."""
    if isinstance(row, str | Graph | PenmanGraph | None) or not hasattr(row, "__len__"):
        return False
    first = next(iter(cast("Iterable[object]", row)), None)
    return not isinstance(first, tuple | list)


def _row_entries(row: Any, number: int, most: int | None) -> list[RowEntry]:
    name = f"preds[{number}]"
    return column_entries(column_values(row, name), name, most)
