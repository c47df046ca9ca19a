"""Triples as they were written, edges among them, and roles from either end."""

from __future__ import annotations

from hypothesis import given

from tertium import Graph
from tertium.graph import as_written, inverse, is_inverse, with_edges
from tests.support.graphs import connected_graphs


def test_the_inverse_of_the_inverse_is_the_role() -> None:
    for role in (":ARG0", ":ARG0-of", ":mod", ":domain", ":consist-of", ":prep-out-of"):
        assert inverse(inverse(role)) == role


def test_roles_that_only_look_inverse() -> None:
    assert [is_inverse(role) for role in (":ARG0-of", ":consist-of", ":consist-of-of", ":of")] == [
        True,
        False,
        True,
        False,
    ]


def test_a_constant_may_be_spelled_like_a_variable() -> None:
    triples = [("5", ":instance", "boy"), ("g", ":instance", "go-02"), ("g", ":ARG0", "5")]
    edges = with_edges(Graph.from_triples(triples))
    assert [is_edge for _, is_edge in edges] == [False, False, True]
    text = with_edges(Graph.from_penman("(b / boy :value b :quant 5)"))
    assert [is_edge for _, is_edge in text] == [False, True, False]


@given(connected_graphs())
def test_what_was_written_is_the_same_graph(graph: Graph) -> None:
    for (source, role, target), (written, is_edge) in zip(
        graph.triples, with_edges(graph, written=True), strict=True
    ):
        turned = written != (source, role, target)
        assert not turned or (is_edge and written == (target, inverse(role), source))
    assert [triple for triple, _ in with_edges(graph, written=True)] == as_written(graph)
