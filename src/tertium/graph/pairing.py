"""Pairing: which graph of a prediction belongs to which graph of the gold.

gold.amr              parser.amr
# ::id boys.1         # ::id boys.2          boys.1 with boys.1, boys.2 with boys.2:
# ::id boys.2         # ::id boys.1          by id, whatever the order

Without ids, the sentences (``# ::snt``) say the same. The order of the files is the last resort,
and if sentences contradict it, the pairing carries a warning.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from tertium.errors import PairingError, counted
from tertium.graph.corpus import Corpus

Way = Literal["id", "sentence", "order", "row"]
"""How pairs were made."""

PairBy = Literal["auto", "id", "sentence", "order"]
PAIR_BY: tuple[PairBy, ...] = get_args(PairBy)

Missing = Literal["zero", "skip", "fail"]
MISSING: tuple[Missing, ...] = get_args(Missing)

_REMEDY = (
    "--missing skip (missing='skip') leaves out graphs without a partner; score, compare, errors "
    "and agree can also count a missing graph as zero, with --missing zero"
)
_SHOWN = 50  # characters of a sentence in a message


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which entry of the gold belongs to which of the prediction."""

    gold: Sequence[int]
    pred: Sequence[int | None]  #: None where the prediction is missing
    by: Way
    surplus: tuple[int, ...] = ()  #: entries of the prediction that the gold has no partner for
    notes: tuple[str, ...] = ()  #: what the user should know

    @property
    def missing(self) -> int:
        """How many entries of the gold have no partner."""
        return sum(place is None for place in self.pred)


def pair(
    gold: Corpus,
    pred: Corpus,
    by: PairBy = "auto",
    *,
    missing: Missing = "fail",
    same_sentences: bool = True,
) -> Pairing:
    """Find the partner of each graph.

    ``auto`` pairs columns of one table by row, else by id if both sides have unique ids and they
    agree, else by sentence if they agree, else by order, and then the lengths must be the same.
    Unless *missing* is ``fail``, an entry may have no partner. *same_sentences* says that partners
    are graphs of the same sentence.
    """
    if by == "auto" and gold.table is not None and gold.table is pred.table:
        repeated = _notes_about_repeated_ids(gold)
        return Pairing(range(len(gold)), range(len(pred)), "row", notes=repeated)
    way = _choose(gold, pred, same_sentences) if by == "auto" else by
    notes: tuple[str, ...] = ()
    if by == "auto":
        notes = tuple(_notes_about_ids(gold, pred, way, same_sentences))
    if way == "order":
        _require_same_length(gold, pred, missing)
        if same_sentences:
            notes += tuple(_notes_about_sentences(gold, pred))
        return Pairing(range(len(gold)), range(len(pred)), "order", notes=notes)
    keys = _Keys(way, gold, pred)
    keys.check()
    pairing = keys.pair()
    if missing == "fail" and (pairing.missing or pairing.surplus):
        raise PairingError("\n".join([*notes, keys.lonely_message(pairing)]))
    if way == "id" and same_sentences:
        notes += tuple(_notes_about_exchanged(gold, pred, pairing))
    return replace(pairing, notes=(*notes, *pairing.notes))


def sentence_key(text: str | None) -> str | None:
    """Return a sentence as it is compared, without differences in blanks.

    >>> sentence_key(" The  boy goes . ")
    'The boy goes .'
    """
    return " ".join(text.split()) or None if text else None


def _choose(gold: Corpus, pred: Corpus, same_sentences: bool) -> Way:
    """Return the first way whose keys are all there and agree, apart from missing entries."""
    ways: tuple[Way, ...] = ("id", "sentence") if same_sentences else ("id",)
    return next((way for way in ways if _Keys(way, gold, pred).agree()), "order")


