r"""Layout: where the nodes, labels and edges of a drawing are, in whole pixels.

        [ want-01 ]            nodes are in rows, and so are labels;
          /     \              a *lane* between two rows holds the slanting parts of edges,
     :ARG0      :ARG1          the higher the further they go to the side;
         |       |             beside nodes, edges run straight down in slots of their own
       [boy]   [go-02]

In go the widths of nodes and labels, and the edges. `layers` says which slot is
in which row in which order; here each slot is drawn to the mean of its neighbours, as near as the
slots beside it allow. Edges leave and enter nodes side by side, in the order of where they go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from tertium import _native
from tertium.report.layers import Edge, Layering, layer

Point: TypeAlias = tuple[int, int]
Segment: TypeAlias = tuple[Point, Point]

GAP = 10
"""Between slots of a row."""
HEIGHT = 22
"""Of a row of nodes."""
LABEL = 14
"""Height of a row of labels."""
MARGIN = 6
PORT = 8
"""Between edges that enter a node side by side, if it is wide enough."""
LINE = 4
"""Width of the slot of an edge that passes."""

_ROUNDS = 16
_LANE = (15, 44)  # the height of lanes, at least and at most
_SLOPE = 9  # so many pixels to the side need one more of height
_LOOP = 7  # half the distance between the two ends of a loop
_STIFF = 3  # how much stronger edges that pass keep straight than nodes keep to the middle


@dataclass(frozen=True, slots=True)
class Layout:
    """A drawing without its words; points of nodes and labels are their centres."""

    width: int
    height: int
    nodes: tuple[Point, ...]
    labels: tuple[Point, ...]
    """The label of each edge."""
    routes: tuple[tuple[Segment, ...], ...]
    """The slanting parts of each edge, down from its upper node; after the first is its label, the
    others are joined by straight lines. The second part of a loop leads up again."""
    layering: Layering


def lay_out(nodes: Sequence[int], labels: Sequence[int], edges: Sequence[Edge]) -> Layout:
    """Return where to draw nodes and labels of these widths; the first node is the root.

    >>> found = lay_out([40, 60], [30], [(0, 1)])
    >>> found.nodes, found.labels
    (((36, 17), (36, 83)), ((36, 50),))
    >>> found.routes
    ((((36, 28), (36, 43)), ((36, 57), (36, 72))),)
    """
    layering = layer(len(nodes), edges)
    widths = _widths(layering, nodes, labels)
    xs = _columns(layering, widths)
    tops, heights = _tops(layering, xs), [HEIGHT, LABEL] * len(layering.rows)
    bands = {
        slot: (top, top + height)
        for row, top, height in zip(layering.rows, tops, heights, strict=False)
        for slot in row
    }
    middle = {slot: (xs[slot], (top + bottom) // 2) for slot, (top, bottom) in bands.items()}
    return Layout(
        width=max(x + (width + 1) // 2 for x, width in zip(xs, widths, strict=True)) + MARGIN,
        height=max(bottom for _, bottom in bands.values()) + MARGIN,
        nodes=tuple(middle[node] for node in range(len(nodes))),
        labels=tuple(middle[chain[1]] for chain in layering.chains),
        routes=_routes(layering, xs, widths, bands),
        layering=layering,
    )


def _widths(layering: Layering, nodes: Sequence[int], labels: Sequence[int]) -> list[int]:
    widths = [LINE] * sum(map(len, layering.rows))
    widths[: len(nodes)] = nodes
    for chain, width in zip(layering.chains, labels, strict=True):
        widths[chain[1]] = width
    return widths


def _columns(layering: Layering, widths: Sequence[int]) -> list[int]:
    """Return the middle of each slot, the leftmost edge at the margin."""
    xs = _native.columns(layering.rows, layering.chains, widths, GAP, _ROUNDS, _STIFF)
    left = min(x - width / 2 for x, width in zip(xs, widths, strict=True))
    return [round(x - left) + MARGIN for x in xs]


def _tops(layering: Layering, xs: Sequence[int]) -> list[int]:
    """Return where the rows begin; lanes are higher where edges go further to the side."""
    below, tops = layering.below(), [MARGIN]
    least, most = _LANE
    for r, row in enumerate(layering.rows[:-1]):
        far = max((abs(xs[slot] - xs[other]) for slot in row for other in below[slot]), default=0)
        height = LABEL if r % 2 else HEIGHT
        tops.append(tops[-1] + height + min(most, least + far // _SLOPE))
    return tops


def _routes(
    layering: Layering, xs: Sequence[int], widths: Sequence[int], bands: dict[int, Point]
) -> tuple[tuple[Segment, ...], ...]:
    ports = _ports(layering, xs, widths)
    routes: list[tuple[Segment, ...]] = []
    for k, chain in enumerate(layering.chains):
        start, end = ports[k, True], ports[k, False]
        if layering.is_loop(k):
            bottom, top = bands[chain[0]][1], bands[chain[1]][0]
            out, back = xs[chain[1]] - _LOOP, xs[chain[1]] + _LOOP
            routes.append((((start, bottom), (out, top)), ((back, top), (end, bottom))))
            continue
        places = [start, *(xs[slot] for slot in chain[1:-1]), end]
        stops = [(x, *bands[slot]) for x, slot in zip(places, chain, strict=True)]
        pairs = pairwise(stops)
        routes.append(tuple(((x, bottom), (z, top)) for (x, _, bottom), (z, top, _) in pairs))
    return tuple(routes)


def _ports(
    layering: Layering, xs: Sequence[int], widths: Sequence[int]
) -> dict[tuple[int, bool], int]:
    """Return where edges leave (True) and enter (False) nodes, beside one another if several do."""
    sides: dict[tuple[int, bool], list[tuple[int, int, bool]]] = {}
    for k, chain in enumerate(layering.chains):
        loop = layering.is_loop(k)
        shift = _LOOP if loop else 0
        leaving = xs[chain[1]] - shift, k, True
        entering = xs[chain[-1 if loop else -2]] + shift, k, False
        sides.setdefault((chain[0], True), []).append(leaving)
        sides.setdefault((chain[0], True) if loop else (chain[-1], False), []).append(entering)
    found: dict[tuple[int, bool], int] = {}
    for (node, _), edges in sides.items():
        step = min(PORT, (widths[node] - PORT) / len(edges))
        for i, (_, k, leaves) in enumerate(sorted(edges)):
            found[k, leaves] = round(xs[node] + (i - (len(edges) - 1) / 2) * step)
    return found
