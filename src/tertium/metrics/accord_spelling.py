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
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from tertium.alignment.vectors import row_sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_BREAK = re.compile(r"[-_\s.,/]+")
_GROUP = 3  # letters
_LETTERS = 200  # of a constant that count


def spelled(names: Iterable[str], dimension: int) -> Floats:
    """Return the vectors of names, a row each: of length 1, or zero if a name has no words.

    >>> one, other = spelled(["barack obama", "obama"], 128)
    >>> 0.6 < float(one @ other) < 0.8
    True
    """
    words = [[word for word in _BREAK.split(name[:_LETTERS]) if word] for name in names]
    places = _numbered(words)
    members = [[places[word] for word in name] for name in words]
    return _units(row_sums(members, _of_words(list(places), dimension).__getitem__, dimension))


def _of_words(words: list[str], dimension: int) -> Floats:
    """Return the directions of words: half its own, half that of its groups of letters."""
    marked = [f"^{word}$" for word in words]
    groups = [[text[k : k + _GROUP] for k in range(len(text) - 2)] for text in marked]
    places = _numbered(groups)
    own = _directions([f"w{word}" for word in words], dimension)
    of_groups = _directions([f"t{group}" for group in places], dimension)
    members = [[places[group] for group in word] for word in groups]
    return _units(own + _units(row_sums(members, of_groups.__getitem__, dimension)))


def _numbered(lists: list[list[str]]) -> dict[str, int]:
    """Return numbers for the distinct strings of lists."""
    distinct = dict.fromkeys(text for texts in lists for text in texts)
    return {text: number for number, text in enumerate(distinct)}


def _directions(texts: Sequence[str], dimension: int) -> Floats:
    """Return vectors of length 1 whose signs are the bits of hashes."""
    size = -(-dimension // 8)
    hashes = b"".join([hashlib.shake_128(text.encode()).digest(size) for text in texts])
    rows = np.frombuffer(hashes, np.uint8).reshape(len(texts), size)
    signs = np.unpackbits(rows, axis=1, count=dimension).astype(np.float32) * 2 - 1
    return signs / np.float32(math.sqrt(dimension))


def _units(rows: Floats) -> Floats:
    # In doubles and without BLAS, so that every processor finds the same bytes.
    squares = np.add.reduce(np.square(rows, dtype=np.float64), axis=1)
    lengths = np.sqrt(squares).astype(np.float32)
    lengths[lengths == 0] = 1
    found: Floats = rows / lengths[:, None]
    return found
