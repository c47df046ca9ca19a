"""What holds for the edits of any pair: they are all of the difference, and they add up."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tertium
from tertium import Graph, Script, diff, metric
from tertium.explain import diff_many
from tests.reference.mending import rescored
from tests.support import edits as laws
from tests.support.changes import renamed, shuffled
from tests.support.corpora import bamboo, corpora
from tests.support.edits import ADDING, COUNTING
from tests.support.graphs import graphs


@lru_cache(1)
def little_prince() -> list[tuple[Graph, Graph]]:
    folder = corpora() / "data" / "little-prince"
    gold, *systems = (tertium.read(folder / f"{name}.amr") for name in ("gold", "jamr", "camr"))
    return [(g, p) for system in systems for g, p in zip(gold, system, strict=True)]


def sample(name: str, size: int) -> list[tuple[Graph, Graph]]:
    """Return some pairs of a corpus, always the same."""
    pairs = little_prince() if name == "little-prince" else list(zip(*bamboo(name), strict=True))
    return random.Random(0).sample(pairs, size)


def check(script: Script, *, counting: bool) -> None:
    """Check that edits partition what does not match, that costs add up, and mending works."""
    assert laws.partition(script, counting=counting) == ""
    assert laws.costs(script) == ""
    if counting:
        matched, gold, pred = rescored(script, script.edits)
        assert matched == gold == pred


@settings(max_examples=60, deadline=None)
@given(graphs(prefix="x"), graphs(prefix="y"), st.sampled_from(ADDING))
def test_costs_add_up_on_odd_graphs(gold: Graph, pred: Graph, name: str) -> None:
    script = diff(gold, pred, name)
    check(script, counting=name in COUNTING)
    value = metric(name).score(metric(name).compare(gold, pred)).value
    assert script.score.value == pytest.approx(value, abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(graphs(prefix="x"), graphs(prefix="y"), st.randoms(use_true_random=False))
def test_a_gain_is_what_scoring_again_gives(gold: Graph, pred: Graph, rng: random.Random) -> None:
    script = diff(gold, pred, rng.choice(COUNTING))
    assert laws.gain(script, laws.some(script, rng)) == ""


@settings(max_examples=60, deadline=None)
@given(graphs(prefix="x"), graphs(prefix="y"), st.sampled_from(COUNTING))
def test_swapping_sides_swaps_missing_and_spurious(gold: Graph, pred: Graph, name: str) -> None:
    assert laws.swapping(diff(gold, pred, name)) == ""


@settings(max_examples=60, deadline=None)
@given(graphs(prefix="x"), graphs(prefix="y"), st.sampled_from(COUNTING), st.data())
def test_the_way_of_writing_does_not_matter(
    gold: Graph, pred: Graph, name: str, data: st.DataObject
) -> None:
    one, other = (renamed(shuffled(graph, data), data) for graph in (gold, pred))
    assert laws.codes(diff(gold, pred, name)) == laws.codes(diff(one, other, name))


@pytest.mark.parametrize("name", ADDING)
def test_laws_on_little_prince(name: str) -> None:
    pairs = sample("little-prince", 60)
    for script in diff_many([g for g, _ in pairs], [p for _, p in pairs], name):
        check(script, counting=name in COUNTING)


@pytest.mark.parametrize("task", ["sts", "sick", "para"])
def test_laws_on_bamboo(task: str) -> None:
    for gold, pred in sample(task, 30):
        check(diff(gold, pred), counting=True)


@pytest.mark.parametrize("name", ["smatch", "smatch#"])
def test_gains_swaps_and_writings_on_little_prince(name: str) -> None:
    rng = random.Random(0)
    for gold, pred in sample("little-prince", 60):
        script = diff(gold, pred, name)
        assert laws.gain(script, laws.some(script, rng)) == ""
        assert laws.swapping(script) == ""
        assert laws.writing(script, rng) == ""


@pytest.mark.parametrize("name", ADDING)
def test_all_edits_applied_give_the_gold(name: str) -> None:
    for gold, pred in sample("little-prince", 40):
        assert laws.mending(diff(gold, pred, name)) == ""


@pytest.mark.parametrize("name", COUNTING)
@pytest.mark.parametrize(
    ("gold", "pred"),
    [
        ("(e / equal-01 :ARG1 (s / sum-of :op1 3 :op2 2) :ARG2 5)", "(5 / equal-01 :ARG1 5)"),
        ("(5 / equal-01 :ARG1 (x / thing))", "(e / equal-01 :ARG1 5)"),
        ("(a / and :op1 b :op2 (c / cat))", "(b / and :op1 c)"),
    ],
)
def test_a_variable_may_be_called_like_a_value(gold: str, pred: str, name: str) -> None:
    script = diff(gold, pred, name)
    check(script, counting=True)
    assert laws.mending(script) == ""
    for edit in script:  # what is left are the other edits
        left = diff(gold, script.apply([edit]), name)
        gained = script.score.value + script.gain([edit])
        assert left.score.value == pytest.approx(gained, abs=1e-12)


@pytest.mark.parametrize("name", ADDING)
def test_mending_keeps_the_way_an_edge_is_written(name: str) -> None:
    """smatch reads ``:mod`` as ``:domain`` from the other end, and ``:mod-of`` as it is."""
    gold = "(p / person :mod-of (u / union) :consist-of (s / steel) :ARG0-of (t / teach-01))"
    script = diff(gold, "(p / person :domain (u / union))", name)
    assert script.edits
    assert laws.mending(script) == ""


def test_a_copy_goes_with_what_it_is_a_copy_of() -> None:
    twice = "(s / swim-01 :path (w / water) :path w :ARG0 (b / boy))"
    (copy,) = diff(twice, "(s / swim-01 :path (w / water) :ARG0 (b / boy))")
    assert (copy.code, copy.detail) == ("M:notation", "copy")
    (node,) = diff(twice, "(s / swim-01 :ARG0 (b / boy))")
    assert (node.code, node.size) == ("M:node", 3)
    (edge,) = diff(twice, "(s / swim-01 :ARG0 (b / boy :part (w / water)))").by("class")[
        "attachment"
    ]
    assert (edge.code, edge.size) == ("R:attachment", 3)
    (back,) = diff("(s / swim-01 :ARG0 (b / boy))", twice)
    assert (back.code, back.size) == ("U:node", 3)


def test_roots_have_no_first() -> None:
    """smatch# reads a graph from all of its roots; which one the text begins with is no sign."""
    gold = "(r / reply-01 :ARG0 (p / person :ARG0-of (t / tipple-01)) :ARG2 (d / drink-01 :ARG0 p))"
    pred = (
        "(t / tipple :ARG1-of (r / reply-01 :ARG0 (i / i :ARG1-of (d / drink-01 :ARG0 (a / air)))))"
    )
    script = diff(gold, pred, "smatch#")
    assert len(script) > 2
    for seed in range(20):
        assert laws.writing(script, random.Random(seed)) == ""


def test_an_unproven_alignment_is_said() -> None:
    gold, pred = max(sample("little-prince", 60), key=lambda pair: len(pair[0]) + len(pair[1]))
    script = diff(gold, pred, "smatch:budget=0")
    assert not script.proven
    words = " ".join(str(script).split())
    assert "not proven" in words
    assert "lower bounds" in words
    check(script, counting=True)


def test_edits_of_notation_keep_the_meaning() -> None:
    """Applied, they leave the canonical form unchanged, apart from the top."""
    golds, preds = zip(*little_prince(), strict=True)
    found = [broken for script in diff_many(golds, preds) for broken in laws.notation(script)]
    assert len(found) > 20
    assert not any(found)
