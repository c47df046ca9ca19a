"""Pairing: which graph of a prediction belongs to which graph of the gold.

gold.amr              parser.amr
# ::id boys.1         # ::id boys.2          boys.1 with boys.1, boys.2 with boys.2:
# ::id boys.2         # ::id boys.1          by id, whatever the order
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from tertium.errors import PairingError, counted
from tertium.graph.corpus import Corpus

PairBy = Literal["auto", "id", "order"]
PAIR_BY: tuple[PairBy, ...] = get_args(PairBy)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which entry of the gold belongs to which of the prediction."""

    gold: Sequence[int]
    pred: Sequence[int]
    by: Literal["id", "order"]
    note: str | None = None  #: something the user should know


def pair(gold: Corpus, pred: Corpus, by: PairBy = "auto") -> Pairing:
    """Find the partner of each graph.

    By id if both have unique ids and the same ones; by order otherwise, and then the lengths must
    agree.
    """
    same_ids = _all_unique(gold.ids) and set(gold.ids) == set(pred.ids) and _all_unique(pred.ids)
    if by == "id" or (by == "auto" and same_ids):
        return _pair_by_id(gold, pred)
    if len(gold) != len(pred):
        raise PairingError(_length_message(gold, pred))
    note = None
    if by == "auto" and set(gold.ids) & set(pred.ids) - {None}:
        note = f"{_why_order(gold, pred)}; graphs are paired by order"
    return Pairing(range(len(gold)), range(len(pred)), "order", note)


def _why_order(gold: Corpus, pred: Corpus) -> str:
    """Return why graphs that share ids are not paired by them."""
    for corpus in (gold, pred):
        try:
            _require_unique_ids(corpus)
        except PairingError as error:
            return str(error)
    return f"{pred.label}: its ids are not those of {gold.label}"


def _pair_by_id(gold: Corpus, pred: Corpus) -> Pairing:
    for corpus in (gold, pred):
        _require_unique_ids(corpus)
    place = {id: index for index, id in enumerate(pred.ids)}
    missing = [id for id in gold.ids if id not in place]
    surplus = set(pred.ids) - set(gold.ids)
    if missing or surplus:
        raise PairingError(_id_message(gold, pred, missing, len(surplus)))
    return Pairing(range(len(gold)), [place[id] for id in gold.ids], "id")


def _all_unique(ids: list[str | None]) -> bool:
    return None not in ids and len(set(ids)) == len(ids)


def _require_unique_ids(corpus: Corpus) -> None:
    seen: dict[str, int] = {}
    for number, id in enumerate(corpus.ids, start=1):
        if id is None:
            raise PairingError(
                f"{corpus.label}: graph {number} has no id, so it cannot be paired by id"
            )
        if id in seen:
            raise PairingError(
                f"{corpus.label}: the id {id} is there twice, graphs {seen[id]} and {number}"
            )
        seen[id] = number


def _id_message(gold: Corpus, pred: Corpus, missing: list[str | None], surplus: int) -> str:
    if missing:
        more = f", and {len(missing) - 1} more" if len(missing) > 1 else ""
        return f"{pred.label} has no graph with the id {missing[0]}{more}, which {gold.label} has"
    first = next(id for id in pred.ids if id not in set(gold.ids))
    more = f", and {surplus - 1} more" if surplus > 1 else ""
    return f"{gold.label} has no graph with the id {first}{more}, which {pred.label} has"


def _length_message(gold: Corpus, pred: Corpus) -> str:
    text = f"{gold.label} has {counted(len(gold), 'graph')} and {pred.label} has {len(pred)}"
    longer, shorter = (gold, pred) if len(gold) > len(pred) else (pred, gold)
    if None not in longer.ids and None not in shorter.ids:
        alone = next((id for id in longer.ids if id not in set(shorter.ids)), None)
        if alone is not None:
            return f"{text}; the first id without a partner is {alone}, in {longer.label}"
    return f"{text}; graph {len(shorter) + 1} of {longer.label} is the first without a partner"
