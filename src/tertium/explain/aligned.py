"""Aligned pairs: of several best alignments always the same one, and the one that reads best.

    gold (a / and :op1 (b / boy) :op2 (g / girl))
    pred (x / and :op2 (y / boys) :op1 (z / girl))

Often several alignments match as many triples. The native core then chooses the one with the most
equal concepts, the most similar ones, the most neighbours in common, whatever the order of triples,
the names of variables, and which graph is gold. A node that shares no triple and no word with its
partner is unaligned. What the rules read is in canonical order, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, cast

from tertium import _native
from tertium.alignment.groups import Sets, numbered
from tertium.alignment.similarity import TooManyConceptsError, similarities
from tertium.explain.order import canonical_ranks
from tertium.explain.sheet import INSTANCE, TOP, Counted, Sheet
from tertium.explain.words import ALIKENESS, kinship
from tertium.graph import Graph, Triple, with_edges
from tertium.metrics.arithmetic import ROUNDING
from tertium.standard import AS_IS, Top
from tertium.standard.closure import close
from tertium.standard.sentences import labels_of

if TYPE_CHECKING:
    from tertium.metrics.aligning import Aligning

NativeMatch: TypeAlias = tuple[int, int, bool, float, float, float]
"""Places of two triples or variables of tops, whether it is a top, earned, worth on each side."""

Sources: TypeAlias = tuple[tuple[int, ...], ...]
"""For each triple of a standard form, the written triples that it comes from."""

_BATCH = 2048  # pairs whose concepts are graded at once


class Standard:
    """A graph in the form that a metric compares, with its variables in canonical order."""

    __slots__ = ("__dict__", "graph", "ranks", "topped", "written")

    def __init__(self, written: Graph, graph: Graph, top: Top) -> None:
        self.written = written
        self.graph = graph  #: in standard form
        self.topped = top in ("flag", "concept")  #: whether the top is of any importance
        self.ranks = canonical_ranks(graph, top=self.topped)  #: of its variables

    @cached_property
    def sources(self) -> Sources:
        """For each triple of the standard form, the written triples that it comes from."""
        return self.graph.sources

    def spelled(self, place: int) -> Triple:
        """Return a triple of the standard form as it was written; -1 - variable is a top."""
        if place < 0:
            return self.graph.variables[-1 - place], TOP, "top"
        found = self.sources[place]
        return self.written.triples[found[0]] if len(found) == 1 else self.graph.triples[place]

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What decides which of two graphs comes first, the same for every way of writing them."""
        number = dict(zip(self.graph.variables, self.ranks, strict=True))
        rows = sorted(
            (number[s], role, number[t or ""] if is_edge else -1, "" if is_edge else t or "")
            for (s, role, t), is_edge in with_edges(self.graph)
        )
        return len(rows), len(number), number[self.graph.top] if self.topped else 0, rows


@dataclass(slots=True)
class AlignedPair:
    """Two graphs, aligned, and what each triple of both earned."""

    metric: Aligning
    found: _native.PairAlignment
    gold: Standard
    pred: Standard
    sheets: tuple[Sheet, Sheet]  #: the gold's and the prediction's
    swapped: bool  #: whether the prediction comes first in canonical order
    gold_total: float  #: what the triples of the gold count
    pred_total: float

    @property
    def matched(self) -> float:
        """What the matching triples earned."""
        return self.found.matched

    @property
    def upper(self) -> float:
        """No alignment matches more."""
        return self.found.upper

    @property
    def proven(self) -> bool:
        """Whether the alignment is proven to be the best."""
        return self.found.proven

    def names(self, side: int) -> list[str]:
        """Return the names of a side's variables, by their rank."""
        standard = self.pred if side else self.gold
        found = [""] * len(standard.ranks)
        for rank, name in zip(standard.ranks, standard.graph.variables, strict=True):
            found[rank] = name
        return found


