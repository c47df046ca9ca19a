"""The principles audit: seven properties that a metric for meaning graphs should have.

Opitz, Parcalabescu & Frank (2020) ask of a metric: I a range of [0, 1]; II the highest score for
equal graphs and for those only; III symmetry; IV the same number every time; V no hidden bias
towards some place in the graph; VI a score that follows the overlap of triples; VII a near-synonym
counts for more than an unrelated word. Each is measured here and given a verdict: ✓ kept, ✓ε kept
up to the error ε that was measured, ✗ broken. `tertium.audit.bias` has principle V.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import combinations
from statistics import fmean, pstdev
from typing import Literal

from tertium.alignment import align
from tertium.audit.bias import Bias, measure_bias
from tertium.audit.perturb import OPERATIONS, Operation, perturb
from tertium.graph import Graph
from tertium.metrics import Metric
from tertium.metrics.arithmetic import ROUNDING, is_one
from tertium.standard import Convention

Verdict = Literal["✓", "✓ε", "✗"]

SMALL = 0.01
"""Errors up to this count as kept with an ε."""
SMALL_RANK_ERROR = 0.05
"""The same for the share of comparisons in the wrong order."""
_DELTA = 1e-4  # differences below this are no violation of symmetry (Table 1 of the paper)
_SEEDS = 2**64
_SERIES = 6  # edits in a graded series
_TRIPLES = Convention(top="none", duplicates="drop")
_CHANGES = [operation for operation in OPERATIONS.values() if not operation.keeps_meaning]

NEAR_AND_FAR = (
    ("cat", "kitten", "giraffe"),
    ("enemy", "foe", "spoon"),
    ("car", "automobile", "opinion"),
    ("big", "large", "purple"),
    ("house", "home", "equation"),
    ("child", "kid", "volcano"),
    ("begin-01", "start-01", "paint-02"),
    ("buy-01", "purchase-01", "sneeze-01"),
    ("river", "stream", "keyboard"),
    ("doctor", "physician", "carpet"),
    ("street", "road", "butter"),
    ("quick", "fast", "wooden"),
    ("money", "cash", "cloud"),
    ("boat", "ship", "lemon"),
    ("film", "movie", "sulphur"),
    ("say-01", "tell-01", "boil-01"),
)
"""A concept, a near-synonym, and an unrelated word."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was measured for one principle."""

    number: str
    name: str
    verdict: Verdict
    error: float
    """The ε of the verdict, 0 if there is none."""
    details: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Table 1 of the paper, for two banks of graphs."""

    banks: tuple[str, str]
    svr: float
    """The share of pairs whose score changes by more than 0.0001 if they are exchanged."""
    msv: float
    """The mean change, in points of 100."""
    pairs: tuple[tuple[float, float], ...] = field(repr=False, default=())


@dataclass(frozen=True, slots=True)
class Principles:
    """What the audit found about one metric."""

    metric: Metric
    findings: tuple[Finding, ...]
    symmetry: tuple[Symmetry, ...] = field(repr=False, default=())

    @property
    def kept(self) -> bool:
        """Whether no principle is broken."""
        return all(finding.verdict != "✗" for finding in self.findings)


def audit(
    metric: Metric,
    banks: Mapping[str, Sequence[Graph]],
    *,
    seed: int = 0,
    runs: int = 5,
    threads: int = 0,
) -> Principles:
    """Measure all seven; *banks* are parallel lists of graphs, the gold first."""
    gold = next(iter(banks.values()))
    symmetry = [
        measure_symmetry(metric, (a, b), (banks[a], banks[b]), threads)
        for a, b in combinations(banks, 2)
    ]
    values = [v for bank_pair in symmetry for pair in bank_pair.pairs for v in pair]
    return Principles(
        metric,
        (
            _range(values),
            _identity(metric, gold, seed, threads),
            _symmetry(symmetry),
            _determinacy(metric, list(banks.values()), seed, runs),
            _bias(measure_bias(metric)),
            _symbolic(metric, gold, seed, threads),
            _graded(metric),
        ),
        tuple(symmetry),
    )


def measure_symmetry(
    metric: Metric,
    names: tuple[str, str],
    banks: tuple[Sequence[Graph], Sequence[Graph]],
    threads: int = 0,
) -> Symmetry:
    """Score two banks both ways."""
    there = metric.values(banks[0], banks[1], threads=threads)
    back = metric.values(banks[1], banks[0], threads=threads)
    changes = [abs(x - y) for x, y in zip(there, back, strict=True)]
    svr = fmean(change > _DELTA for change in changes)
    return Symmetry(names, svr, 100 * fmean(changes), tuple(zip(there, back, strict=True)))


def _range(values: list[float]) -> Finding:
    outside = [v for v in values if not -ROUNDING <= v <= 1 + ROUNDING]
    error = max((max(-v, v - 1) for v in outside), default=0.0)
    details = {"pairs": len(values), "outside [0, 1]": len(outside), "highest": max(values)}
    return Finding("I", "range", _verdict(error), error, details)


def _identity(metric: Metric, graphs: Sequence[Graph], seed: int, threads: int) -> Finding:
    """Equal graphs score 1, under other names and orders too; changed ones less."""
    same = [OPERATIONS[name] for name in ("reorder", "relabel")]
    missed = 1 - _share_of_ones(metric, graphs, same, seed, threads)
    mistaken = _share_of_ones(metric, graphs, _CHANGES, seed, threads)
    error = max(missed, mistaken)
    details = {"equal graphs below 1": missed, "different graphs at 1": mistaken}
    return Finding("II", "identity of indiscernibles", _verdict(error), error, details)


def _symmetry(banks: list[Symmetry]) -> Finding:
    svr, msv = fmean(b.svr for b in banks), fmean(b.msv for b in banks)
    details: dict[str, object] = {"svr": svr, "msv (points)": msv}
    details |= {
        f"{b.banks[0]} - {b.banks[1]}": f"svr {100 * b.svr:.1f} %, msv {b.msv:.2f}" for b in banks
    }
    return Finding("III", "symmetry", _verdict(msv / 100), msv / 100, details)


def _determinacy(metric: Metric, banks: list[Sequence[Graph]], seed: int, runs: int) -> Finding:
    """Score the same pairs again and again, in other orders, on other numbers of threads, and with
    other seeds if the metric draws at random: which one a user has is an accident.
    """
    golds, preds = banks[0], banks[-1]
    order = list(range(len(golds)))
    by_pair: list[list[float]] = [[] for _ in order]
    corpus = []
    for run in range(runs):
        random.Random(seed + run).shuffle(order)
        shuffled = [golds[i] for i in order], [preds[i] for i in order]
        drawn = _with_seed(metric, run)
        table = drawn.compare_many(*shuffled, threads=1 + run % 2)
        corpus.append(drawn.score(table.sum()).value)
        for i, value in zip(order, drawn.row_values(table), strict=True):
            by_pair[i].append(value)
    graph_error = fmean(pstdev(values) for values in by_pair)
    details: dict[str, object] = {"runs": runs, "seeds": runs if has_seed(metric) else "none"}
    details |= {"corpus level": pstdev(corpus), "graph level": graph_error}
    return Finding("IV", "determinacy", _verdict(graph_error), graph_error, details)


def has_seed(metric: Metric) -> bool:
    """Return whether a metric has a seed among its options."""
    return any(option.name == "seed" for option in fields(metric))


def _with_seed(metric: Metric, run: int) -> Metric:
    """Return the metric with the seed of a run, its own for the first."""
    if not has_seed(metric):
        return metric
    own: int = getattr(metric, "seed")  # noqa: B009
    return replace(metric, **{"seed": (own + run) % _SEEDS})


def _bias(bias: Bias) -> Finding:
    """No place in a tree grows more important faster than another."""
    exponents = bias.exponents
    error = max(exponents.values()) - min(exponents.values())
    verdict: Verdict = "✓" if error < 0.5 else "✗"
    details = {f"growth, {place}": round(k, 2) for place, k in exponents.items()}
    return Finding("V", "no bias", verdict, error if verdict == "✗" else 0.0, details)


def _symbolic(metric: Metric, graphs: Sequence[Graph], seed: int, threads: int) -> Finding:
    """The order of scores in series of edits is the order of the Jaccard index of triples."""
    series = [(graph, _edits(graph, seed + number)) for number, graph in enumerate(graphs)]
    pairs = [(graph, other) for graph, edited in series for other in edited]
    values = iter(metric.values([a for a, _ in pairs], [b for _, b in pairs], threads=threads))
    agree = total = 0
    for graph, edited in series:
        found = [(_jaccard(graph, other), next(values)) for other in edited]
        for (overlap, value), (other_overlap, other_value) in combinations(found, 2):
            if abs(overlap - other_overlap) >= ROUNDING:
                total += 1
                agree += (value - other_value) * (overlap - other_overlap) > 0
    error = 1 - agree / max(1, total)
    details = {"comparisons": total, "in the order of Jaccard": agree / max(1, total)}
    verdict = _verdict(error, SMALL_RANK_ERROR)
    return Finding("VI", "symbolic match", verdict, error, details)


def _graded(metric: Metric) -> Finding:
    text = "(s / see-01 :ARG0 (p / person) :ARG1 (x / {}))"
    near = far = 0
    for word, synonym, unrelated in NEAR_AND_FAR:
        graph, a, b = (Graph.from_penman(text.format(w)) for w in (word, synonym, unrelated))
        close, distant = metric.values([graph, graph], [a, b], threads=1)
        near += close > distant + ROUNDING
        far += distant > close + ROUNDING
    error = 1 - near / len(NEAR_AND_FAR)
    verdict: Verdict = "✓" if error == 0 else "✓ε" if error <= 0.2 else "✗"
    details = {"near above far": near, "far above near": far, "of": len(NEAR_AND_FAR)}
    return Finding("VII", "graded match", verdict, error, details)


def _verdict(error: float, small: float = SMALL) -> Verdict:
    return "✓" if error <= ROUNDING else "✓ε" if error <= small else "✗"


def _edits(graph: Graph, seed: int) -> list[Graph]:
    """Return a series of graphs, each with one more edit than the one before."""
    source = random.Random(seed)
    series: list[Graph] = []
    current = graph
    for step in range(_SERIES):
        done = perturb(current, source.choice(_CHANGES), seed * 101 + step)
        if done.graph is not None:
            current = done.graph
            series.append(current)
    return series


def _jaccard(a: Graph, b: Graph) -> float:
    found = align(a, b, convention=_TRIPLES)
    return found.matched / (found.matched + len(found.only_a) + len(found.only_b))


def _share_of_ones(
    metric: Metric, graphs: Sequence[Graph], operations: list[Operation], seed: int, threads: int
) -> float:
    pairs = [
        (graph, done.graph)
        for operation in operations
        for number, graph in enumerate(graphs)
        if (done := perturb(graph, operation, seed + number)).graph is not None
    ]
    values = metric.values([a for a, _ in pairs], [b for _, b in pairs], threads=threads)
    return fmean(map(is_one, values)) if values else 0.0
