"""Words: how similar two different concepts are.

    run-02, run-01            sense     the same lemma
    enchantment, enchant-01   form      the same word, but for a known ending
    ask-01, question-01       near      similar word vectors
    go-01, pass-03            concept   none of these

The lists of endings and of function words are data (``data/suffixes.txt``,
``data/function-words.txt``), and English. Concepts without a sense number and those with one are
never near to each other, function words to nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tertium.data import words_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from tertium.alignment.similarity import Places
    from tertium.alignment.word_vectors import WordVectors

_SENSE = re.compile(r"-\d+$")
_KEPT = 1 << 16  # results that are remembered
_NEAR = 0.6  # cosines above this are near; S²MATCH's 0.5 calls "go-01" and "take-01" similar
_SPECIAL = "-91"  # the sense of frames that stand for a role: have-org-role-91
_STEM = 4  # letters that two forms must share
_NEAR_WORTH = 0.8  # of a cosine


class Kinship(NamedTuple):
    """The class of a replaced concept, and how similar the two concepts are, in [0, 1]."""

    cls: str
    alike: float


_SAME_LEMMA = Kinship("sense", 1.0)
_SAME_WORD = Kinship("form", 0.9)
_UNRELATED = Kinship("concept", 0.0)


@lru_cache(_KEPT)
def lemma(concept: str | None) -> str:
    """Return a concept without its sense.

    >>> lemma("run-02"), lemma("date-entity")
    ('run', 'date-entity')
    """
    return _SENSE.sub("", concept or "")


@lru_cache(_KEPT)
def is_frame(concept: str | None) -> bool:
    """Return whether a concept has a sense."""
    return lemma(concept) != (concept or "")


@lru_cache(_KEPT)
def kinship(one: str, other: str) -> Kinship:
    """Return how two different concepts are related.

    >>> kinship("enchantment", "enchant-01").cls, kinship("go-01", "pass-03").cls
    ('form', 'concept')
    """
    return _by_spelling(one, other) or _by_vectors([(one, other)])[0]


class Alikeness:
    """The kinship of concepts as a `Similarity`, for the choice between equally good alignments."""

    signature = "alikeness"

    def __call__(self, concepts: Sequence[str], first: Places, second: Places) -> ArrayLike:
        """Return how similar the concepts of each pair are."""
        pairs = [
            (concepts[i], concepts[j]) for i, j in zip(first.tolist(), second.tolist(), strict=True)
        ]
        known = [_by_spelling(*pair) for pair in pairs]
        asked = iter(_by_vectors([p for p, kin in zip(pairs, known, strict=True) if kin is None]))
        return [(kin or next(asked)).alike for kin in known]


ALIKENESS = Alikeness()


@lru_cache(_KEPT)
def _by_spelling(one: str, other: str) -> Kinship | None:
    """Return the kinship of two concepts, None if their vectors have to be asked."""
    x, y = lemma(one), lemma(other)
    if x == y:
        return _SAME_LEMMA
    if _SPECIAL not in (one[-3:], other[-3:]) and _same_word(x, y):
        return _SAME_WORD
    function_words = _function_words()
    if is_frame(one) != is_frame(other) or x in function_words or y in function_words:
        return _UNRELATED
    return None


def _by_vectors(pairs: list[tuple[str, str]]) -> list[Kinship]:
    """Return the kinship of concepts by the cosines of their vectors."""
    if not pairs:
        return []
    import numpy as np

    concepts = list(dict.fromkeys(word for pair in pairs for word in pair))
    place = {concept: k for k, concept in enumerate(concepts)}
    first, second = (np.array([place[pair[k]] for pair in pairs], np.int32) for k in (0, 1))
    cosines = np.asarray(_vectors()(concepts, first, second)).tolist()
    return [Kinship("near", _NEAR_WORTH * c) if c > 0 else _UNRELATED for c in cosines]


def _same_word(x: str, y: str) -> bool:
    """Return whether two lemmas are forms of one word: enchantment and enchant, take-up and take.

    >>> _same_word("enchantment", "enchant"), _same_word("go", "gold")
    (True, False)
    """
    first, second = x.partition("-")[0], y.partition("-")[0]
    if first == second and len(first) > 2:
        return True
    shared = 0
    for a, b in zip(x, y, strict=False):
        if a != b:
            break
        shared += 1
    endings = _endings()
    return any(
        stem >= _STEM and x[stem:] in endings and y[stem:] in endings
        for stem in (shared, shared - 1)
    )


@cache
def _endings() -> frozenset[str]:
    return words_of("suffixes.txt") | {""}


@cache
def _function_words() -> frozenset[str]:
    return words_of("function-words.txt")


@cache
def _vectors() -> WordVectors:
    from tertium.alignment.vectors import load_vectors
    from tertium.alignment.word_vectors import WordVectors

    return WordVectors(load_vectors(), threshold=_NEAR, sense=1.0)
