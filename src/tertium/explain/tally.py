"""What one system's edits add up to: rows of counts, costs and gains, and examples.

    class    edits   lost   gain
    sense      457   2.62  +2.62

A cost is what the triples of the edits count, less what they earned, divided by what all triples of
the corpus count. A gain is the score of the corpus after mending, less the score before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from tertium.errors import OptionError
from tertium.explain.classes import ALL_CLASSES, FAMILIES, LETTERS, UNREADABLE
from tertium.explain.mending import Numbers, closed_form, gained, mended
from tertium.explain.rules import Claim
from tertium.explain.script import BY, By, Edit, Script
from tertium.explain.shares import costs_of, hands_out
from tertium.metrics import Metric, StatisticsTable
from tertium.metrics.statistics import as_table

if TYPE_CHECKING:
    from tertium.evaluation import Pair, System

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


@dataclass(frozen=True, slots=True)
class ErrorExample:
    """An edit with the pair that it belongs to."""

    system: str
    pair: Pair
    edit: Edit


@dataclass(frozen=True, eq=False)
class SystemErrors:
    """One system's edit scripts, and what they add up to."""

    system: System
    metric: Metric
    scripts: tuple[Script, ...] = field(repr=False)

    @property
    def name(self) -> str:
        """The name of the system."""
        return self.system.name

    @property
    def value(self) -> float:
        """The score of the corpus."""
        return self.system.results[0].score.value

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

    @cached_property
    def whole(self) -> ErrorRow:
        """All edits in one row."""
        return self._row("in all", "", self._counted)

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
                found[level].setdefault(key(one.claim, level), []).append(one)
        return found

    def _row(
        self,
        name: str,
        family: str,
        found: list[_Counted],
        details: tuple[ErrorRow, ...] = (),
    ) -> ErrorRow:
        counts = Counter(one.claim.operation for one in found)
        cost = fsum(one.lost for one in found) / self._total if self._has_costs else None
        lost = 1 - self.value
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
            None if cost is None else (cost / lost if lost > 0 else 0.0),
            self._gain(found),
            details,
        )

    def _sizes(self, k: int, claim: Claim) -> tuple[int, int]:
        """Return how many triples of the gold and of the prediction an edit has."""
        if claim.cls != UNREADABLE.name:
            return len(claim.gold), len(claim.pred)
        return round(self._statistic(k, "gold_total")), round(self._statistic(k, "pred_total"))

    def _statistic(self, k: int, name: str) -> float:
        table = self.system.results[0].table
        return table.rows.row(k)[table.names.index(name)] if name in table.names else 0.0

    @cached_property
    def _counts_triples(self) -> bool:
        return all(script.counts_triples for script in self.scripts) and (
            "gold_total" in self.system.results[0].table.names
        )

    @cached_property
    def _has_costs(self) -> bool:
        return self._counts_triples or hands_out(self.metric)

    @cached_property
    def _handed(self) -> list[dict[Claim, float]]:
        """What each edit costs in its pair, under a metric that hands its loss out."""
        return [
            dict(zip(script.claims, (cost or 0.0 for cost in costs_of(script)), strict=True))
            for script in self.scripts
        ]

    @cached_property
    def _total(self) -> float:
        if not self._counts_triples and hands_out(self.metric):
            return float(len(self.scripts))  # a mean over pairs
        statistics = self.system.results[0].score.statistics
        return statistics["gold_total"] + statistics["pred_total"]

    def _lost(self, k: int, claim: Claim) -> float:
        """Return what the triples of an edit count, less what they earned."""
        pair = self.scripts[k].pair
        if not self._counts_triples and hands_out(self.metric):
            return self._handed[k][claim]
        if pair is None or not self._counts_triples:
            return float(sum(self._sizes(k, claim)))
        gold, pred = (sheet.short for sheet in pair.sheets)
        return fsum([*(gold[n] for n in claim.gold), *(pred[n] for n in claim.pred)])

    @cached_property
    def _closed_form(self) -> bool:
        """Whether gains are arithmetic."""
        pairs = [script for script in self.scripts if script.pair is not None]
        return self._counts_triples and (not pairs or closed_form(pairs[0]))

    def _gain(self, found: list[_Counted]) -> float:
        """Return by how much the corpus score would rise if edits were made."""
        if not found:
            return 0.0
        if not self._closed_form:
            return self._scored_again(found) - self.value
        added, removed = sum(one.gold for one in found), sum(one.pred for one in found)
        matched = self.system.results[0].score.statistics["matched"]
        return gained(matched, added, removed, self._total)

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
        table = self.system.results[0].table
        rows = [list(row) for row in table.rows.tolist()]
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
        if not self._counts_triples and hands_out(self.metric):
            return 1.0
        pair = self.scripts[k].pair
        if pair is not None:
            return pair.gold_total + pair.pred_total
        return self._statistic(k, "gold_total") + self._statistic(k, "pred_total")

    def examples(self, name: str, count: int) -> list[ErrorExample]:
        """Return edits of a class or code, from pairs spread evenly over the corpus."""
        found = [
            (k, edit)
            for k, script in enumerate(self.scripts)
            if any(name in (claim.cls, code(claim)) for claim in script.claims)
            for edit in script.edits
            if name in (edit.cls, edit.code)
        ]
        if count >= len(found):
            chosen = found
        else:
            chosen = [found[(2 * i + 1) * len(found) // (2 * count)] for i in range(count)]
        return [ErrorExample(self.name, self.system.pairs[k], edit) for k, edit in chosen]


def key(claim: Claim, level: By) -> str:
    """Return the class, family or code of a claim."""
    if level == "class":
        return claim.cls
    return ALL_CLASSES[claim.cls].family if level == "family" else code(claim)


def code(claim: Claim) -> str:
    """Return the code of a claim."""
    return f"{LETTERS[claim.operation]}:{claim.cls}"


def in_order(names: Iterable[str], level: By) -> list[str]:
    """Return classes, families or codes in the order of the table of classes."""
    if level == "family":
        return sorted(names, key=FAMILIES.index)
    ranks = {name: k for k, name in enumerate(ALL_CLASSES)}
    return sorted(names, key=lambda name: (ranks[name.rpartition(":")[2]], name))
