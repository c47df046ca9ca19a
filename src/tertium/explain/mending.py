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

from tertium.explain.sheet import INSTANCE, TOP
from tertium.graph import Graph, Triple

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
    metric = script.pair.metric if script.pair is not None else None
    if metric is None or metric != script.metric:
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
    """A prediction that is being mended."""

    def __init__(self, pair: AlignedPair) -> None:
        from tertium.explain.spelling import written_places

        self._pair = pair
        sides = pair.gold, pair.pred
        places = [written_places(side.written, side.graph) for side in sides]
        as_written = all(
            places[side][at] >= 0
            for side, sheet in enumerate(pair.sheets)
            for at in sheet.places
            if at >= 0
        )
        self._graphs = [side.written if as_written else side.graph for side in sides]
        self._places = [
            found if as_written else list(range(len(side.graph.triples)))
            for found, side in zip(places, sides, strict=True)
        ]
        self._names = self._new_names()
        self._removed: set[int] = set()
        self._added: list[int] = []
        self._top = self._graphs[1].top

    def _new_names(self) -> dict[str, str]:
        """Return the names that variables of the gold have in the prediction."""
        gold, pred = self._pair.names(0), self._pair.names(1)
        taken, found = set(pred), {}
        for v, name in enumerate(gold):
            partner = self._pair.sheets[0].across[v]
            if partner >= 0:
                found[name] = pred[partner]
                continue
            new, number = name, 2
            while new in taken:
                new, number = f"{name}_{number}", number + 1
            taken.add(new)
            found[name] = new
        return found

    def apply(self, gold: Sequence[int], pred: Sequence[int]) -> None:
        """Add triples of the gold, and remove triples of the prediction."""
        for k in pred:
            if self._pair.sheets[1].triples[k][1] != TOP:
                self._removed.add(self._places[1][self._pair.sheets[1].places[k]])
        for k in gold:
            place = self._pair.sheets[0].places[k]
            if place < 0:
                self._top = self._names[self._pair.gold.graph.variables[-1 - place]]
            else:
                self._added.append(self._places[0][place])

    def graph(self) -> Graph:
        """Return the mended graph."""
        gold, pred = self._graphs
        kept = [(t, e) for k, (t, e) in enumerate(_kinds(pred)) if k not in self._removed]
        kinds = _kinds(gold)
        for place in sorted(self._added):
            (source, role, target), is_edge = kinds[place]
            end = self._names[target or ""] if is_edge else target
            kept.append(((self._names[source], role, end), is_edge))
        joined = {v for (s, _, t), e in kept if e for v in (s, t or "")}
        defined = {s for (s, role, _), _ in kept if role == INSTANCE}
        triples = [t for t, _ in kept if t[2] is not None or t[0] in joined]
        sources = {t[0] for t in triples}
        bare: list[Triple] = [(v, INSTANCE, None) for v in sorted(joined - defined)]
        top = self._top if self._top in joined | sources else None
        if not triples and not bare:
            bare = [(self._top, INSTANCE, None)]
        return Graph.from_triples(triples + bare, top=top, metadata=pred.metadata)


def _kinds(graph: Graph) -> list[tuple[Triple, bool]]:
    """Return the triples of a graph, and whether they join two variables."""
    return list(zip(graph.triples, graph._edges(), strict=True))
