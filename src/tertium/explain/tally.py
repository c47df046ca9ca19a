"""What one system's edits add up to: rows of counts, costs and gains, and examples.

    class    edits   lost   gain
    sense      457   2.62  +2.62

A cost is what the triples of the edits count, less what they earned, divided by what all triples of
the corpus count. A gain is the score of the corpus after mending, less the score before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import fsum
from typing import TYPE_CHECKING

from tertium.errors import OptionError
from tertium.explain.classes import ALL_CLASSES, FAMILIES, LETTERS, UNREADABLE
from tertium.explain.mending import closed_form, gained, mended
from tertium.explain.rules import Claim
from tertium.explain.script import BY, By, Edit, Script
from tertium.metrics import Metric, StatisticsTable

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
        names = {key(claim, level) for script in self.scripts for claim in script.claims}
        ordered = sorted(names, key=rank)
        return [self.row(name, level, _NODE_DETAILS if name == "node" else ()) for name in ordered]

    def row(self, name: str, level: By = "class", details: Sequence[str] = ()) -> ErrorRow:
        """Return what is known about one class, family or code."""
        family = ALL_CLASSES[name.partition(":")[2] or name].family if level != "family" else name
        parts = [self._row(d, family, name, d) for d in details if self._has(name, d)]
        return self._row(name, family, name, None, level, tuple(parts))

    def whole(self) -> ErrorRow:
        """Return all edits in one row."""
        return self._row("in all", "", None, None)

    def _has(self, name: str, detail: str) -> bool:
        return any(c.cls == name and c.detail == detail for s in self.scripts for c in s.claims)

    def _row(
        self,
        shown: str,
        family: str,
        name: str | None,
        detail: str | None,
        level: By = "class",
        details: tuple[ErrorRow, ...] = (),
    ) -> ErrorRow:
        chosen: list[tuple[int, list[Claim]]] = []
        for k, script in enumerate(self.scripts):
            claims = [
                claim
                for claim in script.claims
                if (name is None or key(claim, level) == name) and detail in (None, claim.detail)
            ]
            if claims:
                chosen.append((k, claims))
        all_claims = [claim for _, claims in chosen for claim in claims]
        counts = {op: sum(claim.operation == op for claim in all_claims) for op in LETTERS}
        sizes = [self._sizes(k, claim) for k, claims in chosen for claim in claims]
        cost = self._cost(chosen)
        lost = 1 - self.value
        return ErrorRow(
            shown,
            family,
            len(all_claims),
            counts["missing"],
            counts["spurious"],
            counts["replaced"],
            len(chosen),
            sum(gold for gold, _ in sizes),
            sum(pred for _, pred in sizes),
            cost,
            None if cost is None else (cost / lost if lost > 0 else 0.0),
            self._gain(chosen),
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
    def _total(self) -> float:
        statistics = self.system.results[0].score.statistics
        return statistics["gold_total"] + statistics["pred_total"]

    def _cost(self, chosen: list[tuple[int, list[Claim]]]) -> float | None:
        if not self._counts_triples:
            return None
        return fsum(self._lost(k, claim) for k, claims in chosen for claim in claims) / self._total

    def _lost(self, k: int, claim: Claim) -> float:
        """Return what the triples of an edit count, less what they earned."""
        pair = self.scripts[k].pair
        if pair is None:
            return float(sum(self._sizes(k, claim)))
        gold, pred = (sheet.short for sheet in pair.sheets)
        return fsum([*(gold[n] for n in claim.gold), *(pred[n] for n in claim.pred)])

    def _gain(self, chosen: list[tuple[int, list[Claim]]]) -> float:
        """Return by how much the corpus score would rise if edits were made."""
        if not chosen:
            return 0.0
        statistics = self.system.results[0].score.statistics
        if self._counts_triples and all(
            script.pair is None or closed_form(script) for script in self.scripts
        ):
            sizes = [self._sizes(k, claim) for k, claims in chosen for claim in claims]
            added, removed = sum(g for g, _ in sizes), sum(p for _, p in sizes)
            return gained(statistics["matched"], added, removed, self._total)
        return self._scored_again(chosen) - self.value

    def _scored_again(self, chosen: list[tuple[int, list[Claim]]]) -> float:
        """Return the score of the corpus after edits."""
        table = self.system.results[0].table
        rows = [list(row) for row in table.rows.tolist()]
        golds, preds = [], []
        for k, claims in chosen:
            pair, gold = self.scripts[k].pair, self.scripts[k].gold
            golds.append(gold)
            numbers = [(claim.gold, claim.pred) for claim in claims]
            preds.append(gold if pair is None else mended(pair, numbers))
        again = self.metric.compare_many(golds, preds).rows
        for (k, _), row in zip(chosen, again.tolist(), strict=True):
            rows[k] = row
        return self.metric.score(StatisticsTable(table.names, rows).sum()).value

    def costs(self, level: By = "class") -> dict[str, list[float]]:
        """Return what each class costs in each pair, in parts of the pair's own score."""
        found: dict[str, list[float]] = {}
        for k, script in enumerate(self.scripts):
            for claim in script.claims:
                column = found.setdefault(key(claim, level), [0.0] * len(self.scripts))
                total = self._pair_total(k)
                lost = self._lost(k, claim) if self._counts_triples else float(_size(claim))
                column[k] += lost / total if total else 0.0
        return found

    def _pair_total(self, k: int) -> float:
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


_CLASS_RANK = {name: k for k, name in enumerate(ALL_CLASSES)}
_FAMILY_RANK = {name: k for k, name in enumerate(FAMILIES)}


def rank(name: str) -> tuple[int, str]:
    """Return the place of a class, family or code in the table of classes."""
    operation, colon, cls = name.partition(":")
    if colon:
        return _CLASS_RANK[cls], operation
    return _CLASS_RANK.get(name, _FAMILY_RANK.get(name, 0)), ""


def _size(claim: Claim) -> int:
    return len(claim.gold) + len(claim.pred)
