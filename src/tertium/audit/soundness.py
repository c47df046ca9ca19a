"""The soundness audit: 1 for equivalent graphs, less for others.

Ki, Kim & Gweon take graphs, change each in thirteen ways (`perturb`), and score it against itself
changed. A sound metric gives 1 to all six changes that keep the meaning and less than 1 to all
seven that do not. A second family (`meaning`) has nine changes to what is said, a negation dropped
for example, which must score below 1 as well. For each change this reports the mean, the share of
ones, and an exact binomial test: is the share above 0.999 (equivalent), or below 0.001
(inequivalent)? Where a metric fails, the smallest graphs that show it are kept as
counter-examples.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, log

from tertium.audit.perturb import OPERATIONS, Operation, perturb
from tertium.audit.sampling import own_seed
from tertium.graph import Graph
from tertium.metrics import Metric, Progress
from tertium.metrics.arithmetic import is_one
from tertium.statistics.binomial import p_above, p_below, stars

EQUIVALENT_SHARE = 0.999
INEQUIVALENT_SHARE = 0.001

_EXAMPLES = 5

Example = tuple[Graph, Graph, float]
"""A graph, what became of it, and their score."""


def pairs_for_a_star(p: float = 0.05) -> int:
    """Return how many pairs a metric without a fault needs for a p-value of *p*.

    >>> pairs_for_a_star()
    2995
    """
    return ceil(log(p) / log(EQUIVALENT_SHARE))


@dataclass(frozen=True, slots=True)
class Case:
    """What one metric says about one operation."""

    operation: Operation
    pairs: int
    mean: float
    lowest: float
    highest: float
    ones: int
    counter_examples: tuple[Example, ...]

    @property
    def p_value(self) -> float:
        """How likely so clear a result is if the metric were not sound here."""
        if self.operation.keeps_meaning:
            return p_above(self.ones, self.pairs, EQUIVALENT_SHARE)
        return p_below(self.ones, self.pairs, INEQUIVALENT_SHARE)

    @property
    def stars(self) -> str:
        """The p-value as customary marks."""
        return stars(self.p_value)

    @property
    def sound(self) -> bool:
        """Whether no pair contradicts."""
        return self.ones == (self.pairs if self.operation.keeps_meaning else 0)


@dataclass(frozen=True, slots=True)
class Soundness:
    """What the audit found about one metric."""

    metric: Metric
    identity: int
    """How many graphs score 1 against themselves."""
    graphs: int
    cases: tuple[Case, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing contradicts."""
        return self.identity == self.graphs and all(case.sound for case in self.cases)

    def lowest(self) -> float:
        """Return the lowest score of an equivalent pair."""
        return min((c.lowest for c in self.operations(True) if c.pairs), default=1.0)

    def highest(self) -> float:
        """Return the highest score of an inequivalent pair."""
        return max((c.highest for c in self.operations(False) if c.pairs), default=0.0)

    def share_of_ones(self, equivalent: bool) -> float:
        """Return the share of pairs that score 1."""
        cases = self.operations(equivalent)
        return sum(c.ones for c in cases) / max(1, sum(c.pairs for c in cases))

    @property
    def overlap(self) -> tuple[float, float] | None:
        """The scores that may be given to equivalent and to inequivalent pairs; None if none."""
        low, high = self.lowest(), self.highest()
        return (low, high) if low <= high else None

    def operations(self, equivalent: bool) -> list[Case]:
        """Return the cases whose operation keeps the meaning, or does not."""
        return [c for c in self.cases if c.operation.keeps_meaning == equivalent]


@dataclass(frozen=True, slots=True)
class Perturbations:
    """The pairs of an operation, and how many graphs gave none."""

    operation: Operation
    originals: tuple[Graph, ...]
    changed: tuple[Graph, ...]
    impossible: int
    same: int
    """Graphs for which every draw kept the meaning although it was to change."""


def make_perturbations(
    graphs: Sequence[Graph],
    seed: int = 0,
    progress: Progress | None = None,
    operations: Iterable[Operation] = tuple(OPERATIONS.values()),
) -> list[Perturbations]:
    """Change every graph by each operation, the thirteen general ones unless others are given."""
    return [_perturb_all(graphs, operation, seed, progress) for operation in operations]


def audit(
    graphs: Sequence[Graph],
    metric: Metric,
    perturbations: Sequence[Perturbations],
    *,
    threads: int = 0,
    progress: Progress | None = None,
) -> Soundness:
    """Put a metric to the test."""
    itself = metric.values(graphs, graphs, threads=threads, progress=progress)
    cases = [_case(metric, p, threads, progress) for p in perturbations]
    return Soundness(metric, sum(map(is_one, itself)), len(graphs), tuple(cases))


def _perturb_all(
    graphs: Sequence[Graph], operation: Operation, seed: int, progress: Progress | None
) -> Perturbations:
    done = []
    for number, graph in enumerate(graphs):
        done.append((graph, perturb(graph, operation, own_seed(seed, number))))
        if progress is not None:
            progress(1)
    pairs = [(graph, p.graph) for graph, p in done if p.graph is not None]
    outcomes = [p.outcome for _, p in done]
    return Perturbations(
        operation,
        tuple(a for a, _ in pairs),
        tuple(b for _, b in pairs),
        outcomes.count("impossible"),
        outcomes.count("same"),
    )


def _case(metric: Metric, pairs: Perturbations, threads: int, progress: Progress | None) -> Case:
    values = metric.values(pairs.originals, pairs.changed, threads=threads, progress=progress)
    wrong = [
        (a, b, value)
        for a, b, value in zip(pairs.originals, pairs.changed, values, strict=True)
        if is_one(value) != pairs.operation.keeps_meaning
    ]
    wrong.sort(key=lambda example: len(example[0]))
    distinct = {(str(a), str(b)): (a, b, value) for a, b, value in reversed(wrong)}
    return Case(
        pairs.operation,
        len(values),
        sum(values) / max(1, len(values)),
        min(values, default=1.0),
        max(values, default=0.0),
        sum(map(is_one, values)),
        tuple(reversed(distinct.values()))[:_EXAMPLES],
    )
