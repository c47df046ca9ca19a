"""Principle V: does an error cost more in one place than in another?

In a complete tree in which every inner node has d children, one node is taken for another: its
concept is wrong, and so are the roles of its edges. How much does the score lose, compared with one
wrong leaf? For SMATCH a root or an inner node costs as much as about d leaves; for SEMBLEU, whose
3-grams pass through a node in some d² ways, it costs as much as d² of them. What is reported is the
growth: the exponent k in cost ~ d^k, the local slope of log cost against log d, extrapolated to
large d.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import log

from tertium.graph import Graph, Triple
from tertium.metrics import Metric

_DEGREES = (3, 4, 6, 8)
_DEPTH = 3

Tree = list[list[int]]
"""The levels of a tree, nodes numbered in breadth-first order."""


@dataclass(frozen=True, slots=True)
class Bias:
    """The cost of an error by place and degree, in wrong leaves."""

    costs: Mapping[str, Mapping[int, float]]
    exponents: Mapping[str, float]


def measure_bias(metric: Metric) -> Bias:
    """Measure what errors cost in trees of growing degree."""
    costs: dict[str, dict[int, float]] = {place: {} for place in _PLACES}
    for degree in _DEGREES:
        levels = _levels(degree)
        right = _tree(degree, frozenset())
        leaf = _loss(metric, right, _tree(degree, frozenset(levels[-1][:1])))
        for place, choose in _PLACES.items():
            wrong = _tree(degree, frozenset(choose(levels, degree)))
            costs[place][degree] = _loss(metric, right, wrong) / max(leaf, 1e-12)
    return Bias(costs, {place: _exponent(by_degree) for place, by_degree in costs.items()})


_PLACES: dict[str, Callable[[Tree, int], list[int]]] = {
    "root": lambda levels, degree: levels[0],
    "branching node": lambda levels, degree: levels[1][:1],
    "leaves": lambda levels, degree: levels[-1][:degree],
}


def _levels(degree: int) -> Tree:
    levels, first = [], 0
    for depth in range(_DEPTH + 1):
        levels.append(list(range(first, first + degree**depth)))
        first += degree**depth
    return levels


def _tree(degree: int, wrong: frozenset[int]) -> Graph:
    """Return the tree in which the nodes in *wrong* are others; concepts and roles are unique."""
    count = sum(len(level) for level in _levels(degree))
    triples: list[Triple] = []
    for node in range(count):
        concept = f"{'wrong' if node in wrong else 'right'}{node}"
        triples.append((f"n{node}", ":instance", concept))
        if node > 0:
            parent = (node - 1) // degree
            broken = node in wrong or parent in wrong
            role = f":{'wrong' if broken else 'right'}-role{node}"
            triples.append((f"n{parent}", role, f"n{node}"))
    return Graph.from_triples(triples, top="n0")


def _loss(metric: Metric, right: Graph, wrong: Graph) -> float:
    return 1 - metric.score(metric.compare(right, wrong)).value


def _exponent(costs: Mapping[int, float]) -> float:
    """Return the slope of log cost against log d, taken to 1/d = 0.

    A cost a·d^k + b·d^(k-1) has the slope k - (b/a)/d + ..., so a line through the slopes over 1/d
    meets the axis at k.
    """
    degrees = sorted(costs)
    steps = list(pairwise(degrees))
    if any(costs[d] <= 0 for d in degrees):
        return 0.0
    x = [2 / (d + e) for d, e in steps]
    y = [log(costs[e] / costs[d]) / log(e / d) for d, e in steps]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    spread = sum((a - mean_x) ** 2 for a in x)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / spread
    return mean_y - slope * mean_x
