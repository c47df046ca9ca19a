"""Agreement: how similar the graphs of several annotators of the same sentences are.

              ann   bob   cem          ann   (w / want-01 :ARG0 (b / boy))
    ann        –   91.0  84.2          bob   (w / want-01 :ARG0 (b / boy))
    bob      91.0    –   83.7          cem   (d / desire-01 :ARG0 (b / boy))
    cem      84.2  83.7    –

Nobody is the gold here, so metrics must be symmetric; one that is not is taken only when asked for,
and then the annotator of the row is the gold. The mean of a row tells who stands apart, the lowest
sentences what the guidelines leave open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from tertium.errors import OptionError
from tertium.evaluation.parallel import parallel
from tertium.evaluation.policy import OnBad
from tertium.evaluation.results import CommonWay, labels_of, pair_columns
from tertium.evaluation.scoring import CorpusLike, chosen_metrics, distinct_names, named_corpora
from tertium.graph import Graph, Missing, PairBy
from tertium.metrics import Metric, MetricLike, Progress, StatisticsTable
from tertium.options import require
from tertium.statistics import Confidence, Interval
from tertium.statistics.resampling import Sample, bootstrap, jackknife
from tertium.statistics.significance import bca_interval, intervals, percentile_interval
from tertium.written import Written

if TYPE_CHECKING:
    from tertium._types import Array


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence as all annotators see it."""

    index: int  #: place in the first file, from 0
    id: str | None
    text: str | None  #: its ``# ::snt``
    value: float  #: mean over the pairs of annotators
    apart: tuple[int, int] = (0, 1)  #: the two annotators who agree least, by their numbers
    lowest: float = 0.0  #: the value of these two


@dataclass(frozen=True, slots=True, eq=False)
class MetricAgreement:
    """What one metric says about all annotators."""

    metric: Metric
    matrix: Array
    """Corpus values, one row per annotator; the diagonal is not a number."""
    sentences: tuple[Sentence, ...]
    """In the order of the first file."""
    values: Mapping[tuple[int, int], list[float]] = field(default_factory=dict, repr=False)
    """The value of each sentence for two annotators, by their numbers, the lower one first unless
    the metric is not symmetric."""
    tables: Mapping[tuple[int, int], StatisticsTable] = field(default_factory=dict, repr=False)
    """The statistics that these values follow from."""
    intervals: Mapping[tuple[int, int], Interval] = field(default_factory=dict)
    """Of the corpus values of two annotators, where asked for."""
    mean_interval: Interval | None = None

    @property
    def means(self) -> list[float]:
        """The mean of each annotator against the others, as gold and as prediction."""
        both = (self.matrix + self.matrix.T) / 2
        return [float(value) for value in np.nanmean(both, axis=1)]

    @property
    def mean(self) -> float:
        """The mean over all pairs of annotators."""
        return sum(self.means) / len(self.means)

    def least(self, count: int) -> list[Sentence]:
        """Return the sentences with least agreement, the lowest first."""
        return sorted(self.sentences, key=lambda s: (s.value, s.index))[:count]

    def with_confidence(self, confidence: Confidence) -> MetricAgreement:
        """Return the same with intervals, by the bootstrap over sentences."""
        samples = [Sample(self.metric, table) for table in self.tables.values()]
        drawn = bootstrap(samples, confidence.resampling)
        spans = [micro for micro, _ in intervals(samples, confidence, drawn)]
        means = drawn[:, :, 0].mean(axis=1)
        if confidence.method == "bca":
            left_out = jackknife(samples)[:, :, 0].mean(axis=1)
            mean = bca_interval(means, self.mean, left_out, confidence.level)
        else:
            mean = percentile_interval(means, confidence.level)
        found = dict(zip(self.tables, spans, strict=True))
        return replace(self, intervals=found, mean_interval=mean)


@dataclass(frozen=True, slots=True)
class Agreement(Written):
    """The agreement of annotators, as `agree` returns it.

    >>> found = agree({"ann": ["(b / boy)"], "bob": ["(b / boy)"], "cem": ["(g / girl)"]})
    >>> print(found)
    smatch: mean 66.67
            ann     bob    cem   mean
    ann       –  100.00  50.00  75.00
    bob  100.00       –  50.00  75.00
    cem   50.00   50.00      –  50.00
    ...
    """

    annotators: tuple[str, ...]
    results: tuple[MetricAgreement, ...]
    skipped: int  #: sentences left out because somebody's graph is missing or cannot be read
    paired_by: CommonWay = "order"
    missing: int = 0  #: sentences of the first annotator that somebody did not annotate
    invalid: int = 0  #: graphs that cannot be read, of all annotators
    notes: tuple[str, ...] = ()  #: what must be known about the pairs
    graphs: tuple[tuple[Graph | None, ...], ...] = field(default=(), repr=False)
    """The graphs of each sentence that was compared, one for each annotator; None: missing."""
    confidence: Confidence | None = None  #: how intervals were made

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the metrics, with options where the same metric occurs twice."""
        return labels_of([result.metric for result in self.results])

    def with_confidence(self, confidence: Confidence | None = None) -> Agreement:
        """Return the agreement with intervals, by the bootstrap over sentences."""
        confidence = Confidence() if confidence is None else confidence
        require(Confidence, confidence, "confidence")
        results = tuple(result.with_confidence(confidence) for result in self.results)
        return replace(self, results=results, confidence=confidence)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each metric, pair of annotators and sentence; the first is gold."""
        for label, result in zip(self.labels, self.results, strict=True):
            for (i, j), table in result.tables.items():
                columns = pair_columns(result.metric, table)
                for row, sentence in enumerate(result.sentences):
                    yield {
                        "annotator": self.annotators[i],
                        "other": self.annotators[j],
                        "metric": label,
                        "index": sentence.index,
                        "id": sentence.id,
                        **{name: column[row] for name, column in columns.items()},
                    }


