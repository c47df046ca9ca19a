"""Python functions as metrics.

    def same_top(gold: Graph, pred: Graph) -> float: ...          one pair at a time
    def same_top(gold: str, pred: str) -> float: ...              the same, with PENMAN
    def similarity(golds: list[str], preds: list[str]): ...       all pairs in one call

What takes lists, or calls its first parameter ``golds``, gets all pairs at once and returns one
value for each, as a list, an array or a tensor: a neural model then works in batches of its own. A
pair without a graph is not shown to a function; its value is 0. The corpus value is the mean.

Values must be finite numbers. What goes wrong is reported with the pair, and nothing is returned.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from tertium.errors import MetricError, TertiumError, counted, shortened
from tertium.graph import Graph
from tertium.metrics.base import Averaging, Batch, Row
from tertium.metrics.source import source_hash

Function: TypeAlias = Callable[..., Any]
"""Takes the gold and the predicted graph, or all of them, as `Graph` or as PENMAN."""

_SHOWN = 300  # characters of a graph in a message
_SEVERAL = re.compile(r"(?:\w+\.)*(?:list|List|Sequence|Iterable|Collection)(?:\[(.*)\])?")


@dataclass(frozen=True, kw_only=True)
class MeanMetric(Averaging):
    """A metric that is defined on pairs only; a corpus has the mean of its pairs' values."""

    @property
    def invariant_to_inversion(self) -> bool:
        return False

    @property
    def spec(self) -> str:
        """The name; options would repeat it."""
        return self.name


@dataclass(frozen=True, kw_only=True)
class FunctionMetric(MeanMetric):
    """A function of two graphs as a metric; `of_function` makes one."""

    name: ClassVar[str] = "function"
    summary: ClassVar[str] = "a function of yours"

    function: Function = field(hash=False)
    """What is called for each pair."""
    penman: bool = False
    """Whether it takes PENMAN instead of graphs."""

    @property
    def signature_fields(self) -> dict[str, object]:
        """Where the function is, and a hash of its source."""
        return {
            "function": f"{self.function.__module__}:{name_of(self.function)}",
            "source": source_hash(self.function),
        }

    def _pair(self, gold: Graph | None, pred: Graph | None) -> Row:
        return self._row(gold, pred, None)

    def _compare(self, batch: Batch) -> list[Row]:
        rows = []
        for number, (gold, pred) in enumerate(zip(batch.golds, batch.preds, strict=True), start=1):
            rows.append(self._row(gold, pred, number))
            if batch.progress is not None:
                batch.progress(1)
        return rows

    def _row(self, gold: Graph | None, pred: Graph | None, number: int | None) -> Row:
        if gold is None or pred is None:
            return 0.0, 1.0
        try:
            return finite(self.function(*self._given(gold, pred))), 1.0
        except TertiumError:
            raise
        except Exception as error:  # whatever a stranger's function raises is reported, not ours
            raise self._failure(f"{type(error).__name__}: {error}", gold, pred, number) from error

    def _given(self, *graphs: Graph) -> list[Any]:
        return [str(graph) for graph in graphs] if self.penman else list(graphs)

    def _failure(self, problem: str, gold: Graph, pred: Graph, number: int | None) -> MetricError:
        id = gold.id or pred.id
        named = f" ({shortened(id)})" if id else ""
        place = f"pair {number}{named}" if number is not None else f"this pair{named}"
        return MetricError(
            f"{self.name} failed on {place}: {problem}\n"
            f"gold:\n{shortened(str(gold), _SHOWN)}\nprediction:\n{shortened(str(pred), _SHOWN)}"
        )


@dataclass(frozen=True, kw_only=True)
class BatchFunctionMetric(FunctionMetric):
    """A function of many pairs as a metric; `of_function` makes one."""

    function: Function = field(hash=False)
    """What is called once, with all golds and all predictions."""

    def _pair(self, gold: Graph | None, pred: Graph | None) -> Row:
        (row,) = self._compare(Batch([gold], [pred]))
        return row

    def _compare(self, batch: Batch) -> list[Row]:
        both = enumerate(zip(batch.golds, batch.preds, strict=True))
        pairs = [(i, g, p) for i, (g, p) in both if g is not None and p is not None]
        rows: list[Row] = [(0.0, 1.0)] * len(batch.golds)
        values = self._values_of(pairs) if pairs else []
        for (i, gold, pred), value in zip(pairs, values, strict=True):
            try:
                rows[i] = finite(value), 1.0
            except (TypeError, ValueError) as error:
                raise self._failure(str(error), gold, pred, i + 1) from None
        if batch.progress is not None:
            batch.progress(len(rows))
        return rows

    def _values_of(self, pairs: list[tuple[int, Graph, Graph]]) -> list[Any]:
        golds = self._given(*(gold for _, gold, _ in pairs))
        preds = self._given(*(pred for _, _, pred in pairs))
        try:
            values = _listed(self.function(golds, preds))
        except TertiumError:
            raise
        except Exception as error:
            raise MetricError(
                f"{self.name} failed on {counted(len(pairs), 'pair')}: "
                f"{type(error).__name__}: {error}"
            ) from error
        if len(values) != len(pairs):
            raise MetricError(
                f"{self.name} returned {counted(len(values), 'value')} for "
                f"{counted(len(pairs), 'pair')}; expected one for each"
            )
        return values


def takes_many(function: Function) -> bool:
    """Whether a function takes all pairs at once."""
    first = _first_parameter(function)
    if first is None:
        return False
    annotation = _annotation(first)
    return bool(_SEVERAL.fullmatch(annotation)) if annotation else first.name == "golds"


def takes_text(function: Function) -> bool:
    """Whether a function takes PENMAN."""
    first = _first_parameter(function)
    annotation = "" if first is None else _annotation(first)
    many = _SEVERAL.fullmatch(annotation)
    return (many[1] if many else annotation) == "str"


def name_of(function: Function) -> str:
    """Return what a function is called."""
    return getattr(function, "__name__", type(function).__name__)


def finite(value: object) -> float:
    """Return a number; anything else, and what is not finite, raises an error that says so."""
    if isinstance(value, str | bytes):
        raise TypeError(f"{shortened(repr(value))} is not a number")
    number = float(value)  # type: ignore[arg-type]
    if not math.isfinite(number):
        raise ValueError(f"{number} is not a finite number")
    return number


def _listed(values: Any) -> list[Any]:
    """Return values as a list; arrays and tensors turn themselves into one."""
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise TypeError(f"it returned {type(values).__name__}, expected one number per pair")
    convert = getattr(values, "tolist", None)
    return list(values if convert is None else convert())


def _first_parameter(function: Function) -> inspect.Parameter | None:
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
    return parameters[0] if parameters else None


def _annotation(parameter: inspect.Parameter) -> str:
    """Return an annotation as it is written, empty if there is none."""
    annotation = parameter.annotation
    if annotation is inspect.Parameter.empty:
        return ""
    return annotation.__name__ if type(annotation) is type else str(annotation)
