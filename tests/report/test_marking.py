"""Marks in the text of graphs."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given, settings

from tertium import Graph, align
from tertium.metrics import Smatch
from tertium.report.marking import _places, marked, marked_pair, marks, shown_alignment
from tests.support.graphs import connected_graphs
from tests.support.toys import Concepts


def spans(html: str, kind: str) -> list[str]:
    return [unescape(text) for text in re.findall(f'<span class="{kind}">(.*?)</span>', html)]


def test_what_differs_is_marked_on_both_sides() -> None:
    gold = Graph.from_penman('(g / go-02 :ARG0 (b / boy) :polarity - :op1 "<New> York")')
    pred = Graph.from_penman("(x / go-02 :ARG0 (y / girl :mod (t)))")
    left, right = marked_pair(gold, pred, shown_alignment(Smatch(), gold, pred))
    assert spans(left, "same") == ["go-02", ":ARG0"]
    assert spans(left, "other") == ["boy", ":polarity", "-", ":op1", '"<New> York"']
    assert spans(right, "other") == ["girl", ":mod"]
    assert unescape(re.sub("</?span[^>]*>", "", left)) == gold.to_penman()


def test_a_metric_without_alignment_is_shown_by_smatchs() -> None:
    gold, pred = Graph.from_penman("(b / boy)"), Graph.from_penman("(g / girl)")
    assert shown_alignment(Concepts(), gold, pred) == shown_alignment(Smatch(), gold, pred)


@settings(max_examples=100, deadline=None)
@given(connected_graphs())
def test_every_written_triple_has_its_place(graph: Graph) -> None:
    graph = Graph.from_penman(graph.to_penman())
    assert "".join(text for text, _ in _places(graph)) == graph.to_penman()
    named = [place for _, place in _places(graph) if place is not None]
    written = [i for i, t in enumerate(graph.triples) if t[1:] != (":instance", None)]
    assert sorted(set(named)) == written
    assert named == sorted(named)


@settings(max_examples=100, deadline=None)
@given(connected_graphs(), connected_graphs())
def test_marks_count_what_the_alignment_counts(a: Graph, b: Graph) -> None:
    found = align(a, b)
    marked_a = marks(a, found, 0)
    top = sum(one[1] == ":TOP" for one, _ in found.matched_triples)
    assert marked_a.count("same") <= found.matched - top
    assert marked(a, [""] * len(a.triples)).count("<span") == 0


@pytest.mark.parametrize("text", ["(b / boy)", "(b)", "(a / and :op1 a :op2 (b))"])
def test_a_graph_with_itself_is_all_the_same(text: str) -> None:
    graph = Graph.from_penman(text)
    left, right = marked_pair(graph, graph, align(graph, graph))
    assert left == right
    assert not spans(left, "other")
