"""Evaluation: one gold, any number of systems, any number of metrics.

    evaluation = evaluate("gold.amr", ["jamr.amr", "camr.amr"], ["smatch"])
    print(evaluation)                          # a table; in a notebook it shows itself
    evaluation.systems[0].results[0].score.f1
    evaluation.pairs                           # a row for each system, metric and pair

Every pair has a status. A prediction that cannot be read scores zero while its gold still counts,
so that breaking hard graphs never pays; a gold graph that cannot be read is an error. `on_error`
changes that: ``skip`` leaves both sides of such pairs out, ``fail`` raises at the first bad graph.
The number of bad graphs is part of every result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, get_args

from tertium import metrics as _metrics
from tertium.errors import InputError, NotationError, OptionError
from tertium.graph import PAIR_BY, Corpus, Graph, GraphLike, PairBy, Pairing, as_graph, pair
from tertium.metrics import Metric, MetricLike, Progress, Score, StatisticsTable
from tertium.options import require
from tertium.written import Written

if TYPE_CHECKING:
    from tertium.resampling import Sample
    from tertium.significance import Confidence, Interval

OnError = Literal["zero", "skip", "fail"]
ON_ERROR: tuple[OnError, ...] = get_args(OnError)

Status = Literal["ok", "invalid-pred", "invalid-gold"]

CorpusLike: TypeAlias = "Corpus | str | PathLike[str] | Iterable[GraphLike | None]"
"""A corpus, the path of a file, or graphs."""


class Origin(Protocol):
    """Where graphs came from: a corpus, or what a merged shard remembers of one."""

    @property
    def path(self) -> str | None: ...
    @property
    def label(self) -> str: ...
    @property
    def errors(self) -> Sequence[NotationError]: ...
    def __len__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Shard:
    """One of several parts of the work: every pair whose index leaves the same remainder.

    >>> [index for index in range(7) if index in Shard(2, 3)]
    [1, 4]
    """

    number: int  #: from 1
    of: int

    def __contains__(self, index: int) -> bool:
        return index % self.of == self.number - 1


@dataclass(frozen=True, slots=True)
class Pair:
    """A gold graph and its prediction, None where one cannot be read (or was not kept)."""

    index: int  #: place in the gold, from 0
    id: str | None
    status: Status
    gold: Graph | None
    pred: Graph | None


@dataclass(frozen=True, slots=True)
class Result:
    """What one metric says about one system."""

    metric: Metric
    table: StatisticsTable  #: a row for each scored pair
    score: Score  #: of the corpus, by added statistics (micro average)
    macro: float  #: the mean value of the pairs
    interval: Interval | None = None  #: of the corpus value, where asked for
    macro_interval: Interval | None = None

    @classmethod
    def of(cls, metric: Metric, table: StatisticsTable) -> Result:
        """Add up the statistics of the pairs; without any pair the value is 0."""
        from tertium.resampling import Sample

        if not len(table):
            empty = Score(metric.name, 0.0, statistics=table.sum(), signature=metric.signature)
            return cls(metric, table, empty, 0.0)
        sample = Sample(metric, table)
        values, weights = sample.values(), sample.weights()
        macro = float((values * weights).sum() / max(1.0, weights.sum()))
        return cls(metric, table, metric.score(table.sum()), macro)

    @property
    def pairs(self) -> int:
        """The number of pairs in which the metric found something to compare."""
        return round(float(self.sample.weights().sum()))

    @property
    def sample(self) -> Sample:
        """The pairs, ready for resampling."""
        from tertium.resampling import Sample

        return Sample(self.metric, self.table)

    @property
    def proven(self) -> int | None:
        """The number of pairs with a proven alignment; None if the metric aligns nothing."""
        if "proven" not in self.table.names:
            return None
        return round(float(self.table.column("proven").sum()))


@dataclass(frozen=True, slots=True)
class System:
    """One system's predictions and what the metrics say about them."""

    name: str
    corpus: Origin
    pairs: tuple[Pair, ...] = field(repr=False)  #: those that were scored
    skipped: int
    note: str | None
    results: tuple[Result, ...]

    @property
    def graphs(self) -> Iterator[tuple[Graph | None, Graph | None]]:
        """The gold and the predicted graph of each pair."""
        return ((pair.gold, pair.pred) for pair in self.pairs)


