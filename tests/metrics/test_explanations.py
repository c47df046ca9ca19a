"""Every metric explains itself, and the explanation adds up: for every metric and option."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tertium import Convention, Graph, metric
from tertium.metrics import REGISTRY, Sembleu, Wwlk
from tertium.metrics.aligning import Aligning
from tertium.metrics.custom import of_function
from tests.golden import pairs
from tests.support.corpora import bamboo
from tests.support.graphs import graphs
from tests.variants import variants, variants_of

TOLERANCE = 1e-9  # graded matches are counted in fixed point, sums of floats in another order


def check(spec: str, gold: Graph, pred: Graph) -> None:
    """Recompute a score from what explains it."""
    chosen = metric(spec)
    counted = chosen.compare(gold, pred)
    found = chosen.explain(gold, pred)
    assert found.statistics.names == counted.names, spec
    assert found.statistics.values == pytest.approx(counted.values, abs=TOLERANCE)
    assert found.score.value == pytest.approx(chosen.score(counted).value, abs=TOLERANCE)


@pytest.mark.parametrize("name", REGISTRY)
@settings(max_examples=8)
@given(gold=graphs(), pred=graphs(prefix="y"))
def test_contributions_add_up_on_odd_graphs(name: str, gold: Graph, pred: Graph) -> None:
    for spec in variants_of(name):  # a pair takes longer to draw than to explain
        check(spec, gold, pred)


@pytest.mark.parametrize("spec", variants())
def test_contributions_add_up_on_sentences(spec: str) -> None:
    golds, preds = pairs()
    for gold, pred in zip(golds[::16], preds[::16], strict=True):
        check(spec, gold, pred)


@pytest.mark.parametrize("name", REGISTRY)
def test_contributions_add_up_on_parsed_sentences(name: str) -> None:
    golds, preds = bamboo("sts")
    for gold, pred in zip(golds[:400:8], preds[:400:8], strict=True):
        check(name, gold, pred)


@pytest.mark.parametrize("reading", ["paper", "public", "verbatim", "early"])
def test_the_k_grams_that_are_listed_are_those_that_are_scored(reading: str) -> None:
    """Version 0.1.0 listed others for two of the readings."""
    chosen = metric(f"sembleu:reading={reading}")
    assert isinstance(chosen, Sembleu)
    text = "(xv0 / see-01 :ARG0 xv1 :ARG1 (xv1 / boy :ARG0-of (g / go-02 :mod (xv2 / tall))))"
    counted = chosen.compare(text, text)
    listed = chosen.ngrams(text)
    assert [len(grams) for grams in listed] == [counted[f"gold_{k}"] for k in (1, 2, 3)]
    explained = [part.gold for part in chosen.explain(text, text)]
    assert {gram for grams in listed for gram in grams} == set(explained)


@pytest.mark.parametrize("mode", ["transport", "precision", "recall"])
def test_a_transport_plan_costs_what_the_value_says(mode: str) -> None:
    """Version 0.1.0 said 0.4717 for a plan whose flow and cost gave 0.4209."""
    chosen = metric(f"wwlk:mode={mode}")
    assert isinstance(chosen, Wwlk)
    for gold, pred in list(zip(*pairs(), strict=True))[:40]:
        plan = chosen.align(gold, pred)
        assert plan.flow.sum() == pytest.approx(1)
        assert 1 - (plan.flow * plan.cost).sum() / 2 == pytest.approx(plan.value, abs=TOLERANCE)
        assert plan.value == chosen.values([gold], [pred])[0]


@pytest.mark.parametrize("spec", ["smatch:solver=climb", "smatch:budget=0", "smatch++", "s2match"])
def test_an_alignment_is_the_one_that_is_counted(spec: str) -> None:
    chosen = metric(spec)
    assert isinstance(chosen, Aligning)
    for gold, pred in list(zip(*pairs(), strict=True))[:80]:
        found, counted = chosen.align(gold, pred), chosen.compare(gold, pred)
        assert (found.matched, found.upper) == (counted["matched"], counted["upper"])
        assert sum(found.earned) == pytest.approx(found.matched, abs=TOLERANCE)


QUOTED = '(c / cat :op1 "C" :mod "c" :ARG0-of (b / be-01 :ARG1 c :ARG2-of 5))'
"""Without quotes, two of the constants look like a variable."""


@pytest.mark.parametrize("spec", variants())
def test_constants_that_are_named_like_variables(spec: str) -> None:
    graph = Graph.from_penman(QUOTED)
    check(spec, graph, graph)
    chosen = metric(spec)
    assert {mark for _, mark in chosen.explain(graph, graph).triples("gold")} <= {"same", ""}


def test_a_node_that_moves_is_named_by_its_own_triple() -> None:
    graph = Graph.from_penman(QUOTED)
    moves = [part.gold for part in metric("wwlk").explain(graph, graph)]
    assert moves == [
        ("c", ":instance", "cat"),
        ("b", ":instance", "be-01"),
        ("c", ":op1", "c"),
        ("c", ":domain-of", "c"),
        ("b", ":arg2-of", "5"),
    ]


@pytest.mark.parametrize("spec", variants())
def test_a_metric_knows_whether_it_explains_parts(spec: str) -> None:
    chosen = metric(spec)
    kinds = {part.kind for part in chosen.explain(QUOTED, "(c / cat)")}
    assert chosen.explains_parts == ("pair" not in kinds)


def test_a_function_explains_no_parts() -> None:
    own = of_function(lambda gold, pred: 0.5, "half")
    assert not own.explains_parts
    found = own.explain("(b / boy)", "(g / girl)")
    assert [part.kind for part in found] == ["pair"]
    assert found.triples("gold") == [(("b", ":instance", "boy"), "")]


@pytest.mark.parametrize("spec", ["wwlk", "wwlk-e2n", "sembleu", "wlk", "sema", "smatch"])
def test_a_constant_that_looks_like_a_variable(spec: str) -> None:
    graph = Graph.from_penman('(c / cat :op1 "C" :ARG0 (d / dog :mod "d"))')
    standard = Convention(top="none").apply(graph)  # without quotes
    check(spec, standard, standard)
    check(spec, graph, standard)
