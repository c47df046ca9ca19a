"""Meaning graphs: what they are, how they are written, files of them, and who belongs to whom.

text ──notation──▶ Graph        file ──corpus──▶ Corpus        two corpora ──pairing──▶ Pairing
"""

from tertium.graph._given import Triple
from tertium.graph.columns import (
    column_entries,
    column_values,
    is_missing,
    is_no_graph,
    text_graphs,
)
from tertium.graph.corpus import Corpus, Source, as_entry, names_of, read, read_umr, write
from tertium.graph.documents import read_documents
from tertium.graph.graph import Graph, GraphLike, PenmanGraph, WrittenTriple, as_graph
from tertium.graph.joined import MERGES, Mention, Merge, join_sentences, join_umr
from tertium.graph.limits import SizeLimits, check_max_triples
from tertium.graph.pairing import MISSING, PAIR_BY, Missing, PairBy, Pairing, Way, pair
from tertium.graph.triples import MODS, as_written, inverse, is_inverse, with_edges
from tertium.graph.umr import Relation, UmrDocument, UmrSentence

__all__ = [
    "MERGES",
    "MISSING",
    "MODS",
    "PAIR_BY",
    "Corpus",
    "Graph",
    "GraphLike",
    "Mention",
    "Merge",
    "Missing",
    "PairBy",
    "Pairing",
    "PenmanGraph",
    "Relation",
    "SizeLimits",
    "Source",
    "Triple",
    "UmrDocument",
    "UmrSentence",
    "Way",
    "WrittenTriple",
    "as_entry",
    "as_graph",
    "as_written",
    "check_max_triples",
    "column_entries",
    "column_values",
    "inverse",
    "is_inverse",
    "is_missing",
    "is_no_graph",
    "join_sentences",
    "join_umr",
    "names_of",
    "pair",
    "read",
    "read_documents",
    "read_umr",
    "text_graphs",
    "with_edges",
    "write",
]
