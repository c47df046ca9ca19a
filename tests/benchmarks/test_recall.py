"""What an approximate search misses."""

from __future__ import annotations

import pytest

from benchmarks.recall import Answer, ask
from tertium import Graph, metric


def test_ties_count_as_found() -> None:
    answer = Answer([0.9, 0.8, 0.8, 0.5], [0.9, 0.8, 0.5, 0.4])
    assert answer.recall(2) == 1
    assert answer.recall(3) == pytest.approx(2 / 3)
    assert answer.lost(3) == pytest.approx(0.3)


def test_few_graphs_are_all_compared() -> None:
    concepts = ("boy", "girl", "cat", "kitten", "dog", "house", "tree", "car")
    graphs = [
        Graph.from_penman(f"(s / see-01 :ARG0 (x / {a}) :ARG1 (y / {b}))")
        for a in concepts
        for b in concepts[:2]
    ]
    answers = ask(metric("accord"), graphs, 3)
    assert [answer.recall(10) for answer in answers] == [1, 1, 1]
