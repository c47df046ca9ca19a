"""What the charts of an evaluation show: bins, means of groups, points and intervals.

Values are times 100, as axes show them. The charts of a page and the plots of matplotlib read the
same numbers here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING, TypeAlias

from tertium.report.legend import pictured
from tertium.report.pairs import pair_values

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation, System

BINS = 25
"""Of values from 0 to 100, in a distribution."""
GROUPS = 8
"""Of gold graphs by size."""
COLOURS = 7
"""How many systems have a colour of their own."""

DataPoint: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Series:
    """Points of one system."""

    number: int  #: of the system, from 0, which gives the colour
    name: str
    points: tuple[DataPoint, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """All systems under one metric."""

    label: str
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A score with its interval."""

    number: int
    label: str
    name: str
    value: float
    low: float
    high: float


def drawable(evaluation: Evaluation) -> list[str]:
    """Return the names of the charts that make sense for an evaluation."""
    names = ["distribution"]
    if any(pair.gold is not None for pair in evaluation.systems[0].pairs):
        names.append("by-size")
    if len(evaluation.systems) > 1:
        names.append("scatter")
    if evaluation.confidence is not None and forest(evaluation):
        names.append("forest")
    return names


def distribution(evaluation: Evaluation) -> list[Panel]:
    """Return where bins begin and how many pairs are in them; the last one includes 100."""
    return [
        Panel(label, tuple(Series(i, s.name, _bins(v)) for i, s, v in systems))
        for label, systems in _values(evaluation)
    ]


def by_size(evaluation: Evaluation) -> list[Panel]:
    """Return mean sizes of gold graphs, and mean values of their pairs."""
    sizes = [_sizes(system) for system in evaluation.systems]
    return [
        Panel(label, tuple(Series(i, s.name, _means(sizes[i], v)) for i, s, v in systems))
        for label, systems in _values(evaluation)
    ]


def scatter(evaluation: Evaluation) -> list[Panel]:
    """Return the values of the first system, and those of each other system for the same pairs."""
    base = evaluation.systems[0]
    panels = []
    for label, ((_, _, first), *others) in _values(evaluation):
        before = dict(zip((pair.index for pair in base.pairs), first, strict=True))
        panels.append(
            Panel(label, tuple(Series(i, s.name, _both(before, s, v)) for i, s, v in others))
        )
    return panels


def forest(evaluation: Evaluation) -> list[Estimate]:
    """Return the scores with their intervals, metric by metric."""
    return [
        Estimate(i, label, system.name, 100 * value, 100 * low, 100 * high)
        for k, label in enumerate(evaluation.labels)
        for i, system in enumerate(evaluation.systems)
        if (result := system.results[k]).pairs
        for value in [result.score.value]
        for low, high in [result.interval or (value, value)]
    ]


_OfSystem: TypeAlias = tuple[int, "System", list[float]]


def _values(evaluation: Evaluation) -> Iterator[tuple[str, list[_OfSystem]]]:
    """Yield the metrics that have panels, with the values of pairs for each system."""
    for k in pictured(evaluation):
        yield (
            evaluation.labels[k],
            [
                (i, system, [100 * value for value in pair_values(system.results[k])])
                for i, system in enumerate(evaluation.systems)
            ],
        )


def _bins(values: Sequence[float]) -> tuple[DataPoint, ...]:
    counts = [0] * BINS
    for value in values:
        counts[min(BINS - 1, max(0, int(value * BINS / 100)))] += 1
    return tuple((k * 100 / BINS, count) for k, count in enumerate(counts))


def _sizes(system: System) -> list[tuple[int, int]]:
    """Return the places of pairs whose gold is known and its size, the smallest first."""
    known = [(len(p.gold), k) for k, p in enumerate(system.pairs) if p.gold is not None]
    return [(k, size) for size, k in sorted(known)]


def _means(sizes: Sequence[tuple[int, int]], values: Sequence[float]) -> tuple[DataPoint, ...]:
    """Return the means of groups of nearly equal number."""
    groups = min(GROUPS, len(sizes))
    ends = [len(sizes) * g // groups for g in range(groups + 1)] if groups else []
    parts = [sizes[start:end] for start, end in pairwise(ends)]
    return tuple(
        (fmean(size for _, size in part), fmean(values[k] for k, _ in part)) for part in parts
    )


def _both(
    before: dict[int, float], system: System, values: Sequence[float]
) -> tuple[DataPoint, ...]:
    pairs = zip(system.pairs, values, strict=True)
    return tuple((before[p.index], value) for p, value in pairs if p.index in before)
