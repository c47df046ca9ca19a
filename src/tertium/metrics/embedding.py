"""Vectors for the labels of nodes, and weights for roles.

    drink-01   -> the vector of "drink"            make-up-08 -> that of "make-up", else the mean of
    "New York" -> the mean of "new" and "york"                   "make" and "up"
    xqzt       -> a direction that the label itself determines

A label is looked up without its sense, in one of the ways of `Lookup`. A label without any known
word gets a direction of its own, drawn with the label as the seed: so the same pair has the
same value in any order, file and process. Every vector is scaled to length 1, or keeps its length;
then a label without a known word gets a short one, as in the public tool. Weights of roles are
drawn in the same way, see `role_weights`. Further samples of both draw with the number of the
sample beside the label, other seeds with the seed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from tertium.alignment.vectors import Vectors
from tertium.metrics.numerals import numeral

if TYPE_CHECKING:
    from tertium._types import Array

Lookup = Literal["parts", "whole", "public"]
"""How the words of a label are found.

``whole``: a label without its sense, or if that is not a word, its parts. A number is unknown.
``parts``: the same, but predicates are always taken apart: ``pick-up-04`` is *pick* and *up*, not a
pick-up. A digit is halfway between its word and a direction of its own. Longer numbers and the
minus of ``:polarity -`` have a direction of their own: other numbers are other facts, and negation
is not a dash.
``public``: as the public tool does, all labels are taken apart, and the minus is *false*, *not* and
*untrue*. A number, of which the tool has a vector, has that of its words up to 20, ``2`` of *two*,
``1.5`` of *one point five*; larger ones are halfway between these and a direction of their own.
"""

Weights = Literal["tuned", "drawn", "smallest", "wide"]
"""How roles get their weights, see `role_weights`."""

WEIGHTS = (0.2, 0.35)
"""Between what random weights of roles lie, as in the public tool."""

_RANGES: dict[Weights, tuple[float, float]] = {
    "tuned": (-0.1, 0.5),
    "drawn": WEIGHTS,
    "smallest": WEIGHTS,
    "wide": (0.0, 1.0),
}
_TUNED = {("arg0", 0): 3.0, ("arg1", 1): 3.0}  # along the edge, against it; chosen on dev
_MINUS: dict[Lookup, tuple[str, ...]] = {
    "parts": (),
    "whole": ("-",),
    "public": ("false", "not", "untrue"),
}
_PURE = 20  # the largest number that its words stand for
_DRAWS = 10  # of which the public tool takes the smallest
_FIRST = ("arg0", "arg1")  # but for two roles, the first that it counts, it takes the first draw

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

    def __init__(
        self, vectors: Vectors, keep_lengths: bool = False, lookup: Lookup = "whole"
    ) -> None:
        self.vectors = vectors
        self.keep_lengths = keep_lengths
        self.lookup = lookup
        self._known: dict[str, Array | None] = {}

    def words(self, label: str) -> list[str]:
        """Return the words whose mean is the vector of *label*; none if no part is known."""
        if label == "-":
            return [word for word in _MINUS[self.lookup] if word in self.vectors]
        plain = _SENSE.sub("", label.removeprefix(":"))
        apart = self.lookup == "public" or (self.lookup == "parts" and plain != label)
        whole = plain in self.vectors and not (apart and _BREAK.search(plain))
        parts = [plain] if whole else _BREAK.split(plain)
        found = [part for part in parts if part in self.vectors]
        return found or ([plain] if plain in self.vectors else [])

    def matrix(self, labels: Sequence[str], samples: int = 1, seed: int = 0) -> Array:
        """Return samples × labels × dimension; samples and seeds differ in unknown labels only."""
        known = [self._lookup(label) for label in labels]
        out = np.empty((samples, len(labels), self.vectors.dimension))
        for row, vector in enumerate(known):
            for sample in range(samples):
                out[sample, row] = (
                    self._drawn(labels[row], sample, seed) if vector is None else vector
                )
        return out

    def _lookup(self, label: str) -> Array | None:
        if label not in self._known:
            if len(self._known) >= _CACHED:
                self._known.clear()
            self._known[label] = self._mean(label)
        return self._known[label]

    def _mean(self, label: str) -> Array | None:
        words = self.words(label)
        if not words:
            return self._number(label)
        mean: Array = np.mean(np.array([self.vectors.get(w) for w in words], np.float64), axis=0)
        length = float(np.sqrt(mean @ mean))
        if length == 0:
            return None
        return mean if self.keep_lengths else mean / length

    def _number(self, label: str) -> Array | None:
        """Return the vector of a number, None if it has a direction of its own."""
        words = [] if self.lookup == "whole" else numeral(label)
        if not words or not all(word in self.vectors for word in words):
            return None
        if self.lookup == "parts" and len(label) > 1:
            return None
        mean: Array = np.mean(np.array([self.vectors.get(w) for w in words], np.float64), axis=0)
        length = float(np.sqrt(mean @ mean))
        if length == 0:
            return None
        if self.lookup == "parts" or float(label.replace(",", "")) > _PURE:
            own = 2 * draw(f"label {label}", 0, self.vectors.dimension) - 1
            mixed = mean / length + own / np.sqrt(own @ own)
            mean = mixed * (length / np.sqrt(mixed @ mixed))
        return mean if self.keep_lengths else mean / length

    def _drawn(self, label: str, sample: int, seed: int) -> Array:
        vector = 2 * draw(_seeded(f"label {label}", seed), sample, self.vectors.dimension) - 1
        return UNKNOWN * vector if self.keep_lengths else vector / np.sqrt(vector @ vector)


@lru_cache(maxsize=4)
def label_vectors(
    vectors: Vectors, keep_lengths: bool = False, lookup: Lookup = "whole"
) -> LabelVectors:
    """Return the one table of labels for *vectors*, which remembers what it has looked up."""
    return LabelVectors(vectors, keep_lengths, lookup)


def role_weights(
    roles: Sequence[str], samples: int = 1, kind: Weights = "drawn", seed: int = 0
) -> Array:
    """Return samples × roles × 2: the weight along the edge, and against it.

    ``drawn``: from 0.2 to 0.35. ``smallest``: the smallest of ten such draws. ``wide``: the
    smallest of ten draws from 0 to 1. Both have the first of the ten draws for ``arg0`` and
    ``arg1``: the public tool wants the draw that lowers the entropy of all weights so far, which is
    the smallest one; of fewer than two weights the entropy is 0 whatever is drawn. ``tuned``: from
    -0.1 to 0.5, but 3 for ``arg0`` along the edge and for ``arg1`` against it.
    """
    low, high = _RANGES[kind]
    draws = _DRAWS if kind in ("smallest", "wide") else 1
    rows = [
        [draw(_seeded(f"role {role}", seed), sample, 2 * draws) for role in roles]
        for sample in range(samples)
    ]
    drawn = np.array(rows).reshape(samples, len(roles), 2, draws)
    first = np.array([role in _FIRST for role in roles])[:, np.newaxis]
    weights: Array = low + (high - low) * np.where(first, drawn[..., 0], drawn.min(axis=3))
    for place, role in enumerate(roles) if kind == "tuned" else ():
        for way in (0, 1):
            weights[:, place, way] = _TUNED.get((role, way), weights[:, place, way])
    return weights


def _seeded(text: str, seed: int) -> str:
    return f"{text} {seed}" if seed else text


def draw(seed: str, sample: int, count: int) -> Array:
    """Return *count* numbers from [0, 1) that depend on nothing but the arguments (SplitMix64)."""
    key = hashlib.blake2b(f"{sample} {seed}".encode("utf-8", "surrogatepass"), digest_size=8)
    state = np.array([int.from_bytes(key.digest(), "little")], dtype=np.uint64)
    state = state + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return ((state ^ (state >> np.uint64(31))) >> np.uint64(11)) / 2.0**53
