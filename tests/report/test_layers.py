"""Rows of a drawing: who stands in which, and in what order."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.report import layers
from tertium.report.layers import Edge, Layering, crossings, layer

MANY = settings(max_examples=200, deadline=None)


def levels(nodes: int, edges: list[Edge]) -> list[int]:
    """Return how many rows of nodes are above each node."""
    rows = layer(nodes, edges).rows
    return [next(r for r, row in enumerate(rows) if node in row) // 2 for node in range(nodes)]


@st.composite
def shapes(draw: st.DrawFn) -> tuple[int, list[Edge]]:
    nodes = draw(st.integers(1, 8))
    node = st.integers(0, nodes - 1)
    return nodes, draw(st.lists(st.tuples(node, node), max_size=14))


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        pytest.param([], [0], id="alone"),
        pytest.param([(0, 1), (1, 2)], [0, 1, 2], id="chain"),
        pytest.param([(0, 1), (0, 2), (1, 3), (2, 3)], [0, 1, 1, 2], id="diamond"),
        pytest.param([(0, 1), (1, 2), (2, 0)], [0, 1, 2], id="cycle through the root"),
        pytest.param([(0, 1), (1, 2), (2, 3), (3, 1)], [0, 1, 2, 3], id="cycle below the root"),
        pytest.param([(0, 1), (0, 2), (2, 1)], [0, 2, 1], id="re-entrancy: the longest way"),
        pytest.param([(1, 0), (1, 2)], [0, 1, 2], id="inverse: down from the root all the same"),
        pytest.param([(1, 0), (0, 2), (2, 1)], [0, 2, 1], id="forward where there is a way"),
        pytest.param([(0, 1), (2, 3)], [0, 1, 0, 1], id="leftovers begin at the top"),
        pytest.param([(0, 1), (2, 1), (3, 3)], [0, 1, 2, 0], id="a leftover with a loop"),
        pytest.param([(0, 0), (0, 1), (0, 1)], [0, 1], id="loop and parallel edges"),
    ],
)
def test_levels(edges: list[Edge], expected: list[int]) -> None:
    assert levels(len(expected), edges) == expected


def test_which_edges_are_turned_and_which_are_the_tree() -> None:
    found = layer(4, [(0, 1), (1, 2), (2, 0), (3, 1), (1, 1)])
    assert found.turned == (False, False, True, True, False)
    assert found.tree == (True, True, False, True, False)


def test_the_label_of_an_edge_is_below_its_upper_node() -> None:
    found = layer(3, [(0, 1), (1, 2), (0, 2), (1, 1)])
    rows = {slot: r for r, row in enumerate(found.rows) for slot in row}
    assert [rows[chain[1]] for chain in found.chains] == [1, 3, 1, 3]
    assert len(found.chains[2]) == 5
    assert len(found.chains[3]) == 2


@MANY
@given(shapes())
def test_every_edge_leads_down_row_by_row(shape: tuple[int, list[Edge]]) -> None:
    nodes, edges = shape
    found = layer(nodes, edges)
    slots = [slot for row in found.rows for slot in row]
    assert sorted(slots) == list(range(len(slots)))
    rows = {slot: r for r, row in enumerate(found.rows) for slot in row}
    assert all(rows[node] % 2 == 0 for node in range(nodes))
    for edge, chain, turned in zip(edges, found.chains, found.turned, strict=True):
        assert [rows[slot] - rows[chain[0]] for slot in chain] == list(range(len(chain)))
        ends = (chain[0], chain[0] if len(chain) == 2 else chain[-1])
        assert edge == (ends[::-1] if turned else ends)
    between = [slot for chain in found.chains for slot in chain if slot >= nodes]
    assert sorted(between) == list(range(nodes, len(slots)))


@MANY
@given(shapes())
def test_the_tree_reaches_each_node_once(shape: tuple[int, list[Edge]]) -> None:
    nodes, edges = shape
    found = layer(nodes, edges)
    reached = [chain[-1] for chain, tree in zip(found.chains, found.tree, strict=True) if tree]
    assert len(reached) == len(set(reached))
    assert set(found.rows[0]) == set(range(nodes)) - set(reached)
    assert 0 not in reached


def slow_crossings(found: Layering) -> int:
    place = {slot: (r, x) for r, row in enumerate(found.rows) for x, slot in enumerate(row)}
    steps = [(place[a], place[b]) for chain in found.chains for a, b in pairwise(chain)]
    return sum(
        a[0] == c[0] and (a[1] - c[1]) * (b[1] - d[1]) < 0
        for (a, b), (c, d) in combinations(steps, 2)
    )


@MANY
@given(shapes())
def test_crossings_are_counted(shape: tuple[int, list[Edge]]) -> None:
    found = layer(*shape)
    assert crossings(found) == slow_crossings(found)


def test_sweeps_undo_what_they_can(monkeypatch: pytest.MonkeyPatch) -> None:
    edges = [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (3, 6), (0, 1), (0, 2)]
    assert crossings(layer(7, edges)) == 0
    monkeypatch.setattr(layers, "SWEEPS", 0)
    assert crossings(layer(7, edges)) == 7


@MANY
@given(shapes())
def test_sweeps_never_harm(shape: tuple[int, list[Edge]]) -> None:
    found = layer(*shape)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layers, "SWEEPS", 0)
        assert crossings(found) <= crossings(layer(*shape))


def test_a_tree_has_no_crossings() -> None:
    assert crossings(layer(7, [(0, 4), (0, 1), (4, 3), (1, 2), (1, 6), (4, 5)])) == 0
