"""Data sets of Ray Data: every row with its scores.

Ray does a batch again when its worker died, as often as it takes, so a row that ends its worker
every time would be tried for ever. Therefore a ledger, a small actor, counts how often a batch was
begun and not finished. After too many times the rows are tried in processes of their own, by
halves, and the error names the row that ends them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from typing import Any

from tertium.errors import InputError, shortened
from tertium.evaluation.columns import OnBadRow
from tertium.interop.arrow import BatchScorer
from tertium.interop.ray.crew import RETRIES, import_ray
from tertium.metrics import MetricLike

_TRY = (
    "import sys, ray.cloudpickle as pickle\n"
    "scorer, batch = pickle.load(sys.stdin.buffer)\n"
    "try: scorer(batch)\n"
    "except Exception: pass\n"
)


def score(
    dataset: Any,
    metric: MetricLike = "smatch",
    *,
    gold: str = "gold",
    pred: str = "pred",
    id: str = "id",
    on_error: OnBadRow = "zero",
    retries: int = RETRIES,
) -> Any:
    """Return a Ray data set with the scores of its rows as further columns.

    A worker that dies is replaced, and its batch is done again, *retries* times at most. Then the
    error names the row that ends its worker by the column *id*, if there is one.
    """
    ray = import_ray()
    scorer = BatchScorer(metric, gold, pred, on_error, threads=1)
    ledger = ray.remote(num_cpus=0)(_Ledger).remote()
    guarded = _GuardedScorer(scorer, ledger, id, retries)
    return dataset.map_batches(guarded, batch_format="pyarrow", num_cpus=1)


class _Ledger:
    """Counts how often the batch of a task was begun and not finished."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def begin(self, task: str) -> int:
        """Return how often it was begun before, and not finished."""
        self._open[task] += 1
        return self._open[task] - 1

    def finish(self, task: str) -> None:
        """Forget one beginning."""
        self._open[task] -= 1


@dataclass(frozen=True)
class _GuardedScorer:
    """Scores batches; one that has ended its worker too often is an error."""

    scorer: BatchScorer
    ledger: Any
    id: str
    retries: int

    def __call__(self, batch: Any) -> Any:
        ray = import_ray()
        task = ray.get_runtime_context().get_task_id()
        if ray.get(self.ledger.begin.remote(task)) > self.retries:
            place = self._culprit(batch)
            if place is not None:
                raise InputError(self._blamed(batch, place))
        scored = self.scorer(batch)
        self.ledger.finish.remote(task)
        return scored

    def _culprit(self, batch: Any) -> int | None:
        """Return the row that ends its process, or None if no row does."""
        first, last = 0, batch.num_rows
        if not self._ends(batch):
            return None
        while last - first > 1:
            middle = (first + last) // 2
            if self._ends(batch.slice(first, middle - first)):
                last = middle
            elif self._ends(batch.slice(middle, last - middle)):
                first = middle
            else:
                return None
        return first

    def _ends(self, batch: Any) -> bool:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        child = subprocess.run(
            [sys.executable, "-c", _TRY],
            input=import_ray().cloudpickle.dumps((self.scorer, batch)),
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return child.returncode < 0

    def _blamed(self, batch: Any, place: int) -> str:
        row = batch.slice(place, 1).to_pylist()[0]
        gold = shortened(" ".join(str(row[self.scorer.gold]).split()))
        name = f"the row with {self.id} {row[self.id]}" if self.id in row else f"the row of {gold}"
        return (
            f"comparing {name} ended its worker every time; leave it out, or compare it alone to "
            "see why"
        )
