"""Evaluation: one gold, any number of systems, any number of metrics.

    evaluation = evaluate("gold.amr", ["jamr.amr", "camr.amr"], ["smatch"])
    print(evaluation)                          # a table; in a notebook it shows itself
    evaluation.systems[0].results[0].score.f1
    evaluation.pairs                           # a row for each system, metric and pair

Every pair has a status. A prediction that cannot be read scores zero while its gold still counts,
so that breaking hard graphs never pays; a gold graph that cannot be read is an error. `on_error`
changes that: ``skip`` leaves both sides of such pairs out, ``fail`` raises at the first bad graph.
`missing` says the same about predictions that are not there, and there ``fail`` is the default. How
pairs were made, and the numbers of bad and missing graphs, are part of every result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TypeAlias

from tertium import metrics as _metrics
from tertium.errors import InputError, counted
from tertium.evaluation.policy import ON_ERROR, Entry, OnError, noted, require_choice
from tertium.evaluation.results import Evaluation, Pair, Policy, Result, Shard, Status, System
from tertium.graph import (
    MISSING,
    PAIR_BY,
    Corpus,
    Graph,
    GraphLike,
    Missing,
    PairBy,
    Pairing,
    as_graph,
    pair,
)
from tertium.metrics import Metric, MetricLike, Progress, Score
from tertium.statistics import Confidence

CorpusLike: TypeAlias = "Corpus | str | PathLike[str] | Iterable[GraphLike | None]"
"""A corpus, the path of a file, or graphs."""


def score(gold: GraphLike, pred: GraphLike, metric: MetricLike = "smatch") -> Score:
    """Score one pair of graphs.

    >>> print(score("(g / go-02 :ARG0 (b / boy))", "(x / go-02 :ARG0 (y / girl))"))
    smatch 75.00 (P 75.00, R 75.00)
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
    missing: Missing = "fail",
    pair_by: PairBy = "auto",
    threads: int = 0,
    confidence: Confidence | None = None,
    shard: Shard | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Score every system under every metric; a single one needs no list.

    >>> golds = ["(b / boy)", "(c / cat)"]
    >>> found = evaluate(golds, {"a": golds, "b": ["(b / boy)", "(d / dog)"]}, ["smatch", "wlk"])
    >>> [round(result.score.value, 2) for result in found.systems[1].results]
    [0.75, 0.5]

    *on_error*, *missing* and *pair_by* are those of ``tertium score``. With *confidence*, scores
    have intervals; with *shard*, only its part of the pairs is scored.
    """
    require_choice("on_error", on_error, ON_ERROR)
    require_choice("missing", missing, MISSING)
    require_choice("pair_by", pair_by, PAIR_BY)
    chosen = chosen_metrics(metrics)
    gold_corpus = as_corpus(gold, "gold")
    corpora = named_corpora(systems, "pred")
    names = distinct_names(corpora)
    paired = [
        (corpus, pair(gold_corpus, corpus, pair_by, missing=missing)) for _, corpus in corpora
    ]
    for corpus in [gold_corpus, *(corpus for _, corpus in corpora)]:
        _raise_bad(corpus, is_gold=corpus is gold_corpus, on_error=on_error)
    work = _Work(gold_corpus, chosen, on_error, missing, threads, shard, progress)
    evaluation = Evaluation(
        gold_corpus,
        tuple(
            work.evaluate(name, corpus, pairing)
            for name, (corpus, pairing) in zip(names, paired, strict=True)
        ),
        policy=Policy(on_error, missing),
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
    missing: Missing
    threads: int
    shard: Shard | None
    progress: Progress | None

    def evaluate(self, name: str, corpus: Corpus, pairing: Pairing) -> System:
        pairs = [
            item
            for item in _pairs(self.gold, corpus, pairing)
            if self.shard is None or item.index in self.shard
        ]
        kept = tuple(filter(self._keeps, pairs))
        return System(
            name,
            corpus,
            kept,
            len(pairs) - len(kept),
            tuple(self._notes(corpus, pairing)),
            tuple(self._compare(metric, kept) for metric in self.metrics),
            pairing.by,
            pairing.missing,
            len(pairing.surplus),
        )

    def _keeps(self, item: Pair) -> bool:
        policy = self.missing if item.status == "missing-pred" else self.on_error
        return policy != "skip" or item.status == "ok"

    def _notes(self, corpus: Corpus, pairing: Pairing) -> Iterator[str]:
        yield from pairing.notes
        if pairing.missing:
            place = list(pairing.pred).index(None)
            id = f" ({self.gold.ids[place]})" if self.gold.ids[place] else ""
            yield (
                f"{corpus.label}: {counted(pairing.missing, 'graph')} missing, "
                f"{'left out' if self.missing == 'skip' else 'scored zero'}; the first is that of "
                f"gold graph {place + 1}{id}"
            )
        if corpus.path is not None and self.gold.entries == corpus.entries:
            yield f"{corpus.label}: these are the gold graphs themselves"

    def _compare(self, metric: Metric, pairs: tuple[Pair, ...]) -> Result:
        golds, preds = [p.gold for p in pairs], [p.pred for p in pairs]
        return Result.of(
            metric,
            metric.compare_many(golds, preds, threads=self.threads, progress=self.progress),
        )


def _pairs(gold: Corpus, pred: Corpus, pairing: Pairing) -> Iterator[Pair]:
    gold_ids = gold.ids
    for i, j in zip(pairing.gold, pairing.pred, strict=True):
        g, p = gold.entries[i], None if j is None else pred.entries[j]
        status: Status = "ok"
        if not isinstance(g, Graph):
            status = "invalid-gold"
        elif p is None:
            status = "missing-pred"
        elif not isinstance(p, Graph):
            status = "invalid-pred"
        yield Pair(i, gold_ids[i], status, _graph(g), _graph(p))


def _graph(entry: Entry) -> Graph | None:
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
    if not is_gold:
        raise corpus.errors[0]
    raise noted(
        corpus,
        f"{len(corpus.errors)} of {len(corpus)} gold graphs cannot be read, and a score needs "
        "all of them; --on-error skip (on_error='skip') leaves such pairs out",
    )
