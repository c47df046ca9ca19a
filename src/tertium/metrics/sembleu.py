"""SEMBLEU: BLEU over the k-grams of a graph.

    (a / ask-01 :ARG0 (g / girl) :ARG1 (l / leave-11 :ARG0 (b / boy)))

has four 1-grams (its nodes), three 2-grams such as ``ask-01 :ARG0 girl`` and one 3-gram, ``ask-01
:ARG1 leave-11 :ARG0 boy``: a k-gram is a directed path of k nodes, inverse relations turned around
first, constants being nodes too. SEMBLEU (Song & Gildea 2019) is the weighted geometric mean of the
precisions p_1 .. p_n of the prediction's k-grams, times a brevity penalty over |nodes| + |edges|.
There is no alignment and no search.

The counts of k-grams add up, so a corpus is scored as BLEU scores one: by pooled counts. An order
of which the prediction has no k-gram at all (a graph of one node has no 2-gram) is left out, and
the others then weigh the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from tertium import _native
from tertium.errors import InputError, OptionError
from tertium.graph import Graph, GraphLike, as_graph
from tertium.metrics.arithmetic import Number
from tertium.metrics.base import Batch, Metric, Row
from tertium.metrics.explanation import Contribution, Explanation
from tertium.metrics.texts import explained
from tertium.standard import Convention

if TYPE_CHECKING:
    from tertium._types import Array, Rows
    from tertium.metrics.searching import Searching

_MAX_N = 64

_INVERSE: dict[str, Literal["amr", "all", "keep"]] = {
    "paper": "amr",
    "public": "all",
    "verbatim": "all",
    "early": "keep",
}
"""Which inverse edges a reading turns around."""


@dataclass(frozen=True, kw_only=True)
class Sembleu(Metric):
    """SEMBLEU of a prediction against a gold graph.

    >>> metric = Sembleu()
    >>> print(metric.score(metric.compare("(p / pie :quant 2)", "(p / pie :quant 3)")))
    sembleu 50.00
    """

    name: ClassVar[str] = "sembleu"
    summary: ClassVar[str] = "BLEU over paths of up to n nodes"
    paper: ClassVar[str] = "Song & Gildea 2019"
    position: ClassVar[int] = 60

    symmetric: bool = False  # here the declared fact is an option
    """Whether the value is the mean of both directions, prediction to gold and gold to
    prediction."""
    n: int = 3
    """The longest k-grams, in nodes."""
    weights: tuple[float, ...] | None = None
    """Of the orders 1 to n, joined by ``+``; none: all the same. The public tool has
    ``0.34+0.33+0.34``."""
    smoothing: Literal["nist", "none"] = "nist"
    """What an order without a match is worth: halved for each such order (NIST), or nothing."""
    mode: Literal["precision", "recall"] = "precision"
    """Whose k-grams must be found in the other graph: the prediction's, or the gold's. ``recall``
    is the value with gold and prediction exchanged."""
    reading: Literal["paper", "public", "verbatim", "early"] = "paper"
    """``public`` begins k-grams only at nodes that a node without incoming edges reaches, and takes
    ``consist-of`` for an inverse role, as the authors' script does; ``verbatim`` also makes a
    node of each mention of a variable before its own node, unless its name is a letter and digits,
    turns ``:X-of-of`` around once, and takes ``x :X-of x`` for no incoming edge, which are the
    script's mistakes; ``early`` is ``verbatim``, but turns no edge around, as the script did when
    the figures of the BAMBOO paper were made."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.n <= _MAX_N:
            raise OptionError(f"sembleu: n must be from 1 to {_MAX_N}, not {self.n}")
        if self.weights is not None and len(self.weights) != self.n:
            raise OptionError(f"sembleu: {len(self.weights)} weights, but n is {self.n}")
        if self.weights is not None and not all(weight >= 0 for weight in self.weights):
            raise OptionError("sembleu: weights must be numbers of at least 0")

    @cached_property
    def convention(self) -> Convention:
        """What is done to the graphs before k-grams are taken."""
        return Convention(mod="keep", inverse=_INVERSE[self.reading], top="none")

    @property
    def signature_fields(self) -> dict[str, object]:
        """The options, then every answer of the convention."""
        own: dict[str, object] = {field.name: getattr(self, field.name) for field in fields(self)}
        own["weights"] = self.weights or "uniform"
        return own | asdict(self.convention)

    @property
    def searching(self) -> Searching:
        """By the k-grams that both graphs have."""
        from tertium.metrics.searching import by_shared_counts

        features = partial(_native.list_ngrams_features, self._native_options)
        return by_shared_counts(self, features, self._names[: self.n])

    @property
    def statistics_names(self) -> tuple[str, ...]:
        return self._names

    @cached_property
    def _names(self) -> tuple[str, ...]:
        orders = range(1, self.n + 1)
        grams = [f"{what}_{k}" for what in ("matched", "pred", "gold") for k in orders]
        return (*grams, "pred_size", "gold_size", "pairs")

    @property
    def invariant_to_names(self) -> bool:
        return not self._as_written

    @property
    def invariant_to_order(self) -> bool:
        return not self._as_written

    @property
    def invariant_to_inversion(self) -> bool:
        return not self._as_written

    @property
    def _as_written(self) -> bool:
        """Whether the text decides: which variable is mentioned before its node, and how it is
        called."""
        return self.reading in ("verbatim", "early")

    def ngrams(self, graph: GraphLike) -> tuple[tuple[str, ...], ...]:
        """Return the k-grams of a graph, by order.

        >>> Sembleu(n=2).ngrams("(p / pie :quant 2)")
        (('pie', '2'), ('pie :quant 2',))
        """
        found = _native.list_ngrams(self._native_options, as_graph(graph))
        return tuple(map(tuple, found))

    @cached_property
    def _native_options(self) -> _native.GramOptions:
        options = _native.GramOptions()
        options.n = self.n
        options.starts = _native.Starts["nodes" if self.reading == "paper" else "roots"]
        options.split_forward_references = self._as_written
        options.turn_once = self.reading == "verbatim"
        options.convention = self.convention._native()
        return options

    def _pair(self, gold: Graph | None, pred: Graph | None) -> Row:
        with _named():
            return _native.compare_ngrams_pair(self._native_options, gold, pred)

    def _compare(self, batch: Batch) -> Rows:
        with _named():
            return _native.compare_ngrams(self._native_options, *batch)

    def _explain(self, gold: Graph, pred: Graph) -> Explanation:
        with _named():
            parts = _native.explain_ngrams(self._native_options, gold, pred)
        counts = dict(zip(self.statistics_names, self._pair(gold, pred), strict=True))
        contributions = (_contribution(*part) for part in parts)
        whole = {name: counts[name] for name in ("pred_size", "gold_size", "pairs")}
        return explained(self, self.convention, (gold, pred), contributions, whole)

    def _value(self, sums: Mapping[str, Number]) -> Number:
        columns = [np.atleast_1d(sums[name]) for name in self.statistics_names]
        matched, pred, gold = (
            np.column_stack(columns[k * self.n : (k + 1) * self.n]) for k in range(3)
        )
        pred_size, gold_size = columns[3 * self.n : 3 * self.n + 2]
        if self.symmetric or self.mode == "precision":
            value = self._bleu(matched, pred, pred_size, gold_size)
        if self.symmetric or self.mode == "recall":
            recall = self._bleu(matched, gold, gold_size, pred_size)
            value = (value + recall) / 2 if self.symmetric else recall
        return value if np.ndim(sums["pairs"]) else float(value[0])

    def _bleu(self, matched: Array, total: Array, size: Array, other_size: Array) -> Array:
        """Return the geometric mean of the precisions, times the brevity penalty."""
        there = total > 0
        weights = np.full(self.n, 1 / self.n) if self.weights is None else np.array(self.weights)
        orders = np.maximum(there.sum(axis=1, keepdims=True), 1)
        share = np.where(orders == self.n, weights, there / orders)
        precision = np.where(there, matched, 1.0) / np.where(there, total, 1.0)
        if self.smoothing == "nist":
            missed = there & (matched == 0)
            halved = 0.5 ** np.cumsum(missed, axis=1)
            precision = np.where(missed, halved / np.where(there, total, 1.0), precision)
        with np.errstate(divide="ignore"):
            # A weight of zero beside a precision of zero would be 0 · -inf.
            logs = np.where(share > 0, share * _log(np.where(share > 0, precision, 1.0)), 0.0)
        shortness = other_size / np.where(size > 0, size, 1.0)
        value = _exp(logs.sum(axis=1) + np.minimum(0.0, 1 - shortness))
        value = np.where(matched[:, 0] > 0, np.minimum(value, 1.0), 0.0)
        return np.where((size == 0) & (other_size == 0), 1.0, value)


def _log(numbers: Array) -> Array:
    # In more bits than are kept: those of numpy's logarithm depend on the kind of processor.
    logs: Array = np.log(numbers.astype(np.longdouble)).astype(np.float64)
    return logs


def _exp(numbers: Array) -> Array:
    powers: Array = np.exp(numbers.astype(np.longdouble)).astype(np.float64)
    return powers


@contextmanager
def _named() -> Iterator[None]:
    """Let errors of the native core say whose they are."""
    try:
        yield
    except ValueError as error:
        raise InputError(f"sembleu: {error}") from None


def _contribution(text: str, order: int, gold: float, pred: float, matched: float) -> Contribution:
    counts = {f"gold_{order}": gold, f"pred_{order}": pred, f"matched_{order}": matched}
    adds = {name: count for name, count in counts.items() if count}
    return Contribution("k-gram", text if gold else None, text if pred else None, adds)
