"""A sheet: one graph of an aligned pair, as the rules read it.

    (g / go-02 :ARG0 (b / boy))        0  (0, :instance, go-02)
                                       1  (0, :arg0, 1)          an edge
                                       2  (0, :TOP, top)
                                       3  (1, :instance, boy)

Variables are numbers, in canonical order; triples are numbered in the order of their variables,
roles and values, and the top is one of them. So whatever a rule does "in order" is the same for
every spelling of the graph. Only triples that the metric counts are there.
"""

from __future__ import annotations

from collections import deque
from functools import cached_property
from typing import TypeAlias

Counted: TypeAlias = "tuple[int, str, int | str]"
"""Source, role, and a variable's number or a constant."""

INSTANCE, TOP, NAME = ":instance", ":TOP", ":name"


class Sheet:
    """The counted triples of one graph, and what the alignment says about them."""

    def __init__(self, size: int, rows: list[tuple[Counted, int, int]]) -> None:
        """Take the number of variables, and rows of triple, its key in the pair, its place."""
        self.size = size
        self.triples: list[Counted] = [row[0] for row in rows]
        self.places = [row[2] for row in rows]  #: in the standard form; -1 - variable for a top
        self.partners = [-1] * len(rows)  #: the number of the partner on the other sheet
        self.short = [1.0] * len(rows)  #: what the triple counts, less what it earned
        self.across = [-1] * size  #: the partner of each variable
        self.open: set[int] = set()  #: triples that no rule has claimed yet
        self.distant: list[int] = []  #: triples that match, but count less on one sheet
        self.concepts: list[str] = [""] * size
        self.at: list[list[int]] = [[] for _ in range(size)]  #: triples of each variable
        self.edges: list[int] = []
        for k, (source, role, target) in enumerate(self.triples):
            self.at[source].append(k)
            if isinstance(target, int):
                self.edges.append(k)
                if target != source:
                    self.at[target].append(k)
            elif role == INSTANCE and not self.concepts[source]:
                self.concepts[source] = target

    def is_edge(self, k: int) -> bool:
        """Return whether a triple joins two variables."""
        return isinstance(self.triples[k][2], int)

    def ends(self, k: int) -> tuple[int, int]:
        """Return the two ends of an edge."""
        source, _, target = self.triples[k]
        assert isinstance(target, int)
        return source, target

    def opened(self) -> list[int]:
        """Return the open triples, in order."""
        return sorted(self.open)

    def open_at(self, v: int, role: str) -> list[int]:
        """Return the open triples with a variable as source, and a role."""
        return [k for k in self.at[v] if k in self.open and self.triples[k][:2] == (v, role)]

    def named(self, v: int) -> bool:
        """Return whether a variable has a name."""
        return any(self.triples[k][1] == NAME and self.triples[k][0] == v for k in self.at[v])

    @cached_property
    def top(self) -> int:
        """The variable of the top, the first one if the top does not count."""
        return next((s for s, role, _ in self.triples if role == TOP), 0)

    @cached_property
    def depth(self) -> list[tuple[int, int]]:
        """How far variables are from the top, over edges of either direction; then their number."""
        near: list[list[int]] = [[] for _ in range(self.size)]
        for k in self.edges:
            source, target = self.ends(k)
            near[source].append(target)
            near[target].append(source)
        found = [-1] * self.size
        for start in (self.top, *range(self.size)):
            if found[start] >= 0:
                continue
            found[start] = 0
            queue = deque([start])
            while queue:
                v = queue.popleft()
                for w in near[v]:
                    if found[w] < 0:
                        found[w] = found[v] + 1
                        queue.append(w)
        return [(depth, v) for v, depth in enumerate(found)]

    def dependent(self, k: int) -> int:
        """Return the end of an edge that is further from the top."""
        return max(self.ends(k), key=self.depth.__getitem__)

    @cached_property
    def bridges(self) -> set[int]:
        """The edges without which the graph falls apart; all others are re-entrant."""
        near: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        for k in self.edges:
            source, target = self.ends(k)
            if source != target:
                near[source].append((target, k))
                near[target].append((source, k))
        entered, lowest = [-1] * self.size, [0] * self.size
        found: set[int] = set()
        clock = 0
        for root in range(self.size):
            if entered[root] < 0:
                clock = _search(root, clock, near, entered, lowest, found)
        return found


def _search(
    root: int,
    clock: int,
    near: list[list[tuple[int, int]]],
    entered: list[int],
    lowest: list[int],
    found: set[int],
) -> int:
    """Add the bridges that can be reached from *root*: depth first, without recursion (Tarjan)."""
    entered[root] = lowest[root] = clock
    clock += 1
    stack = [(root, -1, iter(near[root]))]
    while stack:
        v, via, rest = stack[-1]
        for w, k in rest:
            if k == via:
                continue
            if entered[w] >= 0:
                lowest[v] = min(lowest[v], entered[w])
                continue
            entered[w] = lowest[w] = clock
            clock += 1
            stack.append((w, k, iter(near[w])))
            break
        else:
            stack.pop()
            if stack:
                up = stack[-1][0]
                lowest[up] = min(lowest[up], lowest[v])
                if lowest[v] > entered[up]:
                    found.add(via)
    return clock
