"""Preference: does a metric prefer the graphs that people prefer (Song & Gildea 2019, section 3)?

    gold    (g / go-02 :ARG0 (b / boy) :polarity -)
    jamr    (g / go-02 :ARG0 (b / boy))           people prefer camr, because it keeps the negation;
    camr    (g / go-02 :polarity -)               a metric that gives both 2/3 has a tie

*Sentences*: the share of judgements in which the graph that people prefer has the higher value.
*Systems*: a system's human score is the share of its judgements that it won, its metric score that
of the corpus of its judged graphs; do both order two systems alike? Sentences are drawn with
replacement, 1,000 times, and the share of samples in which they do is reported, as in the paper's
Table 2. All metrics see the same samples, so that they can be tested against the first one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from tertium.audit.judged import HumanChoices, JudgedGraphs, collect
from tertium.audit.judgements import Judgement, Judgements
from tertium.errors import InputError, OptionError
from tertium.evaluation import OnError
from tertium.evaluation.policy import require_choice
from tertium.evaluation.scoring import CorpusLike, chosen_metrics
from tertium.graph import Missing
from tertium.metrics import Metric, MetricLike, Progress, StatisticsTable
from tertium.metrics.arithmetic import ROUNDING
from tertium.statistics import Confidence, Interval, Resampling
from tertium.statistics.resampling import drawn_counts, flip, summable
from tertium.statistics.significance import holm, known_interval, randomization_p
from tertium.written import Written

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._types import Array

    Flags = NDArray[np.bool_]

OfTies = Literal["wrong", "half", "skip"]
OFROUNDINGS: tuple[OfTies, ...] = get_args(OfTies)

RESAMPLES = 1000
"""As many samples as in the paper."""


@dataclass(frozen=True, slots=True)
class AccuracyGap:
    """A metric's accuracy minus that of the first metric, on the same judgements."""

    value: float
    interval: Interval
    better: int  #: judgements that only this metric gets right
    worse: int  #: judgements that only the first metric gets right
    p: float  #: two-sided, by random signs of sentences, corrected by Holm over metrics


@dataclass(frozen=True, slots=True, eq=False)
class MetricPreference:
    """How one metric fares."""

    metric: Metric
    correct: int
    wrong: int
    ties: int  #: judgements whose graphs have equal values
    accuracy: float | None  #: None if no judgement is left
    interval: Interval | None
    gap: AccuracyGap | None  #: None for the first metric
    scores: tuple[float, ...]  #: of the corpus of each system
    consistent: tuple[float | None, ...]
    """For each two systems, the share of samples that metric and people order alike."""
    values: tuple[tuple[float, float], ...] = field(repr=False)  #: of both graphs of a judgement


@dataclass(frozen=True, slots=True)
class HumanStanding:
    """What people say about one system."""

    name: str
    judged: int  #: judgements about its graphs
    wins: int  #: judgements that prefer them

    @property
    def share(self) -> float:
        """The share of its judgements that it won."""
        return self.wins / self.judged


@dataclass(frozen=True, slots=True, eq=False)
class Preference(Written):
    """How well metrics follow people's preference."""

    judgements: Judgements
    used: tuple[Judgement, ...]  #: judgements whose graphs are there and can be read
    undecided: int  #: of these, judgements without a majority, which no metric can get right
    skipped: int  #: judgements left out because a graph is missing or cannot be read
    zeros: int  #: graphs that count as zero because they are missing or cannot be read
    sentences: int  #: that are resampled
    systems: tuple[HumanStanding, ...]
    metrics: tuple[MetricPreference, ...]
    ties: OfTies
    confidence: Confidence
    notes: tuple[str, ...] = ()

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """All two systems."""
        return list(combinations(range(len(self.systems)), 2))


