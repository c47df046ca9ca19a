"""S²MATCH: SMATCH in which similar concepts match by degrees.

    (s / sprint-01 :ARG0 (c / cat))        (r / run-02 :ARG0 (k / kitten))

SMATCH finds the ``:ARG0`` edge in both, 1 of 4 triples. S²MATCH (Opitz et al. 2020) also lets *cat*
match *kitten* with their cosine, 0.56, so 1.56 of 4. It looks for the alignment that is best under
these graded matches; the public script climbs hills for it, here it is exact, with its proof.

Only concepts are graded: those of instances, and unless ``top=hard`` the root's in the top triple.
The rules are those of `tertium.alignment.WordVectors`; any other `tertium.alignment.Similarity` can
take its place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Literal

from tertium.alignment import Similarity
from tertium.alignment.vectors import Vectors, load_vectors
from tertium.alignment.word_vectors import WordVectors
from tertium.errors import OptionError
from tertium.metrics.aligning import Aligning
from tertium.standard import SMATCH, Convention, Top

Preset = Literal["paper", "bamboo", "bamboo-para"]

PRESETS: dict[Preset, tuple[float, float]] = {
    "paper": (0.5, 0.5),
    "bamboo": (0.9, 0.95),
    "bamboo-para": (0.0, 0.95),
}
"""The thresholds τ and τ′: the paper's, and those tuned on BAMBOO (Opitz et al. 2021)."""


@dataclass(frozen=True, kw_only=True)
class S2match(Aligning):
    """S²MATCH with word vectors, aligned exactly.

    >>> metric = S2match()
    >>> pair = "(s / sprint-01 :ARG0 (c / cat))", "(r / run-02 :ARG0 (k / kitten))"
    >>> print(metric.score(metric.compare(*pair)))
    s2match 38.94 (P 38.94, R 38.94)
    """

    name: ClassVar[str] = "s2match"
    summary: ClassVar[str] = "smatch with concepts matched by degrees"
    paper: ClassVar[str] = "Opitz, Parcalabescu & Frank 2020"
    position: ClassVar[int] = 40

    preset: Preset = "paper"
    """Where the thresholds come from: ``paper`` (0.5, 0.5), ``bamboo`` (0.9, 0.95, tuned on STS and
    SICK), ``bamboo-para`` (0, 0.95, tuned on PARA)."""
    threshold: float | None = None
    """τ: a cosine that is not above counts 0; none takes the preset's."""
    sense: float | None = None
    """τ′: what concepts that differ in their sense only count, and the factor for predicates; none
    takes the preset's."""
    vectors: str | Vectors | None = None
    """A file of word vectors; none takes the bundled GloVe, ``words`` the vectors of ``accord``."""
    similarity: Similarity | None = None
    """In Python, your own similarity instead of word vectors."""
    top: Literal["graded", "hard", "flag", "none"] = "graded"
    """``graded`` matches by the similarity of the roots' concepts, as the public script does;
    ``hard`` only if they are equal, as the paper relaxes instances alone; ``flag`` is a triple
    without a concept."""
    wiki: Literal["keep", "drop"] = "keep"
    """Whether ``:wiki`` counts."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.similarity is not None and not callable(self.similarity):
            raise OptionError("similarity is a function of Python; it cannot be given as text")
        for name, value in zip(("threshold", "sense"), self.thresholds, strict=True):
            if not 0 <= value <= 1:
                raise OptionError(f"{name} must be between 0 and 1")

    @property
    def thresholds(self) -> tuple[float, float]:
        """τ and τ′."""
        threshold, sense = PRESETS[self.preset]
        return (
            threshold if self.threshold is None else self.threshold,
            sense if self.sense is None else self.sense,
        )

    @cached_property
    def convention(self) -> Convention:
        """The triples of smatch 1.0.4."""
        top: Top = "concept" if self.top in ("graded", "hard") else self.top  # type: ignore[assignment]
        return replace(SMATCH, top=top, wiki=self.wiki)

    @property
    def graded_top(self) -> bool:
        """Whether the top is graded."""
        return self.top == "graded"

    @property
    def concept_similarity(self) -> Similarity:
        """The similarity that is used."""
        if self.similarity is not None:
            return self.similarity
        return WordVectors(_vectors(self.vectors), *self.thresholds)

    @property
    def signature_fields(self) -> dict[str, object]:
        """The similarity, its thresholds if it is the built-in one, and what SMATCH spells."""
        fields: dict[str, object] = {"similarity": self.concept_similarity.signature}
        if self.similarity is None:
            fields["threshold"], fields["sense"] = self.thresholds
        top = {"top": self.top} if self.top in ("graded", "hard") else {}
        return {**fields, **super().signature_fields, **top}


def _vectors(given: str | Vectors | None) -> Vectors:
    if isinstance(given, Vectors):
        return given
    if given != "words":
        return load_vectors(given)
    from tertium.alignment.word_table import load_words

    return load_words().as_vectors()
