"""The contract of a metric.

A metric is a frozen dataclass of options with five verbs:

    metric = Smatch(top="concept")
    metric.compare(gold, pred)                 # -> Statistics of one pair
    metric.compare_many(golds, preds)          # -> StatisticsTable, a row for each pair
    metric.score(statistics)                   # -> Score
    metric.values(golds, preds)                # -> one float per pair
    metric.explain(gold, pred)                 # -> Explanation, which adds up to the score

Statistics are additive: those of a corpus are the sum of those of its pairs, and a pair is a corpus
of one. That is what makes corpus scores, resampling, shards and merging one mechanism. The
dataclass is the only source of the options: the command line (``-m smatch:top=concept``), the
signature and the documentation are derived from it.

A subclass says what one pair counts (`_pair`) and which value follows from added counts
(`_value`); a native metric also compares many pairs in one call (`_compare`).
"""

from __future__ import annotations

import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from tertium.alignment import Progress
from tertium.errors import InputError, OptionError
from tertium.graph import Graph, GraphLike, as_graph
from tertium.metrics.arithmetic import Number, ratio
from tertium.metrics.score import Score
from tertium.metrics.signing import full_signature, short_signature
from tertium.metrics.statistics import Statistics, StatisticsTable
from tertium.metrics.threads import check_threads
from tertium.options import check_options
from tertium.standard import spell

if TYPE_CHECKING:
    from tertium._types import Array, Rows
    from tertium.metrics.explanation import Explanation
    from tertium.metrics.grid import AllPairs
    from tertium.metrics.searching import Searching

Row: TypeAlias = tuple[float, ...]
"""The statistics of a pair, in the order of `Metric.statistics_names`."""


class Batch(NamedTuple):
    """Pairs to be compared in one call, and how; None is a graph without triples."""

    golds: list[Graph | None]
    preds: list[Graph | None]
    threads: int = 1  #: 0: as many as there are processors
    progress: Progress | None = None

    def parts(self, size: int) -> Iterator[Batch]:
        """Yield batches of at most *size*, for work that should not be done all at once."""
        for start in range(0, len(self.golds), size):
            part = slice(start, start + size)
            yield self._replace(golds=self.golds[part], preds=self.preds[part])


_FEW = 10_000  # rows whose values are not worth importing numpy


