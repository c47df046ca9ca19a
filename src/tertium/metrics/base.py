"""The contract of a metric.

A metric is a frozen dataclass of options and three verbs:

    metric = Smatch(top="concept")
    metric.compare(gold, pred)                 # -> Statistics of one pair
    metric.compare_many(golds, preds)          # -> StatisticsTable, a row for each pair
    metric.score(statistics)                   # -> Score

Statistics are additive: those of a corpus are the sum of those of its pairs, and a pair is a corpus
of one. That is what makes corpus scores, resampling, shards and merging one mechanism. The
dataclass is the only source of the options: the command line (``-m smatch:top=concept``), the
signature and the documentation are derived from it.
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from tertium._version import __version__
from tertium.errors import InputError, OptionError
from tertium.graph import Graph, GraphLike, as_graph
from tertium.options import check_options
from tertium.standard import spell

if TYPE_CHECKING:
    from tertium._types import Array

Progress: TypeAlias = Callable[[int], None]
"""Called now and then with the number of pairs that were done since the last call."""

MOST_THREADS = 1024
_PATIENCE = 0.5  # seconds that a call of native code should take at most


@dataclass(frozen=True, slots=True)
class Statistics:
    """Named numbers that add up.

    >>> pair = Statistics(("matched", "pairs"), (3.0, 1.0))
    >>> (pair + pair).as_dict()
    {'matched': 6.0, 'pairs': 2.0}
    """

    names: tuple[str, ...]
    values: tuple[float, ...]

    def __add__(self, other: Statistics) -> Statistics:
        if self.names != other.names:
            raise TypeError("statistics of different metrics do not add up")
        return Statistics(self.names, tuple(map(sum, zip(self.values, other.values, strict=True))))

    def __getitem__(self, name: str) -> float:
        return self.values[self.names.index(name)]

    def as_dict(self) -> dict[str, float]:
        """Return the numbers by name."""
        return dict(zip(self.names, self.values, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class StatisticsTable:
    """The statistics of many pairs: a row for each pair, a column for each name."""

    names: tuple[str, ...]
    values: Array

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, row: int) -> Statistics:
        return Statistics(self.names, tuple(map(float, self.values[row])))

    def column(self, name: str) -> Array:
        """Return one column."""
        column: Array = self.values[:, self.names.index(name)]
        return column

    def sum(self) -> Statistics:
        """Return the statistics of the corpus."""
        return Statistics(self.names, tuple(map(float, self.values.sum(axis=0))))


@dataclass(frozen=True, slots=True)
class Score:
    """What a metric says about a pair or a corpus; all values are in [0, 1].

    `upper` is the highest value that a better alignment could give; it equals `value` where the
    alignment is proven optimal.
    """

    metric: str
    value: float
    precision: float | None = None
    recall: float | None = None
    f1: float | None = None
    upper: float | None = None
    statistics: Statistics = field(default=Statistics((), ()), repr=False)
    signature: str = field(default="", repr=False)

    @property
    def proven(self) -> bool:
        """Whether no better alignment exists; True for metrics that need none."""
        return self.upper is None or self.upper == self.value

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        text = f"{self.metric} {100 * self.value:.2f}"
        if self.precision is not None and self.recall is not None:
            text += f" (P {100 * self.precision:.2f}, R {100 * self.recall:.2f})"
        if not self.proven and self.upper is not None:
            text += f", not proven: at most {100 * self.upper:.2f}"
        return text


@dataclass(frozen=True, kw_only=True)
class Metric(ABC):
    """The base of every metric; see the module's docstring."""

    name: ClassVar[str]
    """As the literature and the command line call it."""
    summary: ClassVar[str]
    """One line for listings."""
    paper: ClassVar[str] = ""
    """Who proposed it, as a short citation; empty if nobody published it."""
    position: ClassVar[int] = 1000
    """Where listings show it; metrics with the same position are sorted by name."""
    symmetric: ClassVar[bool]
    """Whether exchanging the graphs leaves `value` as it is."""
    invariant_to_inversion: ClassVar[bool] = True
    """Whether ``:ARG0`` and ``:ARG0-of`` written from the other side are the same."""
    chunk: ClassVar[int] = 512
    """How many pairs are compared at most between two reports of progress."""
    first_chunk: ClassVar[int] = 1
    """How many are compared at first, before it is known how long they take."""

    def __post_init__(self) -> None:
        check_options(self)

    def __getstate__(self) -> dict[str, object]:
        """Return the options alone: what is kept besides belongs to this version."""
        return {option.name: getattr(self, option.name) for option in fields(self)}

    @property
    @abstractmethod
    def statistics_names(self) -> tuple[str, ...]:
        """The names of the columns of the statistics."""

    @abstractmethod
    def _compare(self, golds: list[Graph | None], preds: list[Graph | None], threads: int) -> Array:
        """Return the rows of statistics; None is a graph without triples."""

    @abstractmethod
    def _values(self, sums: Array) -> dict[str, Array]:
        """Return value (and precision, recall, f1, upper) for each row of added statistics."""

    @property
    def label(self) -> str:
        """What tables call it: the name, and what part of the graph it scores."""
        return self.name

    @property
    def signature_fields(self) -> dict[str, object]:
        """What the signature spells, the options by default."""
        return {option.name: getattr(self, option.name) for option in fields(self)}

    @cached_property
    def signature(self) -> str:
        """The metric with all that can change its numbers, the version last."""
        parts = [self.name, *(f"{k}:{spell(v)}" for k, v in self.signature_fields.items())]
        return "|".join([*parts, f"version:{__version__}"])

    @property
    def changed_options(self) -> dict[str, object]:
        """The options that differ from their defaults."""
        return {
            option.name: getattr(self, option.name)
            for option in fields(self)
            if getattr(self, option.name) != _default(option)
        }

    @property
    def spec(self) -> str:
        """How the command line spells the metric: its name and the options that were changed."""
        changed = ",".join(f"{k}={spell(v)}" for k, v in self.changed_options.items())
        return f"{self.name}:{changed}" if changed else self.name

    def compare(self, gold: GraphLike, pred: GraphLike) -> Statistics:
        """Compare two graphs."""
        return self.compare_many([gold], [pred], threads=1)[0]

    def compare_many(
        self,
        golds: Iterable[GraphLike | None],
        preds: Iterable[GraphLike | None],
        *,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> StatisticsTable:
        """Compare pairs, on all processors or on *threads*; None is a graph without triples."""
        import numpy as np

        golds, preds = list(golds), list(preds)
        if len(golds) != len(preds):
            raise InputError(f"{len(golds)} gold graphs, but {len(preds)} predictions")
        if not isinstance(threads, int) or not 0 <= threads <= MOST_THREADS:
            raise OptionError(f"threads must be between 0 (all) and {MOST_THREADS}")
        rows = [np.empty((0, len(self.statistics_names)))]
        for chunk in self._chunks(len(golds), threads or os.cpu_count() or 1):
            rows.append(self._compare(_graphs(golds[chunk]), _graphs(preds[chunk]), threads))
            if progress is not None:
                progress(len(rows[-1]))
        return StatisticsTable(self.statistics_names, np.concatenate(rows))

    def _chunks(self, count: int, workers: int) -> Iterator[slice]:
        """Yield slices that take about half a second each, so that Ctrl-C does not wait long."""
        least = min(workers, self.chunk)
        start, size = 0, max(least, self.first_chunk)
        while start < count:
            begun = time.monotonic()
            yield slice(start, start + size)
            taken = time.monotonic() - begun
            start += size
            if taken > _PATIENCE:
                size = max(size // 4, least)
            elif taken < _PATIENCE / 4:
                size = min(size * 4, self.chunk)

    def score(self, statistics: Statistics) -> Score:
        """Turn statistics, of a pair or added up over many, into a score."""
        import numpy as np

        if getattr(statistics, "names", None) != self.statistics_names:
            raise InputError(f"{self.name}: these are no statistics of this metric")
        values = self._values(np.array([statistics.values]))
        numbers: dict[str, Any] = {name: float(column[0]) for name, column in values.items()}
        return Score(self.name, **numbers, statistics=statistics, signature=self.signature)

    def scores(self, table: StatisticsTable) -> dict[str, Array]:
        """Return value (and precision, recall, f1, upper) of each row of a table."""
        return self._values(table.values)


@dataclass(frozen=True, kw_only=True)
class Averaging(Metric):
    """A metric whose corpus score is the mean over pairs, for want of counts that add up."""

    @property
    def statistics_names(self) -> tuple[str, ...]:
        return ("value", "pairs")

    def _values(self, sums: Array) -> dict[str, Array]:
        import numpy as np

        value, pairs = sums.T
        return {"value": np.divide(value, pairs, out=np.zeros_like(value), where=pairs > 0)}


def _graphs(things: Sequence[GraphLike | None]) -> list[Graph | None]:
    # The test before the call costs less than the call, and most things are graphs.
    return [
        thing if thing is None or isinstance(thing, Graph) else as_graph(thing) for thing in things
    ]


def _default(option: Field[Any]) -> object:
    return option.default if option.default_factory is MISSING else option.default_factory()
