"""Similarity of concepts: how much ``kitten`` may count as ``cat``.

A `Similarity` is asked for many pairs at once: a list of distinct concepts, and two arrays of
places in it. It answers with an array of numbers in [0, 1], one a pair. Equal concepts are never
asked for. A pair is asked in one order only, so every similarity is symmetric.

    concepts = ["cat", "kitten", "run-02"]        first = [0, 0, 1]        second = [1, 2, 2]
    answer   = [0.56, 0.0, 0.0]

`WordVectors` is the built-in one, with the rules of S²MATCH's public script. `similarity_of` makes
one of a plain function of two concepts:

>>> known = {("foe", "enemy"), ("enemy", "foe")}
>>> synonyms = similarity_of(lambda a, b: float((a, b) in known), "synonyms")
>>> synonyms(["enemy", "foe", "friend"], [0, 0], [1, 2])
array([1., 0.])
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, cast

from tertium import _native
from tertium.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from tertium.alignment.vectors import Floats, Vectors
    from tertium.graph import Graph

    Places: TypeAlias = NDArray[np.int32]
    Graphs: TypeAlias = list[Graph | None]

_SENSE = re.compile(r"-\d+$")
_MOST_CONCEPTS = 100_000  # that are kept for a table of vectors


class TooManyConceptsError(InputError):
    """Graphs have more pairs of concepts than a table of similarities holds."""


class Similarity(Protocol):
    """What `tertium.align` and `s2match` ask for graded matches."""

    @property
    def signature(self) -> str:
        """What a metric's signature says about it."""

    def __call__(self, concepts: Sequence[str], first: Places, second: Places) -> ArrayLike:
        """Return the similarities of ``concepts[first[k]]`` and ``concepts[second[k]]``."""


def similarity_of(function: Callable[[str, str], float], name: str) -> Similarity:
    """Make a similarity of a function of two concepts; *name* goes into signatures."""
    return _OfFunction(function, name)


@dataclass(frozen=True)
class _OfFunction:
    function: Callable[[str, str], float]
    signature: str

    def __call__(self, concepts: Sequence[str], first: Places, second: Places) -> ArrayLike:
        import numpy as np

        pairs = zip(first, second, strict=True)
        return np.array([self.function(concepts[i], concepts[j]) for i, j in pairs], dtype=float)


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
        import numpy as np

        place, known = _readings(self.vectors).read(concepts)
        one, other = place[np.asarray(first)], place[np.asarray(second)]
        cosine = _native.scalar_products(known.rows, one, other)
        factor = np.where(known.predicate[one] | known.predicate[other], self.sense, 1.0)
        graded = np.where(cosine > self.threshold, np.minimum(cosine, 1.0) * factor, 0.0)
        return np.where(known.lemma[one] == known.lemma[other], self.sense, graded)


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
        import numpy as np

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
        import numpy as np

        lemmas = [_SENSE.sub("", concept) for concept in concepts]
        numbers = [self._lemmas.setdefault(lemma, len(self._lemmas)) for lemma in lemmas]
        predicate = [lemma != concept for lemma, concept in zip(lemmas, concepts, strict=True)]
        words = [self._words(*one) for one in zip(lemmas, predicate, strict=True)]
        rows = np.zeros((len(concepts), self._vectors.dimension), dtype=np.float32)
        for part in range(max(map(len, words), default=0)):
            having = [k for k, places in enumerate(words) if len(places) > part]
            rows[having] += self._vectors.take([words[k][part] for k in having])
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


def grade(
    options: _native.AlignerOptions,
    similarity: Similarity,
    a: Graphs,
    b: Graphs,
    parts: tuple[Graphs, Graphs] = ([], []),
) -> tuple[Graphs, Graphs]:
    """Enter the similarities of all concepts that comparing these graphs may ask for.

    *parts* are graphs in standard form that will be compared too. Return *a* and *b* in standard
    form, which *options* then expects.
    """
    try:
        table, standard_a, standard_b = _native.collect_concepts(options.convention, a, b, *parts)
    except ValueError as error:
        raise TooManyConceptsError(f"{error}; choose a metric without similarities") from None
    first, second = table.pairs()
    if len(first):
        table.set(_ask(similarity, table.concepts(), first, second))
    options.similarities = table
    options.standardised = True
    return cast("Graphs", standard_a), cast("Graphs", standard_b)


def _ask(
    similarity: Similarity, concepts: list[str], first: Places, second: Places
) -> NDArray[np.float64]:
    import numpy as np

    values = np.ascontiguousarray(similarity(concepts, first, second), dtype=np.float64)
    name = f"the similarity {similarity.signature}"
    if values.shape != first.shape:
        raise InputError(f"{name} gave an array of shape {values.shape} for {len(first)} pairs")
    odd = ~((values >= 0) & (values <= 1))
    if odd.any():
        k = int(odd.argmax())
        pair = f"'{concepts[first[k]]}' and '{concepts[second[k]]}'"
        raise InputError(f"{name} of {pair} is {values[k]}, not in [0, 1]")
    return values
