"""Both texts of a merged pair, row by row: what says the same stands side by side.

    gold                              prediction, in the order of the gold
    (c / contrast-01                  (x1 / contrast-01
      :ARG2 (t / thing                  :ARG2 (x6 / thing
        :quant 1                          :quant 1
                                      :ARG2 (x19 / forget-01 ...

The gold is as it was written. The prediction starts at the gold's top and follows the gold's order
as far as it can: its tree has, first, the edges of the gold's tree, and then its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tertium.graph import Graph, inverse
from tertium.report.marking import places
from tertium.report.merged import Merged

_LATER = 1 << 30  # after every line of the gold


@dataclass(slots=True)
class TextLine:
    """A line of a text: the role, and the variable with its concept, or a constant."""

    depth: int
    edge: int  #: -1 in the first line
    role: str
    node: int
    bare: bool = False  #: only the variable: its concept is written elsewhere
    close: int = 0  #: brackets after it


Row: TypeAlias = tuple[TextLine | None, TextLine | None]


def rows(merged: Merged, gold: Graph, pred: Graph) -> list[Row]:
    """Return the lines of the gold and of the prediction, side by side where they fit.

    >>> from tertium.graph import as_graph
    >>> from tertium.report.merged import merge
    >>> a, b = as_graph("(b / boy :mod (t / tall))"), as_graph("(t2 / tall :domain (b2 / boy))")
    >>> found = merge(a, b, {"b": "b2", "t": "t2"}, [(0, 2), (1, 1), (2, 0)], [])
    >>> [(x.role, y.role) for x, y in rows(found, a, b) if x and y]
    [('', ''), (':mod', ':mod')]
    """
    if not (gold._laid_out and pred._laid_out):  # made of triples, in any order
        return _aligned(merged, by_source(merged, gold, 0), by_source(merged, pred, 1))
    lines, own = written(merged, gold, 0), written(merged, pred, 1)
    guided = _Guided(merged, lines, own).write(gold.top, pred.top)
    return _aligned(merged, lines, guided if len(guided) == len(own) else own)


def written(merged: Merged, graph: Graph, side: int) -> list[TextLine]:
    """Return the lines of a graph as it was written."""
    variables, edge_of, edges = merged.places[side], merged.edge_of[side], merged.edges
    lines: list[TextLine] = []
    depth, edge, role, before = 0, -1, "", ""
    for text, place in places(graph):
        if text.isspace():
            continue
        if before == "(":
            lines.append(TextLine(depth, edge, role, variables.get(text, 0)))
            depth, edge, role = depth + 1, -1, ""
        elif text == ")":
            depth -= 1
            lines[-1].close += 1
        elif text.startswith(":") and not role and place is not None and before != "/":
            role, edge = text, edge_of.get(place, -1)
        elif before != "/" and text not in ("(", "/"):
            end = edges[edge].target if edge >= 0 and merged.nodes[edges[edge].target].leaf else -1
            node = end if end >= 0 else variables.get(text, 0)
            lines.append(TextLine(depth, edge, role, node, end < 0))
            edge, role = -1, ""
        before = text
    return lines


def by_source(merged: Merged, graph: Graph, side: int) -> list[TextLine]:
    """Return the lines of a graph that has no text: each variable, and the triples that it has."""
    variables = merged.places[side]
    known: dict[int, list[TextLine]] = {variables[name]: [] for name in graph.variables}
    for k, (source, role, _) in enumerate(graph.triples):
        if k in merged.edge_of[side]:
            edge = merged.edge_of[side][k]
            ends = merged.edges[edge]
            end = ends.source if side and ends.turned else ends.target
            bare = not merged.nodes[end].leaf
            known[variables[source]].append(TextLine(1, edge, role, end, bare))
    lines = []
    for node, below in known.items():
        lines += [TextLine(0, -1, "", node), *below]
        lines[-1].close = 1
    return lines


class _Guided:
    """Writes the prediction in the order of the gold."""

    def __init__(self, merged: Merged, gold: Sequence[TextLine], own: Sequence[TextLine]):
        self.merged = merged
        self.home = {line.edge: n for n, line in enumerate(gold) if line.edge >= 0}
        self.mine = {line.edge: n for n, line in enumerate(own) if line.edge >= 0}
        self.heads = dict(_heads(gold))
        first = {line.edge for line in gold if not line.bare}
        second = {line.edge for line in own if not line.bare}
        rank = {
            k: self.home[k]
            if k in self.home and k in first
            else self.mine[k] + (_LATER if k in second else 2 * _LATER)
            for k in self.mine
        }
        self.loose: set[int] = set()
        self.at: dict[int, list[int]] = {}
        self._grow(sorted(rank, key=rank.__getitem__))
        self.lines: list[TextLine] = []
        self.done: set[int] = set()

    def _grow(self, order: Sequence[int]) -> None:
        """Make a tree of the first edges that join parts; the others are loose."""
        group = list(range(len(self.merged.nodes)))

        def find(k: int) -> int:
            while group[k] != k:
                group[k] = k = group[group[k]]
            return k

        for k in order:
            edge = self.merged.edges[k]
            one, other = find(edge.source), find(edge.target)
            if one == other:
                self.loose.add(k)
                at = edge.target if self.heads.get(k) == edge.target else edge.source
                self.at.setdefault(at, []).append(k)
            else:
                group[one] = other
                self.at.setdefault(edge.source, []).append(k)
                self.at.setdefault(edge.target, []).append(k)

    def write(self, gold: str, pred: str) -> list[TextLine]:
        """Return the lines, from the gold's top if the prediction has it."""
        (golds, preds), nodes = self.merged.places, self.merged.nodes
        top = golds.get(gold, 0)
        start = top if nodes and nodes[top].names[1] else preds.get(pred, 0)
        agenda = [TextLine(0, -1, "", start)]
        while agenda:
            line = agenda.pop()
            if line.close:  # the end of a node, not a line
                self.lines[-1].close += 1
                continue
            self.lines.append(line)
            if not line.bare and not nodes[line.node].leaf:
                agenda.append(TextLine(0, -1, "", 0, close=1))
                agenda += reversed(list(self._below(line)))
        return self.lines

    def _below(self, line: TextLine) -> Iterator[TextLine]:
        order = {k: self.home.get(k, _LATER + self.mine[k]) for k in self.at.get(line.node, ())}
        for k in sorted(order, key=order.__getitem__):
            if k in self.done:
                continue
            self.done.add(k)
            edge = self.merged.edges[k]
            down = edge.source == line.node
            role = edge.roles[1] if down != edge.turned else inverse(edge.roles[1])
            end = edge.target if down else edge.source
            bare = k in self.loose and not self.merged.nodes[end].leaf
            yield TextLine(line.depth + 1, k, role, end, bare)


