"""Graphs of networkx, with the real package."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tertium import Graph, score
from tertium.errors import InputError
from tertium.interop.networkx import from_networkx, to_networkx
from tests.support.graphs import connected_graphs

nx = pytest.importorskip("networkx")


@settings(max_examples=60, deadline=None)
@given(connected_graphs())
def test_there_and_back(graph: Graph) -> None:
    again = from_networkx(to_networkx(graph))
    assert again.top == graph.top
    assert sorted(map(str, again.triples)) == sorted(map(str, graph.triples))


def test_attributes_are_triples() -> None:
    made = nx.MultiDiGraph(top=1, id="x.1")
    made.add_node(0, concept="boy", quant=[2, 3])
    made.add_node(1, concept="go-02", polarity="-")
    made.add_edge(1, 0, role="ARG0")
    made.add_edge(1, 0, role=":ARG1")
    graph = from_networkx(made)
    assert (graph.top, graph.id) == ("n1", "x.1")
    expected = "(n1 / go-02 :polarity - :ARG0 (n0 / boy :quant 2 :quant 3) :ARG1 n0)"
    assert score(graph, expected).value == 1


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (nx.Graph([(1, 2)]), "must be directed"),
        (nx.DiGraph([(1, 2)]), "the node 1 has no attribute 'concept'"),
        (nx.DiGraph(), "at least one triple"),
    ],
)
def test_wrong_graphs(graph: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        from_networkx(graph)


def test_an_edge_without_a_role() -> None:
    made = nx.DiGraph([("a", "b")])
    nx.set_node_attributes(made, "boy", "concept")
    with pytest.raises(InputError, match="the edge from 'a' to 'b' has no attribute 'role'"):
        from_networkx(made)
