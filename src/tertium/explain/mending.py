"""Mending: the prediction after some edits, and what they would bring.

With m matches of g gold and p predicted triples, edits that add x triples and remove y give

    F1' = 2 (m + x) / (g + p - y + x)

since the alignment stays the best one: an alignment with more than m + x matches on the mended
graph would have had more than m before. Where triples do not count the same, or not at all, the
mended graph is scored instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from tertium.explain.sheet import INSTANCE
from tertium.graph import Graph, Triple, with_edges
from tertium.metrics import Metric
from tertium.metrics.aligning import Aligning

if TYPE_CHECKING:
    from tertium.explain.aligned import AlignedPair
    from tertium.explain.script import Edit, Script

Numbers: TypeAlias = tuple[Sequence[int], Sequence[int]]


def gain(script: Script, edits: Sequence[Edit]) -> float:
    """Return by how much edits would raise the score of a pair."""
    if not edits:
        return 0.0
    pair = script.pair
    if pair is None:
        return 1.0 - script.score.value
    if closed_form(script):
        added = sum(len(edit.numbers[0]) for edit in edits)
        removed = sum(len(edit.numbers[1]) for edit in edits)
        total = pair.gold_total + pair.pred_total
        return gained(pair.matched, added, removed, total)
    assert script.gold is not None
    row = script.metric.compare(script.gold, mended(pair, [edit.numbers for edit in edits]))
    return script.metric.score(row).value - script.score.value


def closed_form(script: Script) -> bool:
    """Return whether the gain of a script's edits is arithmetic: every triple counts 1 or 0."""
    return script.pair is not None and script.counts_triples and counts_alike(script.metric)


def counts_alike(metric: Metric) -> bool:
    """Return whether every triple counts 1 or 0 under a metric."""
    if not isinstance(metric, Aligning):
        return False
    aligner = metric._aligner
    return aligner.similarity is None and not aligner.weights and aligner.label_weights is None


def gained(matched: float, added: float, removed: float, total: float) -> float:
    """Return the gain in F1 of edits that add and remove triples.

    >>> round(gained(3, 1, 0, 7), 4)  # 3 of 4 gold and 3 predicted triples match, then all
    0.1429
    """
    return 2 * (matched + added) / (total - removed + added) - 2 * matched / total


def mended(pair: AlignedPair, numbers: Iterable[Numbers]) -> Graph:
    """Return the prediction after some edits, as it was written as far as that is known.

    *numbers* are the triples of the gold and of the prediction that each edit has.
    """
    work = _Mending(pair)
    for gold, pred in numbers:
        work.apply(gold, pred)
    return work.graph()


class _Mending:
    """A prediction that is being mended, as it was written.

    A written triple may be several of the standard form, and the other way around: where one of
    them is replaced, its sources are, and then whatever else comes from the same sources.
    """

    def __init__(self, pair: AlignedPair) -> None:
        self._pair = pair
        sides = pair.gold, pair.pred
        known = all(
            side.sources[place]
            for side, sheet in zip(sides, pair.sheets, strict=True)
            for place in sheet.places
            if place >= 0
        )
        self._graphs = [side.written if known else side.graph for side in sides]
        self._sources = [
            side.sources if known else tuple((k,) for k in range(len(side.graph.triples)))
            for side in sides
        ]
        self._names = self._new_names()
        self._removed: set[int] = set()
        self._added: set[int] = set()
        self._top = self._graphs[1].top

    def _new_names(self) -> dict[str, str]:
        """Return the names that variables of the gold have in the prediction."""
        gold, pred = self._pair.names(0), self._pair.names(1)
        across = self._pair.sheets[0].across
        found = {gold[v]: pred[w] for v, w in enumerate(across) if w >= 0}
        taken = {*pred, *self._graphs[1].variables}
        for name in (*gold, *self._graphs[0].variables):
            if name not in found:
                found[name] = _unused(name, taken)
        return found

    def apply(self, gold: Sequence[int], pred: Sequence[int]) -> None:
        """Add triples of the gold, and remove triples of the prediction."""
        for k in pred:
            self._removed.update(self._from(1, k))
        for k in gold:
            self._added.update(self._from(0, k))
            place = self._pair.sheets[0].places[k]
            if place < 0:
                self._top = self._names[self._pair.gold.graph.variables[-1 - place]]

    def _from(self, side: int, k: int) -> tuple[int, ...]:
        """Return the written triples that a numbered triple comes from; a top comes from none."""
        place = self._pair.sheets[side].places[k]
        return self._sources[side][place] if place >= 0 else ()

    def _complete(self) -> None:
        """Replace matching triples, too, that share a source with something that is replaced."""
        partners = self._pair.sheets[0].partners
        left = [(self._from(0, k), self._from(1, n)) for k, n in enumerate(partners) if n >= 0]
        while True:
            touched = [
                (gold, pred)
                for gold, pred in left
                if not self._added.isdisjoint(gold) or not self._removed.isdisjoint(pred)
            ]
            if not touched:
                return
            for gold, pred in touched:
                self._added.update(gold)
                self._removed.update(pred)
            left = [both for both in left if both not in touched]

    def graph(self) -> Graph:
        """Return the mended graph."""
        self._complete()
        # An inverse edge stays one: to smatch, `a :mod-of b` is another triple than `b :mod a`.
        gold, pred = (with_edges(graph, written=True) for graph in self._graphs)
        kept = [both for k, both in enumerate(pred) if k not in self._removed]
        for place in sorted(self._added):
            (source, role, target), is_edge = gold[place]
            end = self._names[target or ""] if is_edge else target
            kept.append(((self._names[source], role, end), is_edge))
        kept, top = _apart(kept, self._top)
        joined = {v for (s, _, t), e in kept if e for v in (s, t or "")}
        defined = {s for (s, role, _), _ in kept if role == INSTANCE}
        triples = [t for t, _ in kept if t[2] is not None or t[0] in joined]
        sources = {t[0] for t in triples}
        bare: list[Triple] = [(v, INSTANCE, None) for v in sorted(joined - defined)]
        if not triples and not bare:
            bare = [(top, INSTANCE, None)]
        known = top if top in joined | sources else None
        return Graph.from_triples(triples + bare, top=known, metadata=self._graphs[1].metadata)


def _apart(triples: list[tuple[Triple, bool]], top: str) -> tuple[list[tuple[Triple, bool]], str]:
    """Give variables that are called like a value another name: ``(5 / equal-01 :ARG2 5)``.

    Either graph is free to call a variable what the other has as a value.
    """
    values = {t for (_, role, t), is_edge in triples if not is_edge and role != INSTANCE and t}
    variables = {v for (s, _, t), is_edge in triples for v in ((s, t or "") if is_edge else (s,))}
    taken = values | variables | {top}
    new = {v: _unused(v, taken) for v in sorted(values & {*variables, top})}
    if not new:
        return triples, top
    renamed: list[tuple[Triple, bool]] = [
        ((new.get(s, s), role, new.get(t or "", t) if is_edge else t), is_edge)
        for (s, role, t), is_edge in triples
    ]
    return renamed, new.get(top, top)


def _unused(name: str, taken: set[str]) -> str:
    """Return a name like this one that is not taken, and take it."""
    new, number = name, 2
    while new in taken:
        new, number = f"{name}_{number}", number + 1
    taken.add(new)
    return new