def agree(
    annotators: Sequence[CorpusLike] | Mapping[str, CorpusLike],
    metrics: Iterable[MetricLike] = ("smatch",),
    *,
    directed: bool = False,
    on_error: OnBad = "fail",
    missing: Missing = "fail",
    pair_by: PairBy = "auto",
    threads: int = 0,
    progress: Progress | None = None,
) -> Agreement:
    """Compare all annotators with each other.

    If *missing* is ``zero``, a sentence that somebody did not annotate counts as one on which that
    annotator agrees with nobody.

    >>> found = agree({"ann": ["(b / boy)"], "bob": ["(b / boy)"], "cem": ["(g / girl)"]})
    >>> found.results[0].means
    [0.75, 0.75, 0.5]
    """
    chosen = chosen_metrics(metrics)
    _require_symmetric(chosen, directed)
    corpora = named_corpora(annotators, "annotator")
    if len(corpora) < 2:
        raise OptionError("agreement needs at least two annotators")
    names = distinct_names(corpora)
    found = parallel(
        [corpus for _, corpus in corpora], on_error=on_error, missing=missing, pair_by=pair_by
    )
    rows = [_Row(i, graphs) for i, *graphs in zip(found.indices, *found.sparse, strict=True)]
    work = _Work(rows, threads, progress)
    return Agreement(
        tuple(names),
        tuple(work.measure(metric) for metric in chosen),
        found.skipped,
        found.paired_by,
        found.missing,
        found.invalid,
        found.notes,
        tuple(tuple(row.graphs) for row in rows),
    )


@dataclass(frozen=True, slots=True)
class _Row:
    """The graphs of one sentence, one for each annotator; the first one is never missing."""

    index: int
    graphs: Sequence[Graph | None]

    def pair(self, i: int, j: int) -> tuple[Graph | None, Graph | None]:
        """Return the graphs of two annotators; one of them, where neither has a graph.

        Two gaps do not agree: the first annotator's graph says how much there was to agree on.
        """
        one, other = self.graphs[i], self.graphs[j]
        return (self.graphs[0] if one is None and other is None else one), other


@dataclass(frozen=True, slots=True)
class _Work:
    rows: list[_Row]
    threads: int
    progress: Progress | None

    def measure(self, metric: Metric) -> MetricAgreement:
        count = len(self.rows[0].graphs)
        matrix = np.full((count, count), np.nan)
        tables: dict[tuple[int, int], StatisticsTable] = {}
        for i, j in permutations(range(count), 2):
            if metric.symmetric and i > j:
                matrix[i, j] = matrix[j, i]
                continue
            tables[i, j] = self._compare(metric, i, j)
            matrix[i, j] = metric.score(tables[i, j].sum()).value
        values = {pair: metric.row_values(table) for pair, table in tables.items()}
        by_sentence = zip(self.rows, zip(*values.values(), strict=True), strict=True)
        found = tuple(
            _sentence(row, dict(zip(values, own, strict=True))) for row, own in by_sentence
        )
        return MetricAgreement(metric, matrix, found, values, tables)

    def _compare(self, metric: Metric, i: int, j: int) -> StatisticsTable:
        pairs = [row.pair(i, j) for row in self.rows]
        return metric.compare_many(
            [one for one, _ in pairs],
            [other for _, other in pairs],
            threads=self.threads,
            progress=self.progress,
        )


def _sentence(row: _Row, values: Mapping[tuple[int, int], float]) -> Sentence:
    known = [graph for graph in row.graphs if graph is not None]
    apart = min(values, key=values.__getitem__)
    return Sentence(
        row.index,
        known[0].id,
        next(filter(None, (graph.sentence for graph in known)), None),
        sum(values.values()) / len(values),
        apart,
        values[apart],
    )


def _require_symmetric(metrics: list[Metric], directed: bool) -> None:
    for metric in metrics:
        if not metric.symmetric and not directed:
            raise OptionError(
                f"{metric.name} is not symmetric, so it needs a gold, and among annotators there "
                "is none; with --directed (directed=True) the annotator of the row is the gold"
            )
