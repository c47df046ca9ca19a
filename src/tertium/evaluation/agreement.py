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

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from tertium.errors import OptionError
from tertium.evaluation.parallel import parallel
from tertium.evaluation.policy import OnBad
from tertium.evaluation.results import CommonWay
from tertium.evaluation.scoring import CorpusLike, chosen_metrics, distinct_names, named_corpora
from tertium.graph import Graph, PairBy
from tertium.metrics import Metric, MetricLike, Progress
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


@dataclass(frozen=True, slots=True)
class Agreement(Written):
    """How far annotators agree."""

    annotators: tuple[str, ...]
    results: tuple[MetricAgreement, ...]
    skipped: int  #: sentences left out because somebody's graph is missing or cannot be read
    paired_by: CommonWay = "order"
    missing: int = 0  #: sentences of the first annotator that somebody did not annotate
    invalid: int = 0  #: graphs that cannot be read, of all annotators
    notes: tuple[str, ...] = ()  #: what must be known about the pairs
    graphs: tuple[tuple[Graph, ...], ...] = field(default=(), repr=False)
    """The graphs of each sentence that was compared, one for each annotator."""


def agree(
    annotators: Sequence[CorpusLike] | Mapping[str, CorpusLike],
    metrics: Iterable[MetricLike] = ("smatch",),
    *,
    directed: bool = False,
    on_error: OnBad = "fail",
    missing: OnBad = "fail",
    pair_by: PairBy = "auto",
    threads: int = 0,
    progress: Progress | None = None,
) -> Agreement:
    """Compare all annotators with each other.

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
    rows = [_Row(i, graphs) for i, *graphs in zip(found.indices, *found.columns, strict=True)]
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
    """The graphs of one sentence, one for each annotator."""

    index: int
    graphs: Sequence[Graph]


@dataclass(frozen=True, slots=True)
class _Work:
    rows: list[_Row]
    threads: int
    progress: Progress | None

    def measure(self, metric: Metric) -> MetricAgreement:
        count = len(self.rows[0].graphs)
        matrix = np.full((count, count), np.nan)
        by_sentence = np.zeros(len(self.rows))
        by_pair: dict[tuple[int, int], list[float]] = {}
        for i, j in permutations(range(count), 2):
            if metric.symmetric and i > j:
                matrix[i, j] = matrix[j, i]
                continue
            matrix[i, j], values = self._compare(metric, i, j)
            by_pair[i, j] = values
            by_sentence += values
        by_sentence /= count * (count - 1) / (2 if metric.symmetric else 1)
        sentences = zip(self.rows, by_sentence, strict=True)
        found = tuple(_sentence(row, float(value)) for row, value in sentences)
        return MetricAgreement(metric, matrix, found, by_pair)

    def _compare(self, metric: Metric, i: int, j: int) -> tuple[float, list[float]]:
        table = metric.compare_many(
            [row.graphs[i] for row in self.rows],
            [row.graphs[j] for row in self.rows],
            threads=self.threads,
            progress=self.progress,
        )
        return metric.score(table.sum()).value, metric.row_values(table)


def _sentence(row: _Row, value: float) -> Sentence:
    texts = (graph.sentence for graph in row.graphs)
    return Sentence(row.index, row.graphs[0].id, next(filter(None, texts), None), value)


def _require_symmetric(metrics: list[Metric], directed: bool) -> None:
    for metric in metrics:
        if not metric.symmetric and not directed:
            raise OptionError(
                f"{metric.name} is not symmetric, so it needs a gold, and among annotators there "
                "is none; with --directed (directed=True) the annotator of the row is the gold"
            )
