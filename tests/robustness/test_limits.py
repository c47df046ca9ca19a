"""What docs/limits.md says is bounded is bounded there, and refused beyond it."""

from __future__ import annotations

import pytest

import tertium
from benchmarks.limits import many_concepts
from tertium.errors import InputError, TertiumError
from tertium.metrics.program import DEFAULT_SECONDS, Limits
from tertium.search import Index
from tests.support.paths import DOCS

PAGE = (DOCS / "limits.md").read_text(encoding="utf-8")


def leaves(count: int) -> str:
    """Return a node with many different neighbours."""
    return "(x / c" + "".join(f" :op{i} (y{i} / d{i})" for i in range(count)) + ")"


def alike(count: int) -> str:
    """Return a node with many neighbours that look alike."""
    return "(x / c" + "".join(f" :op (y{i} / c)" for i in range(count)) + ")"


def test_nodes_of_a_transport() -> None:
    assert "| 2,000 nodes in a graph" in PAGE
    with pytest.raises(InputError, match="a graph has 2001 nodes"):
        tertium.score(leaves(2000), "(b / boy)", "wwlk")


def test_pairs_of_concepts() -> None:
    assert "| 16,777,216 pairs of different concepts" in PAGE
    with pytest.raises(TertiumError, match="more than 16777216 pairs of different concepts"):
        tertium.score(*many_concepts(4097), "s2match")


def test_problems_that_are_too_large_are_solved_in_linear_memory() -> None:
    """8.4 million pairs of variables that look alike: the same graph is still proven."""
    assert "| 8,000,000 cells and pairs in one problem" in PAGE
    graph = alike(2900)
    score = tertium.score(graph, graph)
    assert (score.value, score.upper) == (1, 1)
    with pytest.raises(InputError, match="solver=ilp: the graphs are too large"):
        tertium.score(graph, graph, "smatch:solver=ilp")


def test_variables_of_an_index() -> None:
    assert "| variables of a graph in an index | 65,535 |" in PAGE
    with pytest.raises(InputError, match="at most 65,535 variables"):
        Index.build([leaves(65_536)])


def test_programs() -> None:
    assert "| 1 MB and 1 kB per pair |" in PAGE
    assert Limits.of(7).bytes == 1_000_000 + 7 * 1000
    assert "| one hour for all pairs of a system;" in PAGE
    assert DEFAULT_SECONDS == 3600
