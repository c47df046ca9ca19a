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

    Leaves are taken off one by one, as long as they are the same in both graphs.
    """
    edges_at: dict[int, set[int]] = {k: set() for k in range(len(merged.nodes))}
    for k, edge in enumerate(merged.edges):
        edges_at[edge.source].add(k)
        edges_at[edge.target].add(k)
    folded: dict[int, int] = {}
    agenda = sorted(edges_at, reverse=True)
    while agenda:
        node = agenda.pop()
        thing = merged.nodes[node]
        if len(edges_at.get(node, ())) != 1 or thing.top or not _quiet(thing):
            continue
        (k,) = edges_at[node]
        edge = merged.edges[k]
        if not _quiet(edge) or edge.source == edge.target:
            continue
        other = edge.target if edge.source == node else edge.source
        folded[other] = folded.get(other, 0) + 1 + folded.pop(node, 0)
        del edges_at[node]
        edges_at[other].discard(k)
        agenda.append(other)
    kept = sorted({k for edges in edges_at.values() for k in edges})
    return sorted(edges_at), kept, folded


def _quiet(thing: MergedNode | MergedEdge) -> bool:
    return thing.state in ("same", "plain") and not thing.edit
