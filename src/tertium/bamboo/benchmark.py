"""The benchmark: metrics, columns, averages, and whether one metric is better than another.

    run("bamboo", ["smatch", "sembleu:n=2"])

                        Main                Reify              ...    amean   hmean   µs/pair
                STS    SICK    PARA    STS    SICK    PARA
    smatch      ...

`source` of each pair is the gold and `target` the prediction. That is how the published figures of
SEMBLEU were made, which tells the two apart as few metrics do (``docs/reproduction.md``). The means
are over the columns that are there; which are missing is part of the result. The harmonic mean is
defined for positive values only.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tertium import metrics as _metrics
from tertium.bamboo.data import Folder, Key, Measure, Part, Suite
from tertium.bamboo.measures import Measures, Resampled, measure_all, resampled
from tertium.errors import OptionError
from tertium.metrics import Metric, MetricLike, Progress, WwlkTheta
from tertium.statistics import Confidence, Interval, Resampling
from tertium.statistics.significance import bootstrap_p, holm, known_interval

if TYPE_CHECKING:
    from tertium._types import Array


@dataclass(frozen=True, slots=True, eq=False)
class TaskResult:
    """One metric on one challenge of one task."""

    key: Key
    values: Array = field(repr=False)
    human: Array = field(repr=False)
    measures: Measures
    cpu: float  #: seconds, of all threads and of child processes
    interval: Interval | None = None  #: of Pearson's correlation
    accuracy_interval: Interval | None = None

    @property
    def couples(self) -> bool:
        """Whether altered and true pairs alternate."""
        return self.key[0] == "role_confusion"

    def figure(self, measure: Measure) -> float | None:
        """Return a measure; ``accuracy`` is of role confusion, Pearson's correlation elsewhere."""
        if measure == "accuracy" and not self.couples:
            measure = "pearson"
        found: float | None = getattr(self.measures, measure)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class MetricResult:
    """What the benchmark says about one metric."""

    label: str  #: the metric as it was asked for
    metric: Metric
    columns: tuple[TaskResult, ...]
    amean_interval: Interval | None = None
    amean_accuracy_interval: Interval | None = None

    def figures(self, measure: Measure = "pearson") -> list[float | None]:
        """Return the columns."""
        return [column.figure(measure) for column in self.columns]

    def amean(self, measure: Measure = "pearson") -> float | None:
        """Return the arithmetic mean of the columns; None if one of them is not defined."""
        figures = self.figures(measure)
        known = [figure for figure in figures if figure is not None]
        return math.fsum(known) / len(known) if len(known) == len(figures) else None

    def hmean(self, measure: Measure = "pearson") -> float | None:
        """Return the harmonic mean of the columns; None unless all are positive."""
        figures = self.figures(measure)
        positive = [figure for figure in figures if figure is not None and figure > 0]
        if len(positive) < len(figures):
            return None
        return len(positive) / math.fsum(1 / figure for figure in positive)

    @property
    def microseconds(self) -> float:
        """CPU time per pair."""
        pairs = sum(len(column.human) for column in self.columns)
        return 1e6 * sum(column.cpu for column in self.columns) / pairs


@dataclass(frozen=True, slots=True, eq=False)
class Benchmark:
    """All metrics on all columns that are there."""

    suite: Suite
    rows: tuple[MetricResult, ...]
    confidence: Confidence | None = None
    drawn: tuple[Resampled, ...] = field(default=(), repr=False)
    """The resamples of each column that the intervals were made of."""

    @property
    def keys(self) -> tuple[Key, ...]:
        """The columns that are there."""
        return tuple(part.key for part in self.suite.parts)

    @property
    def pairs(self) -> tuple[int, ...]:
        """The number of pairs of each column."""
        return tuple(map(len, self.suite.parts))


@dataclass(frozen=True, slots=True)
class Gap:
    """A metric's correlation minus the baseline's, on the same pairs."""

    value: float
    interval: Interval
    p: float  #: two-sided, paired bootstrap; of columns corrected for their number (Holm)


@dataclass(frozen=True, slots=True)
class Contest:
    """One metric against the first one."""

    label: str
    baseline: str
    columns: tuple[Gap | None, ...]  #: None where a correlation is not defined
    amean: Gap | None
    resamples: int = 0  #: that the p-values are made of


def run(
    suite: Suite | Folder | Path | str,
    metrics: Sequence[MetricLike],
    *,
    threads: int = 0,
    confidence: Confidence | None = None,
    progress: Progress | None = None,
) -> Benchmark:
    """Run metrics on the benchmark."""
    if not isinstance(suite, Suite):
        suite = Suite.read(suite)
    rows = []
    for spec in metrics:
        metric = _metrics.metric(spec)
        columns = tuple(_column(metric, part, threads, progress) for part in suite.parts)
        rows.append(MetricResult(_label(spec, metric), metric, columns))
    found = Benchmark(suite, tuple(rows), confidence)
    return found if confidence is None else _with_intervals(found, confidence)


