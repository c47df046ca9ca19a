"""One text for each meaning, and one hash."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph
from tertium.cli import main
from tertium.errors import InputError
from tertium.graph import Triple
from tertium.metrics import SmatchSharp
from tertium.standard import canonical_graph, canonical_hash
from tests.support.graphs import connected_graphs, graphs


def shuffled(graph: Graph, rng: random.Random) -> Graph:
    """Return the same graph with other names, another order, inversions, and another top."""
    names = list(graph.variables)
    rng.shuffle(names)
    new = {old: f"v{i}" for i, old in enumerate(names)}
    triples: list[Triple] = []
    for source, role, target in graph.triples:
        if role != ":instance" and target in new and rng.random() < 0.5:
            triples.append((new[target], f"{role}-of", new[source]))
        else:
            end = new[target] if role != ":instance" and target in new else target
            triples.append((new[source], role, end))
    rng.shuffle(triples)
    return Graph.from_triples(triples, top=rng.choice(list(new.values())))


@settings(max_examples=150, deadline=None)
@given(graph=graphs(max_variables=6), seed=st.integers(0, 1000))
def test_the_way_a_graph_is_written_leaves_no_trace(graph: Graph, seed: int) -> None:
    other = shuffled(graph, random.Random(seed))
    assert canonical_hash(graph) == canonical_hash(other) == other.canonical_hash()
    assert canonical_graph(graph).triples == canonical_graph(other).triples


@settings(max_examples=150, deadline=None)
@given(a=connected_graphs(), b=connected_graphs())
def test_equal_texts_are_equal_meanings(a: Graph, b: Graph) -> None:
    metric = SmatchSharp()
    same = metric.values([a], [b]) == [1.0]
    assert (canonical_hash(a) == canonical_hash(b)) is same
    assert (str(canonical_graph(a)) == str(canonical_graph(b))) is same


@settings(max_examples=60, deadline=None)
@given(graph=connected_graphs())
def test_the_text_is_read_back(graph: Graph) -> None:
    text = canonical_graph(graph).to_penman(one_line=True)
    assert canonical_graph(text).to_penman(one_line=True) == text


def test_symmetries_are_told_apart_where_it_matters() -> None:
    # Six nodes in a circle, and two circles of three: every node looks alike from nearby.
    def circles(*sizes: int) -> Graph:
        triples: list[Triple] = []
        for size in sizes:
            first = len(triples)
            triples += [
                (f"n{first + i}", ":ARG0", f"n{first + (i + 1) % size}") for i in range(size)
            ]
        return Graph.from_triples([*triples, *((t[0], ":instance", "x") for t in triples)])

    assert canonical_hash(circles(6)) != canonical_hash(circles(3, 3))
    rng = random.Random(1)
    assert canonical_hash(shuffled(circles(3, 3), rng)) == canonical_hash(circles(3, 3))


def test_many_twins_take_no_time_and_too_many_symmetries_are_refused() -> None:
    twins = " ".join(f":op (b{i} / boy)" for i in range(200))
    assert len(canonical_hash(f"(a / and {twins})")) == 64
    subtrees = " ".join(f":op (b{i} / boy :mod (c{i} / big :mod (d{i} / big)))" for i in range(150))
    with pytest.raises(InputError, match="too many symmetries"):
        canonical_hash(f"(a / and {subtrees})")


def test_a_constant_is_never_taken_for_a_variable() -> None:
    text = canonical_graph("(a / boy :mod x0 :ARG0 (b / girl :mod x1))").to_penman(one_line=True)
    assert text == "(xx0 / boy :arg0 (xx1 / girl :mod x1) :mod x0)"


def test_sort_and_uniq_find_duplicates(
    tmp_path: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    path = f"{tmp_path}/graphs.amr"
    with open(path, "w", encoding="utf-8") as file:
        file.write("# ::id a\n(b / boy :ARG0-of (g / go-02))\n\n(g / Go-02 :ARG0 (x / boy))\n")
    assert main(["standardise", path, "--canonical", "--rename", "--one-line"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "(x0 / go-02 :arg0 (x1 / boy))\ta",
        f"(x0 / go-02 :arg0 (x1 / boy))\t{path}#2",
    ]
