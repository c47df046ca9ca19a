"""The places of triples in the text of a graph."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph
from tertium.report.marking import places
from tests.support.changes import shuffled
from tests.support.graphs import connected_graphs


@settings(max_examples=100, deadline=None)
@given(connected_graphs())
def test_every_written_triple_has_its_place(graph: Graph) -> None:
    graph = Graph.from_penman(graph.to_penman())
    assert "".join(text for text, _ in places(graph)) == graph.to_penman()
    named = [place for _, place in places(graph) if place is not None]
    written = [i for i, t in enumerate(graph.triples) if t[1:] != (":instance", None)]
    assert sorted(set(named)) == written
    assert named == sorted(named)


@settings(max_examples=100, deadline=None)
@given(connected_graphs(), st.data())
def test_triples_in_any_order(graph: Graph, data: st.DataObject) -> None:
    graph = Graph.from_penman(graph.to_penman())
    other = shuffled(graph, data)
    read = Graph.from_penman(other.to_penman())
    found = [(text, place) for text, place in places(other) if place is not None]
    expected = [(text, place) for text, place in places(read) if place is not None]
    assert [(text, other.triples[k]) for text, k in found] == [
        (text, read.triples[k]) for text, k in expected
    ]
    assert len({k for _, k in found}) == len({k for _, k in expected})
