"""The errors of systems over a corpus: how many of each class, what they cost, what they are worth.

    class    edits   lost   gain
    sense      457   2.62  +2.62      fixing every wrong sense would raise F1 by 2.62 points
    node      1976  16.51 +17.28

What classes lost adds up to 1 - F1; gains do not add up, since a gain depends on what else is
mended. Two systems are compared pair by pair: the cost of a class on average over pairs, tested by
random exchanges, corrected by Holm over the classes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike

from tertium.errors import InputError
from tertium.evaluation import Evaluation, evaluate
from tertium.evaluation.policy import OnError
from tertium.evaluation.scoring import CorpusLike
from tertium.explain.classes import By, in_order
from tertium.explain.diff import Forms, diff_many
from tertium.explain.system import SystemErrors
from tertium.explain.tally import ErrorRow
from tertium.graph import Corpus, Missing, PairBy
from tertium.metrics import Metric, MetricLike, Progress
from tertium.metrics import metric as find_metric
from tertium.statistics import Resampling
from tertium.written import Written


@dataclass(frozen=True, eq=False)
class ErrorTable(Written):
    """The errors of systems, class by class.

    >>> from tertium import error_table
    >>> golds = ["(r / run-01)", "(b / boy :mod (t / tall))"]
    >>> table = error_table(golds, {"a": ["(r / run-02)", "(b / boy)"]})
    >>> [(row.name, row.edits, round(row.cost, 4)) for row in table.rows()]
    [('sense', 1, 0.2), ('node', 1, 0.2)]
    """

    evaluation: Evaluation
    systems: tuple[SystemErrors, ...]
    resampling: Resampling = field(default_factory=Resampling)

    @property
    def metric(self) -> Metric:
        """The metric whose score is explained."""
        return self.systems[0].metric

    def rows(self, level: By = "class", system: int | str = 0) -> list[ErrorRow]:
        """Return the rows of one system, the first by default."""
        return self[system].rows(level)

    def __getitem__(self, system: int | str) -> SystemErrors:
        if isinstance(system, int):
            return self.systems[system]
        for one in self.systems:
            if one.name == system:
                return one
        raise InputError(f"there is no system '{system}'")

    def compare(self, level: By = "class") -> dict[str, dict[str, float]]:
        """Return for each system but the first a p-value for each class, corrected by Holm.

        The costs of a class in the pairs that both systems have are exchanged at random.
        """
        if level not in self._compared:
            first, *others = self.systems
            self._compared[level] = {
                other.name: _tested(first, other, level, self.resampling) for other in others
            }
        return self._compared[level]

    @cached_property
    def _compared(self) -> dict[By, dict[str, dict[str, float]]]:
        return {}

    def names(self, level: By = "class") -> list[str]:
        """Return the classes, families or codes that any system has, in order."""
        found = {row.name for system in self.systems for row in system.rows(level)}
        return in_order(found, level)


def error_table(
    gold: CorpusLike,
    systems: Sequence[CorpusLike] | Mapping[str, CorpusLike] | Corpus | str | PathLike[str],
    metric: MetricLike = "smatch",
    *,
    on_error: OnError = "zero",
    missing: Missing = "fail",
    pair_by: PairBy = "auto",
    threads: int = 0,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> ErrorTable:
    """Return the errors of every system, class by class, and what they cost.

    >>> golds = ["(r / run-01)", "(b / boy :mod (t / tall))"]
    >>> print([row.name for row in error_table(golds, [["(r / run-02)", "(b / boy)"]]).rows()])
    ['sense', 'node']

    Graphs are paired, and bad ones treated, as `tertium.evaluate` does; a prediction that cannot be
    read or is missing is one edit of the class ``unreadable``.
    """
    chosen = find_metric(metric)
    forms = Forms(chosen)
    evaluation = evaluate(
        gold,
        systems,
        [chosen],
        on_error=on_error,
        missing=missing,
        pair_by=pair_by,
        threads=threads,
    )
    return errors_of(evaluation, forms=forms, resampling=resampling, progress=progress)


def errors_of(
    evaluation: Evaluation,
    metric: int = 0,
    *,
    forms: Forms | None = None,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> ErrorTable:
    """Return the errors of the systems of an evaluation, under one of its metrics."""
    chosen = evaluation.metrics[metric]
    forms = Forms(chosen) if forms is None else forms
    found = []
    for system in evaluation.systems:
        golds, preds = [p.gold for p in system.pairs], [p.pred for p in system.pairs]
        scripts = tuple(diff_many(golds, preds, chosen, forms=forms, progress=progress))
        result = system.results[metric]
        one = replace(system, results=(result,))
        found.append(SystemErrors(chosen, scripts, result.table, one))
    return ErrorTable(evaluation, tuple(found), resampling or Resampling())


def _tested(
    first: SystemErrors, other: SystemErrors, level: By, resampling: Resampling
) -> dict[str, float]:
    import numpy as np

    from tertium.statistics.resampling import flip
    from tertium.statistics.significance import holm, randomization_p

    rows = [{p.index: k for k, p in enumerate(s.system.pairs)} for s in (first, other)]
    common = [index for index in rows[0] if index in rows[1]]
    costs = [first.costs(level), other.costs(level)]
    names = in_order({*costs[0], *costs[1]}, level)
    if not common or not names:
        return {}
    columns = np.zeros((len(common), len(names)))
    for side, sign in ((0, -1.0), (1, 1.0)):
        places = [rows[side][index] for index in common]
        for k, name in enumerate(names):
            if name in costs[side]:
                columns[:, k] += sign * np.asarray(costs[side][name])[places]
    differing = columns.any(axis=1)  # the others change nothing, whatever their sign
    drawn = flip(columns[differing], resampling) if differing.any() else columns[:1]
    means = columns[differing].mean(axis=0) if differing.any() else columns[0]
    ps = [randomization_p(drawn[:, k], float(means[k])) for k in range(len(names))]
    return dict(zip(names, holm(ps), strict=True))
