"""Every metric with every option keeps the laws that it declares.

The facts of a metric depend on its options, so each variant is held to its own. Where an alignment
is not proven, because a budget ended or hills were climbed, a better one may exist, and the laws
hold for the bounds only: such pairs are passed over.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph, Metric, Score, metric
from tests.support.changes import inverted, renamed, shuffled
from tests.support.graphs import graphs
from tests.variants import variants

TOLERANCE = 1e-9  # sums of floats in another order
every_variant = pytest.mark.parametrize("spec", variants())
examples = settings(max_examples=8)


def score_of(chosen: Metric, gold: Graph, pred: Graph) -> Score:
    return chosen.score(chosen.compare(gold, pred))


def same(chosen: Metric, one: Score, other: Score) -> bool:
    """Return whether two scores are the same, or cannot be known to differ."""
    if not (one.proven and other.proven):
        return True
    return one.value == pytest.approx(other.value, abs=TOLERANCE)


@every_variant
@examples
@given(gold=graphs(), pred=graphs(prefix="y"))
def test_range_and_identity(spec: str, gold: Graph, pred: Graph) -> None:
    chosen = metric(spec)
    score = score_of(chosen, gold, pred)
    for number in (score.value, score.precision, score.recall, score.f1, score.upper):
        assert number is None or 0 <= number <= 1
    assert score.upper is None or score.value <= score.upper
    itself = score_of(chosen, gold, gold)
    if chosen.identity and itself.proven:
        assert itself.value == pytest.approx(1, abs=TOLERANCE)


@every_variant
@examples
@given(gold=graphs(), pred=graphs(prefix="y"))
def test_symmetry(spec: str, gold: Graph, pred: Graph) -> None:
    chosen = metric(spec)
    if chosen.symmetric:
        assert same(chosen, score_of(chosen, gold, pred), score_of(chosen, pred, gold))


@every_variant
@examples
@given(gold=graphs(), pred=graphs(prefix="y"), data=st.data())
def test_invariances(spec: str, gold: Graph, pred: Graph, data: st.DataObject) -> None:
    chosen = metric(spec)
    expected = score_of(chosen, gold, pred)
    changes = [
        (chosen.invariant_to_names, renamed(pred, data)),
        (chosen.invariant_to_order, shuffled(pred, data)),
        (chosen.invariant_to_inversion, inverted(pred)),
    ]
    for declared, changed in changes:
        if declared:
            assert same(chosen, score_of(chosen, gold, changed), expected)


@every_variant
@examples
@given(gold=graphs(), pred=graphs(prefix="y"))
def test_the_same_again_alone_and_in_a_batch(spec: str, gold: Graph, pred: Graph) -> None:
    chosen = metric(spec)
    once = chosen.compare(gold, pred)
    assert chosen.deterministic
    assert chosen.compare(gold, pred) == once
    assert chosen.compare_many([pred, gold], [gold, pred], threads=2)[1] == once
    assert chosen.values([gold], [pred]) == [chosen.score(once).value]


def test_facts_that_options_change() -> None:
    assert metric("wwlk").symmetric
    assert not metric("wwlk:mode=precision").symmetric
    assert not metric("sembleu").symmetric
    assert metric("sembleu:symmetric=yes").symmetric
    assert metric("sembleu:reading=public").invariant_to_inversion
    assert not metric("sembleu:reading=early").invariant_to_inversion
    assert not metric("sembleu:reading=verbatim").invariant_to_order
    assert metric("wlk").invariant_to_order
    assert not metric("wlk:preset=paper").invariant_to_order
    assert metric("smatch:aspect=srl").symmetric
    assert not metric("smatch:aspect=srl,aspect_alignment=one").symmetric
