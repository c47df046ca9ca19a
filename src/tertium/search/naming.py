"""Names: what the graphs of an index, and those that are looked for, are called.

    # ::id boys.1         boys.1
    (b / boy)

    (c / cat)             pets.amr#2, the second graph of its file

A graph that cannot be read and is skipped keeps its number, so that no other graph gets it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tertium.errors import InputError
from tertium.evaluation.policy import OnBad, readable
from tertium.evaluation.scoring import CorpusLike, as_corpus
from tertium.graph import Corpus, Graph, GraphLike, as_graph, names_of
from tertium.graph.graph import PenmanGraph


def named_graphs(
    corpus: Corpus, on_error: OnBad, ids: Sequence[str] | None = None
) -> tuple[list[Graph], list[str]]:
    """Return the graphs that can be read, and what they are called."""
    graphs = readable(corpus, on_error)
    return graphs, names_of(corpus) if ids is None else _checked_ids(ids)


def _checked_ids(ids: Sequence[str]) -> list[str]:
    """Return ids that can be stored."""
    if isinstance(ids, str):
        raise InputError("ids: expected a list of texts, not a text")
    for number, id in enumerate(ids):
        if not isinstance(id, str):
            raise InputError(f"ids[{number}]: expected a text, not {type(id).__name__}")
        if any("\ud800" <= letter <= "\udfff" for letter in id):
            raise InputError(f"ids[{number}]: half a character (a surrogate) cannot be stored")
    return list(ids)


def queries_of(query: GraphLike | CorpusLike, on_error: OnBad) -> tuple[list[Graph], list[str]]:
    """Return the queries, and what they are called; a text that is a graph is one."""
    text = isinstance(query, str) and query.lstrip().startswith(("(", "#"))
    if isinstance(query, Graph | PenmanGraph) or text:
        return named_graphs(Corpus.of([as_graph(query)], "query"), on_error)  # type: ignore[arg-type]
    return named_graphs(as_corpus(query, "query"), on_error)  # type: ignore[arg-type]