@dataclass(frozen=True, slots=True)
class Evaluation(Written):
    """Scores of systems under metrics.

    >>> evaluation = evaluate(["(b / boy)"], {"a": ["(b / boy)"], "b": ["(g / girl)"]})
    >>> print(evaluation)
    system  metric  pairs  invalid       P       R      F1   macro  proven
    a       smatch      1        0  100.00  100.00  100.00  100.00       1
    b       smatch      1        0   50.00   50.00   50.00   50.00       1
    ...
    """

    gold: Origin
    systems: tuple[System, ...]
    confidence: Confidence | None = None  #: how intervals were made

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each system, metric and pair."""
        for system in self.systems:
            for label, result in zip(self.labels, system.results, strict=True):
                yield from _rows(system, label, result)

    @property
    def pairs(self) -> list[dict[str, Any]]:
        """A row for each system, metric and pair; ``pandas.DataFrame(evaluation.pairs)`` works."""
        return list(self.rows())

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics, in the order they were asked for."""
        return tuple(r.metric for r in self.systems[0].results) if self.systems else ()

    @property
    def labels(self) -> tuple[str, ...]:
        """Names for the metrics, with their options where one metric is there twice."""
        labels = [metric.label for metric in self.metrics]
        return tuple(
            metric.spec if labels.count(label) > 1 else label
            for metric, label in zip(self.metrics, labels, strict=True)
        )

    def with_confidence(self, confidence: Confidence | None = None) -> Evaluation:
        """Return the evaluation with intervals, by the bootstrap over pairs."""
        from tertium.significance import Confidence

        confidence = Confidence() if confidence is None else confidence
        require(Confidence, confidence, "confidence")
        systems = tuple(_with_intervals(system, confidence) for system in self.systems)
        return replace(self, systems=systems, confidence=confidence)

    def _render(self, format: Any) -> str:
        from tertium.report.scores import render

        return render(self, format)


def score(gold: GraphLike, pred: GraphLike, metric: MetricLike = "smatch") -> Score:
    """Score one pair of graphs.

    >>> score("(b / boy)", "(g / girl)", "smatch:top=concept").value
    0.0
    """
    chosen = _metrics.metric(metric)
    return chosen.score(chosen.compare(as_graph(gold), as_graph(pred)))


def score_corpus(
    golds: CorpusLike, preds: CorpusLike, metric: MetricLike = "smatch", *, threads: int = 0
) -> Score:
    """Score predictions against gold graphs, from files or from memory.

    >>> print(score_corpus(["(b / boy)", "(c / cat)"], ["(b / boy)", "(c / car)"]))
    smatch 75.00 (P 75.00, R 75.00)
    """
    evaluation = evaluate(golds, [preds], [metric], threads=threads)
    return evaluation.systems[0].results[0].score


