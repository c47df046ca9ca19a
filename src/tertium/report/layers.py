"""Layers: in which row of a drawing each node stands, and in which order.

    (w / want-01                         want-01          row 0
        :ARG0 (b / boy)                :ARG0   :ARG1      row 1
        :ARG1 (g / go-02                 |     go-02      row 2
            :ARG0 b))                    |     :ARG0      row 3
                                           boy            row 4

This is the method of Sugiyama, Tagawa & Toda (1981). Edges are turned where needed so that all lead
down; a node's layer is its longest way from a root; what passes through a row gets a *slot* there,
as nodes do; then each row is sorted by where its neighbours stand.

Nodes are in the even rows. The odd ones are for the labels of edges, which are slots as well. So
neither two labels nor a label and an edge nor an edge and a node can ever share a place.

In go a number of nodes, of which the first is the root, and edges as pairs of nodes. Out comes a
`Layering`. The same input gives the same output.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import TypeAlias

from tertium import _native

Edge: TypeAlias = tuple[int, int]
"""Source and target, as numbers of nodes."""

SWEEPS = 8
"""How often all rows are sorted anew, down and up in turn."""


@dataclass(frozen=True, slots=True)
class Layering:
    """Slots in rows. The slots of nodes have the numbers of the nodes; those of edges follow."""

    rows: tuple[tuple[int, ...], ...]
    """The slots of each row, from left to right."""
    chains: tuple[tuple[int, ...], ...]
    """The slots that an edge passes from its upper node to its lower one. The first after the node
    is its label. The chain of a loop ends there."""
    turned: tuple[bool, ...]
    """Whether an edge leads up in truth."""
    tree: tuple[bool, ...]
    """Whether an edge is the one by which a node was first reached; the others are re-entrant."""

    def is_loop(self, k: int) -> bool:
        """Return whether an edge leads from a node to itself."""
        return len(self.chains[k]) == 2

    def upward(self, k: int) -> bool:
        """Return whether an edge arrives from below."""
        return self.turned[k] or self.is_loop(k)

    def reached(self, *, upward: bool) -> set[int]:
        """Return the nodes at which an edge arrives from below, or from above."""
        edges = [k for k in range(len(self.chains)) if self.upward(k) == upward]
        return {self.chains[k][0 if upward else -1] for k in edges}

    def above(self) -> list[list[int]]:
        """Return for each slot its neighbours in the row above."""
        return _neighbours(self.chains, sum(map(len, self.rows)), up=True)

    def below(self) -> list[list[int]]:
        """Return for each slot its neighbours in the row below."""
        return _neighbours(self.chains, sum(map(len, self.rows)), up=False)


def layer(nodes: int, edges: Sequence[Edge]) -> Layering:
    """Return the rows of a graph, ordered so that few edges cross.

    >>> layer(3, [(0, 1), (0, 2), (2, 1)]).rows
    ((0,), (3, 6), (4, 2), (5, 7), (1,))
    """
    tree = _tree(nodes, edges)
    down = _downward(nodes, edges, tree)
    depth = depths(nodes, down)
    chains, rows = _chains(depth, down)
    found = Layering(
        rows=tuple(map(tuple, rows)),
        chains=tuple(map(tuple, chains)),
        turned=tuple(one != other for one, other in zip(edges, down, strict=True)),
        tree=tuple(k in tree for k in range(len(edges))),
    )
    return _ordered(found)


def depths(nodes: int, down: Iterable[Edge]) -> list[int]:
    """Return the longest way to each node, along edges without a cycle; loops do not count."""
    above: dict[int, list[int]] = {node: [] for node in range(nodes)}
    for upper, lower in down:
        if upper != lower:
            above[lower].append(upper)
    depth = [0] * nodes
    for node in TopologicalSorter(above).static_order():
        depth[node] = max((depth[upper] + 1 for upper in above[node]), default=0)
    return depth


def crossings(layering: Layering) -> int:
    """Return how many pairs of edges cross."""
    below, count = layering.below(), 0
    for upper, lower in pairwise(layering.rows):
        place = {slot: x for x, slot in enumerate(lower)}
        seen: list[int] = []
        for slot in upper:
            ends = sorted(place[other] for other in below[slot])
            count += sum(len(seen) - bisect_right(seen, end) for end in ends)
            for end in ends:
                insort(seen, end)
    return count


def _tree(nodes: int, edges: Sequence[Edge]) -> dict[int, bool]:
    """Return the edges that first reach a node, and whether they do so against their direction.

    That is done only where no edge leads on: in ``(b / boy :ARG0-of (g / go-02))`` to reach ``g``.
    What cannot be reached at all begins a tree of its own.
    """
    reached: set[int] = set()
    tree: dict[int, bool] = {}
    for root in range(nodes):
        reached.add(root)
        while (step := _step(edges, reached)) is not None:
            k, against = step
            tree[k] = against
            reached.update(edges[k])
    return tree


def _step(edges: Sequence[Edge], reached: set[int]) -> tuple[int, bool] | None:
    for against in (False, True):
        for k, (source, target) in enumerate(edges):
            start, end = (target, source) if against else (source, target)
            if start in reached and end not in reached:
                return k, against
    return None


def _downward(nodes: int, edges: Sequence[Edge], tree: dict[int, bool]) -> list[Edge]:
    """Return the edges, turned where they would lead up: against the tree, or closing a cycle."""
    down = list(edges)
    below: list[list[int]] = [[] for _ in range(nodes)]
    for k in [*tree, *(k for k in range(len(edges)) if k not in tree)]:
        source, target = edges[k]
        if tree[k] if k in tree else _leads(below, target, source):
            down[k] = target, source
        if source != target:
            below[down[k][0]].append(down[k][1])
    return down


def _leads(below: list[list[int]], start: int, end: int) -> bool:
    """Return whether there is a way down from one node to another."""
    seen, agenda = {start}, [start]
    while agenda:
        fresh = [node for node in below[agenda.pop()] if node not in seen]
        seen.update(fresh)
        agenda += fresh
    return end in seen


def _chains(depth: Sequence[int], down: Sequence[Edge]) -> tuple[list[list[int]], list[list[int]]]:
    """Return the slots of each edge, and the slots of each row in the order of the edges."""
    rows: list[list[int]] = [[] for _ in range(2 * max(depth) + 2)]
    for node, level in enumerate(depth):
        rows[2 * level].append(node)
    chains, slots = [], len(depth)
    for upper, lower in down:
        first, last = 2 * depth[upper] + 1, 2 * depth[lower]
        passed = range(first, max(last, first + 1))
        chain = [upper, *range(slots, slots + len(passed))]
        for row, slot in zip(passed, chain[1:], strict=True):
            rows[row].append(slot)
        slots += len(passed)
        chains.append(chain if upper == lower else [*chain, lower])
    return chains, [row for row in rows if row]


def _ordered(layering: Layering) -> Layering:
    """Sort the rows down and up in turn; return the layering that had the fewest crossings."""
    rows = _native.ordered_rows(layering.rows, layering.chains, SWEEPS)
    return replace(layering, rows=tuple(map(tuple, rows)))


def _neighbours(chains: Iterable[Sequence[int]], slots: int, *, up: bool) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(slots)]
    for chain in chains:
        for upper, lower in pairwise(chain):
            if up:
                found[lower].append(upper)
            else:
                found[upper].append(lower)
    return found
