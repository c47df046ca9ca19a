"""What holds for the edits of any pair: they are all of the difference, and they add up."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tertium
from tertium import Graph, Script, diff, metric
from tertium.explain import diff_many
from tests.reference.mending import rescored
from tests.support.changes import renamed, shuffled
from tests.support.corpora import bamboo, corpora
from tests.support.graphs import graphs

COUNTING = ["smatch", "smatch:top=concept", "smatch++", "smatch#"]
"""Metrics of which every triple counts 1."""
ADDING = [*COUNTING, "s2match", "wsmatch", "smatch:wiki=drop", "wsmatch:decay=exponential"]
"""Metrics whose costs add up."""


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
    assert script.pair is not None
    for side, sheet in enumerate(script.pair.sheets):
        claimed = [k for edit in script for k in edit.numbers[side]]
        assert len(claimed) == len(set(claimed))
        if counting:
            unmatched = [k for k, partner in enumerate(sheet.partners) if partner < 0]
            assert sorted(claimed) == unmatched
    lost = 1 - script.score.value
    assert sum(edit.cost or 0.0 for edit in script) == pytest.approx(lost, abs=1e-12)
    for edit in script:
        assert edit.message
        assert edit.size
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
    check_gain(script, [edit for edit in script if rng.random() < 0.5])


def check_gain(script: Script, chosen: list[tertium.Edit]) -> None:
    matched, gold, pred = rescored(script, chosen)
    f1 = 2 * matched / (gold + pred) if gold + pred else 1.0
    assert script.score.value + script.gain(chosen) == pytest.approx(f1, abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(graphs(prefix="x"), graphs(prefix="y"))
def test_swapping_sides_swaps_missing_and_spurious(gold: Graph, pred: Graph) -> None:
    there, back = codes(diff(gold, pred)), codes(diff(pred, gold))
    assert there == Counter({_swapped(code): count for code, count in back.items()})


def codes(script: Script) -> Counter[str]:
    return Counter(f"{edit.code} {edit.detail}" for edit in script)


def _swapped(code: str) -> str:
    if code.endswith((" split", " merged")):
        return code.replace("split", "*").replace("merged", "split").replace("*", "merged")
    return {"M": "U", "U": "M", "R": "R"}[code[0]] + code[1:]


@settings(max_examples=60, deadline=None)
@given(graphs(prefix="x"), graphs(prefix="y"), st.data())
def test_the_way_of_writing_does_not_matter(gold: Graph, pred: Graph, data: st.DataObject) -> None:
    one, other = (renamed(shuffled(graph, data), data) for graph in (gold, pred))
    assert codes(diff(gold, pred)) == codes(diff(one, other))


@pytest.mark.parametrize("name", ADDING)
def test_laws_on_little_prince(name: str) -> None:
    pairs = sample("little-prince", 60)
    for script in diff_many([g for g, _ in pairs], [p for _, p in pairs], name):
        check(script, counting=name in COUNTING)


@pytest.mark.parametrize("task", ["sts", "sick", "para"])
def test_laws_on_bamboo(task: str) -> None:
    for gold, pred in sample(task, 30):
        check(diff(gold, pred), counting=True)


def test_gains_swaps_and_shuffles_on_little_prince() -> None:
    rng = random.Random(0)
    for gold, pred in sample("little-prince", 60):
        script = diff(gold, pred)
        check_gain(script, [edit for edit in script if rng.random() < 0.5])
        there, back = codes(script), codes(diff(pred, gold))
        assert there == Counter({_swapped(code): count for code, count in back.items()})
        triples = rng.sample(pred._raw_triples(), len(pred.triples))
        assert codes(diff(gold, Graph.from_triples(triples, top=pred.top))) == there


@pytest.mark.parametrize("name", ADDING)
def test_all_edits_applied_give_the_gold(name: str) -> None:
    chosen = metric(name)
    for gold, pred in sample("little-prince", 40):
        script = diff(gold, pred, chosen)
        mended = script.apply(script.edits)
        value = chosen.score(chosen.compare(gold, mended)).value
        assert value == pytest.approx(1.0, abs=1e-12)
        assert script.score.value + script.gain(script.edits) == pytest.approx(1.0, abs=1e-12)


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
    sharp = metric("smatch#")
    same = []
    for gold, pred in little_prince():
        for edit in (script := diff(gold, pred)):
            if edit.cls == "notation":
                left = diff(pred, script.apply([edit]), sharp)
                same.append({one.cls for one in left} <= {"top"})
    assert len(same) > 20
    assert sum(same) / len(same) > 0.9
