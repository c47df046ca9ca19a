"""Where everything of a merged pair is drawn: boxes and arrows that fit their words.

    [ c contrast-01 ]          a variable in small letters, then its concept
      :ARG2   -:ARG2 (9)       a sign for what one graph alone has, and the number of the edit
    [ t thing ] [ f forget-01 ]

Both graphs are laid out as one. Edges come in the order shared, gold, prediction, so what both have
and the gold shape the tree. Letters are of one width, so that a drawing needs no browser to be
measured. In large graphs, branches in which nothing differs are folded into the node they hang on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.report.layout import PORT, Point, lay_out
from tertium.report.merged import Merged, MergedEdge, MergedNode
from tertium.report.strokes import Stroke, strokes
from tertium.report.width import columns, shorten

LONGEST = 26
"""Columns of a word that are drawn; the rest is in the text."""
LARGE = 150
"""Nodes and edges of a drawing in which nothing is folded."""
LARGEST = 400
"""Nodes and edges that are drawn at all."""

LETTER, SMALL, TINY = 7.3, 6.7, 5.6  # widths of letters of 12, 11 and 9 pixels
_ORDER = {"gold": 1, "pred": 2}
_ARROW, _SIGN, _BADGE = 24, 10, 18  # widths of " → ", of a sign, and of the number of an edit


@dataclass(frozen=True, slots=True)
class Placed:
    """A drawing of a merged pair; what is folded has no place."""

    width: int
    height: int
    boxes: dict[int, tuple[Point, int]]  #: the centre and the width of each node
    arrows: dict[int, tuple[Point, int, Stroke]]  #: the centre and width of each label, the stroke
    folded: dict[int, int]  #: how many nodes are folded into a node


def place(merged: Merged) -> Placed | None:
    """Return the drawing of a pair, or None if it would be too large to read."""
    nodes, edges = range(len(merged.nodes)), range(len(merged.edges))
    folded: dict[int, int] = {}
    if len(nodes) + len(edges) > LARGE:
        nodes_kept, edges_kept, folded = _fold(merged)
    else:
        nodes_kept, edges_kept = list(nodes), list(edges)
    if len(nodes_kept) + len(edges_kept) > LARGEST:
        return None
    edges_kept.sort(key=lambda k: _ORDER.get(merged.edges[k].state, 0))
    return _placed(merged, nodes_kept, edges_kept, folded)


def _placed(
    merged: Merged, nodes: Sequence[int], edges: Sequence[int], folded: dict[int, int]
) -> Placed:
    number = {node: n for n, node in enumerate(nodes)}
    ends = [(number[merged.edges[k].source], number[merged.edges[k].target]) for k in edges]
    crowd = Counter(end for pair in ends for end in enumerate(pair))
    widths = [
        max(
            _box_width(merged.nodes[node], folded.get(node, 0)),
            PORT * (max(crowd[0, n], crowd[1, n]) + 1),
        )
        for n, node in enumerate(nodes)
    ]
    labels = [_label_width(merged.edges[k]) for k in edges]
    found = lay_out(widths, labels, ends)
    drawn = zip(found.labels, labels, strokes(found), strict=True)
    return Placed(
        found.width,
        found.height,
        dict(zip(nodes, zip(found.nodes, widths, strict=True), strict=True)),
        dict(zip(edges, drawn, strict=True)),
        folded,
    )


def _box_width(node: MergedNode, folded: int) -> int:
    words = [shorten(text, LONGEST) for text in node.words]
    letters = columns(words[0] or words[1] or node.names[0] or node.names[1])
    if node.state == "changed":
        letters = columns(words[0] or "∅") + columns(words[1] or "∅") + 3
    width = letters * (SMALL if node.leaf else LETTER) + 16
    if not node.leaf:
        width += columns(node.names[0] or node.names[1]) * TINY + 7
    if node.state in ("gold", "pred"):
        width += _SIGN + 2
    if node.top:
        width += 24 if node.top == 3 else 36
    if folded:
        width += columns(f"⋯{folded}") * TINY + 10
    return round(width)


def _label_width(edge: MergedEdge) -> int:
    gold, pred = (columns(shorten(role, LONGEST)) for role in edge.roles)
    if edge.state == "changed":
        letters, more = gold + pred + (3 if edge.turned else 0), _ARROW
    else:
        letters = gold or pred
        more = 0 if edge.state not in ("gold", "pred") else 22 if edge.moved else _SIGN
    return round(letters * SMALL) + 2 + more + (_BADGE if edge.edit else 0)


def _fold(merged: Merged) -> tuple[list[int], list[int], dict[int, int]]:
    """Leave out branches in which nothing differs; return what is kept, and how much is folded.

    A branch hangs on the rest by one edge only. Nodes are visited depth first; an edge to a node
    from which nothing leads back above it is the only way to what is below (Tarjan).
    """
    walk = _Walk(merged)
    gone: set[int] = set()
    folded: dict[int, int] = {}
    for node in walk.order:  # from the top down, so that the largest branches are found first
        k = walk.edge_to[node]
        if k < 0 or node in gone or walk.loud[node] or not _quiet(merged.edges[k]):
            continue
        edge = merged.edges[k]
        above = edge.source if edge.target == node else edge.target
        if walk.lowest[node] > walk.entered[above]:
            branch = walk.below(node)
            gone |= branch
            folded[above] = folded.get(above, 0) + len(branch)
    nodes = [node for node in range(len(merged.nodes)) if node not in gone]
    edges = [k for k, e in enumerate(merged.edges) if e.source not in gone and e.target not in gone]
    return nodes, edges, folded


class _Walk:
    """A walk through a merged graph, depth first: when nodes are entered, and what is below."""

    def __init__(self, merged: Merged) -> None:
        count = len(merged.nodes)
        self.entered = [-1] * count
        self.lowest = [0] * count  #: the first node that can be reached from below, by one edge up
        self.edge_to = [-1] * count  #: the edge by which a node was reached; -1 for a root
        self.loud = [not _quiet(node) or node.top > 0 for node in merged.nodes]
        self.size = [1] * count
        self.order: list[int] = []
        near: list[list[tuple[int, int]]] = [[] for _ in range(count)]
        for k, edge in enumerate(merged.edges):
            near[edge.source].append((edge.target, k))
            near[edge.target].append((edge.source, k))
            if not _quiet(edge):
                self.loud[edge.source] = self.loud[edge.target] = True
        for root in range(count):
            if self.entered[root] < 0:
                self._visit(root, near)

    def _visit(self, root: int, near: list[list[tuple[int, int]]]) -> None:
        self._enter(root)
        stack = [(root, iter(near[root]))]
        while stack:
            node, rest = stack[-1]
            for other, k in rest:
                if self.entered[other] < 0:
                    self._enter(other)
                    self.edge_to[other] = k
                    stack.append((other, iter(near[other])))
                    break
                if k != self.edge_to[node]:
                    self.lowest[node] = min(self.lowest[node], self.entered[other])
            else:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    self.lowest[above] = min(self.lowest[above], self.lowest[node])
                    self.loud[above] = self.loud[above] or self.loud[node]
                    self.size[above] += self.size[node]

    def _enter(self, node: int) -> None:
        self.entered[node] = self.lowest[node] = len(self.order)
        self.order.append(node)

    def below(self, node: int) -> set[int]:
        """Return a node and everything that was reached from it."""
        start = self.entered[node]
        return set(self.order[start : start + self.size[node]])


def _quiet(thing: MergedNode | MergedEdge) -> bool:
    return thing.state in ("same", "plain") and not thing.edit
