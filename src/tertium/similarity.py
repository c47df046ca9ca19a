"""Similarity of concepts: how much ``kitten`` may count as ``cat``.

A `Similarity` is asked for many pairs at once: a list of distinct concepts, and two arrays of
places in it. It answers with an array of numbers in [0, 1], one a pair. Equal concepts are never
asked for. A pair is asked in one order only, so every similarity is symmetric.

    concepts = ["cat", "kitten", "run-02"]        first = [0, 0, 1]        second = [1, 2, 2]
    answer   = [0.56, 0.0, 0.0]

`WordVectors` is the built-in one, with the rules of S²MATCH's public script. `pairwise` makes one
of a plain function of two concepts:

>>> known = {("foe", "enemy"), ("enemy", "foe")}
>>> synonyms = pairwise(lambda a, b: float((a, b) in known), "synonyms")
>>> synonyms(["enemy", "foe", "friend"], [0, 0], [1, 2])
array([1., 0.])
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, repeat
from typing import TYPE_CHECKING, Protocol, TypeAlias

from tertium import _native
from tertium.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from tertium.vectors import Floats, Vectors

    Places: TypeAlias = NDArray[np.int32]
    Cores: TypeAlias = list[_native.Graph | None]

_SENSE = re.compile(r"-\d+$")
_CACHE = 100_000  # concepts whose vectors are kept


class Similarity(Protocol):
    """What `tertium.align` and `s2match` ask for graded matches."""

    @property
    def signature(self) -> str:
        """What a metric's signature says about it."""

    def __call__(self, concepts: Sequence[str], first: Places, second: Places) -> ArrayLike:
        """Return the similarities of ``concepts[first[k]]`` and ``concepts[second[k]]``."""


def pairwise(function: Callable[[str, str], float], name: str) -> Similarity:
    """Make a similarity of a function of two concepts; *name* goes into signatures."""
    return _Pairwise(function, name)


@dataclass(frozen=True)
class _Pairwise:
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

    >>> from tertium.vectors import load
    >>> similarity = WordVectors(load())
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

        first, second = np.asarray(first, dtype=np.int32), np.asarray(second, dtype=np.int32)
        lemmas, predicate, rows = self._describe(concepts)
        cosine = _native.scalar_products(rows, first, second)
        factor = np.where(predicate[first] | predicate[second], self.sense, 1.0)
        graded = np.where(cosine > self.threshold, np.minimum(cosine, 1.0) * factor, 0.0)
        return np.where(lemmas[first] == lemmas[second], self.sense, graded)

    def _describe(self, concepts: Sequence[str]) -> tuple[Places, NDArray[np.bool_], Floats]:
        """Return for each concept its lemma's number, whether it is a predicate, its unit vector.

        The vector is zero if it has none.
        """
        import numpy as np

        read = map(_read, repeat(self.vectors), concepts)
        lemmas, predicates, places = zip(*read, strict=True)
        number = {lemma: k for k, lemma in enumerate(dict.fromkeys(lemmas))}
        count = np.fromiter(map(len, places), dtype=np.intp)
        rows = np.zeros((len(concepts), self.vectors.dimension), dtype=np.float32)
        if count.any():
            begin = (np.cumsum(count) - count)[count > 0]
            words = self.vectors.take(list(chain.from_iterable(places)))
            rows[count > 0] = np.add.reduceat(words, begin)
        length = np.linalg.norm(rows, axis=1, keepdims=True)
        np.divide(rows, length, out=rows, where=length > 0)
        numbers = np.fromiter(map(number.__getitem__, lemmas), dtype=np.int32)
        return numbers, np.array(predicates), rows


@lru_cache(maxsize=_CACHE)
def _read(vectors: Vectors, concept: str) -> tuple[str, bool, tuple[int, ...]]:
    """Return a concept's lemma, whether it is a predicate, and the places of its words."""
    lemma = _SENSE.sub("", concept)
    predicate = lemma != concept
    if lemma in vectors:
        words = [lemma, lemma + "s"] if predicate else [lemma]
    else:
        words = [] if predicate else lemma.split("-")
    places = tuple(place for place in map(vectors.place, words) if place is not None)
    return lemma, predicate, places


def grade(
    options: _native.AlignerOptions,
    similarity: Similarity,
    a: Cores,
    b: Cores,
    parts: tuple[Cores, Cores] = ([], []),
) -> tuple[Cores, Cores]:
    """Enter the similarities of all concepts that comparing these graphs may ask for.

    *parts* are graphs in standard form that will be compared too. Return *a* and *b* in standard
    form, which *options* then expects.
    """
    table, standard_a, standard_b = _native.collect_concepts(options.convention, a, b, *parts)
    first, second = table.first(), table.second()
    if len(first):
        table.set(_ask(similarity, table.concepts(), first, second))
    options.similarities = table
    options.standardised = True
    return standard_a, standard_b


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