def prefer(
    judgements: Judgements,
    systems: Mapping[str, CorpusLike],
    gold: CorpusLike | None = None,
    metrics: Iterable[MetricLike] | MetricLike = "smatch",
    *,
    ties: OfTies = "wrong",
    on_error: OnError = "zero",
    missing: Missing = "fail",
    confidence: Confidence | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> Preference:
    """Measure whether metrics prefer the graphs that people prefer.

    *systems* are graphs by the names that the judgements use. Judgements without a reference of
    their own need *gold*, graphs with the same ids. A judgement whose graphs have equal values is
    ``wrong``, counts ``half``, or is left out (``skip``).

    >>> rows = [{"id": "1", "system_a": "x", "system_b": "y", "choice": "y"}]
    >>> graphs = {"x": ["# ::id 1\\n(b / boy)"], "y": ["# ::id 1\\n(g / girl)"]}
    >>> found = prefer(Judgements.of(rows), graphs, ["# ::id 1\\n(g / girl)"])
    >>> found.metrics[0].accuracy
    1.0
    """
    require_choice("ties", ties, OFROUNDINGS)
    chosen = chosen_metrics(metrics)
    if len(set(chosen)) < len(chosen):
        raise OptionError("a metric is given twice")
    confidence = confidence or Confidence(resampling=Resampling(RESAMPLES))
    graphs = collect(judgements, systems, gold, on_error=on_error, missing=missing)
    people = HumanChoices.of(graphs)
    if not people.decided.any():
        raise InputError(f"{judgements.name}: no judgement prefers one of its two graphs")
    tables = [
        metric.compare_many(graphs.golds, graphs.preds, threads=threads, progress=progress)
        for metric in chosen
    ]
    return Preference(
        judgements,
        tuple(graphs.items),
        int((~people.decided).sum()),
        graphs.skipped,
        graphs.zeros,
        len(people.judged),
        _standings(people),
        tuple(_measured(chosen, tables, graphs, people, ties, confidence)),
        ties,
        confidence,
        graphs.notes,
    )


def _standings(people: HumanChoices) -> tuple[HumanStanding, ...]:
    sums = zip(people.names, people.judged.sum(axis=0), people.wins.sum(axis=0), strict=True)
    return tuple(HumanStanding(name, int(judged), int(wins)) for name, judged, wins in sums)


def _measured(
    chosen: list[Metric],
    tables: list[StatisticsTable],
    graphs: JudgedGraphs,
    people: HumanChoices,
    ties: OfTies,
    confidence: Confidence,
) -> list[MetricPreference]:
    """Return how each metric fares; all of them see the same samples."""
    values = [np.array(m.row_values(t)) for m, t in zip(chosen, tables, strict=True)]
    accuracies = _Accuracies.of(people, graphs, values, ties)
    rows = [summable(_by_sentence(graphs, table.values, people)) for table in tables]
    credit, weight, wins, judged, *sums = _drawn(
        [*accuracies.columns(), people.wins, people.judged, *rows], confidence.resampling
    )
    shares = _divided(credit, weight)
    gaps = accuracies.gaps(shares, confidence)
    orders = _signs(_divided(wins, judged))
    return [
        MetricPreference(
            metric,
            *accuracies.tally(k),
            accuracies.share(k),
            known_interval(shares[:, k], confidence.level),
            gaps[k],
            tuple(_corpus_values(metric, rows[k].sum(axis=0)).tolist()),
            _consistency(orders, _signs(_corpus_values(metric, sums[k]))),
            tuple((float(values[k][a]), float(values[k][b])) for a, b in graphs.places),
        )
        for k, metric in enumerate(chosen)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Accuracies:
    """What each metric gets right: an array of judgements for each metric."""

    people: HumanChoices
    right: list[Flags]
    tied: list[Flags]
    credit: list[Array]  # 1 for a right judgement, and what a tie is worth
    weight: list[Array]  # 1 for a judgement that counts

    @classmethod
    def of(
        cls, people: HumanChoices, graphs: JudgedGraphs, values: list[Array], ties: OfTies
    ) -> _Accuracies:
        a, b = (np.array([place[side] for place in graphs.places]) for side in (0, 1))
        ahead = [np.where(people.second, v[b] - v[a], v[a] - v[b]) for v in values]
        right = [people.decided & (gain > ROUNDING) for gain in ahead]
        tied = [people.decided & (abs(gain) <= ROUNDING) for gain in ahead]
        worth = 0.5 if ties == "half" else 0.0
        credit = [r + worth * t for r, t in zip(right, tied, strict=True)]
        weight = [people.decided & ~t if ties == "skip" else people.decided for t in tied]
        return cls(people, right, tied, credit, [w.astype(np.float64) for w in weight])

    def tally(self, k: int) -> tuple[int, int, int]:
        right, tied = int(self.right[k].sum()), int(self.tied[k].sum())
        return right, int(self.people.decided.sum()) - right - tied, tied

    def share(self, k: int) -> float | None:
        weight = self.weight[k].sum()
        return float(self.credit[k].sum() / weight) if weight else None

    def columns(self) -> list[Array]:
        """Return credits and weights, (sentences, metrics)."""
        return [
            np.stack([self.people.by_sentence(column) for column in columns], axis=1)
            for columns in (self.credit, self.weight)
        ]

    def gaps(self, drawn: Array, confidence: Confidence) -> list[AccuracyGap | None]:
        """Return how each metric differs from the first; *drawn* are accuracies of samples."""
        first = self.right[0]
        base, *others = map(self.share, range(len(self.right)))
        found = [
            None
            if base is None or share is None or span is None
            else AccuracyGap(
                share - base,
                span,
                int((self.right[k] & ~first).sum()),
                int((first & ~self.right[k]).sum()),
                self._p(k, confidence),
            )
            for k, share in enumerate(others, start=1)
            for span in [known_interval(drawn[:, k] - drawn[:, 0], confidence.level)]
        ]
        corrected = iter(holm([gap.p for gap in found if gap is not None]))
        return [None, *(gap and replace(gap, p=next(corrected)) for gap in found)]

    def _p(self, k: int, confidence: Confidence) -> float:
        """Return how often random signs of sentences make as large a difference of credits."""
        gain = self.people.by_sentence(self.credit[k] - self.credit[0])
        drawn = flip(gain[:, None], confidence.resampling)
        return randomization_p(drawn[:, 0], float(gain.mean()))


def _drawn(columns: Sequence[Array], resampling: Resampling) -> list[Array]:
    """Return the sums over resampled sentences: (sentences, ...) becomes (samples, ...)."""
    flat = np.hstack([column.reshape(len(column), -1) for column in columns])
    sums = np.concatenate([counts @ flat for counts in drawn_counts(len(flat), resampling)])
    ends = np.cumsum([column[0].size for column in columns])
    parts = np.split(sums, ends[:-1], axis=1)
    return [p.reshape(len(p), *c.shape[1:]) for p, c in zip(parts, columns, strict=True)]


def _by_sentence(graphs: JudgedGraphs, table: Array, people: HumanChoices) -> Array:
    """Return the statistics of judged graphs, (sentences, systems, statistics)."""
    rows = np.zeros((len(people.judged), len(people.names), table.shape[1]))
    done: set[tuple[int, int, int]] = set()
    for item, both, sentence in zip(graphs.items, graphs.places, people.sentence, strict=True):
        for name, place in zip(item.systems, both, strict=True):
            cell = int(sentence), people.names.index(name), place
            if cell not in done:  # a graph may be judged against several others
                done.add(cell)
                rows[cell[:2]] += table[place]
    return rows


def _corpus_values(metric: Metric, sums: Array) -> Array:
    """Return values of sums of statistics (..., statistics); nan where nothing was added up."""
    flat = sums.reshape(-1, sums.shape[-1])
    values = np.where(flat.any(axis=1), metric.scores(flat)["value"], np.nan)
    return values.reshape(sums.shape[:-1])


def _signs(values: Array) -> Array:
    """Return for each sample and two systems which is ahead: 1, -1, 0 for a tie, nan if unknown."""
    pairs = combinations(range(values.shape[1]), 2)
    gaps = np.stack([values[:, i] - values[:, j] for i, j in pairs], axis=1)
    return np.where(abs(gaps) <= ROUNDING, 0.0, np.sign(gaps))


def _consistency(people: Array, ours: Array) -> tuple[float | None, ...]:
    """Return the share of samples that are ordered alike, of those in which people prefer one."""
    found: list[float | None] = []
    for theirs, own in zip(people.T, ours.T, strict=True):
        known = (abs(theirs) == 1) & ~np.isnan(own)
        found.append(float((theirs == own)[known].mean()) if known.any() else None)
    return tuple(found)


def _divided(sums: Array, weights: Array) -> Array:
    found: Array = np.full(sums.shape, np.nan)
    np.divide(sums, weights, out=found, where=weights > 0)
    return found
