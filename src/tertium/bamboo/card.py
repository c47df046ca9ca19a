"""The report card of a metric: one page of what the benchmark and the audits say about it.

The twelve columns are set beside the published metrics: a column in which a metric would be among
the best quarter is a strength, among the worst quarter a weakness. The audits run on graphs of the
benchmark itself, evenly drawn: the seven principles of Opitz, Parcalabescu & Frank (2020), and
soundness under thirteen changes (Ki, Kim & Gweon).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tertium.audit import principles, soundness
from tertium.audit.principles import Principles
from tertium.audit.sampling import evenly
from tertium.audit.soundness import Soundness
from tertium.bamboo.benchmark import Benchmark, MetricResult, TaskResult
from tertium.bamboo.data import Part
from tertium.bamboo.published import rows
from tertium.graph import Graph

SAMPLE = 60
"""Pairs that the audits see."""

StandingMark = Literal["strength", "weakness", "fair"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A column of a metric among the published ones."""

    column: TaskResult
    better: int  #: published metrics that are better
    published: int  #: published metrics, 0 for a task that is not the paper's
    best: tuple[str, float] | None  #: the best of them, with its figure times 100

    @property
    def mark(self) -> StandingMark:
        """Whether few or many of the published metrics are better."""
        if not self.published or self.column.measures.pearson is None:
            return "fair"
        if self.better <= self.published / 4:
            return "strength"
        return "weakness" if self.better >= 3 * self.published / 4 else "fair"


@dataclass(frozen=True, slots=True)
class Card:
    """What there is to say about one metric."""

    row: MetricResult
    standings: tuple[Standing, ...]
    principles: Principles
    soundness: Soundness
    graphs: int  #: that the audits saw


def make_card(benchmark: Benchmark, row: MetricResult, *, seed: int = 0, threads: int = 0) -> Card:
    """Put a metric of the benchmark to the audits and gather everything."""
    sources, targets = _sample(benchmark)
    changes = soundness.make_perturbations(sources, seed)
    banks = {"source": sources, "target": targets}
    return Card(
        row,
        tuple(_standing(column) for column in row.columns),
        principles.audit(row.metric, banks, seed=seed, threads=threads),
        soundness.audit(sources, row.metric, changes, threads=threads),
        len(sources),
    )


def _sample(benchmark: Benchmark) -> tuple[list[Graph], list[Graph]]:
    """Return graphs of the first column, evenly drawn."""
    part: Part = benchmark.suite.parts[0]
    return evenly(part.source, SAMPLE), evenly(part.target, SAMPLE)


def _standing(column: TaskResult) -> Standing:
    figures = {r.name: r.figures[column.key] for r in rows("paper") if column.key in r.figures}
    if not figures:
        return Standing(column, 0, 0, None)
    value = 100 * (column.measures.pearson or 0.0)
    best = max(figures, key=lambda name: figures[name])
    better = sum(figure > value for figure in figures.values())
    return Standing(column, better, len(figures), (best, figures[best]))
