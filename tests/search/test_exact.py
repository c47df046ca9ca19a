"""What is found is what comparing with every graph finds, for every metric that can be searched."""

from __future__ import annotations

import json
import random
from itertools import pairwise

import pytest

from tertium import Graph, metrics
from tertium.search import Index
from tests.search.toys import toys

SPECS = (
    *("smatch", "smatch++", "smatch#", "sembleu", "sema", "rematch", "wlk"),
    "wlk:discount=no,labels=numbered",
)
QUERIES = 25


def index_of(spec: str, corpus: tuple[Graph, ...], cuts: tuple[int, ...] = ()) -> Index:
    """Return an index with a segment for each part of the corpus."""
    ids = [f"g{number}" for number in range(len(corpus))]
    stops = (*cuts, len(corpus))
    index = Index.build(list(corpus[: stops[0]]), metric=spec, ids=ids[: stops[0]])
    for start, stop in pairwise(stops):
        index.add(list(corpus[start:stop]), ids=ids[start:stop])
    return index


def values_of(spec: str, query: Graph, corpus: tuple[Graph, ...]) -> list[float]:
    return metrics.metric(spec).values([query] * len(corpus), corpus)


@pytest.mark.parametrize("spec", SPECS)
def test_the_nearest_are_those_of_brute_force(spec: str) -> None:
    corpus, queries = toys(60), toys(QUERIES, seed=1)
    index = index_of(spec, corpus, (20, 45))
    found = index.search(list(queries), k=7)
    for number, query in enumerate(queries, start=1):
        rows = [row for row in found if row.query == f"query#{number}"]
        values = values_of(spec, query, corpus)
        assert [row.value for row in rows] == sorted(values, reverse=True)[:7]
        assert [row.rank for row in rows] == [1, 2, 3, 4, 5, 6, 7]
        assert all(values[int(row.id[1:])] == row.value for row in rows)
        assert len({row.id for row in rows}) == 7


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("least", [0.9, 0.8, 0.7, 0.6])
def test_joins_are_those_of_brute_force(spec: str, least: float) -> None:
    corpus = toys(40)
    pairs = index_of(spec, corpus, (13,)).pairs(least)
    found = {(a, b): value for a, b, value, _ in pairs.rows()}
    assert len(found) == len(pairs)
    expected = {}
    for a, gold in enumerate(corpus):
        for b, value in enumerate(values_of(spec, gold, corpus)):
            if a < b and value >= least:
                expected[a, b] = value
    assert found == expected
    assert list(found) == sorted(found)


@pytest.mark.parametrize("spec", ["smatch", "rematch"])
def test_nothing_depends_on_threads_segments_or_order(spec: str) -> None:
    corpus, queries = toys(50), list(toys(10, seed=2))
    first = index_of(spec, corpus).search(queries, k=6, threads=1)
    assert index_of(spec, corpus, (7, 31)).search(queries, k=6, threads=2) == first
    order = list(range(len(corpus)))
    random.Random(3).shuffle(order)
    shuffled = Index.build([corpus[i] for i in order], metric=spec, ids=[f"g{i}" for i in order])
    assert shuffled.search(queries, k=6) == first


@pytest.mark.parametrize("spec", ["smatch", "sembleu"])
def test_k_and_a_least_value_together(spec: str) -> None:
    corpus, query = toys(50), toys(3, seed=4)[0]
    index = index_of(spec, corpus)
    values = sorted((v for v in values_of(spec, query, corpus) if v >= 0.3), reverse=True)
    assert [row.value for row in index.search(query, k=None, at_least=0.3)] == values
    assert [row.value for row in index.search(query, k=3, at_least=0.3)] == values[:3]


@pytest.mark.parametrize("spec", ["smatch", "wlk"])
def test_neighbours_leave_the_graph_itself_out(spec: str) -> None:
    corpus = toys(30)
    matrix = index_of(spec, corpus, (11,)).neighbours(4)
    assert matrix.shape == (30, 30)
    for row, graph in enumerate(corpus):
        part = slice(matrix.indptr[row], matrix.indptr[row + 1])
        values = values_of(spec, graph, corpus)
        del values[row]
        assert matrix.data[part].tolist() == sorted(values, reverse=True)[:4]
        assert row not in matrix.indices[part]


def test_an_unproven_alignment_hides_nothing() -> None:
    # Without a budget hardly anything is proven, and what is not enters with its highest value.
    corpus, spec = toys(40), "smatch:budget=0"
    index = index_of(spec, corpus)
    for query in toys(10, seed=5):
        exact = sorted(values_of("smatch", query, corpus), reverse=True)
        found = index.search(query, k=5)
        assert all(row.value >= value for row, value in zip(found, exact, strict=False))
        near = {f"g{i}" for i, v in enumerate(values_of("smatch", query, corpus)) if v >= 0.6}
        within = index.search(query, k=None, at_least=0.6)
        assert near <= {row.id for row in within}


def test_graphs_without_triples_and_without_motifs() -> None:
    corpus = [Graph.from_penman(text) for text in ("(a)", "(b / boy)", "(c :ARG0 (d))", "(a)")]
    for spec in SPECS:
        index = Index.build(corpus, metric=spec)
        for query in corpus:
            values = values_of(spec, query, tuple(corpus))
            assert [row.value for row in index.search(query, k=4)] == sorted(values, reverse=True)


def test_neighbours_as_data_frames_and_tables() -> None:
    index = Index.build(toys(12))
    found = index.search(list(toys(3)), k=2)
    rows = [row._asdict() for row in found]
    assert [json.loads(line) for line in found.to_jsonl().splitlines()] == rows
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    assert found.to_pandas().to_dict("records") == rows
    assert found.to_arrow().to_pylist() == rows
    assert list(map(str, found.to_arrow().schema.types)) == [
        "string",
        "string",
        "int64",
        "double",
        "bool",
    ]


def test_no_neighbours_have_the_same_columns() -> None:
    pytest.importorskip("pyarrow")
    index = Index.build(toys(12))
    none = index.search("(z / zebra)", at_least=1.0)
    assert len(none) == 0
    assert none.to_arrow().schema == index.search("(b / boy)", k=1).to_arrow().schema
