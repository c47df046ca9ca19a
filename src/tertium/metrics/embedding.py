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

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from threading import Lock
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
        self._lock = Lock()
        self._forget()

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
        with self._lock:
            self._learn(labels)
            places = np.array([self._places[label] for label in labels], dtype=np.intp)
            known = self._rows[places]
        out = np.repeat(known[None], samples, axis=0)
        unknown = (places == 0).nonzero()[0]
        for sample in range(samples) if unknown.size else ():
            out[sample, unknown] = self._drawn([labels[i] for i in unknown], sample, seed)
        return out

    def _forget(self) -> None:
        # Rows of the labels seen so far. Row 0 stands for all labels without a known word.
        self._places: dict[str, int] = {}
        self._rows: Array = np.zeros((1, self.vectors.dimension))
        self._used = 1

    def _learn(self, labels: Sequence[str]) -> None:
        """Look up the labels that were not seen before, all at once."""
        new = [label for label in dict.fromkeys(labels) if label not in self._places]
        if new and len(self._places) + len(new) > _CACHED:
            self._forget()
            new = list(dict.fromkeys(labels))
        # Grouped by how many words a label has, so that one call of numpy serves many labels.
        words: defaultdict[int, list[tuple[str, list[str]]]] = defaultdict(list)
        for label in new:
            found = self.words(label)
            words[len(found)].append((label, found))
        for label, _ in words.pop(0, ()):
            number = self._number(label)
            self._keep([label], np.empty((0, 0)) if number is None else number[None])
        for group in words.values():
            self._keep_means([label for label, _ in group], [found for _, found in group])

    def _keep_means(self, labels: Sequence[str], words: list[list[str]]) -> None:
        """Keep the mean of equally many words for each label; one of zeros has no direction."""
        places = [self.vectors.place(word) for found in words for word in found]
        rows = self.vectors.take([place for place in places if place is not None])
        means = rows.astype(np.float64).reshape(len(labels), len(words[0]), -1).mean(axis=1)
        lengths = _lengths(means)
        good = lengths > 0
        scaled = means if self.keep_lengths else means / np.where(good, lengths, 1)[:, None]
        self._keep([label for label, has in zip(labels, good, strict=True) if has], scaled[good])
        self._keep([label for label, has in zip(labels, good, strict=True) if not has], scaled[:0])

    def _keep(self, labels: Sequence[str], rows: Array) -> None:
        """Keep a row for each label, or that there is none."""
        if not len(rows):
            self._places.update(dict.fromkeys(labels, 0))
            return
        end = self._used + len(rows)
        if end > len(self._rows):
            self._rows = np.resize(self._rows, (2 * end, self._rows.shape[1]))
        self._rows[self._used : end] = rows
        self._places.update(zip(labels, range(self._used, end), strict=True))
        self._used = end

    def _number(self, label: str) -> Array | None:
        """Return the vector of a number, None if it has a direction of its own."""
        if self.lookup == "whole" or (self.lookup == "parts" and len(label) > 1):
            return None
        words = numeral(label)
        if not words or not all(word in self.vectors for word in words):
            return None
        mean: Array = np.mean(np.array([self.vectors.get(w) for w in words], np.float64), axis=0)
        length = float(_lengths(mean))
        if length == 0:
            return None
        if self.lookup == "parts" or float(label.replace(",", "")) > _PURE:
            own = 2 * draw(f"label {label}", 0, self.vectors.dimension) - 1
            mixed = mean / length + own / _lengths(own)
            mean = mixed * (length / _lengths(mixed))
        return mean if self.keep_lengths else mean / length

    def _drawn(self, labels: Sequence[str], sample: int, seed: int) -> Array:
        seeds = [_seeded(f"label {label}", seed) for label in labels]
        vectors: Array = 2 * draws(seeds, sample, self.vectors.dimension) - 1
        return UNKNOWN * vectors if self.keep_lengths else vectors / _lengths(vectors)[:, None]


def _lengths(vectors: Array) -> Array:
    # Not ``vectors @ vectors``: its last bits depend on the kind of processor.
    lengths: Array = np.sqrt(np.sum(vectors * vectors, axis=-1))
    return lengths


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
    count = _DRAWS if kind in ("smallest", "wide") else 1
    seeds = [_seeded(f"role {role}", seed) for role in roles]
    rows = [draws(seeds, sample, 2 * count) for sample in range(samples)]
    drawn = np.array(rows).reshape(samples, len(roles), 2, count)
    first = np.array([role in _FIRST for role in roles])[:, np.newaxis]
    weights: Array = low + (high - low) * np.where(first, drawn[..., 0], drawn.min(axis=3))
    for place, role in enumerate(roles) if kind == "tuned" else ():
        for way in (0, 1):
            weights[:, place, way] = _TUNED.get((role, way), weights[:, place, way])
    return weights


def _seeded(text: str, seed: int) -> str:
    return f"{text} {seed}" if seed else text


def draw(seed: str, sample: int, count: int) -> Array:
    """Return *count* numbers from [0, 1) that depend on nothing but the arguments."""
    numbers: Array = draws([seed], sample, count)[0]
    return numbers


def draws(seeds: Sequence[str], sample: int, count: int) -> Array:
    """Return what `draw` returns for each of many seeds, a row each (SplitMix64)."""
    keys = [
        blake2b(f"{sample} {seed}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
        for seed in seeds
    ]
    steps = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    state = np.frombuffer(b"".join(keys), dtype="<u8").astype(np.uint64)[:, None] + steps
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    numbers: Array = ((state ^ (state >> np.uint64(31))) >> np.uint64(11)) / 2.0**53
    return numbers
