"""Claims: rules take turns at claiming open triples, until none is left.

    gold (g / go-02 :ARG0 (b / boy))       open: (g :instance go-02)   (x :instance go-01)
    pred (x / go-01 :ARG0 (y / boy))       claimed by one rule: R:sense, both

A claim is one edit: the triples of both graphs that one change would mend. The two graphs are
called first and second, in an order that does not depend on which of them is gold: rules treat both
alike, and swapping gold and prediction swaps missing and spurious, nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tertium.explain.classes import Operation, code_of
from tertium.explain.sheet import Sheet


class Claim(NamedTuple):
    """The triples that one change would mend, and what kind of change it is."""

    cls: str
    operation: Operation
    detail: str
    gold: tuple[int, ...]  #: numbers of triples on the gold's sheet
    pred: tuple[int, ...]

    @property
    def code(self) -> str:
        """The operation and the class: ``R:sense``."""
        return code_of(self.cls, self.operation)


class Claims:
    """Two sheets with their open triples, and the claims made so far."""

    def __init__(self, gold: Sheet, pred: Sheet, *, swapped: bool) -> None:
        self.sheets = (pred, gold) if swapped else (gold, pred)
        self.gold = 1 if swapped else 0  #: which of the sheets is the gold's
        self.made: list[Claim] = []

    def replace(
        self,
        cls: str,
        first: Iterable[int],
        second: Iterable[int],
        detail: str = "",
        *,
        own: int = 0,
    ) -> None:
        """Claim triples that replace each other; *first* are those of sheet *own*."""
        self._make(cls, "replaced", detail, own, first, second)

    def only(
        self, cls: str, has: int, own: Iterable[int], other: Iterable[int] = (), detail: str = ""
    ) -> None:
        """Claim what only sheet *has* has; *other* are triples of the other one that give way."""
        self._make(cls, self._only(has), detail, has, own, other)

    def lacks(
        self, cls: str, side: int, own: Iterable[int], other: Iterable[int], detail: str
    ) -> None:
        """Claim triples of sheet *side* that stand for something that only the other sheet has."""
        self._make(cls, self._only(1 - side), detail, side, own, other)

    def join(self, side: int, k: int, original: int) -> None:
        """Add a triple of a sheet to the claim that has another one."""
        for i, claim in enumerate(self.made):
            if side == self.gold and original in claim.gold:
                self.made[i] = claim._replace(gold=tuple(sorted((*claim.gold, k))))
            elif side != self.gold and original in claim.pred:
                self.made[i] = claim._replace(pred=tuple(sorted((*claim.pred, k))))

    def _only(self, has: int) -> Operation:
        return "missing" if has == self.gold else "spurious"

    def _make(
        self,
        cls: str,
        operation: Operation,
        detail: str,
        side: int,
        own: Iterable[int],
        other: Iterable[int],
    ) -> None:
        mine, theirs = tuple(sorted(own)), tuple(sorted(other))
        self.sheets[side].open.difference_update(mine)
        self.sheets[1 - side].open.difference_update(theirs)
        gold, pred = (mine, theirs) if side == self.gold else (theirs, mine)
        self.made.append(Claim(cls, operation, detail, gold, pred))
