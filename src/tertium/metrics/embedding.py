"""Vectors for the labels of nodes, and weights for roles.

    drink-01   -> the vector of "drink"            make-up-08 -> that of "make-up", else the mean of
    "New York" -> the mean of "new" and "york"                   "make" and "up"
    xqzt       -> a direction that the label itself determines

A label is looked up without its sense; if it is no word, its parts are. A label without any known
word gets a direction of its own, drawn with the label as the seed: so the same pair has the same
value in any order, file and process. Every vector is scaled to length 1, or keeps its length; then
a label without a known word gets a short one, as in the public tool. Weights of roles are drawn in
the same way, from 0.2 to 0.35, the range of the public tool. Further samples of both draw with the
number of the sample beside the label.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from tertium.alignment.vectors import Vectors

if TYPE_CHECKING:
    from tertium._types import Array

WEIGHTS = (0.2, 0.35)
"""Between what random weights of roles lie."""

UNKNOWN = 0.05
"""How far from 0 each number of an unknown label's vector may be, where lengths are kept."""

_SENSE = re.compile(r"(-\d+)+$")
_BREAK = re.compile(r"[-_\s]+")
_CACHED = 200_000  # labels; more would only be a heap of numbers that occur once


class LabelVectors:
    """Vectors for labels, of length 1 unless their lengths are kept.

    >>> table = LabelVectors(Vectors.from_mapping({"make": [1.0, 0.0], "up": [0.0, 2.0]}))
    >>> table.words("make-up-08"), table.words("up"), table.words("xqzt")
    (['make', 'up'], ['up'], [])
    """

    def __init__(self, vectors: Vectors, keep_lengths: bool = False) -> None:
        self.vectors = vectors
        self.keep_lengths = keep_lengths
        self._known: dict[str, Array | None] = {}

    def words(self, label: str) -> list[str]:
        """Return the words whose mean is the vector of *label*; none if no part is known."""
        plain = _SENSE.sub("", label.removeprefix(":"))
        parts = [plain] if plain in self.vectors else _BREAK.split(plain)
        return [part for part in parts if part in self.vectors]

    def matrix(self, labels: Sequence[str], samples: int = 1) -> Array:
        """Return samples × labels × dimension; samples differ in labels without a word only."""
        known = [self._lookup(label) for label in labels]
        out = np.empty((samples, len(labels), self.vectors.dimension))
        for row, vector in enumerate(known):
            for sample in range(samples):
                out[sample, row] = self._drawn(labels[row], sample) if vector is None else vector
        return out

    def _lookup(self, label: str) -> Array | None:
        if label not in self._known:
            if len(self._known) >= _CACHED:
                self._known.clear()
            self._known[label] = self._mean(label)
        return self._known[label]

    def _mean(self, label: str) -> Array | None:
        found = [self.vectors.get(word) for word in self.words(label)]
        if not found:
            return None
        mean: Array = np.mean(np.array(found, dtype=np.float64), axis=0)
        length = float(np.sqrt(mean @ mean))
        if length == 0:
            return None
        return mean if self.keep_lengths else mean / length

    def _drawn(self, label: str, sample: int) -> Array:
        vector = 2 * draw(f"label {label}", sample, self.vectors.dimension) - 1
        return UNKNOWN * vector if self.keep_lengths else vector / np.sqrt(vector @ vector)


@lru_cache(maxsize=4)
def label_vectors(vectors: Vectors, keep_lengths: bool = False) -> LabelVectors:
    """Return the one table of labels for *vectors*, which remembers what it has looked up."""
    return LabelVectors(vectors, keep_lengths)


def role_weights(roles: Sequence[str], samples: int = 1) -> Array:
    """Return samples × roles × 2: the weight along the edge, and against it."""
    low, high = WEIGHTS
    rows = [[draw(f"role {role}", sample, 2) for role in roles] for sample in range(samples)]
    return low + (high - low) * np.array(rows).reshape(samples, len(roles), 2)


def draw(seed: str, sample: int, count: int) -> Array:
    """Return *count* numbers from [0, 1) that depend on nothing but the arguments (SplitMix64)."""
    key = hashlib.blake2b(f"{sample} {seed}".encode("utf-8", "surrogatepass"), digest_size=8)
    state = np.array([int.from_bytes(key.digest(), "little")], dtype=np.uint64)
    state = state + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return ((state ^ (state >> np.uint64(31))) >> np.uint64(11)) / 2.0**53
