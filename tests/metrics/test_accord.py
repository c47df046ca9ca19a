"""Accord: against its formula, sound, symmetric, explained; and what is wrong with a file."""

from __future__ import annotations

import json
import shutil
from math import fsum
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from tertium import Graph, metric
from tertium.errors import FileError, InputError, OptionError
from tertium.metrics import Accord, SmatchSharp
from tertium.metrics.accord import FOLDER
from tests.reference.accord import Reference
from tests.support.graphs import graphs

PAIRS = [
    ("(d / drink-01 :ARG0 (k / kitten))", "(s / sip-01 :ARG0 (c / cat))"),
    ("(r / run-02 :ARG0 (b / boy) :polarity -)", "(r / run-01 :ARG0 (g / girl))"),
    ("(b / boy :ARG0-of (l / like-01 :ARG1 b))", "(l / like-01 :ARG0 (b / boy) :ARG1 (c / cat))"),
    ("(h / hot :domain (s / soup))", "(c / cold :domain (s / soup :quant 2))"),
    ("(a / and :op1 (b / big) :op2 (c / cat))", "(c / cat :mod (b / big :polarity -))"),
    ("(e / eat-01 :ARG0 (d / dog) :ARG1 (b / bone))",
     "(e / eat-01 :ARG0 (b / bone) :ARG1 (d / dog))"),
    ("(w / write-01 :ARG0 (p / person) :ARG1 p)",
     "(w / write-01 :ARG0 (p / person) :time (d / day))"),
    ("(x / xqzt)", "(c / city :location (x / xqzt-01))"),
    ("(m / milk-01 :ARG0 (f / farmer))", "(s / squeeze-01 :ARG1 (m / milk))"),
    ('(p / person :name (n / name :op1 "Barack" :op2 "Obama"))',
     '(v / visit-01 :ARG0 (p / person :name (n / name :op1 "Obama")))'),
    ('(c / country :name (n / name :op1 "Iran"))', '(c / country :name (n / name :op1 "Iraq"))'),
    ('(c / country :name (n / name :op1 "Iran"))', "(c / country :mod (o / other))"),
    ("(s / say-01 :ARG1 (c / come-01 :ARG0 (b / boy)))", "(c / come-01 :ARG0 (b / boy))"),
    ("(g / give-01 :ARG0 (b / boy) :ARG2 (c / cat))",
     "(t / take-01 :ARG1 (b / boy) :ARG3 (d / dog) :time (c / cat))"),
    ("(b / boy :time-of (l / laugh-01))", "(l / laugh-01 :ARG2 (b / boy) :ARG1-of (s / see-01))"),
]  # fmt: skip


@pytest.mark.parametrize(("gold", "pred"), PAIRS)
def test_the_formula(gold: str, pred: str) -> None:
    chosen = Accord()
    reference = Reference(chosen.learned(), chosen.word_table())
    expected = reference.value(Graph.from_penman(gold), Graph.from_penman(pred))
    found = chosen.score(chosen.compare(gold, pred))
    assert found.value == pytest.approx(expected, abs=2e-4)  # vectors have 14 bits, credits 20
    assert found.value == found.upper


@pytest.mark.parametrize(("gold", "pred"), PAIRS)
@pytest.mark.parametrize("rarity", sorted(path.stem for path in FOLDER.glob("*.json")))
def test_both_orders_have_the_same_value(rarity: Any, gold: str, pred: str) -> None:
    chosen = Accord(rarity=rarity)
    assert chosen.values([gold], [pred]) == chosen.values([pred], [gold])


@settings(max_examples=150)
@given(graphs(), graphs(prefix="y"))
def test_one_means_equal_canonical_graphs(a: Graph, b: Graph) -> None:
    chosen, sharp = Accord(), SmatchSharp(top="none")
    (one,), (other,) = chosen.values([a], [b]), chosen.values([b], [a])
    assert one == other
    assert (one == 1) == (sharp.values([a], [b])[0] == 1)


@pytest.mark.parametrize(("gold", "pred"), PAIRS)
def test_the_explanation_adds_up(gold: str, pred: str) -> None:
    chosen = Accord()
    found = chosen.explain(gold, pred)
    value = chosen.score(chosen.compare(gold, pred)).value
    assert found.score.value == value
    assert fsum(part.lost for part in found) == pytest.approx(1 - value, abs=1e-9)
    for part in found:
        assert part.weight > 0
        assert 0 <= part.alike <= 1
        assert part.shared or part.alike == 0
    gist = fsum(part.adds["value"] for part in found if part.kind == "gist")
    alpha = chosen.learned().parameters.alpha
    assert 0 <= gist <= 1 - alpha + 1e-9
    assert {"gist", "node"} <= {part.kind for part in found}


def test_what_the_explanation_shows() -> None:
    found = Accord().explain("(d / drink-01 :ARG0 (k / kitten))", "(s / sip-01 :ARG0 (c / cat))")
    assert found.mapping == {"d": "s", "k": "c"}
    aligned = {(part.kind, part.gold, part.pred) for part in found if part.kind != "gist"}
    assert ("edge", ("d", ":arg0", "k"), ("s", ":arg0", "c")) in aligned
    same = Accord().explain("(c / cat :quant 2)", "(c / cat :quant 2)")
    assert {mark for _, mark in same.triples("gold")} == {"same"}
    other = Accord().explain("(c / cat :quant 2)", "(c / cat :quant 3)")
    assert [mark for _, mark in other.triples("gold")] == ["same", "other"]


