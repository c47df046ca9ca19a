"""Every metric with every option keeps the laws that it declares.

The facts of a metric depend on its options, so each variant is held to its own. Where an alignment
is not proven, because a budget ended or hills were climbed, a better one may exist, and the laws
hold for the bounds only: such pairs are passed over.

A pair is drawn once for all variants of a metric, because drawing it takes longer than comparing it
does; what fails is told for each variant.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph, Metric, Score, metric
from tertium.metrics import REGISTRY
from tests.support.changes import inverted, renamed, shuffled
from tests.support.graphs import graphs
from tests.variants import variants, variants_of

TOLERANCE = 1e-9  # sums of floats in another order
every_metric = pytest.mark.parametrize("name", REGISTRY)
examples = settings(max_examples=8)


def score_of(chosen: Metric, gold: Graph, pred: Graph) -> Score:
    return chosen.score(chosen.compare(gold, pred))


def same(one: Score, other: Score) -> bool:
    """Return whether two scores are the same, or cannot be known to differ."""
    if not (one.proven and other.proven):
        return True
    return abs(one.value - other.value) <= TOLERANCE


@every_metric
@examples
@given(gold=graphs(), pred=graphs(prefix="y"))
def test_range_and_identity(name: str, gold: Graph, pred: Graph) -> None:
    assert [spec for spec in variants_of(name) if not in_range(metric(spec), gold, pred)] == []


def in_range(chosen: Metric, gold: Graph, pred: Graph) -> bool:
    score = score_of(chosen, gold, pred)
    numbers = (score.value, score.precision, score.recall, score.f1, score.upper)
    itself = score_of(chosen, gold, gold)
    return (
        all(number is None or 0 <= number <= 1 for number in numbers)
        and (score.upper is None or score.value <= score.upper)
        and (not chosen.identity or not itself.proven or itself.value >= 1 - TOLERANCE)
    )


@every_metric
@examples
@given(gold=graphs(), pred=graphs(prefix="y"))
def test_symmetry(name: str, gold: Graph, pred: Graph) -> None:
    assert [spec for spec in variants_of(name) if not symmetric(metric(spec), gold, pred)] == []


def symmetric(chosen: Metric, gold: Graph, pred: Graph) -> bool:
    if not chosen.symmetric:
        return True
    return same(score_of(chosen, gold, pred), score_of(chosen, pred, gold))


@every_metric
@examples
@given(gold=graphs(), pred=graphs(prefix="y"), data=st.data())
def test_invariances(name: str, gold: Graph, pred: Graph, data: st.DataObject) -> None:
    names, order, inversion = renamed(pred, data), shuffled(pred, data), inverted(pred)
    changed = (names, order, inversion)
    assert [s for s in variants_of(name) if not invariant(metric(s), gold, pred, changed)] == []


def invariant(chosen: Metric, gold: Graph, pred: Graph, changed: tuple[Graph, ...]) -> bool:
    expected = score_of(chosen, gold, pred)
    declared = (
        chosen.invariant_to_names,
        chosen.invariant_to_order,
        chosen.invariant_to_inversion,
    )
    return all(
        same(score_of(chosen, gold, graph), expected)
        for law, graph in zip(declared, changed, strict=True)
        if law
    )


@every_metric
@examples
@given(gold=graphs(), pred=graphs(prefix="y"))
def test_the_same_again_alone_and_in_a_batch(name: str, gold: Graph, pred: Graph) -> None:
    assert [spec for spec in variants_of(name) if not repeated(metric(spec), gold, pred)] == []


def repeated(chosen: Metric, gold: Graph, pred: Graph) -> bool:
    once = chosen.compare(gold, pred)
    return (
        chosen.deterministic
        and chosen.compare(gold, pred) == once
        and chosen.compare_many([pred, gold], [gold, pred], threads=2)[1] == once
        and chosen.values([gold], [pred]) == [chosen.score(once).value]
    )


def test_every_variant_belongs_to_a_metric() -> None:
    assert sorted(spec for name in REGISTRY for spec in variants_of(name)) == sorted(variants())


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