@dataclass(frozen=True, slots=True)
class _Keys:
    """The ids or sentences of two corpora."""

    way: Way
    gold: Corpus
    pred: Corpus

    def of(self, corpus: Corpus) -> list[str | None]:
        return corpus.ids if self.way == "id" else [sentence_key(s) for s in corpus.sentences]

    def agree(self) -> bool:
        """Whether the keys of one side are all there and are keys of the other side."""
        golds, preds = self._counts()
        if None in golds or None in preds:
            return False
        if self.way == "id" and max([*golds.values(), *preds.values()], default=1) > 1:
            return False
        # A sentence may occur several times: its graphs are paired in order.
        return golds <= preds or preds <= golds

    def _counts(self) -> tuple[Counter[str | None], Counter[str | None]]:
        return Counter(self.of(self.gold)), Counter(self.of(self.pred))

    def check(self) -> None:
        """Refuse keys that are not there or do not tell entries apart."""
        for corpus in (self.gold, self.pred):
            for number, key in enumerate(self.of(corpus), start=1):
                if key is None:
                    raise PairingError(
                        f"{corpus.label}: graph {number} has no {self.way}, so it cannot be paired "
                        f"by {self.way}"
                    )
        if self.way == "id":
            for corpus in (self.gold, self.pred):
                _require_unique_ids(corpus)

    def pair(self) -> Pairing:
        places: dict[str | None, list[int]] = defaultdict(list)
        for index, key in enumerate(self.of(self.pred)):
            places[key].append(index)
        queues = {key: iter(found) for key, found in places.items()}
        partners = [next(queues.get(key, iter(())), None) for key in self.of(self.gold)]
        used = set(partners)
        surplus = tuple(index for index in range(len(self.pred)) if index not in used)
        notes = (*self._repetition_notes(), *self._surplus_notes(surplus))
        return Pairing(range(len(self.gold)), partners, self.way, surplus, notes)

    def _repetition_notes(self) -> Iterator[str]:
        golds, preds = self._counts()
        unclear = [key for key, count in golds.items() if preds[key] not in (0, count)]
        if unclear:
            key = unclear[0]
            yield (
                f"{counted(len(unclear), 'sentence')} not as often in {self.pred.label} as in "
                f"{self.gold.label}, so it is not known which graph has no partner; the first is "
                f"{_shown(key)}, {preds[key]} and {golds[key]} times"
            )

    def _surplus_notes(self, surplus: tuple[int, ...]) -> Iterator[str]:
        if surplus:
            yield (
                f"{self.pred.label}: {counted(len(surplus), 'graph')} without a partner in "
                f"{self.gold.label}, not scored; the first is {self._named(self.pred, surplus[0])}"
            )

    def _named(self, corpus: Corpus, index: int) -> str:
        key = self.of(corpus)[index]
        return f"graph {index + 1} ({key if self.way == 'id' else _shown(key)})"

    def lonely_message(self, pairing: Pairing) -> str:
        """Say which graph has no partner, and what to do."""
        alone = [i for i, j in zip(pairing.gold, pairing.pred, strict=True) if j is None]
        mine, other, places = self.gold, self.pred, alone
        if not alone:
            mine, other, places = self.pred, self.gold, list(pairing.surplus)
        key = self.of(mine)[places[0]]
        name = f"the id {key}" if self.way == "id" else f"the sentence {_shown(key)}"
        again = "further " if key in self.of(other) else ""
        more = f", and {len(places) - 1} more" if len(places) > 1 else ""
        text = f"{other.label} has no {again}graph with {name}{more}, which {mine.label} has"
        return f"{text}; {_REMEDY}"


def _require_same_length(gold: Corpus, pred: Corpus, missing: Missing) -> None:
    if len(gold) == len(pred):
        return
    text = f"{gold.label} has {counted(len(gold), 'graph')} and {pred.label} has {len(pred)}"
    longer, shorter = (gold, pred) if len(gold) > len(pred) else (pred, gold)
    remedy = "--missing" if missing == "fail" else f"--missing {missing}"
    raise PairingError(
        f"{text}; graph {len(shorter) + 1} of {longer.label} is the first without a partner. The "
        f"order does not show which graph is missing: {remedy} needs unique ids (# ::id) or "
        "sentences (# ::snt) in both files"
    )


def _notes_about_sentences(gold: Corpus, pred: Corpus) -> list[str]:
    """Return a warning if sentences contradict the order."""
    both = list(_known_sentences(gold, pred))
    differing = [(index, a, b) for index, a, b in both if a != b]
    if not differing:
        return []
    index, a, b = differing[0]
    id = f" ({gold.ids[index]})" if gold.ids[index] else ""
    return [
        f"WARNING: {pred.label} is paired with {gold.label} by order, but {len(differing)} of "
        f"{counted(len(gold), 'pair')} {'has' if len(differing) == 1 else 'have'} different "
        f"sentences; the first is pair {index + 1}{id}: {_shown(a)} and {_shown(b)}"
    ]


