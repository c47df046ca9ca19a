"""Two graphs as one: what both have is there once, and the rest belongs to an edit.

    gold (g / go-02 :ARG0 (b / boy))           one node  go-02                 same
    pred (x / go-02 :ARG1 (y / girl))          one edge  :ARG1 -> :ARG0        changed
                                               one node  girl -> boy           changed

In go both graphs as they are written, and what is known about their triples: the partners of
variables, the triples that match, and for each edit the triples that it removes and adds. The
number of a triple is its place in `Graph.triples`; the number after the last one is the top. Out
comes a `Merged`, from which pages and pictures are drawn, and `rows` writes both graphs line by
line. Every triple is in exactly one node or edge; a node or edge that is not the same in both
graphs has the number of its edit, from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tertium.graph import Graph

State: TypeAlias = Literal["same", "changed", "gold", "pred", "plain"]
"""Whether both graphs have a thing, differently or alike, or only one; plain was not compared."""

Places: TypeAlias = Sequence[int]
"""Numbers of triples."""

_ALONE: tuple[State, State] = ("gold", "pred")


@dataclass(slots=True)
class MergedNode:
    """A variable of the gold, of the prediction or of both; or a constant, which has no names."""

    names: tuple[str, str]  #: of the variable in the gold and in the prediction
    words: list[str]  #: concept or value in the gold and in the prediction
    state: State = "same"
    edit: int = 0
    leaf: bool = False  #: whether it is a constant
    top: int = 0  #: 1 if it is the top of the gold, 2 of the prediction, 3 of both

    @property
    def text(self) -> str:
        """What it is called: by the gold if it is there."""
        return self.words[0] or self.words[1] or self.names[0] or self.names[1]


@dataclass(slots=True)
class MergedEdge:
    """A triple that is not a concept, or two that are the same or become each other."""

    source: int
    target: int
    roles: tuple[str, str]  #: in the gold and in the prediction
    state: State = "same"
    edit: int = 0
    moved: bool = False  #: whether it is one of two edges, of which one replaces the other
    turned: bool = False  #: whether the prediction has it from target to source


@dataclass(slots=True)
class Merged:
    """Two graphs as one."""

    nodes: list[MergedNode] = field(default_factory=list)
    edges: list[MergedEdge] = field(default_factory=list)
    top: int = 0  #: the edit that changes the top
    places: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))
    """The nodes of the variables of each graph."""
    edge_of: tuple[dict[int, int], dict[int, int]] = field(default_factory=lambda: ({}, {}))
    """The edges of the triples of each graph."""


def merge(
    gold: Graph,
    pred: Graph,
    mapping: Mapping[str, str],
    matched: Iterable[tuple[int, int]],
    edits: Sequence[tuple[Places, Places]],
) -> Merged:
    """Return both graphs as one.

    >>> from tertium.graph import as_graph
    >>> a, b = as_graph("(b / boy :mod (t / tall))"), as_graph("(g / girl)")
    >>> found = merge(a, b, {"b": "g"}, [], [([0], [0]), ([1, 2], [])])
    >>> [(node.words, node.state, node.edit) for node in found.nodes]
    [(['boy', 'girl'], 'changed', 1), (['tall', ''], 'gold', 2)]
    >>> [(edge.roles, edge.state, edge.edit) for edge in found.edges]
    [((':mod', ''), 'gold', 2)]
    """
    work = _Merger(gold, pred, edits)
    work.add_nodes(mapping)
    work.add_edges(dict(matched))
    return work.found


class _Merger:
    """Adds nodes, then edges."""

    def __init__(self, gold: Graph, pred: Graph, edits: Sequence[tuple[Places, Places]]):
        self.found = Merged()
        self.triples = gold.triples, pred.triples
        self.graphs = gold, pred
        self.edit_of: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for number, sides in enumerate(edits, 1):
            for known, places in zip(self.edit_of, sides, strict=True):
                known.update(dict.fromkeys(places, number))
        tops = (e.get(len(t), 0) for e, t in zip(self.edit_of, self.triples, strict=True))
        self.found.top = max(tops)
        self.concepts: tuple[set[int], set[int]] = (set(), set())

    def add_nodes(self, mapping: Mapping[str, str]) -> None:
        gold, pred = self.graphs
        for name in sorted(gold.variables, key=lambda v: v != gold.top):
            self._add_node(name, mapping.get(name, ""))
        for name in pred.variables:
            if name not in self.found.places[1]:
                self._add_node("", name)
        for side in (0, 1):
            self._add_concepts(side)
            place = self.found.places[side].get(self.graphs[side].top)
            if place is not None:
                self.found.nodes[place].top |= 1 << side

    def _add_node(self, gold: str, pred: str) -> None:
        for name, known in zip((gold, pred), self.found.places, strict=True):
            if name:
                known[name] = len(self.found.nodes)
        state: State = "same" if gold and pred else "gold" if gold else "pred"
        self.found.nodes.append(MergedNode((gold, pred), ["", ""], state))

    def _add_concepts(self, side: int) -> None:
        places, seen = self.found.places[side], set()
        for i, (source, role, target) in enumerate(self.triples[side]):
            if role != ":instance" or source in seen:
                continue
            seen.add(source)
            self.concepts[side].add(i)
            node = self.found.nodes[places[source]]
            node.words[side] = target or ""
            edit = self.edit_of[side].get(i, 0)
            node.edit = node.edit or edit
            if edit and node.state == "same":
                node.state = "changed"

    # --- edges

    def add_edges(self, matched: Mapping[int, int]) -> None:
        left: tuple[dict[int, None], dict[int, None]] = (
            dict.fromkeys(k for k in range(len(self.triples[0])) if k not in self.concepts[0]),
            dict.fromkeys(k for k in range(len(self.triples[1])) if k not in self.concepts[1]),
        )
        for i, j in [*self._matched(matched, left), *self._changed(left), *self._plain(left)]:
            self._add_edge(i, j)
        for i, j in self._moved(left):
            self._add_edge(i, None, moved=True)
            self._add_edge(None, j, moved=True)
        for i in left[0]:
            self._add_edge(i, None)
        for j in left[1]:
            self._add_edge(None, j)

    def _matched(
        self, matched: Mapping[int, int], left: tuple[dict[int, None], dict[int, None]]
    ) -> Iterator[tuple[int, int]]:
        for i in list(left[0]):
            j = matched.get(i)
            if j is not None and j in left[1]:
                del left[0][i], left[1][j]
                yield i, j

    def _by_edit(self, left: tuple[dict[int, None], dict[int, None]]) -> dict[int, list[list[int]]]:
        """Return the triples of edits that have some of each graph."""
        found: dict[int, list[list[int]]] = {}
        for side in (0, 1):
            for k in left[side]:
                if number := self.edit_of[side].get(k):
                    found.setdefault(number, [[], []])[side].append(k)
        return {number: both for number, both in found.items() if all(both)}

    def _changed(self, left: tuple[dict[int, None], dict[int, None]]) -> Iterator[tuple[int, int]]:
        """Pair the triples of an edit that have the same ends, or the same source and role."""
        for golds, preds in self._by_edit(left).values():
            for fits in (self._same_ends, self._same_place):
                for i in list(golds):
                    j = next((j for j in preds if fits(i, j)), None)
                    if j is not None:
                        golds.remove(i)
                        preds.remove(j)
                        del left[0][i], left[1][j]
                        yield i, j

    def _plain(self, left: tuple[dict[int, None], dict[int, None]]) -> Iterator[tuple[int, int]]:
        """Pair triples that were not compared and look the same."""
        plain = {self._told(1, j): j for j in left[1] if j not in self.edit_of[1]}
        for i in [i for i in left[0] if i not in self.edit_of[0]] if plain else ():
            j = plain.pop(self._told(0, i), None)
            if j is not None:
                del left[0][i], left[1][j]
                yield i, j

    def _moved(self, left: tuple[dict[int, None], dict[int, None]]) -> list[tuple[int, int]]:
        """Take the single triples left of an edit for one edge that moves."""
        both = [b for b in self._by_edit(left).values() if len(b[0]) == len(b[1]) == 1]
        for golds, preds in both:
            del left[0][golds[0]], left[1][preds[0]]
        return [(golds[0], preds[0]) for golds, preds in both]

    def _told(self, side: int, k: int) -> tuple[int, str, int | str]:
        source, end = self._ends(side, k)
        return source, self.triples[side][k][1].lower(), end

    def _ends(self, side: int, k: int) -> tuple[int, int | str]:
        """Return the nodes of a triple; a constant as lower-case text."""
        source, role, target = self.triples[side][k]
        places = self.found.places[side]
        if role != ":instance" and target in places:
            return places[source], places[target]
        return places[source], (target or "").strip('"').lower()

    def _same_ends(self, i: int, j: int) -> bool:
        one, other = self._ends(0, i), self._ends(1, j)
        return one == other or one == other[::-1]

    def _same_place(self, i: int, j: int) -> bool:
        (source, end), (other, there) = self._ends(0, i), self._ends(1, j)
        constants = isinstance(end, str) and isinstance(there, str)
        same_role = self.triples[0][i][1].lower() == self.triples[1][j][1].lower()
        return constants and source == other and same_role

    def _add_edge(self, i: int | None, j: int | None, *, moved: bool = False) -> None:
        """Add an edge for a triple of the gold, of the prediction, or for both."""
        edits = [0 if k is None else e.get(k, 0) for k, e in zip((i, j), self.edit_of, strict=True)]
        edit, side = max(edits), 0 if i is not None else 1
        source, end = self._ends(0, i) if i is not None else self._ends(1, j or 0)
        edge = MergedEdge(source, -1, self._known(i, j, 1), "same", edit, moved)
        if i is not None and j is not None:
            there = self._ends(1, j)
            edge.turned = isinstance(there[1], int) and there[0] != source
            edge.state = "changed" if edit and (isinstance(end, int) or end == there[1]) else "same"
        else:
            edge.state = _ALONE[side] if edit else "plain"
        edge.target = end if isinstance(end, int) else self._add_leaf(i, j, edge)
        for k, known in zip((i, j), self.found.edge_of, strict=True):
            if k is not None:
                known[k] = len(self.found.edges)
        self.found.edges.append(edge)

    def _known(self, i: int | None, j: int | None, field: int) -> tuple[str, str]:
        """Return the role (1) or the target (2) in the gold and in the prediction."""
        gold, pred = self.triples
        return (
            "" if i is None else gold[i][field] or "",
            "" if j is None else pred[j][field] or "",
        )

    def _add_leaf(self, i: int | None, j: int | None, edge: MergedEdge) -> int:
        words = list(self._known(i, j, 2))
        changed = bool(edge.edit) and edge.state == "same"
        state: State = "changed" if changed else "same" if edge.state == "changed" else edge.state
        edit = edge.edit if state != "same" else 0
        self.found.nodes.append(MergedNode(("", ""), words, state, edit, leaf=True))
        return len(self.found.nodes) - 1
