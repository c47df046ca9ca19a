"""The similarity of concepts by word vectors, with the rules of S²MATCH's public script.

cat, kitten      0.56, the cosine of their vectors
cat, giraffe     0: a cosine of 0.44 is not above the threshold
run-02, run-04   0.5: they differ in their sense only
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tertium import _native
from tertium.alignment.vectors import Vectors, row_sums

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from tertium.alignment.similarity import Places
    from tertium.alignment.vectors import Floats

_SENSE = re.compile(r"-\d+$")
_MOST_CONCEPTS = 100_000  # that are kept for a table of vectors


@dataclass(frozen=True)
class WordVectors:
    """The cosine of word vectors, by the rules of S²MATCH.

    A concept that ends in a hyphen and digits is a predicate: ``run-02`` is the lemma ``run`` in
    sense 2.

    1. Concepts that differ in their sense only (``run-02``, ``run-04``, ``run``) have the
       similarity *sense* (τ′).
    2. The vector of a predicate is that of its lemma as a whole, added to that of the lemma's
       plural if there is one (``run`` + ``runs``). The vector of another concept is that of the
       whole, or else the sum of its parts' (``temporal-quantity``: ``temporal`` + ``quantity``).
       Without a vector, as for most numbers and ``have-org-role-91``, the similarity is 0.
    3. A cosine that is not above *threshold* (τ) counts 0.
    4. If a predicate is involved, the cosine is multiplied by *sense*.

    >>> from tertium.alignment.vectors import load_vectors
    >>> similarity = WordVectors(load_vectors())
    >>> similarity(["cat", "giraffe", "kitten"], [0, 0], [1, 2]).round(2)
    array([0.  , 0.56])
    """

    vectors: Vectors
    threshold: float = 0.5
    sense: float = 0.5

    @property
    def signature(self) -> str:
        """The vectors, whose name has a hash."""
        return self.vectors.signature

    def __call__(self, concepts: Sequence[str], first: Places, second: Places) -> ArrayLike:
        place, known = _readings(self.vectors).read(concepts)
        first, second = np.asarray(first, np.intp), np.asarray(second, np.intp)
        cosine = _native.scalar_products(known.rows, place[first], place[second])
        values = np.zeros(len(cosine))
        near = np.flatnonzero(cosine > self.threshold)  # a few of many
        predicate = known.predicate[place]
        factor = np.where(predicate[first[near]] | predicate[second[near]], self.sense, 1.0)
        values[near] = np.minimum(cosine[near], 1.0) * factor
        lemma = known.lemma[place]
        values[lemma[first] == lemma[second]] = self.sense
        return values


class _Known(NamedTuple):
    """Concepts as arrays: numbers of their lemmas, whether they are predicates, unit vectors."""

    lemma: Places
    predicate: NDArray[np.bool_]
    rows: Floats


class _Readings:
    """The concepts that were looked up in a table of vectors before, so that it is done once."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors
        self._lock = Lock()
        self._forget()

    def _forget(self) -> None:
        self._places: dict[str, int] = {}
        self._lemmas: dict[str, int] = {}
        self._known = self._look_up([])

    def read(self, concepts: Sequence[str]) -> tuple[Places, _Known]:
        """Return the place of each concept in the arrays, and the arrays."""
        with self._lock:
            if len(self._places) > _MOST_CONCEPTS:
                self._forget()
            new = [concept for concept in dict.fromkeys(concepts) if concept not in self._places]
            if new:
                found = zip(self._known, self._look_up(new), strict=True)
                self._known = _Known(*(np.concatenate(both) for both in found))
                self._places |= {c: k for k, c in enumerate(new, start=len(self._places))}
            place = np.fromiter(map(self._places.__getitem__, concepts), dtype=np.int32)
            return place, self._known

    def _look_up(self, concepts: list[str]) -> _Known:
        """Read concepts; the vector is zero if there is none."""
        lemmas = [_SENSE.sub("", concept) for concept in concepts]
        numbers = [self._lemmas.setdefault(lemma, len(self._lemmas)) for lemma in lemmas]
        predicate = [lemma != concept for lemma, concept in zip(lemmas, concepts, strict=True)]
        words = [self._words(*one) for one in zip(lemmas, predicate, strict=True)]
        rows = row_sums(words, self._vectors.take, self._vectors.dimension)
        length = np.linalg.norm(rows, axis=1, keepdims=True)
        np.divide(rows, length, out=rows, where=length > 0)
        return _Known(np.array(numbers, np.int32), np.array(predicate, np.bool_), rows)

    def _words(self, lemma: str, predicate: bool) -> list[int]:
        """Return the rows of the words that a lemma's vector is the sum of."""
        if lemma in self._vectors:
            words = [lemma, lemma + "s"] if predicate else [lemma]
        else:
            words = [] if predicate else lemma.split("-")
        return [place for place in map(self._vectors.place, words) if place is not None]


@lru_cache(maxsize=4)
def _readings(vectors: Vectors) -> _Readings:
    return _Readings(vectors)
