"""The edges of a drawing as paths."""

from __future__ import annotations

import re

import pytest

from tertium.report.layers import Edge
from tertium.report.layout import HEIGHT, lay_out
from tertium.report.strokes import HEAD, Stroke, strokes


def drawn(nodes: int, edges: list[Edge]) -> list[Stroke]:
    return strokes(lay_out([60] * nodes, [30] * len(edges), edges))


@pytest.mark.parametrize(("edge", "up"), [((0, 1), False), ((1, 0), True)])
def test_arrows_point_to_the_target(edge: Edge, up: bool) -> None:
    places = lay_out([60, 60], [30], [edge])
    (stroke,) = strokes(places)
    x, y = places.nodes[edge[1]]
    assert stroke.upward == up
    assert abs(stroke.tip[0] - x) < 30
    assert stroke.tip[1] == (y + HEIGHT // 2 if up else y - HEIGHT // 2)
    assert stroke.head.endswith("l-3.5 7h7z" if up else "l-3.5 -7h7z")


def test_re_entrancies_are_curved() -> None:
    curved = ["C" in stroke.path for stroke in drawn(3, [(0, 1), (0, 2), (2, 1)])]
    assert curved == [False, False, True]


def test_edges_are_upright_beside_an_arrow_that_arrives() -> None:
    beside, _ = drawn(3, [(0, 1), (2, 0)])
    alone, *_ = drawn(2, [(0, 1)])
    start = re.match(r"M\d+ (\d+)V(\d+)L", beside.path)
    assert start is not None
    assert int(start[2]) - int(start[1]) == HEAD
    assert re.match(r"M\d+ \d+L", alone.path)


def test_a_loop_leaves_and_comes_back() -> None:
    (stroke,) = drawn(1, [(0, 0)])
    assert stroke.upward
    assert stroke.path.count("M") == 2