class PairAligner:
    """Aligns pairs of graphs for a metric."""

    def __init__(self, metric: Aligning) -> None:
        self._metric = metric
        self._aligner = metric._aligner
        self._convention = metric.convention._native()

    def standard(self, graph: Graph) -> Standard:
        """Return the form of a graph that is compared, in canonical order."""
        whole = close(graph) if self._metric.closure else graph
        form = cast("Graph", _native.standardise(whole, self._convention))
        return Standard(whole, form, self._metric.convention.top)

    def align(self, pairs: Sequence[tuple[Standard, Standard]]) -> Iterator[AlignedPair]:
        """Yield the aligned pairs; the concepts of many are graded at once."""
        for start in range(0, len(pairs), _BATCH):
            yield from self._align_batch(pairs[start : start + _BATCH])

    def _align_batch(self, pairs: Sequence[tuple[Standard, Standard]]) -> Iterator[AlignedPair]:
        try:
            options = self._options(pairs)
        except TooManyConceptsError:
            half = len(pairs) // 2
            if half == 0:
                raise
            yield from self._align_batch(pairs[:half])
            yield from self._align_batch(pairs[half:])
            return
        for gold, pred in pairs:
            found = self._solve(options, gold, pred)
            swapped = pred.key < gold.key
            matches = found.matches
            sheets = _sheets(gold, pred, found.mapping, matches, self._metric.convention.top)
            totals = sum(m[4] for m in matches), sum(m[5] for m in matches)
            yield AlignedPair(self._metric, found, gold, pred, sheets, swapped, *totals)

    def _options(self, pairs: Sequence[tuple[Standard, Standard]]) -> _native.AlignerOptions:
        """Return how graphs in standard form are aligned, with the similarities of concepts."""
        options = self._aligner._fresh_options()
        options.standardised = options.canonical = True
        golds: list[Graph | None] = [gold.graph for gold, _ in pairs]
        preds: list[Graph | None] = [pred.graph for _, pred in pairs]
        as_is = AS_IS._native()
        if self._aligner.similarity is not None:
            own = self._aligner.similarity
            options.similarities, _, _ = similarities(as_is, own, golds, preds)
        options.alike, _, _ = similarities(as_is, ALIKENESS, golds, preds)
        return options

    def _groups(self, gold: Standard, pred: Standard) -> tuple[Sets, Sets] | None:
        """Return which variables may be aligned; None: all."""
        metric = self._metric
        if not metric._restricted:
            return None
        first, second = (
            labels_of(standard.written, metric.scope, metric.anchor) for standard in (gold, pred)
        )
        return numbered((first, second), (gold.graph, pred.graph))

    def _solve(
        self, options: _native.AlignerOptions, gold: Standard, pred: Standard
    ) -> _native.PairAlignment:
        groups = self._groups(gold, pred)
        if self._metric.solver != "ilp":
            return _native.align(options, gold.graph, pred.graph, None, 0.0, groups)
        from tertium.alignment.ilp import solve_ilp

        _, mapping = solve_ilp(options, gold.graph, pred.graph, groups)
        return _native.align(options, gold.graph, pred.graph, mapping)


def _sheets(
    gold: Standard, pred: Standard, mapping: list[int], matches: list[NativeMatch], top: Top
) -> tuple[Sheet, Sheet]:
    """Return both graphs as the rules read them."""
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
    for k, j in enumerate(mapping):
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
        elif first.short[k] > ROUNDING or second.short[n] > ROUNDING:
            v, w = first.triples[k][0], second.triples[n][0]
            if first.triples[k][1] in (INSTANCE, TOP) and first.concepts[v] != second.concepts[w]:
                first.open.add(k)
                second.open.add(n)
            else:
                first.distant.append(k)
                second.distant.append(n)


def _sheet(
    standard: Standard,
    matches: list[NativeMatch],
    side: int,
    top: Top,
) -> tuple[Sheet, dict[int, int]]:
    """Return a sheet, and the numbers of its triples by the number of the match."""
    graph, ranks = standard.graph, standard.ranks
    number = dict(zip(graph.variables, ranks, strict=True))
    triples = with_edges(graph)
    concepts = None
    if top == "concept":
        concepts = {s: t or "" for s, role, t in reversed(graph.triples) if role == INSTANCE}
    rows: list[tuple[Counted, int, int]] = []
    for m, match in enumerate(matches):
        place = match[1] if side else match[0]
        if place < 0:
            continue
        if match[2]:
            value = concepts.get(graph.variables[place], "") if concepts is not None else "top"
            rows.append(((ranks[place], TOP, value), m, -1 - place))
        else:
            (source, role, target), is_edge = triples[place]
            end = number[target or ""] if is_edge else target or ""
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
