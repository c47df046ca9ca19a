"""The aligner: the one path from two graphs to what is known about them.

    Aligner(convention, solving, similarity, weights)
        .count(golds, preds)      a row of statistics for each pair
        .align(gold, pred)        the same comparison of one pair, triple by triple

Counting and showing run the same native comparison, so they cannot disagree. *Parts* are sub-graphs
in standard form, those of an aspect: the whole graphs are aligned, and what their parts share under
that alignment is counted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from tertium import _native
from tertium.alignment.similarity import Similarity, TooManyConceptsError, grade
from tertium.alignment.solving import Solver, Solving
from tertium.errors import OptionError
from tertium.graph import Graph, GraphLike, as_graph
from tertium.options import require
from tertium.standard import SMATCH, Convention

if TYPE_CHECKING:
    from tertium._types import Rows
    from tertium.alignment.alignment import Alignment

Graphs: TypeAlias = list[Graph | None]
Progress: TypeAlias = Callable[[int], None]
"""Called now and then with the number of pairs that were done since the last call."""

COLUMNS = ("matched", "pred_total", "gold_total", "upper", "proven", "pairs")
"""What is counted for a pair; None is a graph without triples."""

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
    skip_empty: bool = False
    """Whether two graphs without triples are no pair; for aspects, which graphs may not have."""

    def __post_init__(self) -> None:
        require(Convention, self.convention, "convention")
        require(Solving, self.solving, "solving")
        if not all(0 <= weight < math.inf for weight in self.weights):
            raise OptionError("weights must be numbers of at least 0")

    def count_pair(self, gold: Graph | None, pred: Graph | None) -> tuple[float, ...]:
        """Count what two graphs share."""
        if self._direct:
            return _native.compare_pair(self._options, gold, pred, self.skip_empty)
        return self._count([gold], [pred], 1, None).row(0)

    def count(
        self, golds: Graphs, preds: Graphs, threads: int, progress: Progress | None = None
    ) -> Rows:
        """Count what the graphs of each pair share, a row of `COLUMNS` for each."""
        if self.similarity is None:
            return self._count(golds, preds, threads, progress)
        rows: list[list[float]] = []
        for start in range(0, len(golds), _BATCH):
            part = slice(start, start + _BATCH)
            rows += self._graded(golds[part], preds[part], threads, progress)
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

    def align(self, gold: Graph, pred: Graph) -> Alignment:
        """Return the comparison of two graphs, triple by triple."""
        from tertium.alignment.alignment import described  # counting does not need it

        options = self._fresh_options()
        if self.similarity is not None:
            gold, pred = _graded_pair(options, self.similarity, gold, pred)
        if self.solving.solver != "ilp":
            return described(_native.align(options, gold, pred), self.convention.top)
        from tertium.alignment.ilp import solve_ilp

        optimum, mapping = solve_ilp(options, gold, pred)
        options.budget = 0
        found = _native.align(options, gold, pred, mapping)
        return described(found, self.convention.top, optimum)

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
        return options

    def _graded(
        self, golds: Graphs, preds: Graphs, threads: int, progress: Progress | None
    ) -> list[list[float]]:
        """Count graded pairs, in halves if they have more concepts than a table holds."""
        try:
            return self._count(golds, preds, threads, progress).tolist()
        except TooManyConceptsError:
            half = len(golds) // 2
            if half == 0:
                raise
        first = self._graded(golds[:half], preds[:half], threads, progress)
        return first + self._graded(golds[half:], preds[half:], threads, progress)

    def _count(
        self, golds: Graphs, preds: Graphs, threads: int, progress: Progress | None
    ) -> _native.Table:
        if self._direct:
            return _native.compare(self._options, golds, preds, threads, progress, self.skip_empty)
        options = self._fresh_options()
        if self.similarity is not None:
            golds, preds = grade(options, self.similarity, golds, preds)
        if self.solving.solver != "ilp":
            return _native.compare(options, golds, preds, threads, progress, self.skip_empty)
        options.budget = 0
        table = _native.compare(options, golds, preds, threads, progress, self.skip_empty)
        return self._with_optimum(options, golds, preds, table)

    def _with_optimum(
        self, options: _native.AlignerOptions, golds: Graphs, preds: Graphs, table: _native.Table
    ) -> _native.Table:
        """Return the table with what the integer linear program matches."""
        from tertium.alignment.ilp import solve_ilp

        rows = table.tolist()
        for row, gold, pred in zip(rows, golds, preds, strict=True):
            if gold is not None and pred is not None:
                row[0] = row[3] = solve_ilp(options, gold, pred)[0]
                row[4] = 1.0
        return _native.Table(rows, len(COLUMNS))


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
) -> Alignment:
    """Align two graphs.

    *similarity* lets different concepts match by degrees. *weights* are what triples count at
    distances 0, 1, ... from the top, the last also beyond; by default all count 1.

    >>> found = align("(g / go-02 :ARG0 (b / boy))", "(x / go-02 :ARG0 (y / girl))")
    >>> found.mapping, found.matched, found.proven
    ({'g': 'x', 'b': 'y'}, 3.0, True)
    >>> found.only_a
    (('b', ':instance', 'boy'),)
    """
    if not isinstance(solving, Solving):
        solving = Solving(solving)
    aligner = Aligner(convention, solving, similarity, tuple(weights))
    return aligner.align(as_graph(a), as_graph(b))
