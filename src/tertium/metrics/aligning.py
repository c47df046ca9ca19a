"""Metrics that align: a convention, a solver, the counts, and what matches are worth.

    (g / go-02 :ARG0 (b / boy))            (x / go-02 :ARG0 (y / girl))

    convention    which triples are compared
    solving       how the alignment is found: g = x, b = y
    matched       3.0 of 4 and 4

SMATCH and its family share all of this; a subclass names its convention, and what different
concepts or distant triples are worth. With an *aspect*, only the part of both graphs that is about
one phenomenon is compared.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from tertium.alignment import (
    COLUMNS,
    DEFAULT_BUDGET,
    PART_COLUMNS,
    Aligner,
    Similarity,
    Solver,
    Solving,
)
from tertium.errors import OptionError
from tertium.graph import Graph, GraphLike, as_graph
from tertium.metrics.arithmetic import Number, by_counts, f1_of
from tertium.metrics.base import Batch, Metric, Row
from tertium.metrics.statistics import as_table
from tertium.standard import AS_IS, Convention
from tertium.standard.sentences import Anchor, Part, Scope

if TYPE_CHECKING:
    from tertium._types import Rows
    from tertium.alignment.alignment import Alignment, Match
    from tertium.alignment.triple_weights import TripleWeights
    from tertium.metrics.explanation import Contribution, Explanation
    from tertium.metrics.grid import AllPairs
    from tertium.metrics.searching import AlignmentSearch
    from tertium.standard.aspects import Aspect
    from tertium.standard.selection import Selection


@dataclass(frozen=True, kw_only=True)
class Aligning(Metric):
    """A metric that counts matching triples under an alignment of variables."""

    solver: Solver = "exact"
    """``exact`` proves its alignment; ``climb`` is smatch's search, seeded; ``ilp`` needs scipy."""
    budget: int = DEFAULT_BUDGET
    """Steps that ``exact`` may take for a pair; then the best so far is returned with bounds."""
    restarts: int = 4
    """Random starts of ``climb`` after the first."""
    seed: int = 0
    """The seed of ``climb``."""
    aspect: str | None = None
    """Score only one aspect of meaning, see `tertium.standard.aspects`."""
    aspect_alignment: Literal["each", "one"] = "each"
    """Whether an aspect's sub-graphs are aligned on their own or with the whole graphs."""
    extraction: Literal["full", "smatchpp", "coarse"] = "full"
    """How much belongs to an aspect: its full sub-graph, what SMATCH++ 1.8.0 takes, or labels."""
    scope: Scope = "sentence"
    """With ``document``, variables are aligned only within a sentence, ``:snt1``, ``:snt2``, ..."""
    part: Part = "all"
    """The part of a document that is scored, under the alignment of the whole: ``sentences``,
    ``temporal``, ``modal``, ``coref``."""
    anchor: Anchor = "none"
    """With ``words``, variables are aligned only if they belong to the same words (``boy~e.4``)."""
    closure: bool = False
    """Whether what follows from the temporal and coreference relations of a document is added."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.solving, self._chosen_aspect  # wrong options are refused
        if self.part != "all" and self.aspect is not None:
            raise OptionError("part and aspect cannot be combined")

    @property
    def statistics_names(self) -> tuple[str, ...]:
        return COLUMNS if self.aspect is None else PART_COLUMNS

    @property
    def symmetric(self) -> bool:
        return self._determined

    @property
    def invariant_to_names(self) -> bool:
        return self._determined

    @property
    def invariant_to_order(self) -> bool:
        return self._determined

    @property
    def invariant_to_inversion(self) -> bool:
        # The way edges are written decides which sentences a node belongs to that several share.
        return self._determined and self.scope == "sentence"

    @property
    def _determined(self) -> bool:
        """Whether the value follows from the optimum alone.

        Of several best alignments of whole graphs, one may match more of an aspect than another.
        """
        if self.part != "all":
            return self.solver == "exact"  # which shows the canonical one of the best
        return self.aspect is None or self._parts_alone

    @property
    def _restricted(self) -> bool:
        """Whether a document is compared, or some variables may not be aligned with each other."""
        plain = self.scope == "sentence" and self.part == "all" and self.anchor == "none"
        return self.closure or not plain

    @property
    @abstractmethod
    def convention(self) -> Convention:
        """What is done to the graphs before they are aligned."""

    @property
    def facet(self) -> str:
        return self.aspect or (self.part if self.part != "all" else "")

    @property
    def concept_similarity(self) -> Similarity | None:
        """How different concepts match by degrees; None if only equal ones match."""
        return None

    @property
    def distance_weights(self) -> tuple[float, ...]:
        """What triples count at distances 0, 1, ... from the top; empty if each counts 1."""
        return ()

    @property
    def graded_top(self) -> bool:
        """Whether tops match by the similarity of their concepts, where concepts do."""
        return True

    @property
    def label_weights(self) -> TripleWeights | None:
        """What triples count by type and label; None if each counts 1."""
        return None

    @cached_property
    def solving(self) -> Solving:
        """How the alignment is found."""
        return Solving(self.solver, self.budget, self.restarts, self.seed)

    @property
    def signature_fields(self) -> dict[str, object]:
        """The solver with the options it uses, then every answer of the convention."""
        used = {"exact": ["budget"], "climb": ["restarts", "seed"], "ilp": []}[self.solver]
        of_aspect = ["aspect", "aspect_alignment", "extraction"] if self.aspect else []
        of_document = ["scope", "part", "anchor", "closure"] if self._restricted else []
        shown = ["solver", *used, *of_aspect, *of_document]
        return {**{name: getattr(self, name) for name in shown}, **asdict(self.convention)}

    @property
    def searching(self) -> AlignmentSearch | None:
        """Sketches, where alignments are exact and every match is worth one triple."""
        options = self._aligner.plain_options
        if not self._whole or options is None:
            return None
        from tertium.metrics.searching import AlignmentSearch

        return AlignmentSearch(self.convention._native(), options)

    def grid(self, golds: Sequence[Graph], preds: Sequence[Graph], *, threads: int = 0) -> AllPairs:
        """Return all pairs; graphs are sketched once where every match is worth one triple."""
        search = self.searching
        if search is None:
            return super().grid(golds, preds, threads=threads)
        from tertium.metrics.grid import SketchGrid

        return SketchGrid(search, golds, preds, threads)

    def align(self, gold: GraphLike, pred: GraphLike) -> Alignment:
        """Show the alignment that a pair's numbers rest on; a is the gold, b the prediction."""
        return self._align(as_graph(gold), as_graph(pred))

    @cached_property
    def _chosen_aspect(self) -> Aspect | None:
        if self.aspect is None:
            return None
        from tertium.standard.aspects import find_aspect  # few need it, and all would wait for it

        return find_aspect(self.aspect)

    @cached_property
    def _aligner(self) -> Aligner:
        return Aligner(
            self.convention,
            self.solving,
            self.concept_similarity,
            self.distance_weights,
            self.label_weights,
            self.graded_top,
        )

    @cached_property
    def _part_aligner(self) -> Aligner:
        """How the parts of an aspect are aligned on their own."""
        as_is = replace(AS_IS, compress=self._names)
        return Aligner(as_is, self.solving, self.concept_similarity, of_parts=True)

    @cached_property
    def _names(self) -> bool:
        """Whether a concept that is unique in both parts names its variable and does not count."""
        # Where concepts match by degrees, a rare one is no name that only its like may have.
        aspect = self._chosen_aspect
        if self.extraction == "smatchpp":
            return self.convention.compress
        return self._aligner.similarity is None and not (aspect and aspect.about_concepts)

    def _selection(self, aspect: Aspect) -> Selection:
        return aspect.extracted(self.extraction)

    @property
    def _parts_alone(self) -> bool:
        aspect = self._chosen_aspect
        bag = aspect is not None and not self._selection(aspect).aligned
        return self.aspect_alignment == "each" or bag

    def _pair(self, gold: Graph | None, pred: Graph | None) -> Row:
        if self._whole:
            return self._aligner.count_pair(gold, pred)
        rows = self._compare(Batch([gold], [pred]))
        return as_table(rows, len(self.statistics_names)).row(0)

    @cached_property
    def _whole(self) -> bool:
        """Whether whole graphs are compared, and any variables may be aligned."""
        return self.aspect is None and not self._restricted

    def _pair_above(self, gold: Graph, pred: Graph, cutoff: float) -> Row:
        if self._whole:
            return self._aligner.count_pair(gold, pred, cutoff)
        return self._pair(gold, pred)

    def _compare(self, batch: Batch) -> Rows:
        return self._compare_above(batch, [])

    def _compare_above(self, batch: Batch, cutoffs: list[float]) -> Rows:
        if self._restricted:
            from tertium.metrics import restricted

            return restricted.compare(self, batch)
        if self._chosen_aspect is None:
            return self._aligner.count(*batch, cutoffs)
        return self._compare_aspect(self._chosen_aspect, batch)

    def _compare_aspect(self, aspect: Aspect, batch: Batch) -> Rows:
        golds, preds, threads, progress = batch
        parts = self._parts(aspect, golds), self._parts(aspect, preds)
        if not self._selection(aspect).aligned:
            rows = as_table(self._part_aligner.count(*parts, threads, progress), len(PART_COLUMNS))
            return [[*row[:-2], 0.0, 0.0] for row in rows.tolist()]
        if self._parts_alone:
            return self._part_aligner.count(*parts, threads, progress)
        return self._aligner.count_parts((golds, preds), parts, self._names, threads, progress)

    def _parts(self, aspect: Aspect, graphs: list[Graph | None]) -> list[Graph | None]:
        from tertium.standard.selection import select_parts

        return select_parts(graphs, self.convention, self._selection(aspect))

    def _align(self, gold: Graph, pred: Graph) -> Alignment:
        if self._restricted:
            from tertium.metrics import restricted

            return restricted.align(self, gold, pred)
        aspect = self._chosen_aspect
        if aspect is None:
            return self._aligner.align(gold, pred)
        selection = self._selection(aspect)
        parts = tuple(selection.apply(g, self.convention) for g in (gold, pred))
        if self._parts_alone:
            return self._part_aligner.align(parts[0], parts[1])
        return self._aligner.align_parts((gold, pred), (parts[0], parts[1]), self._names)

    def _explain(self, gold: Graph, pred: Graph) -> Explanation:
        from tertium.metrics.explanation import Explanation

        found = self._align(gold, pred)
        partial = self.aspect is not None or self.part != "all"
        there = bool(found.matches) if partial else True  # else the pair lacks the aspect
        whole = {"upper": found.upper, "proven": float(found.proven), "pairs": float(there)}
        if self._chosen_aspect is not None:
            aligned = self._selection(self._chosen_aspect).aligned
            gold_variables, pred_variables = found.variables if aligned else (0, 0)
            whole |= {"gold_variables": gold_variables, "pred_variables": pred_variables}
        return Explanation(
            metric=self,
            gold=found.a,
            pred=found.b,
            contributions=tuple(map(_contribution, found.matches)),
            whole=whole,
            mapping=found.mapping,
        )

    def _value(self, sums: Mapping[str, Number]) -> Number:
        return f1_of(sums["matched"], sums["pred_total"], sums["gold_total"])

    def _values(self, sums: Mapping[str, Number]) -> dict[str, Number]:
        pred_total, gold_total = sums["pred_total"], sums["gold_total"]
        counted = by_counts(sums["matched"], pred_total, gold_total)
        return counted | {"upper": f1_of(sums["upper"], pred_total, gold_total)}


def _contribution(match: Match) -> Contribution:
    from tertium.metrics.explanation import Contribution

    adds: dict[str, float] = {}
    if match.a is not None and match.b is not None:
        adds["matched"] = match.earned
    if match.a is not None:
        adds["gold_total"] = match.worth_a
    if match.b is not None:
        adds["pred_total"] = match.worth_b
    return Contribution("triple", match.a, match.b, adds)
