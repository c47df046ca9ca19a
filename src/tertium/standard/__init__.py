"""Standard forms: from a graph as it was written to the graph that is compared.

    (k / Knife :location (d / drawer))  ──convention──▶  (k / knife :location (d / drawer))
                                        ──aspect──────▶  the part that is about location

A `Convention` answers every question that can change a score before anything is aligned; an
`Aspect` selects the sub-graph of one phenomenon.
"""

from tertium.standard.canonical import canonical_graph, canonical_hash
from tertium.standard.convention import (
    AS_IS,
    CANONICAL,
    GENERIC,
    SMATCH,
    SMATCHPP,
    SMATCHPP_GENERIC,
    Convention,
    Top,
    spell,
)

__all__ = [
    "AS_IS",
    "CANONICAL",
    "GENERIC",
    "SMATCH",
    "SMATCHPP",
    "SMATCHPP_GENERIC",
    "Convention",
    "Top",
    "canonical_graph",
    "canonical_hash",
    "spell",
]
