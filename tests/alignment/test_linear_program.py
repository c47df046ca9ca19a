"""Linear programs in the exact search: they sharpen bounds and change no value.

    (t / thing :ARG0 (t2 / thing) :ARG0 (t3 / thing :ARG0 t2))

Only hard problems get that far, so these tests let programs be solved at once, in parts of any
size.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.solver import one_concept
from tertium import Graph, Solving, _native
from tertium.alignment import Aligner
from tertium.standard import SMATCH
from tests.reference.brute_force import best_match
from tests.support.corpora import bamboo
from tests.support.graphs import graphs

WEIGHTS = (1.0, 0.7, 1 / 3, 0.1)


def solved(aligner: Aligner, a: Graph, b: Graph, *, at_once: bool) -> tuple[int, float, float]:
    """Return the steps, the upper bound and the value of a search."""
    return _native.trace(aligner._fresh_options(), a, b, at_once)[-1]


@settings(max_examples=300, deadline=None)
@given(graphs(), graphs(prefix="y"))
def test_small_graphs_as_by_brute_force(a: Graph, b: Graph) -> None:
    _, upper, value = solved(Aligner(), a, b, at_once=True)
    assert upper == value == best_match(a, b, SMATCH)


@settings(max_examples=100, deadline=None)
@given(graphs(), graphs(prefix="y"), st.sampled_from([(), WEIGHTS]))
def test_with_real_weights_as_without_programs(
    a: Graph, b: Graph, weights: tuple[float, ...]
) -> None:
    aligner = Aligner(weights=weights)
    assert solved(aligner, a, b, at_once=True)[1:] == solved(aligner, a, b, at_once=False)[1:]


@pytest.mark.parametrize("seed", range(0, 20, 2))
def test_graphs_without_labels_as_without_programs(seed: int) -> None:
    """Here programs have much to do: bounds are far away and branches many."""
    a, b = one_concept(16, seed), one_concept(16, seed + 1)
    steps, upper, value = solved(Aligner(), a, b, at_once=True)
    assert upper == value == solved(Aligner(), a, b, at_once=False)[2]
    assert steps > 0


def test_an_interrupted_search_never_excludes_the_optimum() -> None:
    a, b = one_concept(16, 0), one_concept(16, 1)
    optimum = solved(Aligner(), a, b, at_once=False)[2]
    for budget in (1, 5, 20, 50, 100, 200, 500):
        _, upper, value = solved(Aligner(solving=Solving(budget=budget)), a, b, at_once=True)
        assert value <= optimum <= upper


def test_unrelated_sentences_as_without_programs() -> None:
    golds, preds = bamboo("para", "reify")
    pairs = [(golds[k], preds[(k + 1) % len(preds)]) for k in range(0, len(golds), 20)]
    for a, b in pairs:
        _, upper, value = solved(Aligner(), a, b, at_once=True)
        assert upper == value == solved(Aligner(), a, b, at_once=False)[2]
