"""SMATCH++: SMATCH on standardised graphs (Opitz 2023).

    (k / knife :location (d / drawer))
    (k / knife :ARG1-of (b / be-located-at-91 :ARG2 (d / drawer)))

are one meaning in two spellings; SMATCH gives them 0.60, SMATCH++ gives them 1. Before the
alignment, strings are lower-cased, inverse roles turned around, ``:domain`` becomes the inverse of
``:mod``, duplicates are dropped, and nodes that only stand for a role become that role.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal

from tertium.alignment import Similarity
from tertium.errors import OptionError
from tertium.metrics.aligning import Aligning
from tertium.metrics.wsmatch import Wsmatch
from tertium.standard import SMATCHPP, SMATCHPP_GENERIC, Convention, Top

if TYPE_CHECKING:
    from tertium.alignment.triple_weights import TripleWeights


@dataclass(frozen=True, kw_only=True)
class SmatchPP(Aligning):
    """SMATCH++ with the best practice of its paper (appendix A.4), aligned exactly.

    >>> metric = SmatchPP()
    >>> knife = "(k / knife :location (d / drawer))"
    >>> reified = "(k / knife :ARG1-of (b / be-located-at-91 :ARG2 (d / drawer)))"
    >>> metric.score(metric.compare(knife, reified)).value
    1.0
    """

    name: ClassVar[str] = "smatch++"
    summary: ClassVar[str] = "smatch on standardised graphs"
    paper: ClassVar[str] = "Opitz 2023"
    position: ClassVar[int] = 20

    graphs: Literal["amr", "generic"] = "amr"
    """``generic`` knows nothing of AMR: no reification, no ``:mod``, duplicates count, the top is a
    flag. The options below still change it."""
    reification: Literal["default", "dereify", "reify", "keep"] = "default"
    """``dereify`` where it is well defined (default for AMR), ``reify`` every role, or ``keep``."""
    table: str = "standard"
    """The table of reifications: ``standard``, ``full`` with the shortcuts, or a file."""
    compress: bool = False
    """Lossless pair compression: another score, faster."""
    top: Literal["default"] | Top = "default"
    """``concept`` by default for AMR, so that a wrong top concept costs twice."""
    duplicates: Literal["default", "drop", "count"] = "default"
    """``drop`` by default for AMR."""
    wiki: Literal["keep", "drop"] = "keep"
    """Whether ``:wiki`` counts."""
    concepts: Literal["equal", "similar"] = "equal"
    """The scaled triple match of the paper's section 3: whether different concepts match by the
    similarity of their word vectors, as in s2match."""
    threshold: float = 0.5
    """The cosine above which ``similar`` concepts match."""
    weights_by: Literal["none", "distance"] = "none"
    """Whether triples near the top weigh more, as in wsmatch."""
    weights: str | None = None
    """A file with what triples count by type and label, see `tertium.alignment.triple_weights`."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.threshold <= 1:
            raise OptionError("threshold must be between 0 and 1")
        if self.aspect and (self.weights is not None or self.weights_by == "distance"):
            raise OptionError("weights are those of whole graphs; they do not go with an aspect")
        if self.weights is not None and self.concepts == "similar":
            raise OptionError("weights do not go with concepts=similar")
        _ = self.label_weights  # a wrong file is refused

    @property
    def concept_similarity(self) -> Similarity | None:
        """Word vectors, if concepts may be similar."""
        if self.concepts == "equal":
            return None
        from tertium.alignment.vectors import load_vectors
        from tertium.alignment.word_vectors import WordVectors

        return WordVectors(load_vectors(), self.threshold)

    @property
    def distance_weights(self) -> tuple[float, ...]:
        """Those of wsmatch, if triples are weighted by distance."""
        return Wsmatch().distance_weights if self.weights_by == "distance" else ()

    @cached_property
    def label_weights(self) -> TripleWeights | None:
        """Those of the file, if there is one."""
        if self.weights is None:
            return None
        from tertium.alignment.triple_weights import read_triple_weights

        return read_triple_weights(self.weights)

    @property
    def signature_fields(self) -> dict[str, object]:
        """What the match is scaled by, and what SMATCH spells."""
        similarity = self.concept_similarity
        scaled: dict[str, object] = {"concepts": self.concepts, "weights_by": self.weights_by}
        if similarity is not None:
            scaled |= {"similarity": similarity.signature, "threshold": self.threshold}
        if self.label_weights is not None:
            scaled["weights"] = self.label_weights.signature
        return {**scaled, **super().signature_fields}

    @cached_property
    def convention(self) -> Convention:
        """The preset with the options that were given."""
        preset = SMATCHPP if self.graphs == "amr" else SMATCHPP_GENERIC
        given = {
            name: getattr(self, name)
            for name in ("reification", "top", "duplicates")
            if getattr(self, name) != "default"
        }
        return replace(preset, **given, table=self.table, compress=self.compress, wiki=self.wiki)