def test_a_budget_leaves_bounds() -> None:
    gold = "(a / and :op1 (b / boy :mod (t / tall)) :op2 (c / boy :mod (s / small)))"
    pred = "(a / and :op1 (b / boy :mod (s / small)) :op2 (c / girl :mod (t / tall)))"
    exact, none = (metric(f"accord{o}") for o in ("", ":budget=0"))
    best, found = (m.score(m.compare(gold, pred)) for m in (exact, none))
    assert found.upper is not None
    assert found.value <= best.value <= found.upper
    climbed = metric("accord:solver=climb")
    assert climbed.score(climbed.compare(gold, pred)).value <= best.value


def test_graphs_that_are_too_large() -> None:
    ops = " ".join(f":op{k} (v{k} / boy)" for k in range(1, 2100))
    large = f"(a / and {ops})"
    with pytest.raises(InputError, match="2100 nodes, too many for an exact alignment"):
        Accord().compare(large, large)


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    path = tmp_path / "weights.json"
    shutil.copy(FOLDER / "mixed.json", path)
    return path


def edit(path: Path, **changes: Any) -> str:
    content = json.loads(path.read_text(encoding="utf-8"))
    for name, value in changes.items():
        inner, _, key = name.partition("__")
        if key:
            content[inner][key] = value
        else:
            content[inner] = value
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "tertium accord 0"}, "another version: learn them again with tertium"),
        ({"format": "json"}, "not a parameter file of 'tertium accord 3'; learn one with"),
        ({"strict__lemma": 0.999}, "strict.lemma: expected a similarity from 0 to 0.995"),
        ({"roles__same": [1, 1, 0.5, 0.5]}, r"roles.same\[1\]: expected a similarity from 0"),
        ({"roles__same": [0.9, 0.5, 0.5, 0.5]}, "expected 1, for equal edges"),
        ({"alpha": float("nan")}, "alpha: expected a number, found NaN"),
        ({"gist__cosine": [0.1] * 6}, "expected a list of 7, found 6"),
        ({"gist__constants": [0.1] * 6}, "constants: expected a list of 7, found 6"),
        ({"strict__constants": [0.1] * 6 + [1]}, r"constants\[6\]: expected a similarity from 0"),
        ({"gist__standing": {}}, "standing"),
        ({"lead": 1}, "lead: expected a similarity from 0 to 0.995"),
        ({"edges__arg0": [0, 1]}, "expected a number from 0.001 to 1000"),
        ({"knots": [0, 0, 1, 2, 3]}, "the knots must rise"),
        ({"frequencies": {"cat": -1}}, "frequencies.cat: expected a whole number up to"),
    ],
)
def test_a_damaged_file_of_weights(weights: Path, changes: dict[str, Any], message: str) -> None:
    chosen = Accord(weights=edit(weights, **changes))
    with pytest.raises(FileError, match=message):
        chosen.compare("(c / cat)", "(d / dog)")


def test_weights_of_other_options(weights: Path) -> None:
    with pytest.raises(OptionError, match="add rarity=mixed"):
        Accord(weights=str(weights), rarity="general").compare("(c / cat)", "(d / dog)")
    other = Accord(weights=edit(weights, words="words-00000000"))
    with pytest.raises(OptionError, match="learned with the word table words-00000000"):
        other.compare("(c / cat)", "(d / dog)")
    with pytest.raises(FileError, match="there is no such file; tertium train accord learns"):
        Accord(weights="nowhere.json").compare("(c / cat)", "(d / dog)")
    with pytest.raises(FileError, match="nowhere"):
        Accord(words="nowhere.npz").compare("(c / cat)", "(d / dog)")
    with pytest.raises(OptionError, match="budget must be"):
        Accord(budget=-1)


def test_the_better_covered_graph_counts_more() -> None:
    less, more = "(r / run-02 :ARG0 (b / boy))", "(r / run-02 :ARG0 (b / boy :mod (t / tall)))"
    for pair in ((less, more), (more, less)):
        parts = [part for part in Accord().explain(*pair) if part.kind == "gist"]
        run = sorted(p.weight for p in parts if "run-02" in (p.gold or p.pred or ()))
        assert len(run) == 2
        assert run[0] < run[1]  # once in each graph
        tall = [p for p in parts if "tall" in (*(p.gold or ()), *(p.pred or ()))]
        assert {p.lost > 0 for p in tall} == {True}
        assert sum(p.lost for p in parts) == pytest.approx(sum(p.lost for p in tall))


def test_values_do_not_depend_on_what_was_compared_before() -> None:
    chosen = Accord()
    golds, preds = [gold for gold, _ in PAIRS], [pred for _, pred in PAIRS]
    together = chosen.values(golds, preds)
    assert together == [chosen.values([gold], [pred])[0] for gold, pred in PAIRS]
    assert np.all(np.array(together) < 1)


def test_s2match_takes_the_words() -> None:
    chosen = metric("s2match:vectors=words")
    assert "words-" in chosen.signature
    assert chosen.values(["(c / cat)"], ["(k / kitten)"])[0] > 0.5
