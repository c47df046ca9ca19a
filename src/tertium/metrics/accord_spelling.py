"""Vectors of names by their spelling, for constants in quotation marks.

    "barack obama", "obama"       a word in common               cosine 0.7
    "milošević", "milosevic"      most of the letters in common  cosine 0.3
    "iraq", "iran"                two of four letter groups      cosine 0.3
    "paris", "london"             nothing                        cosine near 0

Names that are alike in meaning, as two countries are, are not what people find similar, so the
vectors of the word table do not help here. Each word of a name and each group of three letters has
a direction of its own, which follows from a hash.
"""

from __future__ import annotations

import hashlib
import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_BREAK = re.compile(r"[-_\s.,/]+")
_GROUP = 3  # letters
_MOST_WORDS = 100_000  # that are kept
_LETTERS = 200  # of a constant that count


def spelled(text: str, dimension: int) -> Floats:
    """Return the vector of a name, of length 1, or zero if it has no words.

    >>> one, other = spelled("barack obama", 128), spelled("obama", 128)
    >>> 0.6 < float(one @ other) < 0.8
    True
    """
    found = np.zeros(dimension, np.float32)
    for word in _BREAK.split(text[:_LETTERS]):
        if word:
            found += _of_word(word, dimension)
    return _unit(found)


@lru_cache(maxsize=_MOST_WORDS)
def _of_word(word: str, dimension: int) -> Floats:
    """Return the direction of a word: half its own, half that of its groups of letters."""
    marked = f"^{word}$"
    groups = (marked[k : k + _GROUP] for k in range(len(word)))
    hashes = [_hash(f"w{word}", dimension), *(_hash(f"t{group}", dimension) for group in groups)]
    directions = _directions(hashes, dimension)
    letters = np.add.reduce(directions[1:], axis=0)  # one after the other
    return _unit(directions[0] + _unit(letters))


@lru_cache(maxsize=_MOST_WORDS)
def _hash(text: str, dimension: int) -> bytes:
    return hashlib.shake_128(text.encode()).digest(-(-dimension // 8))


def _directions(hashes: list[bytes], dimension: int) -> Floats:
    """Return vectors of length 1 whose signs are the bits of hashes."""
    rows = np.frombuffer(b"".join(hashes), np.uint8).reshape(len(hashes), -1)
    signs = np.unpackbits(rows, axis=1, count=dimension).astype(np.float32) * 2 - 1
    return signs / np.float32(math.sqrt(dimension))


def _unit(row: Floats) -> Floats:
    # In doubles and without BLAS, so that every processor finds the same bytes.
    length = math.sqrt(np.add.reduce(np.square(row, dtype=np.float64)))
    return row / np.float32(length) if length else row
