"""Aligned pairs: of several best alignments always the same one, and the one that reads best.

    gold (a / and :op1 (b / boy) :op2 (g / girl))
    pred (x / and :op2 (y / boys) :op1 (z / girl))

Often several alignments match as many triples. Which of them is shown must not depend on the order
of triples, the names of variables or which graph is gold, and what is alike shall be aligned. So
graphs are aligned in a canonical order, and among the best alignments the one with the most similar
concepts is taken. A node that then shares no triple and no word with its partner is unaligned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, cast

from tertium import _native
from tertium.alignment.similarity import grade
from tertium.explain.order import canonical_ranks
from tertium.explain.sheet import INSTANCE, TOP, Counted, Sheet
from tertium.explain.words import Alikeness, kinship
from tertium.graph import Graph
from tertium.standard import AS_IS, Top

if TYPE_CHECKING:
    from tertium.metrics.aligning import Aligning

_UNIT = 2.0**-12  # of alikeness: too little, in sum, to outweigh a triple
_EQUAL = 1e-9
_BATCH = 2048  # pairs whose concepts are graded at once


@dataclass(slots=True)
class Standard:
    """A graph in the form that a metric compares, with its variables in canonical order."""

    written: Graph
    graph: Graph  #: in standard form
    ranks: list[int]
    ordered: Graph  #: the same graph with numbers for names, in canonical order
    key: tuple[object, ...]

    @classmethod
    def of(cls, written: Graph, graph: Graph) -> Standard:
        """Order a graph that is in standard form."""
        ranks = canonical_ranks(graph)
        number = {name: ranks[k] for k, name in enumerate(graph.variables)}
        kinds = list(zip(graph.triples, graph._edges(), strict=True))
        mark = "§"
        while any(not is_edge and (t[2] or "").startswith(mark) for t, is_edge in kinds):
            mark += "§"
        rows = sorted(
            (number[s], role != INSTANCE, role, number[t or ""] if is_edge else -1,
             "" if is_edge else t or "", t is None)
            for (s, role, t), is_edge in kinds
        )  # fmt: skip
        triples = [
            (f"{mark}{s}", role, f"{mark}{edge}" if edge >= 0 else None if bare else value)
            for s, _, role, edge, value, bare in rows
        ]
        top = number[graph.top]
        ordered = cast("Graph", _native.from_triples(triples, f"{mark}{top}"))
        return cls(written, graph, ranks, ordered, (len(rows), len(ranks), top, rows))


@dataclass(slots=True)
class AlignedPair:
    """Two graphs, aligned, and what each triple of both earned."""

    metric: Aligning
    found: _native.PairAlignment
    gold: Standard
    pred: Standard
    sheets: tuple[Sheet, Sheet]  #: the gold's and the prediction's
    swapped: bool  #: whether the prediction comes first in canonical order
    matched: float
    upper: float
    proven: bool

    @property
    def gold_total(self) -> float:
        """What the triples of the gold count."""
        return sum(m[4] for m in self.found.matches if m[0] >= 0)

    @property
    def pred_total(self) -> float:
        """What the triples of the prediction count."""
        return sum(m[5] for m in self.found.matches if m[1] >= 0)

    def names(self, side: int) -> list[str]:
        """Return the names of a side's variables, by their rank."""
        standard = self.pred if side else self.gold
        found = [""] * len(standard.ranks)
        for rank, name in zip(standard.ranks, standard.graph.variables, strict=True):
            found[rank] = name
        return found


def counts_alike(metric: Aligning) -> bool:
    """Return whether every triple counts 1 if it matches, and else 0."""
    aligner = metric._aligner
    return aligner.similarity is None and not aligner.weights and aligner.label_weights is None


class PairAligner:
    """Aligns pairs of graphs for a metric."""

    def __init__(self, metric: Aligning) -> None:
        self._metric = metric
        self._aligner = metric._aligner
        self._convention = metric.convention._native()
        own = self._aligner.similarity
        ties = metric.solver == "exact" and counts_alike(metric)
        self._grading = own or (Alikeness(_UNIT) if ties else None)
        self._graded_by_metric = own is not None

    def standard(self, graph: Graph) -> Standard:
        """Return the form of a graph that is compared, in canonical order."""
        standard = cast("Graph", _native.standardise(graph, self._convention))
        return Standard.of(graph, standard)

    def align(self, pairs: Sequence[tuple[Standard, Standard]]) -> Iterator[AlignedPair]:
        """Yield the aligned pairs; the concepts of many are graded at once."""
        for start in range(0, len(pairs), _BATCH):
            part = pairs[start : start + _BATCH]
            plain, tied = self._fresh(), self._fresh()
            if self._grading is not None:
                golds: list[Graph | None] = [gold.ordered for gold, _ in part]
                preds: list[Graph | None] = [pred.ordered for _, pred in part]
                tied.convention = AS_IS._native()
                grade(tied, self._grading, golds, preds)
                tied.convention = self._convention
            if self._graded_by_metric:
                plain = tied
            for gold, pred in part:
                yield self._align(gold, pred, plain, tied)

    def _fresh(self) -> _native.AlignerOptions:
        options = self._aligner._fresh_options()
        options.standardised = True
        return options

    def _align(
        self,
        gold: Standard,
        pred: Standard,
        plain: _native.AlignerOptions,
        tied: _native.AlignerOptions,
    ) -> AlignedPair:
        swapped = pred.key < gold.key
        best = _solved(plain, gold, pred, swapped)
        chosen = best
        if tied is not plain and self._grading is not None:
            chosen = _solved(tied, gold, pred, swapped)
        found = self._account(gold, pred, chosen, plain)
        if _earned(found) < best.matched - _EQUAL:  # the budget of the choice ended early
            found = self._account(gold, pred, best, plain)
        sheets = _sheets(gold, pred, found, self._metric.convention.top)
        return AlignedPair(
            self._metric, found, gold, pred, sheets, swapped,
            best.matched, best.upper, best.proven,
        )  # fmt: skip

    def _account(
        self, gold: Standard, pred: Standard, by: _Solved, options: _native.AlignerOptions
    ) -> _native.PairAlignment:
        """Return what matches under a mapping, triple by triple."""
        back = {rank: k for k, rank in enumerate(pred.ranks)}
        mapping = [back.get(by.mapping[rank], -1) for rank in gold.ranks]
        budget, options.budget = options.budget, 0
        found = _native.align(options, gold.graph, pred.graph, mapping)
        options.budget = budget
        return found


