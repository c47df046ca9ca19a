"""Of several best alignments, the one that is shown: against brute force, and however written."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Convention, Graph, align, metric
from tertium.alignment import similarity_of
from tertium.metrics.aligning import Aligning
from tertium.standard import CANONICAL, SMATCH, SMATCHPP
from tests.reference.canonical import best_merits, merits, written_alike
from tests.support.corpora import bamboo
from tests.support.graphs import graphs

conventions = st.sampled_from([SMATCH, Convention(), SMATCHPP, CANONICAL, Convention(top="none")])


@settings(max_examples=300, deadline=None)
@given(graphs(), graphs(prefix="y"), conventions)
def test_the_canonical_alignment_is_the_best_of_all(
    a: Graph, b: Graph, convention: Convention
) -> None:
    found = align(a, b, convention=convention)
    assert found.canonical
    assert merits(a, b, convention, found.mapping, written_alike) == best_merits(
        a, b, convention, written_alike
    )


def _alike(x: str, y: str) -> float:
    return (len(x) * len(y) + ord(x[0]) * ord(y[0])) % 16 / 16


@settings(max_examples=100, deadline=None)
@given(graphs(), graphs(prefix="y"))
def test_a_similarity_decides_if_given(a: Graph, b: Graph) -> None:
    found = align(a, b, alike=similarity_of(_alike, "lengths"))
    assert found.canonical
    assert merits(a, b, SMATCH, found.mapping, _alike) == best_merits(a, b, SMATCH, _alike)


def _distinct(graph: Graph, role: str) -> Graph:
    """Return the graph with an attribute that tells every variable from every other."""
    marks = [(name, role, str(k)) for k, name in enumerate(graph.variables)]
    return Graph.from_triples([*graph.triples, *marks], top=graph.top)


def _rewritten(graph: Graph, seed: int) -> tuple[Graph, dict[str, str]]:
    """Return the graph with other names and another order of triples, and the new names."""
    random = Random(seed)
    names = [f"v{k}" for k in range(len(graph.variables))]
    random.shuffle(names)
    new = dict(zip(graph.variables, names, strict=True))
    triples = [
        (new[s], r, t if r == ":instance" else new.get(t or "", t)) for s, r, t in graph.triples
    ]
    random.shuffle(triples)
    return Graph.from_triples(triples, top=new[graph.top]), new


@settings(max_examples=200, deadline=None)
@given(graphs(7), graphs(7, prefix="y"), st.integers(0, 2**32))
def test_it_does_not_depend_on_names_order_and_sides(a: Graph, b: Graph, seed: int) -> None:
    a, b = _distinct(a, ":markA"), _distinct(b, ":markB")
    other_a, new_a = _rewritten(a, seed)
    other_b, new_b = _rewritten(b, seed + 1)
    mapping = align(a, b).mapping
    assert align(other_a, other_b).mapping == {new_a[x]: new_b[y] for x, y in mapping.items()}
    assert align(other_b, other_a).mapping == {new_b[y]: new_a[x] for x, y in mapping.items()}


@pytest.mark.parametrize("spec", ["smatch", "s2match", "smatch++", "smatch#", "wsmatch"])
def test_real_pairs_keep_their_counts(spec: str) -> None:
    chosen = metric(spec)
    assert isinstance(chosen, Aligning)
    for gold, pred in list(zip(*bamboo("para"), strict=True))[::60]:
        counted, shown = chosen.compare(gold, pred), chosen.align(gold, pred)
        assert (shown.matched, shown.upper) == (counted["matched"], counted["upper"])
        assert sum(shown.earned) == pytest.approx(shown.matched, abs=1e-9)
        assert shown.canonical


def test_unlabelled_edges_decide_last() -> None:
    a = "(s / see-01 :ARG0 (b / boy))"
    b = "(a / and :op1 (x / see-02 :ARG0 (y / boy)) :op2 (z / hear-01 :ARG0 (v / boy)))"
    assert align(a, b).mapping == {"s": "x", "b": "y"}
    unlabelled = align("(s / sun :part (h / hot))", "(m / moon :time (n / night))")
    assert unlabelled.mapping == {"s": "m", "h": "n"}
