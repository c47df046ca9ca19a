"""Evaluation: one gold, any number of systems, any number of metrics.

    evaluation = evaluate("gold.amr", ["jamr.amr", "camr.amr"], ["smatch"])
    evaluation.systems[0].results[0].score.f1

Every pair has a status. A prediction that cannot be read scores zero while its gold still counts,
so that breaking hard graphs never pays; a gold graph that cannot be read is an error. `on_error`
changes that: ``skip`` leaves both sides of such pairs out, ``fail`` raises at the first bad graph.
The number of bad graphs is part of every result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, Literal, TypeAlias, get_args

from tertium import metrics as _metrics
from tertium.corpus import PAIR_BY, Corpus, PairBy, Pairing, pair
from tertium.errors import InputError, NotationError, OptionError
from tertium.graph import Graph, GraphLike, as_graph
from tertium.metrics import Metric, MetricLike, Progress, Score, StatisticsTable

OnError = Literal["zero", "skip", "fail"]
ON_ERROR: tuple[OnError, ...] = get_args(OnError)

Status = Literal["ok", "invalid-pred", "invalid-gold"]

CorpusLike: TypeAlias = "Corpus | str | PathLike[str] | Iterable[GraphLike | None]"
"""A corpus, the path of a file, or graphs."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A gold graph and its prediction, None where one cannot be read."""

    index: int  #: place in the gold, from 0
    id: str | None
    status: Status
    gold: Graph | None
    pred: Graph | None


@dataclass(frozen=True, slots=True)
class Result:
    """What one metric says about one system."""

    metric: Metric
    label: str  #: the metric's name, with options where another has the same name
    table: StatisticsTable  #: a row for each scored pair
    score: Score  #: of the corpus, by added statistics (micro average)
    macro: float  #: the mean value of the pairs

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
    corpus: Corpus
    pairs: tuple[Pair, ...]  #: those that were scored
    skipped: int
    note: str | None
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Scores of systems under metrics."""

    gold: Corpus
    systems: tuple[System, ...]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each system, metric and pair."""
        for system in self.systems:
            for result in system.results:
                yield from _rows(system, result)


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
    progress: Progress | None = None,
) -> Evaluation:
    """Score every system under every metric; one system or metric may stand without a list."""
    _require_choice("on_error", on_error, ON_ERROR)
    _require_choice("pair_by", pair_by, PAIR_BY)
    chosen = _chosen(metrics)
    gold_corpus = _corpus(gold, "gold")
    named = systems.items() if isinstance(systems, Mapping) else _named(systems)
    corpora = [(name, _corpus(source, name or "pred")) for name, source in named]
    names = _distinct_names([(name, corpus) for name, corpus in corpora])
    paired = [(corpus, pair(gold_corpus, corpus, pair_by)) for _, corpus in corpora]
    for corpus in [gold_corpus, *(corpus for _, corpus in corpora)]:
        _raise_bad(corpus, is_gold=corpus is gold_corpus, on_error=on_error)
    return Evaluation(
        gold_corpus,
        tuple(
            _evaluate_system(
                name, gold_corpus, corpus, pairing, chosen, on_error, threads, progress
            )
            for name, (corpus, pairing) in zip(names, paired, strict=True)
        ),
    )


def _evaluate_system(
    name: str,
    gold: Corpus,
    corpus: Corpus,
    pairing: Pairing,
    metrics: list[Metric],
    on_error: OnError,
    threads: int,
    progress: Progress | None,
) -> System:
    pairs = list(_pairs(gold, corpus, pairing))
    kept = tuple(p for p in pairs if on_error != "skip" or p.status == "ok")
    if not kept:
        raise InputError(f"{corpus.label}: no pair is left to score")
    labels = _labels(metrics)
    results = tuple(
        _evaluate_metric(metric, label, kept, threads, progress)
        for metric, label in zip(metrics, labels, strict=True)
    )
    return System(name, corpus, kept, len(pairs) - len(kept), pairing.note, results)


def _evaluate_metric(
    metric: Metric, label: str, pairs: tuple[Pair, ...], threads: int, progress: Progress | None
) -> Result:
    import numpy as np

    golds, preds = [p.gold for p in pairs], [p.pred for p in pairs]
    table = metric.compare_many(golds, preds, threads=threads, progress=progress)
    values = metric.scores(table)["value"]
    weights = table.column("pairs") if "pairs" in table.names else None
    scored = len(values) and (weights is None or weights.sum() > 0)
    macro = float(np.average(values, weights=weights)) if scored else 0.0
    return Result(metric, label, table, metric.score(table.sum()), macro)


def _labels(metrics: list[Metric]) -> list[str]:
    names = [metric.name for metric in metrics]
    return [m.name if names.count(m.name) == 1 else m.label for m in metrics]


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


def _rows(system: System, result: Result) -> Iterator[dict[str, Any]]:
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
            "metric": result.label,
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


def _corpus(source: CorpusLike, name: str) -> Corpus:
    if isinstance(source, Corpus):
        return source
    if isinstance(source, str | PathLike):
        return Corpus.read(source)
    return Corpus.of(source, name)


def _chosen(metrics: Iterable[MetricLike] | MetricLike) -> list[Metric]:
    if isinstance(metrics, str | Metric | type) or callable(metrics):
        return [_metrics.metric(metrics)]
    return [_metrics.metric(spec) for spec in metrics]


def _require_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise OptionError(f"{name}={value!r}; choose from {', '.join(choices)}")


def _named(
    systems: Sequence[CorpusLike] | Corpus | str | PathLike[str],
) -> list[tuple[str | None, CorpusLike]]:
    if isinstance(systems, Corpus | str | PathLike):
        return [(None, systems)]
    return [(None, system) for system in systems]


def _distinct_names(corpora: list[tuple[str | None, Corpus]]) -> list[str]:
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
