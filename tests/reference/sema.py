"""SEMA with sets and counters."""

from __future__ import annotations

from collections import Counter

from tertium import Convention, Graph
from tests.reference.nodes import nodes_and_edges


def sema(a: Graph, b: Graph, convention: Convention) -> tuple[int, int, int]:
    """Return matched triples and the totals of both graphs."""
    kept = [_Side(graph, convention) for graph in (a, b)]
    matched = sum((kept[0].triples & kept[1].triples).values())
    nodes = [side.nodes(other) for side, other in (kept, kept[::-1])]
    return matched + sum((nodes[0] & nodes[1]).values()), kept[0].total, kept[1].total


class _Side:
    def __init__(self, graph: Graph, convention: Convention) -> None:
        self.labels, edges = nodes_and_edges(graph, convention)
        self.variables, self.top = graph.variables, graph.top
        self.relations = [e for e in edges if {e[0], e[2]} <= set(self.variables)]
        self.triples = Counter(
            (self.labels[s], s in self.variables, r, self.labels[t], t in self.variables)
            for s, r, t in edges
        )
        self.total = len(self.variables) + len(edges)

    def nodes(self, other: _Side) -> Counter[str]:
        theirs = {(other.labels[s], r, other.labels[t]) for s, r, t in other.relations}
        good = set(self.variables) - {end for s, _, t in self.relations for end in (s, t)}
        for s, r, t in self.relations:
            if (self.labels[s], r, self.labels[t]) in theirs:
                good |= {s, t}
        if self.labels[self.top] == other.labels[other.top]:
            good.add(self.top)
        return Counter(self.labels[node] for node in good)
