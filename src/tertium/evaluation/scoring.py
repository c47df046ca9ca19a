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
from dataclasses import dataclass
from os import PathLike
from typing import Literal, TypeAlias, get_args

from tertium import metrics as _metrics
from tertium.errors import InputError, NotationError, OptionError
from tertium.evaluation.results import Evaluation, Pair, Result, Shard, Status, System
from tertium.graph import PAIR_BY, Corpus, Graph, GraphLike, PairBy, Pairing, as_graph, pair
from tertium.metrics import Metric, MetricLike, Progress, Score
from tertium.statistics import Confidence

OnError = Literal["zero", "skip", "fail"]
ON_ERROR: tuple[OnError, ...] = get_args(OnError)

OnBad = Literal["fail", "skip"]
ON_BAD: tuple[OnBad, ...] = get_args(OnBad)

CorpusLike: TypeAlias = "Corpus | str | PathLike[str] | Iterable[GraphLike | None]"
"""A corpus, the path of a file, or graphs."""


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
        return System(name, corpus, kept, len(pairs) - len(kept), note, results, pairing.by)

    def _compare(self, metric: Metric, pairs: tuple[Pair, ...]) -> Result:
        golds, preds = [p.gold for p in pairs], [p.pred for p in pairs]
        return Result.of(
            metric,
            metric.compare_many(golds, preds, threads=self.threads, progress=self.progress),
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