@dataclass(frozen=True, kw_only=True)
class Metric(ABC):
    """The base of all metrics: compare pairs, score statistics, explain a score."""

    name: ClassVar[str]
    """The name in the literature and on the command line."""
    summary: ClassVar[str]
    """One line for listings."""
    paper: ClassVar[str] = ""
    """Who proposed it, as a short citation; empty if nobody published it."""
    position: ClassVar[int] = 1000
    """Where listings show it; metrics with the same position are sorted by name."""
    origin: ClassVar[str] = ""
    """How the command line finds a custom metric that was given a name."""
    hands_out: ClassVar[bool] = False
    """Whether `explain` divides the whole difference from 1 among triples."""

    def __post_init__(self) -> None:
        check_options(self)

    def __getstate__(self) -> dict[str, object]:
        """Return the options alone; cached values are not pickled."""
        return {option.name: getattr(self, option.name) for option in fields(self)}

    # Facts: they may depend on the options, and the law tests hold them to it.

    @property
    def symmetric(self) -> bool:
        """Whether exchanging the graphs leaves `value` as it is, where alignments are proven."""
        return False

    @property
    def identity(self) -> bool:
        """Whether a graph and itself score 1, where alignments are proven."""
        return True

    @property
    def deterministic(self) -> bool:
        """Whether the same pair always has the same statistics; a seed is part of the options."""
        return True

    @property
    def invariant_to_names(self) -> bool:
        """Whether the names of variables do not matter, where alignments are proven."""
        return True

    @property
    def invariant_to_order(self) -> bool:
        """Whether the order of triples does not matter, where alignments are proven."""
        return True

    @property
    def invariant_to_inversion(self) -> bool:
        """Whether ``:ARG0`` and ``:ARG0-of`` written from the other side are the same."""
        return True

    @property
    def explains_parts(self) -> bool:
        """Whether `explain` knows the parts of a score; if not, it returns a single part."""
        return type(self)._explain is not Metric._explain

    @property
    def searching(self) -> Searching | None:
        """How an index finds graphs under this metric; None if there is no bound to prune by."""
        return None

    # What a subclass defines.

    @property
    @abstractmethod
    def statistics_names(self) -> tuple[str, ...]:
        """The names of the columns of the statistics."""

    @abstractmethod
    def _pair(self, gold: Graph | None, pred: Graph | None) -> Row:
        """Return the statistics of a pair; None is a graph without triples."""

    @abstractmethod
    def _value(self, sums: Mapping[str, Number]) -> Number:
        """Return the value, in [0, 1], that follows from added statistics."""

    def _values(self, sums: Mapping[str, Number]) -> dict[str, Number]:
        """Return the value and, where the metric has them, precision, recall, f1 and upper."""
        return {"value": self._value(sums)}

    def _compare(self, batch: Batch) -> Rows:
        """Return a row of statistics for each pair."""
        rows = []
        for gold, pred in zip(batch.golds, batch.preds, strict=True):
            rows.append(self._pair(gold, pred))
            if batch.progress is not None:
                batch.progress(1)
        return rows

    # A metric that searches may stop where a value cannot be reached; others need not care.

    def _pair_above(self, gold: Graph, pred: Graph, cutoff: float) -> Row:
        """Return the statistics of a pair; if its value is below *cutoff*, only that is certain."""
        return self._pair(gold, pred)

    def _compare_above(self, batch: Batch, cutoffs: list[float]) -> Rows:
        """Do the same for each pair of a batch."""
        return self._compare(batch)

    def _explain(self, gold: Graph, pred: Graph) -> Explanation:
        """Return what the pair's statistics are made of; unless a subclass knows, a single part."""
        from tertium.metrics.explanation import Contribution, Explanation

        adds = dict(zip(self.statistics_names, self._pair(gold, pred), strict=True))
        lump = Contribution("pair", repr(gold), repr(pred), adds)
        return Explanation(metric=self, gold=gold, pred=pred, contributions=(lump,), whole={})

    # How it is called and described.

    @property
    def facet(self) -> str:
        """What part of a graph it scores, such as an aspect; empty if it scores the whole."""
        return ""

    @property
    def label(self) -> str:
        """What tables call it: the name, and what part of the graph it scores."""
        return f"{self.name} {self.facet}" if self.facet else self.name

    @property
    def signature_fields(self) -> dict[str, object]:
        """What the signature spells, the options by default."""
        return {option.name: getattr(self, option.name) for option in fields(self)}

    @cached_property
    def signature(self) -> str:
        """The metric with all that can change its numbers, the version last."""
        return full_signature(self)

    @cached_property
    def short_signature(self) -> str:
        """The signature without options at their defaults; the version pins the defaults."""
        return short_signature(self)

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

    @property
    def recipe(self) -> str:
        """What makes the same metric again, given to `tertium.metric`."""
        return f"{self.name}={self.origin}" if self.origin else self.spec

    # What users call.

    def compare(
        self, gold: GraphLike, pred: GraphLike, *, cutoff: float | None = None
    ) -> Statistics:
        """Compare two graphs.

        If only values of at least *cutoff* matter, a metric that aligns may stop early: a pair
        whose value is below it gets statistics whose ``upper`` says so; its own value may be higher
        than theirs. Other metrics ignore it.
        """
        gold, pred = as_graph(gold), as_graph(pred)
        if cutoff is None:
            return Statistics(self.statistics_names, self._pair(gold, pred))
        return Statistics(
            self.statistics_names, self._pair_above(gold, pred, _checked_cutoff(cutoff))
        )

    def compare_many(
        self,
        golds: Iterable[GraphLike | None],
        preds: Iterable[GraphLike | None],
        *,
        threads: int = 0,
        progress: Progress | None = None,
        cutoff: float | Iterable[float] | None = None,
    ) -> StatisticsTable:
        """Compare pairs, on all processors or on *threads*; None is a graph without triples.

        *cutoff* is as for `compare`: one for all pairs, or one for each.
        """
        golds, preds = _graphs(golds), _graphs(preds)
        if len(golds) != len(preds):
            raise InputError(f"{len(golds)} gold graphs, but {len(preds)} predictions")
        batch = Batch(golds, preds, check_threads(threads), progress)
        if cutoff is None:
            return StatisticsTable(self.statistics_names, self._compare(batch))
        rows = self._compare_above(batch, _cutoffs(cutoff, len(golds)))
        return StatisticsTable(self.statistics_names, rows)

    def score(self, statistics: Statistics) -> Score:
        """Turn statistics, of a pair or added up over many, into a score."""
        if getattr(statistics, "names", None) != self.statistics_names:
            raise InputError(f"{self.name}: these are not statistics of this metric")
        values = self._values(dict(zip(statistics.names, statistics.values, strict=True)))
        return Score(self.name, **values, statistics=statistics, signature=self.signature)

    def scores(self, table: StatisticsTable | Array) -> dict[str, Array]:
        """Return value (and precision, recall, f1, upper) of each row of a table, as arrays."""
        rows = table.values if isinstance(table, StatisticsTable) else table
        return self._values(dict(zip(self.statistics_names, rows.T, strict=True)))

    def values(
        self,
        golds: Iterable[GraphLike | None],
        preds: Iterable[GraphLike | None],
        *,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> list[float]:
        """Return one value per pair.

        >>> from tertium.metrics import Smatch
        >>> Smatch().values(["(b / boy)", "(c / cat)"], ["(b / boy)", "(d / dog)"])
        [1.0, 0.5]
        """
        return self.row_values(self.compare_many(golds, preds, threads=threads, progress=progress))

    def grid(self, golds: Sequence[Graph], preds: Sequence[Graph], *, threads: int = 0) -> AllPairs:
        """Return all pairs of *golds* and *preds*, to be computed in blocks."""
        from tertium.metrics.grid import PairGrid

        return PairGrid(self, golds, preds, threads)

    def row_values(self, table: StatisticsTable) -> list[float]:
        """Return the value of each row of a table."""
        if "numpy" in sys.modules or len(table) > _FEW:
            columns = dict(zip(self.statistics_names, table.values.T, strict=True))
            values: list[float] = self._value(columns).tolist()
            return values
        names, value = self.statistics_names, self._value
        return [value(dict(zip(names, row, strict=True))) for row in table.rows.tolist()]

    def explain(self, gold: GraphLike, pred: GraphLike) -> Explanation:
        """Return what the score of a pair is made of."""
        return self._explain(as_graph(gold), as_graph(pred))


@dataclass(frozen=True, kw_only=True)
class Averaging(Metric):
    """A metric whose corpus score is the mean over pairs, for want of counts that add up."""

    @property
    def statistics_names(self) -> tuple[str, ...]:
        return ("value", "pairs")

    def _value(self, sums: Mapping[str, Number]) -> Number:
        return ratio(sums["value"], sums["pairs"])


def _graphs(things: Iterable[GraphLike | None]) -> list[Graph | None]:
    # The test before the call costs less than the call, and most things are graphs.
    return [
        thing if thing is None or isinstance(thing, Graph) else as_graph(thing) for thing in things
    ]


def _cutoffs(given: float | Iterable[float], pairs: int) -> list[float]:
    cutoffs = list(map(float, given)) if isinstance(given, Iterable) else [given] * pairs
    if len(cutoffs) != pairs:
        raise InputError(f"{pairs} pairs, but {len(cutoffs)} cutoffs")
    return list(map(_checked_cutoff, cutoffs))


def _checked_cutoff(cutoff: float) -> float:
    if not 0 <= cutoff < math.inf:
        raise OptionError("cutoff must be a value of the metric, at least 0")
    return cutoff


def _default(option: Field[Any]) -> object:
    return option.default if option.default_factory is MISSING else option.default_factory()
