"""The card of a metric: one page of what the benchmark and the audits say about it.

    metric ─┬─ graphs and pairs ──▶ laws, principles, soundness, search error, structure, speed
            └─ BAMBOO, if given ──▶ columns beside the published metrics

The twelve columns of BAMBOO are set beside the published metrics: a column in which a metric would
be among the best quarter is a strength, among the worst quarter a weakness. The audits see a sample
of the user's graphs, of the benchmark's, or else of a few bundled ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from tertium.audit import laws, principles, search, soundness, structure
from tertium.audit.laws import Law
from tertium.audit.meaning import FAMILIES
from tertium.audit.principles import Principles
from tertium.audit.sampling import evenly
from tertium.audit.search import SearchAudit
from tertium.audit.soundness import Soundness
from tertium.audit.structure import Consistency
from tertium.bamboo.benchmark import Benchmark, MetricResult, TaskResult, cpu_time
from tertium.bamboo.data import Part
from tertium.bamboo.published import rows
from tertium.data import data_path
from tertium.errors import InputError
from tertium.graph import Graph, read
from tertium.metrics import Metric
from tertium.metrics.aligning import Aligning
from tertium.metrics.explanation import Explanation

SAMPLE = 200
"""Pairs that the audits see."""
RESTARTS = (0, 1, 2, 4, 7)
"""Of hill-climbing; 4 is customary."""
_SPEED_PAIRS = 1000  # that are timed at least, unless that takes long
_SPEED_SECONDS = 2.0

StandingMark = Literal["strength", "weakness", "fair"]
Kept = TypeVar("Kept")

EXAMPLE = (
    "(w / want-01 :polarity - :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b :ARG4 (c / city)))",
    "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b :ARG4 (t / town)))",
)
"""The pair whose explanation a card shows: a negation is missing, and a town is no city."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A column of a metric among the published ones."""

    column: TaskResult
    better: int  #: published metrics that are better
    published: int  #: published metrics, 0 for a task that is not the paper's
    best: tuple[str, float] | None  #: the best of them, with its figure times 100
    figures: tuple[float, ...] = ()  #: of all of them, times 100

    @property
    def mark(self) -> StandingMark:
        """Whether few or many of the published metrics are better."""
        if not self.published or self.column.measures.pearson is None:
            return "fair"
        if self.better <= self.published / 4:
            return "strength"
        return "weakness" if self.better >= 3 * self.published / 4 else "fair"


@dataclass(frozen=True, slots=True)
class Material:
    """The graphs and pairs that the audits see."""

    name: str  #: what they are, for readers
    golds: tuple[Graph, ...]
    preds: tuple[Graph, ...]

    @classmethod
    def of_pairs(
        cls, name: str, golds: Sequence[Graph], preds: Sequence[Graph], limit: int = SAMPLE
    ) -> Material:
        """Return a sample of pairs, evenly spaced."""
        return cls(name, tuple(evenly(golds, limit)), tuple(evenly(preds, limit)))

    @classmethod
    def of_graphs(cls, name: str, graphs: Sequence[Graph], limit: int = SAMPLE) -> Material:
        """Return graphs of one file, evenly spaced, each paired with the next one of the sample."""
        if len(graphs) < 2:
            raise InputError(f"{name}: a card needs at least two graphs")
        chosen = evenly(graphs, limit)
        paired = f"{name}, each graph paired with the next one"
        return cls(paired, tuple(chosen), (*chosen[1:], chosen[0]))

    @classmethod
    def of_benchmark(cls, benchmark: Benchmark, limit: int = SAMPLE) -> Material:
        """Return pairs of the first column."""
        part: Part = benchmark.suite.parts[0]
        name = f"BAMBOO, {part.task} {part.challenge}"
        return cls.of_pairs(name, part.source, part.target, limit)

    @classmethod
    def of_package(cls) -> Material:
        """Return the bundled pairs."""
        golds, preds = (read(data_path(f"sample/{side}.amr")) for side in ("gold", "pred"))
        return cls("the sample of the package", tuple(golds), tuple(preds))


