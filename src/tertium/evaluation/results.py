"""Results: what is known after systems were compared with a gold under metrics.

    Evaluation ─ System ─ Result ─ StatisticsTable, Score
                        └ Pair: gold, prediction, status

A `Result` is one metric's view of one system: a row of statistics for each pair, the score of the
corpus by their sum, and intervals where they were asked for. Results know no format; they are
rendered by `tertium.report`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, get_args

from tertium.errors import NotationError, OptionError, counted, shortened
from tertium.graph import Graph, Missing, Way
from tertium.metrics import Metric, Score, StatisticsTable
from tertium.options import require
from tertium.statistics import Confidence, Interval
from tertium.written import Written

if TYPE_CHECKING:
    from tertium._types import Array
    from tertium.statistics.resampling import Sample

CommonWay = Way | Literal["mixed"]
"""How pairs were made; ``mixed`` if not all in the same way."""

Status = Literal["ok", "invalid-pred", "invalid-gold", "missing-pred"]

OnError = Literal["zero", "skip", "fail"]
ON_ERROR: tuple[OnError, ...] = get_args(OnError)

_COUNTED = ("matched", "pred_total", "gold_total", "upper")  # of each pair, where defined
_DIGITS = 20  # of a number in the name of a shard


class Origin(Protocol):
    """Where graphs came from: a corpus, or what a merged shard remembers of one."""

    @property
    def path(self) -> str | None: ...
    @property
    def label(self) -> str: ...
    @property
    def errors(self) -> Sequence[NotationError]: ...
    @property
    def warnings(self) -> Sequence[str]: ...
    def __len__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Shard:
    """One of several parts of the work: every pair whose index leaves the same remainder.

    >>> [index for index in range(7) if index in Shard(2, 3)]
    [1, 4]
    """

    MOST: ClassVar[int] = 1_000_000  #: parts of a division

    number: int  #: from 1
    of: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Read ``2/8``.

        >>> Shard.parse("2/8")
        Shard(number=2, of=8)
        """
        number, slash, of = text.partition("/")
        digits = [part for part in (number, of) if part.isdecimal() and len(part) <= _DIGITS]
        if not slash or len(digits) < 2 or not 1 <= int(number) <= int(of) <= cls.MOST:
            raise OptionError(
                f"'{shortened(text)}' is not a shard; write I/N with I from 1 to N and N up to "
                f"{cls.MOST:,}, such as 2/8"
            )
        return cls(int(number), int(of))

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def __contains__(self, index: int) -> bool:
        return index % self.of == self.number - 1


@dataclass(frozen=True, slots=True)
class Policy:
    """How graphs are treated that cannot be read, or that one side does not have."""

    on_error: OnError = "zero"
    missing: Missing = "fail"


@dataclass(frozen=True, slots=True)
class Pair:
    """A gold graph and its prediction, None where one is missing or broken (or was not kept)."""

    index: int  #: place in the gold, from 0
    id: str | None
    status: Status
    gold: Graph | None
    pred: Graph | None


@dataclass(frozen=True, slots=True)
class Result:
    """What one metric says about one system."""

    metric: Metric
    table: StatisticsTable  #: a row for each scored pair
    score: Score  #: of the corpus, by added statistics (micro average)
    macro: float  #: the mean value of the pairs
    interval: Interval | None = None  #: of the corpus value, where asked for
    macro_interval: Interval | None = None
    resampled: Array | None = field(default=None, repr=False, compare=False)
    """The micro and the macro average of each resampled corpus, where intervals were asked for."""

    @classmethod
    def of(cls, metric: Metric, table: StatisticsTable) -> Result:
        """Add up the statistics of the pairs; without any pair the value is 0."""
        if not len(table):
            empty = Score(metric.name, 0.0, statistics=table.sum(), signature=metric.signature)
            return cls(metric, table, empty, 0.0)
        whole = table.sum()
        weights = _weights(table)
        values = zip(metric.row_values(table), weights, strict=True)
        macro = fsum(value * weight for value, weight in values) / max(1.0, fsum(weights))
        return cls(metric, table, metric.score(whole), macro)

    @property
    def pairs(self) -> int:
        """The number of pairs in which the metric found something to compare."""
        names = self.table.names
        return round(self.table.sum()["pairs"]) if "pairs" in names else len(self.table)

    @property
    def sample(self) -> Sample:
        """The pairs, ready for resampling."""
        from tertium.statistics.resampling import Sample

        return Sample(self.metric, self.table)

    @property
    def proven(self) -> int | None:
        """The number of pairs with a proven alignment; None if the metric aligns nothing."""
        if "proven" not in self.table.names:
            return None
        return round(self.table.sum()["proven"])


@dataclass(frozen=True, slots=True)
class System:
    """One system's predictions and what the metrics say about them."""

    name: str
    corpus: Origin
    pairs: tuple[Pair, ...] = field(repr=False)  #: those that were scored
    skipped: int
    notes: tuple[str, ...]  #: what must be known about its pairs
    results: tuple[Result, ...]
    paired_by: Way = "order"
    missing: int = 0  #: gold graphs without a prediction
    surplus: int = 0  #: predictions without a gold graph

    @property
    def graphs(self) -> Iterator[tuple[Graph | None, Graph | None]]:
        """The gold and the predicted graph of each pair."""
        return ((pair.gold, pair.pred) for pair in self.pairs)


