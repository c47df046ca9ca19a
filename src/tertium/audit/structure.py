"""The structure audit: does a score fall as more and more of a graph is rewired?

    (w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG4 (c / city :quant 2) :polarity -))

    step 1   w :ARG0 b, g :ARG4 c   ->   w :ARG0 c, g :ARG4 b          2 of 5 changed
    step 2   c :quant 2, g :polarity -   ->   c :polarity -, g :quant 2   4 of 5 changed

This is RARE (Kachwala et al. 2024): randomised AMRs with rewired edges. A step exchanges the
targets of two relations, or the role and value of two attributes. What comes of it must be new,
without a second edge between two variables, without a new cycle, and connected. Concepts stay, so
that structure alone changes. A metric that is consistent falls with the share of changed triples:
Spearman's correlation between the score and the share that is unchanged, over all graphs and
within the series of each graph.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from tertium.audit.editing import connected
from tertium.audit.perturb import equivalent
from tertium.audit.sampling import evenly, own_seed
from tertium.errors import InputError
from tertium.graph import Graph, Triple
from tertium.metrics import Metric, Progress
from tertium.metrics.arithmetic import ROUNDING, is_one
from tertium.statistics.correlation import spearman

if TYPE_CHECKING:
    from tertium._types import Array

STEPS = 20
"""Graphs in a series, at most; those of longer ones are evenly spaced."""
BINS = 10
"""Of the share of changed triples, in a curve."""

_TRIES = 30  # draws of a second triple, before a first one is given up


@dataclass(frozen=True, slots=True)
class Rewired:
    """A graph, and what became of it step by step."""

    original: Graph
    graphs: tuple[Graph, ...]
    changed: tuple[float, ...]  #: the share of relations and attributes that are new, growing


@dataclass(frozen=True, slots=True)
class Rewirings:
    """The series of many graphs."""

    series: tuple[Rewired, ...]
    fixed: int  #: graphs in which nothing can be exchanged
    equivalent: int  #: steps left out because the graph means the same, two boys exchanged

    @property
    def pairs(self) -> int:
        """The number of rewired graphs."""
        return sum(len(one.graphs) for one in self.series)


@dataclass(frozen=True, slots=True)
class Consistency:
    """What the audit found about one metric."""

    metric: Metric
    overall: float | None  #: Spearman's correlation over all graphs; None if a score never varies
    within: float | None  #: the same within a series, mean over those of at least three graphs
    rises: float  #: the share of steps at which the score rises although more is changed
    blind: float  #: the share of rewired graphs that score 1
    curve: tuple[tuple[float, float], ...] = field(repr=False)
    """Mean share of changed triples and mean score, for tenths of that share."""


def rewire(graph: Graph, seed: int = 0) -> Rewired:
    """Exchange until nothing unchanged can be exchanged any more; the same seed, the same series.

    >>> graph = Graph.from_penman("(b / bite-01 :ARG0 (t / tiger) :ARG1 (s / snake))")
    >>> found = rewire(graph)
    >>> print(found.graphs[0].to_penman(one_line=True), found.changed)
    (b / bite-01 :ARG0 (s / snake) :ARG1 (t / tiger)) (1.0,)
    """
    states = list(_states(graph, random.Random(f"rewire {seed}")))
    return Rewired(graph, tuple(g for g, _ in states), tuple(share for _, share in states))


def make_rewirings(
    graphs: Sequence[Graph], seed: int = 0, steps: int = STEPS, progress: Progress | None = None
) -> Rewirings:
    """Make a series of at most *steps* graphs of each graph."""
    series, fixed, same = [], 0, 0
    for number, graph in enumerate(graphs):
        found = rewire(graph, own_seed(seed, number))
        fixed += not found.graphs
        both = zip(found.graphs, found.changed, strict=True)
        other = [(new, share) for new, share in both if not equivalent(graph, new)]
        same += len(found.graphs) - len(other)
        kept = evenly(other, steps)
        if kept:
            series.append(Rewired(graph, tuple(g for g, _ in kept), tuple(s for _, s in kept)))
        if progress is not None:
            progress(1)
    if not series:
        raise InputError(
            "nothing can be rewired: no graph has two relations or two attributes to exchange"
        )
    return Rewirings(tuple(series), fixed, same)


def audit(
    metric: Metric, rewirings: Rewirings, *, threads: int = 0, progress: Progress | None = None
) -> Consistency:
    """Score every graph against what became of it."""
    originals = [one.original for one in rewirings.series for _ in one.graphs]
    changed = [graph for one in rewirings.series for graph in one.graphs]
    shares = np.array([share for one in rewirings.series for share in one.changed])
    values = np.array(metric.values(originals, changed, threads=threads, progress=progress))
    ends = np.cumsum([0, *(len(one.graphs) for one in rewirings.series)]).tolist()
    parts = [slice(start, end) for start, end in pairwise(ends)]
    steps = np.concatenate([np.diff(values[part]) for part in parts])
    return Consistency(
        metric,
        spearman(values, 1 - shares),
        _within(values, shares, parts),
        float((steps > ROUNDING).mean()) if len(steps) else 0.0,
        float(is_one(values).mean()),
        _curve(values, shares),
    )


def _within(values: Array, shares: Array, parts: Sequence[slice]) -> float | None:
    """Return the mean correlation of series; one whose score stays the same follows nothing: 0."""
    long = [part for part in parts if part.stop - part.start > 2]
    found = [spearman(values[part], 1 - shares[part]) or 0.0 for part in long]
    return float(np.mean(found)) if found else None


def _curve(values: Array, shares: Array) -> tuple[tuple[float, float], ...]:
    bins = np.minimum(np.ceil(shares * BINS), BINS).astype(int)
    there = [bins == k for k in range(1, BINS + 1)]
    return tuple((float(shares[b].mean()), float(values[b].mean())) for b in there if b.any())


def _states(graph: Graph, source: random.Random) -> Iterator[tuple[Graph, float]]:
    """Yield the graph after each exchange, and the share of triples that are new by then."""
    wiring = _Wiring(graph)
    total = len(wiring.relations) + len(wiring.attributes)
    while wiring.step(source):
        yield Graph.from_triples(wiring.triples, top=graph.top), wiring.new / total


class _Wiring:
    """The triples of a graph while they are exchanged."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.triples: list[Triple] = list(graph.triples)
        self.names = set(graph.variables)
        self.original = set(self.triples)
        movable = [i for i, t in enumerate(self.triples) if t[1] != ":instance"]
        self.relations = [i for i in movable if self.triples[i][2] in self.names]
        self.attributes = [i for i in movable if self.triples[i][2] not in self.names]
        self.cyclic, self.joined = self._has_cycle(), self._count_joined()

    @property
    def new(self) -> int:
        """How many triples the original does not have."""
        return sum(triple not in self.original for triple in self.triples)

    def step(self, source: random.Random) -> bool:
        """Exchange something with a triple that is still the original's; False if nothing can."""
        unchanged = [
            (i, kind)
            for kind in (self.relations, self.attributes)
            for i in kind
            if self.triples[i] in self.original
        ]
        source.shuffle(unchanged)
        return any(self._exchange(i, kind, source) for i, kind in unchanged)

    def _exchange(self, i: int, kind: list[int], source: random.Random) -> bool:
        others = [j for j in kind if j != i]
        for j in source.sample(others, min(len(others), _TRIES)):
            before = self.triples[i], self.triples[j]
            after = self._exchanged(*before, kind is self.relations)
            if self._allowed(after):
                self.triples[i], self.triples[j] = after
                if kind is not self.relations or self._sound():
                    return True
                self.triples[i], self.triples[j] = before
        return False

    @staticmethod
    def _exchanged(one: Triple, other: Triple, relations: bool) -> tuple[Triple, Triple]:
        (a, role, b), (c, sort, d) = one, other
        if relations:
            return (a, role, d), (c, sort, b)
        return (a, sort, d), (c, role, b)

    def _allowed(self, new: tuple[Triple, Triple]) -> bool:
        """Return whether triples are new, to the original as well, and no loops."""
        return new[0] != new[1] and all(
            triple not in self.original and triple not in self.triples and triple[0] != triple[2]
            for triple in new
        )

    def _sound(self) -> bool:
        """Return whether no edge doubles another, there is no new cycle, and one part only."""
        return (
            self._count_joined() >= self.joined
            and (self.cyclic or not self._has_cycle())
            and connected(self.triples, self.graph)
        )

    def _count_joined(self) -> int:
        """Count the pairs of variables that have an edge between them."""
        return len({frozenset(self.triples[i][::2]) for i in self.relations})

    def _has_cycle(self) -> bool:
        sorter: TopologicalSorter[str | None] = TopologicalSorter()
        for i in self.relations:
            sorter.add(self.triples[i][2], self.triples[i][0])
        try:
            sorter.prepare()
        except CycleError:
            return True
        return False
