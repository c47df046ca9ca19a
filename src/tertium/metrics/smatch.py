"""SMATCH: how many triples two graphs share, under the best alignment of their variables.

    (g / go-02 :ARG0 (b / boy))            (x / go-02 :ARG0 (y / girl))

Aligning g with x and b with y matches the concept of g, the ``:ARG0`` edge and the top: 3 of 4
triples on each side, so precision, recall and F1 are 0.75. SMATCH (Cai & Knight 2013) is the F1 of
the best alignment; over a corpus the counts are added up first. The public tool climbs hills from
random starts and misses that alignment now and then; here it is exact, with its proof.

`Aligning` is what all metrics of this family share: a convention, a solver, the counts, and what
matches are worth.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal

from tertium.alignment import (
    DEFAULT_BUDGET,
    Alignment,
    Similarity,
    Solver,
    Solving,
    align,
    count_pairs,
    count_parts,
)
from tertium.metrics.base import Metric
from tertium.standard import (
    AS_IS,
    SMATCH,
    Aspect,
    Convention,
    Top,
    find_aspect,
    select_parts,
)

if TYPE_CHECKING:
    from tertium._types import Array
    from tertium.graph import Graph, GraphLike


@dataclass(frozen=True, kw_only=True)
class Aligning(Metric):
    """A metric that counts matching triples under an alignment of variables."""

    symmetric: ClassVar[bool] = True

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

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.solving, self._chosen_aspect  # wrong options are refused

    @property
    def _chosen_aspect(self) -> Aspect | None:
        if self.aspect is None:
            return None
        return find_aspect(self.aspect)

    @property
    @abstractmethod
    def convention(self) -> Convention:
        """What is done to the graphs before they are aligned."""

    @property
    def label(self) -> str:
        return f"{self.name} {self.aspect}" if self.aspect else self.name

    @property
    def concept_similarity(self) -> Similarity | None:
        """How different concepts match by degrees; None if only equal ones match."""
        return None

    @property
    def weights(self) -> tuple[float, ...]:
        """What triples count at distances 0, 1, ... from the top; empty if each counts 1."""
        return ()

    @cached_property
    def solving(self) -> Solving:
        """How the alignment is found."""
        return Solving(self.solver, self.budget, self.restarts, self.seed)

    @property
    def signature_fields(self) -> dict[str, object]:
        """The solver with the options it uses, then every answer of the convention."""
        used = {"exact": ["budget"], "climb": ["restarts", "seed"], "ilp": []}[self.solver]
        shown = ["solver", *used, *(["aspect", "aspect_alignment"] if self.aspect else [])]
        return {**{name: getattr(self, name) for name in shown}, **asdict(self.convention)}

    @property
    def statistics_names(self) -> tuple[str, ...]:
        return ("matched", "pred_total", "gold_total", "upper", "proven", "pairs")

    def align(self, gold: GraphLike, pred: GraphLike) -> Alignment:
        """Show the alignment that a pair's numbers rest on; a is the gold, b the prediction."""
        return align(
            gold,
            pred,
            convention=self.convention,
            solving=self.solving,
            similarity=self.concept_similarity,
            weights=self.weights,
        )

    def _compare(self, golds: list[Graph | None], preds: list[Graph | None], threads: int) -> Array:
        import numpy as np

        aspect = self._chosen_aspect
        if aspect is None:
            grading = (self.concept_similarity, self.weights)
            counts = count_pairs(preds, golds, self.convention, self.solving, threads, *grading)
            return np.column_stack([counts, np.ones(len(counts))])
        counts = self._compare_aspect(aspect, golds, preds, threads)
        present = counts[:, 1] + counts[:, 2] > 0  # a pair without the aspect is no pair
        return np.column_stack([counts, present])

    def _compare_aspect(
        self, aspect: Aspect, golds: list[Graph | None], preds: list[Graph | None], threads: int
    ) -> Array:
        gold_parts = select_parts(golds, self.convention, aspect.selection)
        pred_parts = select_parts(preds, self.convention, aspect.selection)
        similarity = self.concept_similarity
        # Where concepts match by degrees, a rare one is no name that only its like may have.
        named = similarity is None and not aspect.about_concepts
        if self.aspect_alignment == "each" or aspect.selection.bag:
            as_is = replace(AS_IS, compress=named)
            return count_pairs(pred_parts, gold_parts, as_is, self.solving, threads, similarity)
        convention, solving = self.convention, self.solving
        return count_parts(
            preds, golds, pred_parts, gold_parts, convention, solving, named, threads, similarity
        )

    def _values(self, sums: Array) -> dict[str, Array]:
        matched, pred_total, gold_total, upper = sums[:, :4].T
        counted = by_counts(matched, pred_total, gold_total)
        return counted | {"upper": f1_of(upper, pred_total, gold_total)}


@dataclass(frozen=True, kw_only=True)
class Smatch(Aligning):
    """SMATCH over the triples that smatch 1.0.4 reads, aligned exactly.

    >>> metric = Smatch()
    >>> print(metric.score(metric.compare("(b / boy :mod (t / tall))", "(b / boy)")))
    smatch 66.67 (P 100.00, R 50.00)
    """

    name: ClassVar[str] = "smatch"
    summary: ClassVar[str] = (
        "matching triples under the best alignment, read as smatch 1.0.4 reads them"
    )
    paper: ClassVar[str] = "Cai & Knight 2013"
    position: ClassVar[int] = 10

    top: Top = "flag"
    """``flag`` since smatch 1.0.3; ``concept`` is what older versions, and most papers, have."""
    wiki: Literal["keep", "drop"] = "keep"
    """Whether ``:wiki`` counts."""

    @cached_property
    def convention(self) -> Convention:
        """The triples of smatch 1.0.4."""
        return replace(SMATCH, top=self.top, wiki=self.wiki)


def by_counts(matched: Array, pred_total: Array, gold_total: Array) -> dict[str, Array]:
    """Return value, precision, recall and F1, which is the value, for each row of counts."""
    f1 = f1_of(matched, pred_total, gold_total)
    return {
        "value": f1,
        "precision": ratio(matched, pred_total, gold_total),
        "recall": ratio(matched, gold_total, pred_total),
        "f1": f1,
    }


def ratio(matched: Array, total: Array, other_total: Array) -> Array:
    """Return matched / total; without triples on this side 0, on both sides 1."""
    import numpy as np

    part: Array = (other_total == 0).astype(np.float64)  # where this side has none
    np.divide(matched, total, out=part, where=total > 0)
    return part


def f1_of(matched: Array, pred_total: Array, gold_total: Array) -> Array:
    """Return 2 · matched / (both totals), the harmonic mean of precision and recall."""
    total = pred_total + gold_total
    return ratio(2 * matched, total, total)
