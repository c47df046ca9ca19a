"""Arrow tables: rows with two graphs in, the same rows with their scores out.

    gold         pred         …     score_batch(table)     value  f1   matched  …  status
    (b / boy)    (b / boy)           ────────────────▶     1.0    1.0  2.0         ok
    (c / cat)    null                                      0.0    0.0  0.0         missing-pred

`score_batch` is a pure function of a table or record batch; all columns are kept. It is what every
engine that hands out Arrow data calls: DuckDB, Polars, Hugging Face datasets, Ray, Spark, Dask. As
their functions must be pickled, `BatchScorer` holds the options of such a call.

A column that a metric does not define, such as the precision of ``wlk``, is null. So is every
number of a row that is skipped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tertium import metrics
from tertium.errors import InputError, MissingExtraError, OptionError
from tertium.evaluation.columns import OnBadRow, RowScores, score_rows
from tertium.evaluation.results import pair_arrays
from tertium.graph import column_entries, column_values
from tertium.metrics import MetricLike
from tertium.metrics.threads import check_threads

NUMBERS = ("value", "precision", "recall", "f1", "matched", "pred_total", "gold_total", "upper")
"""The columns that are added, all of doubles; then ``proven`` and ``status``."""


@dataclass(frozen=True)
class BatchScorer:
    """A call of `score_batch` with its options, which can be pickled and sent to a worker."""

    metric: MetricLike = "smatch"
    gold: str = "gold"
    """The column of gold graphs."""
    pred: str = "pred"
    """The column of predicted graphs."""
    on_error: OnBadRow = "zero"
    threads: int = 1
    """One, because engines run many batches at once; 0 takes all processors."""
    max_triples: int | None = None
    """A larger graph counts as one that cannot be read."""

    def __call__(self, batch: Any) -> Any:
        """Return a table or record batch with the columns of its scores."""
        pa = _pyarrow()
        if not isinstance(batch, pa.Table | pa.RecordBatch):
            kind = type(batch).__name__
            raise InputError(f"expected an Arrow table or record batch, not {kind}")
        golds, preds = self._entries(batch, self.gold), self._entries(batch, self.pred)
        pairs = list(zip(golds, preds, strict=True))
        scored = score_rows(metrics.metric(self.metric), pairs, self.on_error, self.threads)
        added = _columns(scored)
        kept = [name for name in batch.schema.names if name not in added]
        arrays = [*(batch.column(name) for name in kept), *added.values()]
        return type(batch).from_arrays(arrays, names=[*kept, *added])

    def _entries(self, batch: Any, name: str) -> Any:
        places = batch.schema.get_all_field_indices(name)
        if len(places) != 1:
            problem = "there is no column" if not places else "there are several columns"
            known = ", ".join(batch.schema.names)
            raise OptionError(f"{problem} '{name}'; the table has {known}")
        _require_text(batch.schema.field(places[0]))
        values = column_values(batch.column(places[0]), name)
        threads = check_threads(self.threads)
        return column_entries(values, name, self.max_triples, threads=threads)


def score_batch(
    batch: Any,
    metric: MetricLike = "smatch",
    *,
    gold: str = "gold",
    pred: str = "pred",
    on_error: OnBadRow = "zero",
    threads: int = 1,
    max_triples: int | None = None,
) -> Any:
    """Return a table or record batch with the scores of its rows as further columns.

    >>> import pyarrow
    >>> table = pyarrow.table({"gold": ["(b / boy)"], "pred": ["(g / girl)"]})
    >>> score_batch(table).select(["value", "matched", "status"]).to_pylist()
    [{'value': 0.5, 'matched': 1.0, 'status': 'ok'}]
    """
    return BatchScorer(metric, gold, pred, on_error, threads, max_triples)(batch)


def _columns(scored: RowScores) -> dict[str, Any]:
    import numpy as np

    pa = _pyarrow()
    count = len(scored.statuses)
    known = pair_arrays(scored.metric, scored.table)
    hidden = None
    if scored.skipping:
        hidden = np.array([status != "ok" for status in scored.statuses], dtype=bool)

    def array(name: str, kind: Any) -> Any:
        if name not in known:
            return pa.nulls(count, kind)
        return pa.array(np.ascontiguousarray(known[name]), kind, mask=hidden)

    columns = {name: array(name, pa.float64()) for name in NUMBERS}
    columns["proven"] = array("proven", pa.bool_())
    columns["status"] = pa.array(scored.statuses, pa.string())
    return columns


def _require_text(field: Any) -> None:
    types = _pyarrow().types
    kind = field.type
    if types.is_dictionary(kind):
        kind = kind.value_type
    views = getattr(types, "is_string_view", lambda _: False)(kind)
    if not (types.is_string(kind) or types.is_large_string(kind) or views or types.is_null(kind)):
        raise InputError(f"the column '{field.name}' holds {field.type}, not text")


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise MissingExtraError("this needs pyarrow: pip install 'tertium[arrow]'") from None
    return pyarrow
