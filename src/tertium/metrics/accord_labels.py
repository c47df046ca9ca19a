"""What `accord` knows of a label: kind, lemma, vector, rarity.

    label          kind       lemma         vector
    head-01        frame      head          of head as a verb, else of head
    kitten         plain      kitten        of kitten
    carry-out-03   frame      carry-out     of carry-out, else the mean of carry and out
    person         special    person        of person
    "new york"     string     "new york"    by its spelling
    -, 3.5         polarity, number         none

*Special* concepts are frames of the guidelines (``-91`` and the like), conjunctions and the names
of entities and quantities: they say little by themselves. *Rarity* grows with what a label says:

    idf     ln((n + 20) / (df + 20)) over the n graphs that the weights were learned from
    zipf    the logarithm of how frequent the word is in general English
    mixed   (idf / sd - zipf / sd) / 2;     graphs   idf / sd;     general   -zipf / sd
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from tertium.alignment.vectors import row_sums
from tertium.alignment.word_table import UNKNOWN_ZIPF, WordTable, as_verb
from tertium.metrics.accord_spelling import spelled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._types import Array

Rarity = Literal["mixed", "graphs", "general"]

KINDS = ("frame", "plain", "special", "polarity", "number", "string")
FRAME, PLAIN, SPECIAL, POLARITY, NUMBER, STRING = range(len(KINDS))

ROLE_CLASSES: dict[str, tuple[str, ...]] = {
    "arg0": ("arg0",),
    "arg1": ("arg1",),
    "arg2": (),  # and any higher one
    "op": (),  # op1, op2, ..., snt1, snt2, ...
    "mod": ("mod", "domain", "manner", "degree"),
    "name": ("name",),
    "polarity": ("polarity", "mode"),
    "quant": ("quant", "value", "unit", "ord", "frequency", "scale", "age"),
    "time": (
        "time", "duration", "year", "month", "day", "weekday", "decade", "season", "timezone",
        "dayperiod",
    ),
    "loc": ("location", "direction", "destination", "source", "path"),
    "poss": ("poss", "part", "consist-of", "subset", "topic"),
    "other": (),
}  # fmt: skip
"""Classes of roles, each with a weight of its own; the first three are the ARGs."""

MODIFIER = list(ROLE_CLASSES).index("mod")

EQUAL, LEMMA, ANTONYM, GRADED, WRITTEN, APART = range(6)
"""How labels are related, as ``native/accord/model.hpp`` numbers it."""

_CLASS = {role: place for place, roles in enumerate(ROLE_CLASSES.values()) for role in roles}
_SENSE = re.compile(r"-\d\d+$")
_BREAK = re.compile(r"[-_\s.,/]+")
_NUMBER = re.compile(r"[\d.,:/-]+")
_NUMBERED = re.compile(r"(op|snt)\d")
_GUIDELINES = re.compile(r"-9\d$")
_MODES = ("-", "+", "imperative", "interrogative", "expressive")
_FUNCTION = {
    "and", "or", "name", "person", "thing", "date-entity", "amr-unknown", "multi-sentence",
    "more-than",
}  # fmt: skip
_MOST = 200_000  # labels that are kept
_ADDED = 20  # to each count of graphs: lemmas seen twice and five times are about as rare
VECTOR_ONE = 2**14  # the length of vectors in whole numbers


@lru_cache(maxsize=_MOST)
def lemma_of(label: str) -> str:
    """Return a label without its sense.

    >>> lemma_of("take-off-07"), lemma_of("kitten")
    ('take-off', 'kitten')
    """
    return _SENSE.sub("", label)


def kind_of(label: str, constant: bool) -> int:
    """Return the place of a label's kind in `KINDS`.

    >>> [KINDS[kind_of(*x)] for x in (("run-02", False), ("have-mod-91", False), ("3.5", True))]
    ['frame', 'special', 'number']
    """
    if constant:
        if label in _MODES:
            return POLARITY
        return NUMBER if _NUMBER.fullmatch(label) else STRING
    if _GUIDELINES.search(label) or label in _FUNCTION or label.endswith(("-quantity", "-entity")):
        return SPECIAL
    return FRAME if _SENSE.search(label) else PLAIN


def role_class(role: str) -> int:
    """Return the place of a role's class in `ROLE_CLASSES`.

    >>> [list(ROLE_CLASSES)[role_class(r)] for r in ("arg0", "arg4", "op12", "purpose")]
    ['arg0', 'arg2', 'op', 'other']
    """
    if (found := _CLASS.get(role)) is not None:
        return found
    if role.startswith("arg"):
        return 2
    names = list(ROLE_CLASSES)
    return names.index("op" if _NUMBERED.match(role) else "other")


class LabelFacts(NamedTuple):
    """Labels as arrays, a place each."""

    vectors: NDArray[np.int16]  #: of length 2^14, or zero
    lemmas: NDArray[np.int32]
    kinds: NDArray[np.int32]
    zipf: Array

    def take(self, places: NDArray[np.int64]) -> LabelFacts:
        """Return the facts of some labels."""
        vectors, lemmas, kinds, zipf = self
        return LabelFacts(vectors[places], lemmas[places], kinds[places], zipf[places])

    def joined(self, other: LabelFacts) -> LabelFacts:
        """Return these labels, then others."""
        return LabelFacts(
            np.concatenate((self.vectors, other.vectors)),
            np.concatenate((self.lemmas, other.lemmas)),
            np.concatenate((self.kinds, other.kinds)),
            np.concatenate((self.zipf, other.zipf)),
        )


class LabelReader:
    """Looks labels up in a word table, each once; for all threads."""

    def __init__(self, table: WordTable) -> None:
        self.table = table
        self._lock = Lock()
        self._forget()

    def _forget(self) -> None:
        self._places: dict[tuple[str, bool], int] = {}
        self._lemmas: dict[str, int] = {}
        self._opposite: set[int] = set()
        self._facts = self._look_up([])

    def read(self, labels: Sequence[tuple[str, bool]]) -> tuple[LabelFacts, NDArray[np.uint64]]:
        """Return the facts of labels (text, whether a constant), and all pairs of antonyms."""
        with self._lock:
            if len(self._places) > _MOST:
                self._forget()
            new = [label for label in labels if label not in self._places]
            if new:
                self._facts = self._facts.joined(self._look_up(new))
                self._places |= {label: k for k, label in enumerate(new, len(self._places))}
            places = np.fromiter(map(self._places.__getitem__, labels), np.int64, len(labels))
            antonyms = np.array(sorted(self._opposite), np.uint64)
            return self._facts.take(places), antonyms

    def _look_up(self, labels: list[tuple[str, bool]]) -> LabelFacts:
        lemmas = [lemma_of(label) for label, _ in labels]
        kinds = np.array([kind_of(*label) for label in labels], np.int32)
        return LabelFacts(
            np.rint(self._vectors(lemmas, kinds) * VECTOR_ONE).astype(np.int16),
            np.array([self._number(lemma) for lemma in lemmas], np.int32),
            kinds,
            np.array([self._zipf(lemma.strip('"')) for lemma in lemmas], np.float64),
        )

    def _vectors(self, lemmas: list[str], kinds: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return a vector for each lemma, of length 1 or zero."""
        words = [self._words(*both) for both in zip(lemmas, kinds.tolist(), strict=True)]
        rows = row_sums(words, self.table.units, self.table.dimension)
        length = np.linalg.norm(rows, axis=1, keepdims=True)
        np.divide(rows, length, out=rows, where=length > 0)
        names = np.flatnonzero(kinds == STRING).tolist()
        rows[names] = spelled((lemmas[k].strip('"') for k in names), self.table.dimension)
        return rows

    def _words(self, lemma: str, kind: int) -> list[int]:
        """Return the rows of the words whose mean is the vector."""
        if kind > SPECIAL:
            return []
        if kind == FRAME and (verb := self.table.places.get(as_verb(lemma))) is not None:
            return [verb]
        whole = self.table.places.get(lemma)
        parts = [] if whole is not None else map(self.table.places.get, _BREAK.split(lemma))
        return [whole] if whole is not None else [part for part in parts if part is not None]

    def _zipf(self, lemma: str) -> float:
        """Return how frequent a label is: as frequent as the rarest of its words."""
        places, zipf = self.table.places, self.table.zipf
        if lemma in places:
            return float(zipf[places[lemma]])
        parts = [part for part in _BREAK.split(lemma) if part]
        known = (float(zipf[places[p]]) if p in places else UNKNOWN_ZIPF for p in parts)
        return min(known, default=0.0)

    def _number(self, lemma: str) -> int:
        """Return the number of a lemma, and remember its antonyms."""
        known = self._lemmas.get(lemma)
        if known is not None:
            return known
        number = self._lemmas[lemma] = len(self._lemmas)
        for other in self.table.antonyms.get(lemma, ()):
            if (place := self._lemmas.get(other)) is not None:
                self._opposite |= {number << 32 | place, place << 32 | number}
        return number


@lru_cache(maxsize=4)
def label_reader(table: WordTable) -> LabelReader:
    """Return the one reader of labels for a word table, which remembers what it has looked up."""
    return LabelReader(table)


@dataclass(frozen=True)
class RarityScale:
    """How rarity is measured: the graphs that were seen, and the spread of both frequencies."""

    rarity: Rarity
    documents: int
    frequencies: Mapping[str, int] = field(repr=False)  #: in how many graphs a lemma occurs
    spread: tuple[float, float]  #: standard deviations of idf and zipf over training labels

    def idf(self, labels: Sequence[tuple[str, bool]]) -> Array:
        """Return how surprising the lemma of each label is in the graphs that were seen."""
        seen, most = self.frequencies, self.documents + _ADDED
        counts = (seen.get(lemma_of(label), 0) for label, _ in labels)
        return np.array([math.log(most / (count + _ADDED)) for count in counts], np.float64)

    def of(self, labels: Sequence[tuple[str, bool]], zipf: Array) -> Array:
        """Return the rarity of labels."""
        general: Array = -zipf / self.spread[1]
        if self.rarity == "general":
            return general
        graphs: Array = self.idf(labels) / self.spread[0]
        return graphs if self.rarity == "graphs" else (graphs + general) / 2
