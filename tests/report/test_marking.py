"""The places of triples in the text of a graph."""

from __future__ import annotations

from hypothesis import given, settings

from tertium import Graph
from tertium.report.marking import places
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
