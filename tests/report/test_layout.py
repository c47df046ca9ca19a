"""Places of a drawing: nothing overlaps, nothing runs through anything."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import _native
from tertium.report import layers
from tertium.report.layers import Edge, layer
from tertium.report.layout import GAP, HEIGHT, LABEL, MARGIN, Layout, lay_out
from tests.reference import drawing

MANY = settings(max_examples=150, deadline=None)
Shape = tuple[list[int], list[int], list[Edge]]


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    nodes = draw(st.lists(st.integers(20, 160), min_size=1, max_size=8))
    node = st.integers(0, len(nodes) - 1)
    edges = draw(st.lists(st.tuples(node, node), max_size=12))
    labels = draw(st.lists(st.integers(10, 90), min_size=len(edges), max_size=len(edges)))
    return nodes, labels, edges


def boxes(shape: Shape, found: Layout) -> list[tuple[float, int, float, int]]:
    """Return left, top, right and bottom of nodes and labels."""
    nodes, labels, _ = shape
    sized = [(p, w, HEIGHT) for p, w in zip(found.nodes, nodes, strict=True)]
    sized += [(p, w, LABEL) for p, w in zip(found.labels, labels, strict=True)]
    return [(x - w / 2, y - h // 2, x + w / 2, y + h // 2) for (x, y), w, h in sized]


@MANY
@given(shapes())
def test_no_two_boxes_overlap_and_all_are_on_the_picture(shape: Shape) -> None:
    found = lay_out(*shape)
    placed = boxes(shape, found)
    for k, (left, top, right, bottom) in enumerate(placed):
        assert left >= MARGIN - 1
        assert top >= MARGIN
        assert right <= found.width
        assert bottom <= found.height
        for other in placed[:k]:
            apart = max(left - other[2], other[0] - right)
            assert apart >= GAP - 1 or top >= other[3] or bottom <= other[1]


@MANY
@given(shapes())
def test_edges_slant_between_rows_and_pass_beside_boxes(shape: Shape) -> None:
    found = lay_out(*shape)
    placed = boxes(shape, found)
    for chain, route in zip(found.layering.chains, found.routes, strict=True):
        assert len(route) == max(2, len(chain) - 1)
        for (_, y), (_, to) in route:
            high, low = sorted((y, to))
            assert low - high > 7, "there is room for the head of an arrow"
            assert not any(top < low and bottom > high for _, top, _, bottom in placed)
        for (_, (x, y)), ((z, to), _) in pairwise(route[1:]):
            assert x == z
            assert not any(
                left < x < right and top < to and bottom > y for left, top, right, bottom in placed
            )


@MANY
@given(shapes())
def test_edges_begin_and_end_at_their_nodes(shape: Shape) -> None:
    found = lay_out(*shape)
    for chain, route in zip(found.layering.chains, found.routes, strict=True):
        upper, lower = chain[0], chain[0] if len(chain) == 2 else chain[-1]
        side = HEIGHT // 2 if upper == lower else -(HEIGHT // 2)
        for node, (x, y), down in ((upper, route[0][0], HEIGHT // 2), (lower, route[-1][1], side)):
            assert abs(x - found.nodes[node][0]) < shape[0][node] / 2
            assert y == found.nodes[node][1] + down


def test_a_long_edge_is_straight_where_there_is_room() -> None:
    found = lay_out([60, 60, 60, 60], [30, 30, 30, 30], [(0, 1), (1, 2), (2, 3), (0, 3)])
    assert len(found.routes[3]) == 6
    assert len({x for (x, _), _ in found.routes[3][2:]}) == 1


def test_a_parent_is_above_the_middle_of_its_children() -> None:
    found = lay_out([40, 60, 60], [30, 30], [(0, 1), (0, 2)])
    (x, top), (left, lower), (right, same) = found.nodes
    assert abs(2 * x - left - right) <= 1
    assert left + 60 + GAP <= right + 1
    assert top < lower == same


@MANY
@given(shapes())
def test_the_native_loops_follow_the_plain_ones(shape: Shape) -> None:
    nodes, labels, edges = shape
    found = layer(len(nodes), edges)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layers, "_ordered", lambda raw: raw)
        assert drawing.ordered(layer(len(nodes), edges)).rows == found.rows
    widths = [4] * sum(map(len, found.rows))
    widths[: len(nodes)] = nodes
    for chain, width in zip(found.chains, labels, strict=True):
        widths[chain[1]] = width
    rounds = (GAP, drawing.ROUNDS, drawing.STIFF)
    assert _native.columns(found.rows, found.chains, widths, *rounds) == pytest.approx(
        drawing.columns(found, widths)
    )


def test_slots_that_no_row_has_are_refused() -> None:
    with pytest.raises(ValueError, match="in no row"):
        _native.ordered_rows([[0]], [[0, 7]], 8)
    with pytest.raises(ValueError, match="width"):
        _native.columns([[0]], [[0]], [], 10, 16, 3)