def compare(benchmark: Benchmark, resampling: Resampling, level: float = 0.95) -> list[Contest]:
    """Test each metric against the first one by the paired bootstrap."""
    if len(benchmark.rows) < 2:
        raise OptionError("to compare, give at least two metrics; the first is the baseline")
    known = benchmark.confidence is not None and benchmark.confidence.resampling == resampling
    drawn = _stacked(benchmark.drawn if known else _draws(benchmark, resampling))
    observed = np.array([row.figures() for row in benchmark.rows], dtype=np.float64).T
    gaps, gap = drawn - drawn[:, :, :1], observed - observed[:, :1]
    found = []
    for k, row in enumerate(benchmark.rows[1:], start=1):
        raw = [_difference(gaps[:, c, k], gap[c, k], level) for c in range(len(gap))]
        amean = _difference(gaps[:, :, k].mean(axis=1), gap[:, k].mean(), level)
        found.append(
            Contest(
                row.label, benchmark.rows[0].label, _corrected(raw), amean, resampling.resamples
            )
        )
    return found


def in_column(metric: Metric, key: Key) -> Metric:
    """Return the metric that is meant in a column: ``wwlk-theta:weights=paper`` has two."""
    if isinstance(metric, WwlkTheta) and metric.by_column:
        return replace(metric, weights="roles" if key[0] == "role_confusion" else "similarity")
    return metric


def _label(spec: MetricLike, metric: Metric) -> str:
    """Return the metric as it was asked for, or the name that was given to it."""
    return spec if isinstance(spec, str) and metric.recipe == metric.spec else metric.label


def _column(metric: Metric, part: Part, threads: int, progress: Progress | None) -> TaskResult:
    metric, start = in_column(metric, part.key), cpu_time()
    values = np.array(metric.values(part.source, part.target, threads=threads, progress=progress))
    spent, human = cpu_time() - start, np.array(part.human)
    found = measure_all(values, human, part.challenge == "role_confusion")
    return TaskResult(part.key, values, human, found, spent)


def cpu_time() -> float:
    """Return the CPU time so far, of this process and of its children that have ended."""
    children = os.times()[2:4]
    return time.process_time() + math.fsum(children)


def _with_intervals(benchmark: Benchmark, confidence: Confidence) -> Benchmark:
    """Return the benchmark with percentile intervals."""
    drawn, level = _draws(benchmark, confidence.resampling), confidence.level
    rows = []
    for k, row in enumerate(benchmark.rows):
        columns = tuple(
            replace(
                column,
                interval=known_interval(found.pearson[:, k], level),
                accuracy_interval=(
                    None if found.accuracy is None else known_interval(found.accuracy[:, k], level)
                ),
            )
            for found, column in zip(drawn, row.columns, strict=True)
        )
        by_pearson, by_accuracy = (
            known_interval(_stacked(drawn, accuracy)[:, :, k].mean(axis=1), level)
            for accuracy in (False, True)
        )
        rows.append(
            replace(
                row,
                columns=columns,
                amean_interval=by_pearson,
                amean_accuracy_interval=by_accuracy,
            )
        )
    return replace(benchmark, rows=tuple(rows), drawn=drawn)


def _stacked(drawn: Sequence[Resampled], accuracy: bool = False) -> Array:
    """Return resampled correlations, or *accuracy* of couples: (resamples, columns, metrics)."""
    figures = [
        found.accuracy if accuracy and found.accuracy is not None else found.pearson
        for found in drawn
    ]
    return np.stack(figures, axis=1)


def _draws(benchmark: Benchmark, resampling: Resampling) -> tuple[Resampled, ...]:
    """Return the resampled measures of each column.

    The challenges of a task are resampled together: they have the same pairs, disguised.
    """
    together: dict[tuple[str, bool, int], list[int]] = {}
    for c, column in enumerate(benchmark.rows[0].columns):
        same = (column.key[1], column.couples, len(column.human))
        together.setdefault(same, []).append(c)
    drawn: dict[int, Resampled] = {}
    for (_, couples, _), places in together.items():
        problems = [
            ([row.columns[c].values for row in benchmark.rows], benchmark.rows[0].columns[c].human)
            for c in places
        ]
        drawn |= zip(places, resampled(problems, resampling, couples), strict=True)
    return tuple(drawn[c] for c in sorted(drawn))


def _difference(drawn: Array, observed: float, level: float) -> Gap | None:
    interval = known_interval(drawn, level)
    if np.isnan(observed) or interval is None:
        return None
    p = bootstrap_p(drawn[~np.isnan(drawn)], float(observed))
    return Gap(float(observed), interval, p)


def _corrected(raw: list[Gap | None]) -> tuple[Gap | None, ...]:
    p_values = iter(holm([found.p for found in raw if found is not None]))
    return tuple(None if found is None else replace(found, p=next(p_values)) for found in raw)