@dataclass(frozen=True, slots=True)
class Card:
    """What there is to say about one metric."""

    label: str
    metric: Metric
    material: Material
    microseconds: float  #: CPU time per pair
    laws: tuple[Law, ...]
    principles: Principles
    soundness: Soundness
    meaning: Soundness  #: under changes of meaning
    search: SearchAudit | None  #: None if the metric does not search
    structure: Consistency | None  #: None if nothing in the graphs can be rewired
    example: Explanation
    benchmark: Benchmark | None = None
    row: MetricResult | None = None
    standings: tuple[Standing, ...] = field(default=())

    @property
    def graphs(self) -> int:
        """How many graphs the audits saw."""
        return len(self.material.golds)


def make_card(
    metric: Metric,
    material: Material,
    *,
    label: str = "",
    benchmark: Benchmark | None = None,
    seed: int = 0,
    threads: int = 0,
    progress: Callable[[str], None] | None = None,
) -> Card:
    """Put a metric to all audits; *progress* is told the name of each before it begins."""

    def stage(name: str, work: Callable[[], Kept]) -> Kept:
        if progress is not None:
            progress(name)
        return work()

    golds, preds = material.golds, material.preds
    row = None
    if benchmark is not None:
        row = next(row for row in benchmark.rows if row.metric == metric)
    return Card(
        label or metric.spec,
        metric,
        material,
        stage("speed", lambda: row.microseconds if row else measure_speed(metric, golds, preds)),
        stage("laws", lambda: laws.hold_laws(metric, golds, preds, threads=threads)),
        stage("principles", lambda: principles.audit(
            metric, {"gold": golds, "prediction": preds}, seed=seed, threads=threads)),
        stage("soundness", lambda: _sound("general", metric, golds, seed, threads)),
        stage("meaning", lambda: _sound("meaning", metric, golds, seed, threads)),
        stage("search", lambda: _search(metric, golds, preds, seed, threads)),
        stage("structure", lambda: _structure(metric, golds, seed, threads)),
        metric.explain(*EXAMPLE),
        benchmark,
        row,
        tuple(_standing(column) for column in row.columns) if row else (),
    )  # fmt: skip


STAGES = ("speed", "laws", "principles", "soundness", "meaning", "search", "structure")
"""What `make_card` tells its progress."""


def measure_speed(metric: Metric, golds: Sequence[Graph], preds: Sequence[Graph]) -> float:
    """Return the CPU time of a pair in microseconds, on one thread, after a first run."""
    spent, pairs, start = 0.0, 0, cpu_time()
    metric.values(golds, preds, threads=1)  # which loads what the metric needs
    first = cpu_time() - start
    while pairs == 0 or (pairs < _SPEED_PAIRS and first + spent < _SPEED_SECONDS):
        start = cpu_time()
        metric.values(golds, preds, threads=1)
        spent, pairs = spent + cpu_time() - start, pairs + len(golds)
    return 1e6 * spent / pairs


def _sound(
    family: str, metric: Metric, graphs: Sequence[Graph], seed: int, threads: int
) -> Soundness:
    changes = soundness.make_perturbations(graphs, seed, operations=FAMILIES[family].values())
    return soundness.audit(graphs, metric, changes, threads=threads)


def _search(
    metric: Metric, golds: Sequence[Graph], preds: Sequence[Graph], seed: int, threads: int
) -> SearchAudit | None:
    if not isinstance(metric, Aligning):
        return None
    return search.audit(metric, golds, preds, restarts=RESTARTS, seed=seed, threads=threads)


def _structure(
    metric: Metric, graphs: Sequence[Graph], seed: int, threads: int
) -> Consistency | None:
    try:
        rewirings = structure.make_rewirings(graphs, seed)
    except InputError:  # the graphs are too small, which is no reason to have no card
        return None
    return structure.audit(metric, rewirings, threads=threads)


def _standing(column: TaskResult) -> Standing:
    figures = {r.name: r.figures[column.key] for r in rows("paper") if column.key in r.figures}
    if not figures:
        return Standing(column, 0, 0, None)
    value = 100 * (column.measures.pearson or 0.0)
    best = max(figures, key=lambda name: figures[name])
    better = sum(figure > value for figure in figures.values())
    published = tuple(figures.values())
    return Standing(column, better, len(figures), (best, figures[best]), published)
