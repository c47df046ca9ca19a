"""What the edits of many pairs add up to: rows of counts, costs and gains.

    class    edits   lost   gain
    sense      457   2.62  +2.62

A cost is what the triples of the edits count, less what they earned, divided by what all triples of
the corpus count. A gain is the score of the corpus after mending, less the score before.

A `Tally` needs the edit scripts and the statistics of the pairs, not where they come from. So
`tertium errors` shows that of a system, and a page those of systems or of pairs of annotators.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import fsum
from typing import NamedTuple

from tertium.errors import OptionError
from tertium.explain.classes import ALL_CLASSES, BY, UNREADABLE, By, in_order, key_of
from tertium.explain.mending import Numbers, counts_alike, gained, mended
from tertium.explain.rules import Claim
from tertium.explain.script import Script
from tertium.explain.shares import costs_of, lost
from tertium.metrics import Metric, Score, StatisticsTable
from tertium.metrics.statistics import as_table

_NODE_DETAILS = ("entity", "date", "quantity", "frame", "between", "other")


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """A class, family or code of errors of one system."""

    name: str
    family: str
    edits: int
    missing: int
    spurious: int
    replaced: int
    pairs: int  #: that have such an edit
    gold_triples: int  #: that the edits would add
    pred_triples: int  #: that they would remove
    cost: float | None
    """The part of 1 - F1 that is lost by it; None if the metric does not count triples."""
    share: float | None  #: of all that is lost
    gain: float  #: by which the score would rise if all of them were mended
    details: tuple[ErrorRow, ...] = ()
    """What kinds of missing and spurious nodes there are."""


class _Counted(NamedTuple):
    """An edit with what it counts."""

    pair: int
    claim: Claim
    lost: float  #: what its triples count, less what they earned
    gold: int  #: triples that it would add
    pred: int  #: triples that it would remove


@dataclass(frozen=True, eq=False)
class Tally:
    """The edit scripts of many pairs, and what they add up to.

    >>> from tertium import diff
    >>> pairs = [("(r / run-01)", "(r / run-02)"), ("(b / boy :mod (t / tall))", "(b / boy)")]
    >>> scripts = [diff(gold, pred) for gold, pred in pairs]
    >>> tally = Tally.of(scripts[0].metric, scripts)
    >>> [(row.name, row.edits, round(row.cost, 4)) for row in tally.rows()]
    [('sense', 1, 0.2), ('node', 1, 0.2)]
    """

    metric: Metric
    scripts: tuple[Script, ...] = field(repr=False)
    table: StatisticsTable = field(repr=False)  #: a row for each script

    @staticmethod
    def of(metric: Metric, scripts: Sequence[Script]) -> Tally:
        """Return the tally of scripts whose pairs have not been scored yet."""
        rows = [script.score.statistics.values for script in scripts]
        return Tally(metric, tuple(scripts), StatisticsTable(metric.statistics_names, rows))

    @cached_property
    def score(self) -> Score:
        """The score of the corpus, by added statistics."""
        return self.metric.score(self.table.sum())

    @property
    def value(self) -> float:
        """The value of the corpus."""
        return self.score.value

    @cached_property
    def edits(self) -> int:
        """The number of edits."""
        return sum(len(script.claims) for script in self.scripts)

    @property
    def unproven(self) -> int:
        """The number of pairs whose alignment is not proven; their gains are lower bounds."""
        return sum(not script.proven for script in self.scripts)

    def rows(self, level: By = "class") -> list[ErrorRow]:
        """Return what is known about each class, family or code that occurs."""
        if level not in BY:
            raise OptionError(f"no level '{level}'; choose from {', '.join(BY)}")
        if level not in self._rows:
            names = in_order(self._groups[level], level)
            self._rows[level] = [self.row(name, level) for name in names]
        return self._rows[level]

    def row(self, name: str, level: By = "class") -> ErrorRow:
        """Return what is known about one class, family or code."""
        family = ALL_CLASSES[name.rpartition(":")[2]].family if level != "family" else name
        found = self._groups[level].get(name, [])
        kinds = _NODE_DETAILS if name == "node" else ()
        parts = [(d, [one for one in found if one.claim.detail == d]) for d in kinds]
        details = [self._row(detail, family, part) for detail, part in parts if part]
        return self._row(name, family, found, tuple(details))

    def corpus_costs(self, level: By = "class") -> dict[str, float]:
        """Return what each class costs in the corpus: the cost of its row, without its gain."""
        if not self._has_costs:
            return {}
        groups = self._groups[level]
        return {name: self._cost(groups[name]) for name in in_order(groups, level)}

    def gain(self, name: str, level: By = "class") -> float:
        """Return by how much the score would rise if all edits of a class were mended."""
        return self._gain(self._groups[level].get(name, []))

    @cached_property
    def whole(self) -> ErrorRow:
        """All edits in one row."""
        return self._row("total", "", self._counted)

    @cached_property
    def _rows(self) -> dict[By, list[ErrorRow]]:
        return {}

    @cached_property
    def _counted(self) -> list[_Counted]:
        """Every edit of every pair, with what it counts."""
        return [
            _Counted(k, claim, self._lost(k, claim), *self._sizes(k, claim))
            for k, script in enumerate(self.scripts)
            for claim in script.claims
        ]

    @cached_property
    def _groups(self) -> dict[By, dict[str, list[_Counted]]]:
        found: dict[By, dict[str, list[_Counted]]] = {level: {} for level in BY}
        for one in self._counted:
            for level in BY:
                key = key_of(one.claim.cls, one.claim.operation, level)
                found[level].setdefault(key, []).append(one)
        return found

    def _row(
        self,
        name: str,
        family: str,
        found: list[_Counted],
        details: tuple[ErrorRow, ...] = (),
    ) -> ErrorRow:
        counts = Counter(one.claim.operation for one in found)
        cost = self._cost(found) if self._has_costs else None
        missing = 1 - self.value
        return ErrorRow(
            name,
            family,
            len(found),
            counts["missing"],
            counts["spurious"],
            counts["replaced"],
            len({one.pair for one in found}),
            sum(one.gold for one in found),
            sum(one.pred for one in found),
            cost,
            None if cost is None else (cost / missing if missing > 0 else 0.0),
            self._gain(found),
            details,
        )

    def _sizes(self, k: int, claim: Claim) -> tuple[int, int]:
        """Return how many triples of the gold and of the prediction an edit has."""
        if claim.cls != UNREADABLE.name:
            return len(claim.gold), len(claim.pred)
        return round(self._statistic(k, "gold_total")), round(self._statistic(k, "pred_total"))

    def _statistic(self, k: int, name: str) -> float:
        names = self.table.names
        return self.table.rows.row(k)[names.index(name)] if name in names else 0.0

    @cached_property
    def _counts_triples(self) -> bool:
        counted = all(script.counts_triples for script in self.scripts)
        return counted and "gold_total" in self.table.names

    @cached_property
    def _has_costs(self) -> bool:
        return self._counts_triples or self.metric.hands_out

    @property
    def _hands_out(self) -> bool:
        """Whether costs are shares of 1 - value, pair by pair."""
        return self.metric.hands_out and not self._counts_triples

    @cached_property
    def _handed(self) -> list[dict[Claim, float]]:
        """What each edit costs in its pair, under a metric that hands its loss out."""
        return [
            dict(zip(script.claims, (cost or 0.0 for cost in costs_of(script)), strict=True))
            for script in self.scripts
        ]

    @cached_property
    def _total(self) -> float:
        if self._hands_out:
            return float(len(self.scripts))  # a mean over pairs
        return self.score.statistics["gold_total"] + self.score.statistics["pred_total"]

    def _lost(self, k: int, claim: Claim) -> float:
        """Return what the triples of an edit count, less what they earned."""
        pair = self.scripts[k].pair
        if self._hands_out:
            return self._handed[k][claim]
        if pair is None:
            return self._statistic(k, "gold_total") + self._statistic(k, "pred_total")
        return lost(pair, claim)

    @cached_property
    def arithmetic(self) -> bool:
        """Whether gains are arithmetic; if not, mended graphs are compared again for them."""
        return self._counts_triples and counts_alike(self.metric)

    def _cost(self, found: list[_Counted]) -> float:
        """Return the part of 1 - value that edits cost."""
        return fsum(one.lost for one in found) / (self._total or 1.0)  # triples may all count 0

    def _gain(self, found: list[_Counted]) -> float:
        """Return by how much the corpus score would rise if edits were made."""
        if not found:
            return 0.0
        if not self.arithmetic:
            return self._scored_again(found) - self.value
        added, removed = sum(one.gold for one in found), sum(one.pred for one in found)
        return gained(self.score.statistics["matched"], added, removed, self._total)

    def _scored_again(self, found: list[_Counted]) -> float:
        """Return the score of the corpus after edits."""
        numbers: dict[int, list[Numbers]] = {}
        for one in found:
            numbers.setdefault(one.pair, []).append((one.claim.gold, one.claim.pred))
        golds, preds = [], []
        for k, edits in numbers.items():
            pair, gold = self.scripts[k].pair, self.scripts[k].gold
            golds.append(gold)
            preds.append(gold if pair is None else mended(pair, edits))
        again = as_table(self.metric.compare_many(golds, preds).rows, len(self._names))
        rows = [list(row) for row in self.table.rows.tolist()]
        for place, k in enumerate(numbers):
            rows[k] = list(again.row(place))
        return self.metric.score(StatisticsTable(self._names, rows).sum()).value

    @property
    def _names(self) -> tuple[str, ...]:
        return self.metric.statistics_names

    def costs(self, level: By = "class") -> dict[str, list[float]]:
        """Return what each class costs in each pair, in parts of the pair's own score."""
        found: dict[str, list[float]] = {}
        for name, counted in self._groups[level].items():
            column = found[name] = [0.0] * len(self.scripts)
            for one in counted:
                total = self._pair_total(one.pair)
                column[one.pair] += one.lost / total if total else 0.0
        return found

    def _pair_total(self, k: int) -> float:
        if self._hands_out:
            return 1.0
        pair = self.scripts[k].pair
        if pair is not None:
            return pair.gold_total + pair.pred_total
        return self._statistic(k, "gold_total") + self._statistic(k, "pred_total")
