"""Accord: similarity as people see it, learned, sound, and explained.

    (k / kitten :ARG0-of (d / drink-01 :ARG1 (m / milk)))
    (c / cat :ARG0-of (s / sip-01 :ARG1 (m / milk)))

Two heads look at the canonical graphs (those of ``smatch#``). The *gist* asks for each node whether
there is a similar one anywhere in the other graph: kitten and cat, drink and sip, milk and milk.
The *strict* head aligns the graphs, exactly and with its proof, and asks which nodes and edges
match under that one alignment. Rare words weigh more than common ones, and roles have weights and
similarities of their own; all of them were learned from human ratings. Every weight is above 0 and
every similarity of unequal things below 1, so the value is 1 for equal canonical graphs and only
for those. ``docs/metrics/accord.md`` has the formula and what was learned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from tertium import _native
from tertium.alignment import DEFAULT_BUDGET
from tertium.data import data_path
from tertium.errors import InputError, OptionError, shortened
from tertium.graph import Graph
from tertium.metrics.arithmetic import Number, ratio
from tertium.metrics.base import Batch, Metric, Row
from tertium.standard import CANONICAL, Convention

if TYPE_CHECKING:
    from tertium._types import Rows
    from tertium.alignment.word_table import WordTable
    from tertium.metrics.accord_weights import AccordWeights
    from tertium.metrics.explanation import Explanation

FOLDER = Path(data_path("accord"))
"""The bundled weights, a file for each rarity."""

CONVENTION = CANONICAL
"""What is compared: one form for each meaning. Its top leaves no trace."""

_BATCH = 4096  # pairs whose labels are looked up at once


@dataclass(frozen=True, kw_only=True)
class Accord(Metric):
    """Learned similarity of meanings: 1 for equal ones and only for those.

    >>> metric = Accord()
    >>> kitten, cat = "(d / drink-01 :ARG0 (k / kitten))", "(s / sip-01 :ARG0 (c / cat))"
    >>> metric.score(metric.compare(kitten, kitten)).value
    1.0
    >>> 0.5 < metric.score(metric.compare(kitten, cat)).value < 1
    True
    """

    name: ClassVar[str] = "accord"
    summary: ClassVar[str] = "learned from human ratings, sound, and explained"
    paper: ClassVar[str] = "this project"
    position: ClassVar[int] = 120
    hands_out: ClassVar[bool] = True

    weights: str | None = None
    """A file of ``tertium train accord``; none takes the bundled one."""
    words: str | None = None
    """A file of ``scripts/make_words.py``; none takes the bundled one."""
    rarity: Literal["mixed", "graphs", "general"] = "mixed"
    """How rare a word is: in the graphs of BAMBOO and in English (``mixed``), or in one of them."""
    solver: Literal["exact", "climb"] = "exact"
    """``exact`` proves the alignment of the strict head; ``climb`` is smatch's search."""
    budget: int = DEFAULT_BUDGET
    """Steps that ``exact`` may take for a pair; then the best so far is returned with bounds."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.budget < 2**63:
            raise OptionError("budget must be at least 0 and below 2^63")

    @property
    def statistics_names(self) -> tuple[str, ...]:
        return ("value", "upper", "proven", "pairs")

    @property
    def symmetric(self) -> bool:
        return True

    @property
    def convention(self) -> Convention:
        """The canonical form."""
        return CONVENTION

    @property
    def signature_fields(self) -> dict[str, object]:
        """The solver, and words and weights by their hashes."""
        fields: dict[str, object] = {"solver": self.solver}
        if self.solver == "exact":
            fields["budget"] = self.budget
        weights = self.learned()
        return {
            **fields,
            "rarity": self.rarity,
            "words": self.word_table().signature,
            "weights": weights.signature,
        }

    def word_table(self) -> WordTable:
        """Return the words that are used."""
        from tertium.alignment.word_table import load_words

        return load_words(self.words)

    def learned(self) -> AccordWeights:
        """Return the weights, which must have been learned with the same options."""
        from tertium.metrics.accord_weights import AccordWeights

        path = FOLDER / f"{self.rarity}.json" if self.weights is None else Path(self.weights)
        if self.weights is None and not path.exists():
            raise OptionError(
                f"accord: no weights are bundled for rarity={self.rarity}; learn some with "
                f"tertium train accord --rarity {self.rarity}"
            )
        found = AccordWeights.read(path)
        if found.scale.rarity != self.rarity:
            raise OptionError(
                f"accord: {path} was learned with rarity={found.scale.rarity}, but this is "
                f"rarity={self.rarity}; add rarity={found.scale.rarity}"
            )
        table = self.word_table()
        if found.words != table.signature:
            raise OptionError(
                f"accord: {path} was learned with the word table {shortened(found.words)}, but "
                f"this is {table.signature}; name the table with words=FILE, or learn weights "
                "for this one with tertium train accord"
            )
        return found

    def batch(self, golds: list[Graph | None], preds: list[Graph | None]) -> _native.AccordBatch:
        """Return pairs as canonical graphs with numbered labels and roles."""
        try:
            return _native.AccordBatch(self.convention._native(), golds, preds)
        except ValueError as error:
            raise InputError(f"accord: {error}") from None

    def model(self, batch: _native.AccordBatch) -> _native.AccordModel:
        """Return what is known of the labels and roles of *batch*."""
        from tertium.metrics.accord_labels import label_reader

        labels, roles = batch.labels, batch.roles
        facts, antonyms = label_reader(self.word_table()).read(labels)
        return self.learned().model(labels, roles, facts, antonyms)

    @cached_property
    def native_options(self) -> _native.AccordOptions:
        """How alignments are found."""
        options = _native.AccordOptions()
        options.climb, options.budget = self.solver == "climb", self.budget
        return options

    def _pair(self, gold: Graph | None, pred: Graph | None) -> Row:
        return self._compared(Batch([gold], [pred])).row(0)

    def _compare(self, batch: Batch) -> Rows:
        if len(batch.golds) <= _BATCH:
            return self._compared(batch)
        return [row for part in batch.parts(_BATCH) for row in self._compared(part).tolist()]

    def _compared(self, batch: Batch) -> _native.Table:
        pairs = self.batch(batch.golds, batch.preds)
        return pairs.scores(self.model(pairs), self.native_options, batch.threads, batch.progress)

    def _explain(self, gold: Graph, pred: Graph) -> Explanation:
        from tertium.metrics.accord_explained import explain_pair

        return explain_pair(self, gold, pred)

    def _value(self, sums: Mapping[str, Number]) -> Number:
        return ratio(sums["value"], sums["pairs"])

    def _values(self, sums: Mapping[str, Number]) -> dict[str, Number]:
        return {"value": self._value(sums), "upper": ratio(sums["upper"], sums["pairs"])}