def _notes_about_exchanged(gold: Corpus, pred: Corpus, pairing: Pairing) -> list[str]:
    """Return a warning if the prediction has sentences of the gold under other ids.

    Sentences that differ are no evidence: tokenisers write them differently. One that is there
    under another id is: somebody numbered the graphs anew. And so is it if most differ in their
    letters, too: the files may be of different texts.
    """
    known, differing = 0, []
    for i, j in zip(pairing.gold, pairing.pred, strict=True):
        a = sentence_key(gold.sentences[i])
        b = None if j is None else sentence_key(pred.sentences[j])
        known += a is not None and b is not None
        if a is not None and b is not None and a != b:
            differing.append((i, a, b))
    misplaced = {b for _, _, b in differing}
    exchanged = [(i, a, b) for i, a, b in differing if a in misplaced]
    if not exchanged:
        return _notes_about_texts(gold, pred, differing, known)
    i, a, b = exchanged[0]
    one = len(exchanged) == 1
    return [
        f"WARNING: {pred.label} is paired with {gold.label} by id, but {len(exchanged)} of "
        f"{counted(len(gold), 'graph')} {'has its' if one else 'have their'} sentence under "
        f"another id; the first is {gold.ids[i]}: {_shown(a)} and {_shown(b)}; --pair-by sentence "
        "(pair_by='sentence') pairs by sentences"
    ]


def _notes_about_texts(
    gold: Corpus, pred: Corpus, differing: Sequence[tuple[int, str, str]], known: int
) -> list[str]:
    """Return a warning if most sentences differ in their letters."""
    apart = [(i, a, b) for i, a, b in differing if _letters(a) != _letters(b)]
    if 2 * len(apart) <= known:
        return []
    i, a, b = apart[0]
    return [
        f"WARNING: {pred.label} is paired with {gold.label} by id, but {len(apart)} of "
        f"{counted(known, 'pair')} {'has' if len(apart) == 1 else 'have'} different sentences; the "
        f"first is {gold.ids[i]}: {_shown(a)} and {_shown(b)}; are these files of the same text?"
    ]


def _letters(sentence: str) -> str:
    """Return what no tokeniser changes: letters and digits.

    >>> _letters("He ca n't go .") == _letters("He can't go.")
    True
    """
    return "".join(filter(str.isalnum, sentence.casefold()))


def _known_sentences(gold: Corpus, pred: Corpus) -> Iterator[tuple[int, str, str]]:
    for index, texts in enumerate(zip(gold.sentences, pred.sentences, strict=True)):
        a, b = map(sentence_key, texts)
        if a is not None and b is not None:
            yield index, a, b


def _notes_about_ids(gold: Corpus, pred: Corpus, way: Way, same_sentences: bool) -> list[str]:
    """Return why graphs that have ids are not paired by them.

    If no id is on both sides, they may be of different kinds, so it only matters where nothing but
    the order says that two graphs are of the same sentence.
    """
    golds, preds = set(gold.ids) - {None}, set(pred.ids) - {None}
    matters = golds & preds or (way == "order" and same_sentences and golds and preds)
    if way == "id" or not matters:
        return []
    reason = f"{pred.label}: its ids are not those of {gold.label}"
    try:
        _Keys("id", gold, pred).check()
    except PairingError as error:
        reason = str(error)
    return [f"{reason}; graphs are paired by {way}"]


def _notes_about_repeated_ids(corpus: Corpus) -> tuple[str, ...]:
    """Return that rows share an id, which their pairing does not need but their reader does."""
    known = (id for id in corpus.ids if id is not None)
    repeated = {id: count for id, count in Counter(known).items() if count > 1}
    if not repeated:
        return ()
    first = next(iter(repeated))
    rows = [number for number, id in enumerate(corpus.ids, start=1) if id == first]
    more = f"; {len(repeated) - 1} more ids are repeated" if len(repeated) > 1 else ""
    return (
        f"{corpus.source}: rows {rows[0]} and {rows[1]} have the same id, {first}{more}; a row "
        "is a pair, so scores are not affected",
    )


def _require_unique_ids(corpus: Corpus) -> None:
    seen: dict[str | None, int] = {}
    unit = "graphs" if corpus.table is None else "rows"
    for number, id in enumerate(corpus.ids, start=1):
        if id in seen:
            raise PairingError(
                f"{corpus.label}: the id {id} is there twice, {unit} {seen[id]} and {number}"
            )
        seen[id] = number


def _shown(sentence: str | None) -> str:
    text = sentence or ""
    return f"“{text if len(text) <= _SHOWN else text[: _SHOWN - 1] + '…'}”"
