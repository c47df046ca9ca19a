"""What an explanation marks as shared, triple by triple."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from tertium import Alignment, Graph, align, metric
from tertium.metrics import Smatch, SmatchPP, Wwlk
from tertium.metrics.explanation import Mark
from tests.golden import pairs
from tests.support.graphs import connected_graphs
from tests.support.marks import key_of, marked_words, marks
from tests.variants import variants


def by_alignment(graph: Graph, found: Alignment, side: int) -> list[Mark]:
    """Return the marks of an alignment's own lists: those that match, those of one graph alone."""
    shared = Counter(key_of(both[side]) for both in found.matched_triples)
    alone = Counter(map(key_of, (found.only_a, found.only_b)[side]))
    marks: list[Mark] = []
    for key in map(key_of, graph.triples):
        kind: Mark = "same" if shared[key] > 0 else "other" if alone[key] > 0 else ""
        (shared if kind == "same" else alone)[key] -= 1
        marks.append(kind)
    return marks


@pytest.mark.parametrize("chosen", [Smatch(), SmatchPP()], ids=lambda chosen: chosen.name)
def test_a_metric_that_aligns_is_marked_by_its_alignment(chosen: Smatch | SmatchPP) -> None:
    for gold, pred in zip(*(side[::8] for side in pairs()), strict=True):
        aligned, found = chosen.align(gold, pred), chosen.explain(gold, pred)
        assert marks(gold, found, "gold") == by_alignment(gold, aligned, 0)
        assert marks(pred, found, "pred") == by_alignment(pred, aligned, 1)


def test_wwlk_is_not_marked_by_smatchs_alignment() -> None:
    gold = Graph.from_penman("(d / drink-01 :quant 2 :ARG0 (k / kitten))")
    pred = Graph.from_penman("(c / cat :quant 2 :ARG0-of (s / slurp-01))")
    moved, aligned = Wwlk().explain(gold, pred), Smatch().explain(gold, pred)
    assert moved.mapping == {"d": "s", "k": "c"}
    assert aligned.mapping == {"d": "c"}
    assert marks(gold, moved, "gold") == ["other", "other", "", "other"]
    assert marks(gold, aligned, "gold") == ["other", "same", "other", "other"]


def test_wwlk_marks_nodes_that_move_at_no_cost() -> None:
    gold = Graph.from_penman("(a / and :op1 (b / boy :mod (t / tall)) :op2 (g / girl))")
    pred = Graph.from_penman("(a / and :op2 (g / girl) :op1 (b / boy :mod (o / old)))")
    for spec, edge in (("wwlk:k=0", ""), ("wwlk-e2n:k=0", "same")):
        found = metric(spec).explain(gold, pred)
        written = dict(zip(gold.triples, marks(gold, found, "gold"), strict=True))
        assert written["b", ":instance", "boy"] == "same"
        assert written["t", ":instance", "tall"] == "other"
        assert written["a", ":op2", "g"] == edge


def test_a_node_is_shared_if_most_of_it_moves_at_no_cost() -> None:
    gold = Graph.from_penman("(a / and :op1 (b / boy) :op2 (g / girl))")
    pred = Graph.from_penman("(a / and :op1 (b / boy) :op2 (g / girl) :op3 (t / tree))")
    found = metric("wwlk:k=0").explain(gold, pred)
    parts = {part.pred for part in found if part.gold == ("b", ":instance", "boy")}
    assert len(parts) > 1  # 1/3 leaves, but the other boy takes 1/4 only
    assert marks(gold, found, "gold") == ["same", "", "same", "", "same"]
    assert marks(pred, found, "pred") == ["same", "", "same", "", "same", "", "other"]


TWO_BOYS = "(a / and :op1 (b / boy) :op2 (s / see-01 :ARG0 (c / boy) :polarity - :ARG1-of 5))"
ONE_BOY = '(s / see-01 :ARG0 (c / boy :mod "c") :polarity - :ARG1-of 5)'


@pytest.mark.parametrize("spec", ["sembleu", "sembleu:reading=early", "sema"])
def test_equal_concepts_are_marked_as_often_as_both_have_them(spec: str) -> None:
    gold, pred = Graph.from_penman(TWO_BOYS), Graph.from_penman(ONE_BOY)
    found = metric(spec).explain(gold, pred)
    shared = ["see-01", ":ARG0", "boy", ":polarity", "-", ":ARG1-of", "5"]
    assert marked_words(gold, found, "gold", "same") == shared
    assert marked_words(gold, found, "gold", "other") == ["and", ":op1", "boy", ":op2"]
    assert marked_words(pred, found, "pred", "same") == shared
    assert marked_words(pred, found, "pred", "other") == [":mod", '"c"']


def test_a_feature_that_occurs_twice_is_one() -> None:
    gold, pred = Graph.from_penman(TWO_BOYS), Graph.from_penman(ONE_BOY)
    found = metric("wlk").explain(gold, pred)
    assert marked_words(gold, found, "gold", "same").count("boy") == 2


@pytest.mark.parametrize("spec", ["sembleu:n=1", "wlk:edges=no", "wwlk"])
def test_edges_are_plain_where_only_nodes_are_compared(spec: str) -> None:
    gold, pred = (Graph.from_penman(text) for text in (TWO_BOYS, "(s / see-01 :ARG0 (b / boy))"))
    found = metric(spec).explain(gold, pred)
    written = zip(gold.triples, marks(gold, found, "gold"), strict=True)
    variables = set(gold.variables)
    assert {mark for triple, mark in written if triple[2] in variables} == {""}


COUNTED = ("sembleu", "sema", "wlk")


@pytest.mark.parametrize("spec", [s for s in variants() if s.split(":")[0] in COUNTED])
@settings(max_examples=20, deadline=None)
@given(a=connected_graphs(), b=connected_graphs())
def test_shared_concepts_are_as_many_as_the_explanation_counts(
    spec: str, a: Graph, b: Graph
) -> None:
    found = metric(spec).explain(a, b)
    named = zip(found.gold.triples, found.names["gold"], strict=True)
    concepts = Counter(name for triple, name in named if triple[1] == ":instance")
    counted = 0
    for part in found:
        if part.shared and isinstance(part.gold, str) and part.gold in concepts:
            matched = [count for name, count in part.adds.items() if name.startswith("matched")]
            occurs = concepts[part.gold]
            counted += (
                min(occurs, round(matched[0])) if matched else occurs * ("value" in part.adds)
            )
    written = zip(a.triples, marks(a, found, "gold"), strict=True)
    assert sum(t[1] == ":instance" and mark == "same" for t, mark in written) == counted


@settings(max_examples=100, deadline=None)
@given(connected_graphs(), connected_graphs())
def test_marks_count_what_the_alignment_counts(a: Graph, b: Graph) -> None:
    found = align(a, b)
    marked_a = marks(a, Smatch().explain(a, b), "gold")
    top = sum(one[1] == ":TOP" for one, _ in found.matched_triples)
    assert marked_a.count("same") <= found.matched - top


@pytest.mark.parametrize("text", ["(b / boy)", "(b)", "(a / and :op1 a :op2 (b))"])
def test_a_graph_with_itself_is_all_the_same(text: str) -> None:
    graph = Graph.from_penman(text)
    for spec in variants():
        found = metric(spec).explain(graph, graph)
        assert marks(graph, found, "gold") == marks(graph, found, "pred")
        assert "other" not in marks(graph, found, "gold")
