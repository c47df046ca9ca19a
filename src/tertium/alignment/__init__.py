"""Alignment: which variable of one graph is which of another, and how similar concepts may be.

    two graphs ──align──▶ Alignment: mapping, matched triples, upper bound, proof

`Solving` chooses the solver; a `Similarity`, such as that of `WordVectors`, grades different
concepts.
"""

from tertium.alignment.alignment import (
    DEFAULT_BUDGET,
    Alignment,
    Solver,
    Solving,
    align,
    count_pairs,
    count_parts,
)
from tertium.alignment.similarity import (
    Similarity,
    TooManyConceptsError,
    WordVectors,
    similarity_of,
)
from tertium.alignment.vectors import Vectors, load_vectors

__all__ = [
    "DEFAULT_BUDGET",
    "Alignment",
    "Similarity",
    "Solver",
    "Solving",
    "TooManyConceptsError",
    "Vectors",
    "WordVectors",
    "align",
    "count_pairs",
    "count_parts",
    "load_vectors",
    "similarity_of",
]