@dataclass(frozen=True, slots=True)
class Evaluation(Written):
    """Scores of systems under metrics.

    >>> from tertium import evaluate
    >>> evaluation = evaluate(["(b / boy)"], {"a": ["(b / boy)"], "b": ["(g / girl)"]})
    >>> print(evaluation)
                    smatch
    system       P       R      F1
    a       100.00  100.00  100.00
    b        50.00   50.00   50.00
    ...
    """

    gold: Origin
    systems: tuple[System, ...]
    confidence: Confidence | None = None  #: how intervals were made
    policy: Policy = Policy()  #: by which pairs were scored or left out

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each system, metric and pair."""
        for system in self.systems:
            for label, result in zip(self.labels, system.results, strict=True):
                yield from _rows(system, label, result)

    @property
    def pairs(self) -> list[dict[str, Any]]:
        """A row for each system, metric and pair; ``pandas.DataFrame(evaluation.pairs)`` works."""
        return list(self.rows())

    @property
    def paired_by(self) -> CommonWay:
        """How pairs were made; ``mixed`` if systems differ, see `System.paired_by`."""
        return common_way([system.paired_by for system in self.systems])

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics, in the order they were asked for."""
        return tuple(r.metric for r in self.systems[0].results) if self.systems else ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the metrics, with options where the same metric occurs twice."""
        return labels_of(self.metrics)

    def with_confidence(self, confidence: Confidence | None = None) -> Evaluation:
        """Return the evaluation with intervals, by the bootstrap over pairs."""
        confidence = Confidence() if confidence is None else confidence
        require(Confidence, confidence, "confidence")
        results = _with_intervals([r for s in self.systems for r in s.results], confidence)
        systems = tuple(
            replace(system, results=tuple(next(results) for _ in system.results))
            for system in self.systems
        )
        return replace(self, systems=systems, confidence=confidence)


def labels_of(metrics: Sequence[Metric]) -> tuple[str, ...]:
    """Return names for metrics, with their options where one metric is there twice."""
    labels = [metric.label for metric in metrics]
    both = zip(metrics, labels, strict=True)
    return tuple(metric.spec if labels.count(label) > 1 else label for metric, label in both)


def redefinition_note(origin: Origin) -> str:
    """Return how many graphs define a variable twice, and which is the first."""
    one = len(origin.warnings) == 1
    return (
        f"{origin.label}: {counted(len(origin.warnings), 'graph')} "
        f"{'defines' if one else 'define'} a variable twice; {'' if one else 'the first is '}"
        f"{origin.warnings[0].removeprefix(f'{origin.path}: ')}"
    )


def common_way(ways: Sequence[Way]) -> CommonWay:
    """Return how all pairs were made, or ``mixed``."""
    return ways[0] if len(set(ways)) == 1 else "mixed"


def _with_intervals(results: list[Result], confidence: Confidence) -> Iterator[Result]:
    """Yield the results with intervals; those with as many pairs are resampled together."""
    from tertium.statistics.resampling import bootstrap
    from tertium.statistics.significance import intervals

    found: dict[int, Result] = {}
    for size in {len(result.table) for result in results} - {0}:
        places = [k for k, result in enumerate(results) if len(result.table) == size]
        samples = [results[k].sample for k in places]
        drawn = bootstrap(samples, confidence.resampling)
        spans = intervals(samples, confidence, drawn)
        for at, (k, (micro, macro)) in enumerate(zip(places, spans, strict=True)):
            found[k] = replace(
                results[k], interval=micro, macro_interval=macro, resampled=drawn[:, at]
            )
    return (found.get(k, result) for k, result in enumerate(results))


def _weights(table: StatisticsTable) -> list[float]:
    """Return 1 for each pair, 0 for one in which the metric finds nothing to compare."""
    if "pairs" not in table.names:
        return [1.0] * len(table)
    place = table.names.index("pairs")
    return [row[place] for row in table.rows.tolist()]


def _rows(system: System, label: str, result: Result) -> Iterator[dict[str, Any]]:
    columns = pair_columns(result.metric, result.table)
    for row, item in enumerate(system.pairs):
        yield {
            "system": system.name,
            "metric": label,
            "index": item.index,
            "id": item.id,
            "status": item.status,
            **{name: column[row] for name, column in columns.items()},
        }


def pair_columns(metric: Metric, table: StatisticsTable) -> dict[str, list[Any]]:
    """Return what is known about each pair: its value, and where defined what it is made of."""
    columns = pair_arrays(metric, table)
    lists = {name: column.tolist() for name, column in columns.items()}
    for name in _COUNTED:
        if name in lists:
            lists[name] = [_number(value) for value in lists[name]]
    return lists


def pair_arrays(metric: Metric, table: StatisticsTable) -> dict[str, Array]:
    """Return the columns of `pair_columns` as arrays, ``proven`` as one of truth values."""
    columns = metric.scores(table)
    columns.pop("upper", None)  # the bound of matched triples is below, not that of the value
    columns |= {name: table.column(name) for name in _COUNTED if name in table.names}
    if "proven" in table.names:
        columns["proven"] = table.column("proven") == 1
    return columns


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else value