def evaluate(
    gold: CorpusLike,
    systems: Sequence[CorpusLike] | Mapping[str, CorpusLike] | Corpus | str | PathLike[str],
    metrics: Iterable[MetricLike] | MetricLike = "smatch",
    *,
    on_error: OnError = "zero",
    pair_by: PairBy = "auto",
    threads: int = 0,
    confidence: Confidence | None = None,
    shard: Shard | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Score every system under every metric; one system or metric may stand without a list.

    With *shard*, only its part of the pairs is scored.
    """
    _require_choice("on_error", on_error, ON_ERROR)
    _require_choice("pair_by", pair_by, PAIR_BY)
    chosen = chosen_metrics(metrics)
    gold_corpus = as_corpus(gold, "gold")
    corpora = named_corpora(systems, "pred")
    names = distinct_names(corpora)
    paired = [(corpus, pair(gold_corpus, corpus, pair_by)) for _, corpus in corpora]
    for corpus in [gold_corpus, *(corpus for _, corpus in corpora)]:
        _raise_bad(corpus, is_gold=corpus is gold_corpus, on_error=on_error)
    work = _Work(gold_corpus, chosen, on_error, threads, shard, progress)
    evaluation = Evaluation(
        gold_corpus,
        tuple(
            work.evaluate(name, corpus, pairing)
            for name, (corpus, pairing) in zip(names, paired, strict=True)
        ),
    )
    if shard is None:
        require_pairs(evaluation)
    return evaluation if confidence is None else evaluation.with_confidence(confidence)


def require_pairs(evaluation: Evaluation) -> None:
    """Refuse an evaluation that has nothing to say about a system."""
    for system in evaluation.systems:
        if not system.pairs:
            raise InputError(f"{system.name}: no pair of graphs is left to score")


@dataclass(frozen=True, slots=True)
class _Work:
    """What is done to every system alike."""

    gold: Corpus
    metrics: list[Metric]
    on_error: OnError
    threads: int
    shard: Shard | None
    progress: Progress | None

    def evaluate(self, name: str, corpus: Corpus, pairing: Pairing) -> System:
        pairs = [
            item
            for item in _pairs(self.gold, corpus, pairing)
            if self.shard is None or item.index in self.shard
        ]
        kept = tuple(p for p in pairs if self.on_error != "skip" or p.status == "ok")
        results = tuple(self._compare(metric, kept) for metric in self.metrics)
        note = _join_notes(pairing.note, _sameness(self.gold, corpus))
        return System(name, corpus, kept, len(pairs) - len(kept), note, results)

    def _compare(self, metric: Metric, pairs: tuple[Pair, ...]) -> Result:
        golds, preds = [p.gold for p in pairs], [p.pred for p in pairs]
        return Result.of(
            metric,
            metric.compare_many(golds, preds, threads=self.threads, progress=self.progress),
        )


def _with_intervals(system: System, confidence: Confidence) -> System:
    from tertium.significance import intervals

    if not system.pairs or not system.results:
        return system
    found = intervals([result.sample for result in system.results], confidence)
    return replace(
        system,
        results=tuple(
            replace(result, interval=micro, macro_interval=macro)
            for result, (micro, macro) in zip(system.results, found, strict=True)
        ),
    )


def _sameness(gold: Corpus, corpus: Corpus) -> str | None:
    """Return a word of warning if a system's graphs are the gold graphs."""
    if corpus.path is None or gold.entries != corpus.entries:
        return None
    return f"{corpus.label}: these are the gold graphs themselves"


def _join_notes(*notes: str | None) -> str | None:
    return "; ".join(note for note in notes if note) or None


def _pairs(gold: Corpus, pred: Corpus, pairing: Pairing) -> Iterator[Pair]:
    gold_ids = gold.ids
    for i, j in zip(pairing.gold, pairing.pred, strict=True):
        g, p = gold.entries[i], pred.entries[j]
        status: Status = "ok"
        if not isinstance(g, Graph):
            status = "invalid-gold"
        elif not isinstance(p, Graph):
            status = "invalid-pred"
        yield Pair(i, gold_ids[i], status, _graph(g), _graph(p))


def _rows(system: System, label: str, result: Result) -> Iterator[dict[str, Any]]:
    columns = {name: column.tolist() for name, column in result.metric.scores(result.table).items()}
    counts = {
        name: [_number(value) for value in result.table.column(name).tolist()]
        for name in ("matched", "pred_total", "gold_total", "upper", "proven")
        if name in result.table.names
    }
    if "proven" in counts:
        counts["proven"] = [value == 1 for value in counts["proven"]]
    columns.pop("upper", None)
    for row, item in enumerate(system.pairs):
        yield {
            "system": system.name,
            "metric": label,
            "index": item.index,
            "id": item.id,
            "status": item.status,
            **{name: column[row] for name, column in columns.items()},
            **{name: column[row] for name, column in counts.items()},
        }


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else value


def _graph(entry: Graph | NotationError) -> Graph | None:
    return entry if isinstance(entry, Graph) else None


def as_corpus(source: CorpusLike, name: str) -> Corpus:
    """Return a corpus, read it from a file, or make it of graphs."""
    if isinstance(source, Corpus):
        return source
    if isinstance(source, str | PathLike):
        return Corpus.read(source)
    require_several(source, f"{name}: expected a file or graphs")
    return Corpus.of(source, name)


def require_several(thing: object, expected: str) -> None:
    """Refuse what is no list or other iterable."""
    if not isinstance(thing, Iterable) or isinstance(thing, bytes | bytearray | Mapping | Graph):
        raise InputError(f"{expected}, not {type(thing).__name__}")


def named_corpora(
    sources: Iterable[CorpusLike] | Mapping[str, CorpusLike] | Corpus | str | PathLike[str],
    fallback: str,
) -> list[tuple[str | None, Corpus]]:
    """Return corpora with the names that they were given; one may stand without a list."""
    if isinstance(sources, Mapping):
        return [(name, as_corpus(source, name)) for name, source in sources.items()]
    if isinstance(sources, Corpus | str | PathLike):
        return [(None, as_corpus(sources, fallback))]
    require_several(sources, f"{fallback}: expected files or lists of graphs")
    return [(None, as_corpus(source, fallback)) for source in sources]


def chosen_metrics(metrics: Iterable[MetricLike] | MetricLike) -> list[Metric]:
    """Return the metrics that are described; one may stand without a list."""
    if isinstance(metrics, str | Metric | type) or callable(metrics):
        return [_metrics.metric(metrics)]
    require_several(metrics, "metrics: expected names or metrics")
    return [_metrics.metric(spec) for spec in metrics]


def _require_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise OptionError(f"{name}={value!r}; choose from {', '.join(choices)}")


def distinct_names(corpora: Sequence[tuple[str | None, Corpus]]) -> list[str]:
    """Return short names, or paths and numbers where short names would be the same."""
    names = [name or corpus.name for name, corpus in corpora]
    if len(set(names)) < len(names):
        names = [name or corpus.label for name, corpus in corpora]
    seen: dict[str, int] = {}
    for i, name in enumerate(names):
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            names[i] = f"{name} ({seen[name]})"
    return names


def _raise_bad(corpus: Corpus, *, is_gold: bool, on_error: OnError) -> None:
    if not corpus.errors or not (on_error == "fail" or (is_gold and on_error == "zero")):
        return
    first = corpus.errors[0]
    error = first.at(first.place.path, first.place.index)  # a copy, for the note
    if is_gold:
        error.add_note(
            f"{len(corpus.errors)} of {len(corpus)} gold graphs cannot be read, and a score needs "
            "all of them; on-error skip leaves such pairs out"
        )
    raise error