def _heads(lines: Sequence[TextLine]) -> Iterator[tuple[int, int]]:
    """Yield each edge and the node under which it is written."""
    open_: list[int] = []
    for line in lines:
        del open_[line.depth :]
        if open_:
            yield line.edge, open_[-1]
        if not line.bare:
            open_.append(line.node)


def _aligned(merged: Merged, gold: Sequence[TextLine], pred: Sequence[TextLine]) -> list[Row]:
    """Put lines side by side that say the same, or one thing differently, in order.

    A line has few partners that it could stand beside, so only those are weighed: the best chain of
    such pairs, by what they are worth, as in the longest common subsequence.
    """
    pairs = sorted(_partners(merged, gold, pred), key=lambda pair: (pair[0], -pair[1]))
    best = _best_chain(pairs, len(pred))
    found: list[Row] = []
    i = j = 0
    for k, m in [*best, (len(gold), len(pred))]:
        found += [(line, None) for line in gold[i:k]]
        found += [(None, line) for line in pred[j:m]]
        if k < len(gold):
            found.append((gold[k], pred[m]))
        i, j = k + 1, m + 1
    return found


def _partners(
    merged: Merged, gold: Sequence[TextLine], pred: Sequence[TextLine]
) -> Iterator[tuple[int, int, int]]:
    """Yield pairs of lines about the same thing, and what it is worth to see them together."""
    by_edge = {line.edge: m for m, line in enumerate(pred) if line.edge >= 0}
    by_node = {line.node: m for m, line in enumerate(pred) if not line.bare}
    for k, line in enumerate(gold):
        m = by_edge.get(line.edge, -1)
        if m >= 0 and (pred[m].bare, pred[m].node) == (line.bare, line.node):
            yield k, m, 5
        elif not line.bare and line.node in by_node and not merged.nodes[line.node].leaf:
            yield k, by_node[line.node], 3 + 2 * (line.edge < 0 > pred[by_node[line.node]].edge)


def _best_chain(pairs: Sequence[tuple[int, int, int]], width: int) -> list[tuple[int, int]]:
    """Return the pairs of greatest total worth in which both numbers rise (a Fenwick maximum)."""
    worth: list[int] = [0] * len(pairs)
    before: list[int] = [-1] * len(pairs)
    tree: list[tuple[int, int]] = [(0, -1)] * (width + 2)
    for n, (_, m, value) in enumerate(pairs):
        best, k = (0, -1), m
        while k > 0:
            best = max(best, tree[k])
            k &= k - 1
        worth[n], before[n] = best[0] + value, best[1]
        k = m + 1
        while k < len(tree):
            tree[k] = max(tree[k], (worth[n], n))
            k += k & -k
    chain: list[tuple[int, int]] = []
    n = max(range(len(pairs)), key=worth.__getitem__, default=-1)
    while n >= 0:
        chain.append(pairs[n][:2])
        n = before[n]
    return chain[::-1]
