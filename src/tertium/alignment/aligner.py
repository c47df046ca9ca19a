"""The aligner: the only path from two graphs to their alignment.

    Aligner(convention, solving, similarity, weights)
        .count(golds, preds)      a row of statistics for each pair
        .align(gold, pred)        the same comparison of one pair, triple by triple

Counting and showing run the same native comparison, so they cannot disagree. Of several best
alignments, `align` shows the canonical one (`Alignment.canonical`); counting does not need it.

A *cutoff* saves work where only good pairs matter: if the best alignment cannot reach it, the
search ends as soon as that is proven. Then `upper` is below the cutoff and `matched` is what was
found on the way, not the best. A pair that reaches the cutoff is compared as without one.

*Parts* are sub-graphs in standard form, those of an aspect: the whole graphs are aligned, and what
their parts share under that alignment is counted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from tertium import _native
from tertium.alignment.groups import Labels, Sets, check_labels, numbered
from tertium.alignment.similarity import Similarity, TooManyConceptsError, grade, similarities
from tertium.alignment.solving import Solver, Solving
from tertium.errors import OptionError
from tertium.graph import Graph, GraphLike, as_graph
from tertium.options import require
from tertium.standard import AS_IS, SMATCH, Convention

if TYPE_CHECKING:
    from tertium._types import Rows
    from tertium.alignment.alignment import Alignment
    from tertium.alignment.triple_weights import TripleWeights

Graphs: TypeAlias = list[Graph | None]
Progress: TypeAlias = Callable[[int], None]
"""Called now and then with the number of pairs that were done since the last call."""

COLUMNS = ("matched", "pred_total", "gold_total", "upper", "proven", "pairs")
"""What is counted for a pair; None is a graph without triples."""

PART_COLUMNS = (*COLUMNS, "pred_variables", "gold_variables")
"""What is counted for two parts: also the variables in their triples, none where triples are not
about variables any more."""

_BATCH = 4096  # pairs whose concepts are graded at once


@dataclass(frozen=True)
class Aligner:
    """How graphs are aligned: what is compared, by whom, and what matches are worth."""

    convention: Convention = SMATCH
    solving: Solving = field(default_factory=Solving)
    similarity: Similarity | None = None
    """Lets different concepts match by degrees."""
    weights: tuple[float, ...] = ()
    """What triples count at distances 0, 1, ... from the top, the last also beyond; all 1 if
    empty."""
    label_weights: TripleWeights | None = None
    """What triples count by type and label, times the above."""
    graded_top: bool = True
    """Whether tops that carry a concept match by degrees, too."""
    of_parts: bool = False
    """Whether the graphs are parts of others: then two without triples are no pair, and variables
    are counted."""
    alike: Similarity | None = None
    """How similar concepts are when one of several best alignments is chosen; without it, the
    similarity that is graded, or else how similarly they are spelled."""

    def __post_init__(self) -> None:
        require(Convention, self.convention, "convention")
        require(Solving, self.solving, "solving")
        if not all(0 <= weight < math.inf for weight in self.weights):
            raise OptionError("weights must be numbers of at least 0")

    def count_pair(
        self, gold: Graph | None, pred: Graph | None, cutoff: float = 0.0
    ) -> tuple[float, ...]:
        """Count what two graphs share; *cutoff* is an F1."""
        if self._direct:
            return _native.compare_pair(self._options, gold, pred, self.of_parts, cutoff)
        return self._count([gold], [pred], [cutoff], 1, None).row(0)

    def count(
        self,
        golds: Graphs,
        preds: Graphs,
        threads: int,
        progress: Progress | None = None,
        cutoffs: Sequence[float] = (),
    ) -> Rows:
        """Count what the graphs of each pair share, a row of columns for each.

        *cutoffs*, if given, are F1 values, one for each pair.
        """
        if self.similarity is None:
            return self._count(golds, preds, cutoffs, threads, progress)
        if len(golds) <= _BATCH:
            return self._graded(golds, preds, cutoffs, threads, progress)
        rows: list[list[float]] = []
        for start in range(0, len(golds), _BATCH):
            part = slice(start, start + _BATCH)
            table = self._graded(golds[part], preds[part], cutoffs[part], threads, progress)
            rows += table.tolist()
        return rows

    def count_parts(
        self,
        whole: tuple[Graphs, Graphs],
        parts: tuple[Graphs, Graphs],
        compress: bool,
        threads: int,
        progress: Progress | None = None,
    ) -> _native.Table:
        """Align whole graphs, gold and prediction, and count what parts of them share."""
        options = self._fresh_options()
        if self.similarity is not None:
            whole = grade(options, self.similarity, *whole, parts)
        return _native.compare_parts(options, *whole, *parts, compress, threads, progress)

    def align(
        self,
        gold: Graph,
        pred: Graph,
        *,
        cutoff: float = 0.0,
        groups: tuple[Labels, Labels] | None = None,
    ) -> Alignment:
        """Return the comparison of two graphs, triple by triple.

        *cutoff* is a number of triples. *groups* has the labels of variables of both graphs, and
        only variables that share one may be aligned; see `tertium.alignment.groups`.
        """
        from tertium.alignment.alignment import described  # counting does not need it

        options = self._fresh_options()
        if groups is not None:
            for labels, graph in zip(groups, (gold, pred), strict=True):
                check_labels(labels, graph)
        gold, pred = self._prepared(options, gold, pred, groups is not None)
        sets = None if groups is None else numbered(groups, (gold, pred))
        if self.solving.solver != "ilp":
            options.canonical = True
            found = _native.align(options, gold, pred, None, cutoff, sets)
            return described(found, self.convention.top)
        from tertium.alignment.ilp import solve_ilp

        optimum, mapping = solve_ilp(options, gold, pred, sets)
        options.budget = 0
        found = _native.align(options, gold, pred, mapping)
        return described(found, self.convention.top, optimum)

    def _prepared(
        self, options: _native.AlignerOptions, gold: Graph, pred: Graph, standard: bool
    ) -> tuple[Graph, Graph]:
        """Enter similarities; return the graphs, in standard form if that or *standard* asks."""
        if self.similarity is not None:
            gold, pred = _graded_pair(options, self.similarity, gold, pred)
        elif standard:
            gold, pred = self.convention.apply(gold), self.convention.apply(pred)
            options.standardised = True
        if self.alike is not None:
            convention = (AS_IS if options.standardised else self.convention)._native()
            options.alike, _, _ = similarities(convention, self.alike, [gold], [pred])
        return gold, pred

    def align_parts(
        self, whole: tuple[Graph, Graph], parts: tuple[Graph, Graph], compress: bool
    ) -> Alignment:
        """Return what parts share under the alignment of the whole graphs, triple by triple."""
        from tertium.alignment.alignment import described

        options = self._fresh_options()
        if self.similarity is not None:
            lists: tuple[Graphs, Graphs] = ([parts[0]], [parts[1]])
            whole = _graded_pair(options, self.similarity, *whole, lists)
        return described(_native.align_parts(options, *whole, *parts, compress), "none")

    @cached_property
    def _direct(self) -> bool:
        """Whether a pair goes to the native core and back without anything in between."""
        return self.similarity is None and self.solving.solver != "ilp"

    @property
    def plain_options(self) -> _native.AlignerOptions | None:
        """The native options, if alignments are exact and every match is worth one triple."""
        graded = self.similarity is not None or bool(self.weights) or self.label_weights is not None
        exact = self.solving.solver == "exact" and not self.convention.compress
        return self._options if exact and not graded else None

    @cached_property
    def _options(self) -> _native.AlignerOptions:
        return self._fresh_options()

    def _fresh_options(self) -> _native.AlignerOptions:
        """Return options that may be changed: similarities are entered into them."""
        options = _native.AlignerOptions()
        options.convention = self.convention._native()
        solver = self.solving.solver
        options.solver = _native.Solver[solver if solver != "ilp" else "exact"]
        options.budget = self.solving.budget
        options.restarts = self.solving.restarts
        options.seed = self.solving.seed
        options.weights_by_distance = list(self.weights)
        options.graded_top = self.graded_top
        if self.label_weights is not None:
            options.set_label_weights(self.label_weights.native(self.convention.case == "lower"))
        return options

    def _graded(
        self,
        golds: Graphs,
        preds: Graphs,
        cutoffs: Sequence[float],
        threads: int,
        progress: Progress | None,
    ) -> _native.Table:
        """Count graded pairs, in halves if they have more concepts than a table holds."""
        try:
            return self._count(golds, preds, cutoffs, threads, progress)
        except TooManyConceptsError:
            half = len(golds) // 2
            if half == 0:
                raise
        rows: list[list[float]] = []
        for part in (slice(half), slice(half, None)):
            table = self._graded(golds[part], preds[part], cutoffs[part], threads, progress)
            rows += table.tolist()
        return _native.Table(rows, self._width)

    def _count(
        self,
        golds: Graphs,
        preds: Graphs,
        cutoffs: Sequence[float],
        threads: int,
        progress: Progress | None,
    ) -> _native.Table:
        options = self._options if self._direct else self._fresh_options()
        if self.similarity is not None:
            golds, preds = grade(options, self.similarity, golds, preds)
        if self.solving.solver != "ilp":
            return _native.compare(options, golds, preds, threads, progress, self.of_parts, cutoffs)
        options.budget = 0
        table = _native.compare(options, golds, preds, threads, progress, self.of_parts)
        return self._with_optimum(options, golds, preds, table)

    def _with_optimum(
        self,
        options: _native.AlignerOptions,
        golds: Graphs,
        preds: Graphs,
        table: _native.Table,
        sets: Sequence[tuple[Sets, Sets] | None] = (),
    ) -> _native.Table:
        """Return the table with what the integer linear program matches."""
        from tertium.alignment.ilp import solve_ilp

        rows = table.tolist()
        allowed = sets or [None] * len(rows)
        for row, gold, pred, groups in zip(rows, golds, preds, allowed, strict=True):
            if gold is not None and pred is not None:
                row[0] = row[3] = solve_ilp(options, gold, pred, groups)[0]
                row[4] = 1.0
        return _native.Table(rows, self._width)

    @property
    def _width(self) -> int:
        """The number of columns that are counted."""
        return len(PART_COLUMNS if self.of_parts else COLUMNS)


def _graded_pair(
    options: _native.AlignerOptions,
    similarity: Similarity,
    gold: Graph,
    pred: Graph,
    parts: tuple[Graphs, Graphs] = ([], []),
) -> tuple[Graph, Graph]:
    forms = grade(options, similarity, [gold], [pred], parts, traced=True)
    (standard_gold,), (standard_pred,) = forms
    assert standard_gold is not None
    assert standard_pred is not None
    return standard_gold, standard_pred


def align(
    a: GraphLike,
    b: GraphLike,
    *,
    convention: Convention = SMATCH,
    solving: Solving | Solver = "exact",
    similarity: Similarity | None = None,
    weights: Sequence[float] = (),
    cutoff: float = 0.0,
    groups: tuple[Labels, Labels] | None = None,
    alike: Similarity | None = None,
) -> Alignment:
    """Align two graphs.

    >>> found = align("(g / go-02 :ARG0 (b / boy))", "(x / go-02 :ARG0 (y / girl))")
    >>> found.mapping, found.matched, found.proven
    ({'g': 'x', 'b': 'y'}, 3.0, True)
    >>> found.only_a
    (('b', ':instance', 'boy'),)

    *similarity* lets different concepts match by degrees. *weights* are what triples count at
    distances 0, 1, ... from the top, the last also beyond; by default all count 1. With a
    *cutoff*, the search ends early if no alignment matches that many triples; ``upper`` is below
    it then. *groups* has labels for variables of both graphs: only variables that share a label
    may be aligned, and those without a label with any. *alike* says how similar different concepts
    are when one of several best alignments is chosen.
    """
    if not isinstance(solving, Solving):
        solving = Solving(solving)
    aligner = Aligner(convention, solving, similarity, tuple(weights), alike=alike)
    return aligner.align(as_graph(a), as_graph(b), cutoff=_checked(cutoff), groups=groups)


def _checked(cutoff: float) -> float:
    if not 0 <= cutoff < math.inf:
        raise OptionError("cutoff must be a number of triples, at least 0")
    return cutoff
