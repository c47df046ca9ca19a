"""Meaning graphs: what they are, how they are written, files of them, and who belongs to whom.

text ──notation──▶ Graph        file ──corpus──▶ Corpus        two corpora ──pairing──▶ Pairing
"""

from tertium.graph.corpus import Corpus, Source, as_entry, read, write
from tertium.graph.graph import Graph, GraphLike, PenmanGraph, Triple, WrittenTriple, as_graph
from tertium.graph.pairing import MISSING, PAIR_BY, Missing, PairBy, Pairing, Way, pair

__all__ = [
    "MISSING",
    "PAIR_BY",
    "Corpus",
    "Graph",
    "GraphLike",
    "Missing",
    "PairBy",
    "Pairing",
    "PenmanGraph",
    "Source",
    "Triple",
    "Way",
    "WrittenTriple",
    "as_entry",
    "as_graph",
    "pair",
    "read",
    "write",
]
