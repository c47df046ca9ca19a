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

from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal

from tertium import _native
from tertium.errors import InputError, OptionError
from tertium.graph import Graph, GraphLike, as_graph
from tertium.metrics.base import Metric
from tertium.standard import Convention

if TYPE_CHECKING:
    from tertium._types import Array

_MAX_N = 64


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

    n: int = 3
    """The longest k-grams, in nodes."""
    weights: tuple[float, ...] | None = None
    """Of the orders 1 to n, joined by ``+``; none: all the same. The public tool has
    ``0.34+0.33+0.34``."""
    smoothing: Literal["nist", "none"] = "nist"
    """What an order without a match is worth: halved for each such order (NIST), or nothing."""
    symmetric: bool = False  # type: ignore[misc]  # here the declared fact is an option
    """Whether the value is the mean of both directions, prediction to gold and gold to
    prediction."""
    reading: Literal["paper", "public", "verbatim", "early"] = "paper"
    """``public`` begins k-grams only at nodes that a node without incoming edges reaches, and takes
    ``consist-of`` for an inverse role, as the authors' script does; ``verbatim`` also makes a
    node of each mention of a variable before its own node, unless its name is a letter and digits,
    which is the script's mistake; ``early`` is ``verbatim``, but an edge that is turned around
    keeps its ``-of``, and no order is left out: so the figures of 2020 and 2021 were made."""

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
        inverse: Literal["all", "amr"] = "all" if self.reading in ("public", "verbatim") else "amr"
        return Convention(mod="keep", inverse=inverse, top="none")

    @property
    def signature_fields(self) -> dict[str, object]:
        """The options, then every answer of the convention."""
        own: dict[str, object] = {field.name: getattr(self, field.name) for field in fields(self)}
        own["weights"] = self.weights or "uniform"
        return own | asdict(self.convention)

    @property
    def statistics_names(self) -> tuple[str, ...]:
        orders = range(1, self.n + 1)
        grams = [f"{what}_{k}" for what in ("matched", "pred", "gold") for k in orders]
        return (*grams, "pred_size", "gold_size", "pairs")

    def ngrams(self, graph: GraphLike) -> tuple[tuple[str, ...], ...]:
        """Return the k-grams of a graph, by order.

        >>> Sembleu(n=2).ngrams("(p / pie :quant 2)")
        (('pie', '2'), ('pie :quant 2',))
        """
        found = _native.list_ngrams(self._native(), as_graph(graph))
        return tuple(map(tuple, found))

    def _native(self) -> _native.GramOptions:
        options = _native.GramOptions()
        options.n = self.n
        options.starts = _native.Starts["nodes" if self.reading == "paper" else "roots"]
        options.split_forward_references = self.reading in ("verbatim", "early")
        options.keep_of = self.reading == "early"
        options.convention = self.convention._native()
        return options

    def _compare(self, golds: list[Graph | None], preds: list[Graph | None], threads: int) -> Array:
        import numpy as np

        try:
            counts = _native.compare_ngrams(self._native(), preds, golds, threads)
        except ValueError as error:
            raise InputError(f"sembleu: {error}") from None
        return np.column_stack([counts, np.ones(len(counts))])

    def _values(self, sums: Array) -> dict[str, Array]:
        matched, pred, gold = (sums[:, k * self.n : (k + 1) * self.n] for k in range(3))
        pred_size, gold_size = sums[:, 3 * self.n], sums[:, 3 * self.n + 1]
        value = self._bleu(matched, pred, pred_size, gold_size)
        if self.symmetric:
            value = (value + self._bleu(matched, gold, gold_size, pred_size)) / 2
        return {"value": value}

    def _bleu(self, matched: Array, total: Array, size: Array, other_size: Array) -> Array:
        """Return the geometric mean of the precisions, times the brevity penalty."""
        import numpy as np

        there = total > 0
        if self.reading == "early":
            total, there = np.maximum(total, 1.0), np.full_like(there, True)
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
            logs = np.where(share > 0, share * np.log(np.where(share > 0, precision, 1.0)), 0.0)
        shortness = other_size / np.where(size > 0, size, 1.0)
        value = np.exp(logs.sum(axis=1) + np.minimum(0.0, 1 - shortness))
        value = np.where(matched[:, 0] > 0, np.minimum(value, 1.0), 0.0)
        return np.where((size == 0) & (other_size == 0), 1.0, value)