class _Solved(NamedTuple):
    mapping: list[int]  #: ranks of the gold's variables to ranks of the prediction's
    matched: float
    upper: float
    proven: bool


def _solved(
    options: _native.AlignerOptions, gold: Standard, pred: Standard, swapped: bool
) -> _Solved:
    """Align two graphs in canonical order, the canonically smaller one first."""
    if not swapped:
        found = _native.align(options, gold.ordered, pred.ordered)
        return _Solved(found.mapping, found.matched, found.upper, found.proven)
    found = _native.align(options, pred.ordered, gold.ordered)
    mapping = [-1] * len(gold.ranks)
    for of_pred, of_gold in enumerate(found.mapping):
        if of_gold >= 0:
            mapping[of_gold] = of_pred
    return _Solved(mapping, found.matched, found.upper, found.proven)


def _earned(found: _native.PairAlignment) -> float:
    return sum(match[3] for match in found.matches if match[0] >= 0 and match[1] >= 0)


def _sheets(
    gold: Standard, pred: Standard, found: _native.PairAlignment, top: Top
) -> tuple[Sheet, Sheet]:
    """Return both graphs as the rules read them."""
    matches = found.matches
    first, places = _sheet(gold, matches, 0, top)
    second, other_places = _sheet(pred, matches, 1, top)
    for m, (i, j, _, earned, worth, other_worth) in enumerate(matches):
        if i >= 0 and j >= 0:
            k, n = places[m], other_places[m]
            first.partners[k], second.partners[n] = n, k
            first.short[k], second.short[n] = worth - earned, other_worth - earned
        elif i >= 0:
            first.short[places[m]] = worth
        else:
            second.short[other_places[m]] = other_worth
    _open_triples(first, second)
    for k, j in enumerate(found.mapping):
        if j >= 0:
            v, w = gold.ranks[k], pred.ranks[j]
            first.across[v], second.across[w] = w, v
    _unalign_strangers(first, second)
    return first, second


def _open_triples(first: Sheet, second: Sheet) -> None:
    """Open the triples without a partner, and those of concepts that match by degrees."""
    second.open = {n for n, partner in enumerate(second.partners) if partner < 0}
    for k, n in enumerate(first.partners):
        if n < 0:
            first.open.add(k)
        elif first.short[k] > _EQUAL or second.short[n] > _EQUAL:
            v, w = first.triples[k][0], second.triples[n][0]
            if first.triples[k][1] in (INSTANCE, TOP) and first.concepts[v] != second.concepts[w]:
                first.open.add(k)
                second.open.add(n)
            else:
                first.distant.append(k)
                second.distant.append(n)


def _sheet(
    standard: Standard,
    matches: list[tuple[int, int, bool, float, float, float]],
    side: int,
    top: Top,
) -> tuple[Sheet, dict[int, int]]:
    """Return a sheet, and the numbers of its triples by the number of the match."""
    graph, ranks = standard.graph, standard.ranks
    number = dict(zip(graph.variables, ranks, strict=True))
    triples, edges = graph.triples, graph._edges()
    concepts = None
    if top == "concept":
        concepts = {s: t or "" for s, role, t in reversed(triples) if role == INSTANCE}
    rows: list[tuple[Counted, int, int]] = []
    for m, match in enumerate(matches):
        place = match[1] if side else match[0]
        if place < 0:
            continue
        if match[2]:
            value = concepts.get(graph.variables[place], "") if concepts is not None else "top"
            rows.append(((ranks[place], TOP, value), m, -1 - place))
        else:
            source, role, target = triples[place]
            end = number[target or ""] if edges[place] else target or ""
            rows.append(((number[source], role, end), m, place))
    rows.sort(key=_order)
    return Sheet(len(ranks), rows), {row[1]: k for k, row in enumerate(rows)}


def _order(row: tuple[Counted, int, int]) -> tuple[int, str, int, str]:
    source, role, target = row[0]
    return (source, role, target, "") if isinstance(target, int) else (source, role, -1, target)


def _unalign_strangers(first: Sheet, second: Sheet) -> None:
    """Take apart aligned nodes that share no triple and no word."""
    known = [False] * first.size
    for k, n in enumerate(first.partners):
        if n >= 0:
            source, _, target = first.triples[k]
            known[source] = True
            if isinstance(target, int):
                known[target] = True
    for v, w in enumerate(first.across):
        if w >= 0 and not known[v]:
            one, other = sorted((first.concepts[v], second.concepts[w]))
            if not one or not other or not kinship(one, other).alike:
                first.across[v] = second.across[w] = -1
