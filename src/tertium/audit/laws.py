"""Laws: what a metric promises about itself, held against pairs of graphs.

    law                                       promised   broken
    values lie in [0, 1]                      yes        0 of 60
    a graph and itself score 1                yes        0 of 60
    symmetric                                 no         48 of 60

A promise is a property of the metric, such as `Metric.symmetric`, and may depend on its options. A
law that is promised and broken is a defect; one that is not promised says what to expect.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tertium.audit.editing import graph_of
from tertium.audit.perturb import OPERATIONS, perturb
from tertium.audit.sampling import evenly
from tertium.graph import MODS, Graph, Triple
from tertium.metrics import Metric
from tertium.metrics.arithmetic import ROUNDING

_ALONE = 40  # pairs that are compared one by one, which may take long


@dataclass(frozen=True, slots=True)
class Law:
    """A law, whether the metric promises it, and how many pairs break it."""

    name: str
    promised: bool
    broken: int
    pairs: int

    @property
    def kept(self) -> bool:
        """Whether no pair breaks it."""
        return self.broken == 0


def hold_laws(
    metric: Metric, golds: Sequence[Graph], preds: Sequence[Graph], *, threads: int = 0
) -> tuple[Law, ...]:
    """Hold a metric to its laws on pairs of graphs."""
    values_of = partial(metric.values, threads=threads)
    values = values_of(golds, preds)
    same, back = values_of(golds, golds), values_of(preds, golds)
    outside = sum(not -ROUNDING <= value <= 1 + ROUNDING for value in [*values, *same])
    laws = [
        Law("values lie in [0, 1]", True, outside, len(values) + len(same)),
        _law("a graph and itself score 1", metric.identity, [1.0] * len(same), same),
        _law("symmetric", metric.symmetric, values, back),
        _law("deterministic", metric.deterministic, values, values_of(golds, preds)),
    ]
    for name, promised, change in (
        ("variables may have other names", metric.invariant_to_names, _relabelled),
        ("triples may stand in another order", metric.invariant_to_order, _reordered),
        ("edges may be written from the other side", metric.invariant_to_inversion, inverted),
    ):
        laws.append(_law(name, promised, values, values_of(golds, list(map(change, preds)))))
    places = evenly(range(len(golds)), _ALONE)
    few = [values[k] for k in places]
    alone = [metric.score(metric.compare(golds[k], preds[k])).value for k in places]
    explained = [metric.explain(golds[k], preds[k]).score.value for k in places]
    return (
        *laws,
        _law("a pair alone scores as in a batch", True, few, alone),
        _law("explanations add up to the score", True, few, explained),
    )


def inverted(graph: Graph) -> Graph:
    """Return the graph with every edge written from the other side."""
    return graph_of([_inverse(triple, graph) for triple in graph.triples], graph.top)


def _inverse(triple: Triple, graph: Graph) -> Triple:
    source, role, target = triple
    if role in (":instance", *MODS) or target is None or target not in graph.variables:
        return triple
    return target, f"{role}-of", source


def _relabelled(graph: Graph) -> Graph:
    return perturb(graph, OPERATIONS["relabel"], 0).graph or graph


def _reordered(graph: Graph) -> Graph:
    return perturb(graph, OPERATIONS["reorder"], 0).graph or graph


def _law(name: str, promised: bool, expected: Sequence[float], found: Sequence[float]) -> Law:
    broken = sum(abs(x - y) > ROUNDING for x, y in zip(expected, found, strict=True))
    return Law(name, promised, broken, len(expected))
