"""Search: the nearest graphs, near-duplicates and clusters, exactly.

    index = Index.build("corpus.amr", "corpus.tix")
    index.search(graph, k=10)       the ten nearest
    index.join(at_least=0.9)        all near-duplicates

Names are imported when they are first used: an index needs numpy, which the parser of the command
line does not import.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tertium.search.division import JoinedPairs
    from tertium.search.grouping import Deduplication, Dropped, clusters, deduplicate
    from tertium.search.index import Index
    from tertium.search.results import ClosePair, Neighbour, Neighbours, SparseValues

_HOMES = {
    "ClosePair": "results",
    "Deduplication": "grouping",
    "Dropped": "grouping",
    "Index": "index",
    "JoinedPairs": "division",
    "Neighbour": "results",
    "Neighbours": "results",
    "SparseValues": "results",
    "clusters": "grouping",
    "deduplicate": "grouping",
}

__all__ = [
    "ClosePair",
    "Deduplication",
    "Dropped",
    "Index",
    "JoinedPairs",
    "Neighbour",
    "Neighbours",
    "SparseValues",
    "clusters",
    "deduplicate",
]


def __getattr__(name: str) -> object:
    """Import a public name."""
    if name not in _HOMES:
        raise AttributeError(f"module 'tertium.search' has no attribute '{name}'")
    thing: object = getattr(import_module(f"tertium.search.{_HOMES[name]}"), name)
    globals()[name] = thing
    return thing
