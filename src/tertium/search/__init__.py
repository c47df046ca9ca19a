"""Search: the nearest graphs, near-duplicates and clusters, exactly.

index = Index.build("corpus.amr", "corpus.tix")
index.search(graph, k=10)       the ten nearest
index.join(at_least=0.9)        all near-duplicates
"""

from tertium.search.clusters import Deduplication, Dropped, clusters, deduplicate
from tertium.search.collection import JoinedPairs
from tertium.search.index import Index
from tertium.search.results import Neighbour, Neighbours, Pair, SparseValues

__all__ = [
    "Deduplication",
    "Dropped",
    "Index",
    "JoinedPairs",
    "Neighbour",
    "Neighbours",
    "Pair",
    "SparseValues",
    "clusters",
    "deduplicate",
]
