"""Similarity of concepts: the built-in rules, and custom ones in their place."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from tertium import align
from tertium.alignment import Similarity, similarity_of
from tertium.alignment.vectors import Vectors
from tertium.alignment.word_vectors import WordVectors
from tertium.errors import InputError
from tertium.metrics import S2match

VECTORS = Vectors.from_mapping(
    {
        "cat": [1.0, 0.0, 0.0],
        "kitten": [0.6, 0.8, 0.0],
        "dog": [0.5, math.sqrt(0.75), 0.0],
        "anti": [-1.0, 0.0, 0.0],
        "run": [1.0, 0.0, 0.0],
        "runs": [0.0, 1.0, 0.0],
        "sprint": [0.0, 1.0, 0.0],
        "temporal": [0.0, 0.0, 1.0],
        "quantity": [1.0, 0.0, 0.0],
        "nil": [0.0, 0.0, 0.0],
    }
)
ROOT_HALF = math.sqrt(0.5)


def one(similarity: Similarity, a: str, b: str) -> float:
    values = np.asarray(similarity([a, b], np.array([0], np.int32), np.array([1], np.int32)))
    return float(values[0])


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("cat", "kitten", 0.6),
        ("cat", "dog", 0.0),  # 0.5 is not above the threshold
        ("cat", "anti", 0.0),
        ("cat", "zebra", 0.0),  # no vector
        ("zebra", "zebu", 0.0),
        ("cat", "nil", 0.0),  # a vector without direction
        ("run-01", "run-02", 0.25),  # the sense differs only
        ("run-01", "run", 0.25),
        ("zebra-01", "zebra-02", 0.25),  # also without a vector
        ("run", "cat", 1.0),
        ("run-01", "cat", 0.25 * ROOT_HALF),  # run + runs, and a predicate is involved
        ("run-01", "sprint-01", 0.25 * ROOT_HALF),
        ("temporal-quantity", "cat", ROOT_HALF),  # the parts' sum
        ("temporal-zebra", "temporal", 1.0),  # the parts that are known
        ("temporal-quantity-91", "cat", 0.0),  # the lemma of a predicate is looked up whole
        ("7", "cat", 0.0),
    ],
)
def test_rules(a: str, b: str, expected: float) -> None:
    similarity = WordVectors(VECTORS, threshold=0.5, sense=0.25)
    assert one(similarity, a, b) == pytest.approx(expected, abs=1e-6)
    assert one(similarity, b, a) == one(similarity, a, b)


def test_thresholds() -> None:
    assert one(WordVectors(VECTORS, 0.61, 0.5), "cat", "kitten") == 0
    assert one(WordVectors(VECTORS, 0.0, 0.5), "cat", "dog") == pytest.approx(0.5)
    assert one(WordVectors(VECTORS, 0.0, 0.5), "cat", "anti") == 0


class Recorder:
    """Says 0.5 to everything and remembers what it was asked."""

    signature = "recorder"

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def __call__(self, concepts: Sequence[str], first: object, second: object) -> object:
        pairs = zip(np.asarray(first), np.asarray(second), strict=True)
        asked = [(concepts[i], concepts[j]) for i, j in pairs]
        self.asked += asked
        return [0.5] * len(asked)


def test_each_pair_is_asked_once_and_in_one_order() -> None:
    recorder = Recorder()
    metric = S2match(similarity=recorder)  # type: ignore[arg-type]
    graphs = ["(d / dog :mod (c / cat))", "(c / cat :mod (d / dog))", "(c / cow)"]
    others = ["(c / cat)", "(c / cow)", "(c / cow)"]
    metric.compare_many(graphs + others, others + graphs)
    assert sorted(recorder.asked) == [("cat", "cow"), ("cat", "dog"), ("cow", "dog")]
    assert "similarity:recorder|solver" in metric.signature


def test_a_function_takes_the_place_of_word_vectors() -> None:
    synonyms = {frozenset(("foe", "enemy"))}
    similarity = similarity_of(lambda a, b: 0.75 * (frozenset((a, b)) in synonyms), "synonyms")
    found = align("(f / foe)", "(e / enemy)", similarity=similarity)
    assert found.matched == 1.75
    assert found.graded == ((("f", ":instance", "foe"), ("e", ":instance", "enemy"), 0.75),)
    assert align("(f / foe)", "(x / friend)", similarity=similarity).matched == 1


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (1.5, "the similarity odd of 'cat' and 'dog' is 1.5, not in"),
        (-0.1, "is -0.1, not in"),
        (float("nan"), "is nan, not in"),
    ],
)
def test_numbers_out_of_range_are_refused(value: float, message: str) -> None:
    with pytest.raises(InputError, match=message):
        align("(d / dog)", "(c / cat)", similarity=similarity_of(lambda a, b: value, "odd"))


def test_answers_of_the_wrong_shape_are_refused() -> None:
    class Wrong(Recorder):
        def __call__(self, concepts: Sequence[str], first: object, second: object) -> object:
            return [[0.5]]

    with pytest.raises(InputError, match=r"shape \(1, 1\) for 1 pairs"):
        align("(d / dog)", "(c / cat)", similarity=Wrong())  # type: ignore[arg-type]
