"""Alignment: which variable of one graph corresponds to which of another, and how
similar concepts are.

    two graphs ──align──▶ Alignment: mapping, matched triples, upper bound, proof

`Solving` chooses the solver; a `Similarity`, such as `tertium.alignment.word_vectors.WordVectors`,
grades different concepts.
"""

from tertium.alignment.aligner import COLUMNS, PART_COLUMNS, Aligner, Progress, align
from tertium.alignment.similarity import Similarity, TooManyConceptsError, similarity_of
from tertium.alignment.solving import DEFAULT_BUDGET, Solver, Solving

__all__ = [
    "COLUMNS",
    "DEFAULT_BUDGET",
    "PART_COLUMNS",
    "Aligner",
    "Progress",
    "Similarity",
    "Solver",
    "Solving",
    "TooManyConceptsError",
    "align",
    "similarity_of",
]
