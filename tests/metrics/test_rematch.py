"""REMATCH: the motifs of small graphs, against the slow version and the public script."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from tertium import Graph, metric, score
from tertium.errors import FileError, InputError
from tertium.metrics import Rematch
from tests.reference.rematch import motifs
from tests.support.corpora import SLICES, bamboo, correlation, figures
from tests.support.graphs import graphs

ROME = '(c / city :name (n / name :op1 "Rome"))'

# gold, prediction, shared motifs, motifs of the prediction, motifs of the gold
MATCHES = [
    (ROME, ROME, 4, 4, 4),
    (ROME, '(c / city :name (n / name :op1 "Oslo"))', 1, 4, 4),
    (ROME, '(t / town :name (n / name :op1 "Rome"))', 2, 4, 4),
    # a node with two attributes is two motifs, and so is its relation
    (ROME, '(c / city :name (n / name :op1 "Rome" :op2 "Italy"))', 4, 7, 4),
    # a motif counts once
    ("(a / and :op1 (b / boy) :op1 (c / boy))", "(a / and :op1 (b / boy))", 3, 3, 3),
    # neither the top nor the direction in which an edge is written is a motif
    ("(g / go-02 :ARG0 (b / boy))", "(b / boy :ARG0-of (g / go-02))", 3, 3, 3),
    # an attribute and a relation that look the same are not the same
    ("(b / boy :ARG1 big)", "(b / boy :ARG1 (c / big))", 0, 3, 2),
    # both ends have attributes
    ("(a / x :p 1 :q 2 :ARG0 (b / y :p 1 :q 2))", "(a / x :p 1 :ARG0 (b / y :p 1))", 4, 4, 10),
]


@pytest.mark.parametrize(("gold", "pred", "matched", "pred_total", "gold_total"), MATCHES)
def test_matches(gold: str, pred: str, matched: int, pred_total: int, gold_total: int) -> None:
    assert Rematch().compare(gold, pred).values == (matched, pred_total, gold_total, 1)


def test_the_value_is_the_jaccard_index() -> None:
    found = score(ROME, '(t / town :name (n / name :op1 "Rome"))', "rematch")
    assert found.value == pytest.approx(2 / 6)
    assert (found.precision, found.recall, found.f1) == (0.5, 0.5, None)


@settings(max_examples=300, deadline=None)
@given(graphs(), graphs(prefix="y"))
def test_against_the_slow_version(gold: Graph, pred: Graph) -> None:
    chosen = Rematch()
    a, b = (motifs(graph, chosen.convention) for graph in (pred, gold))
    assert chosen.compare(gold, pred).values[:3] == (len(a & b), len(a), len(b))
    assert len(chosen.motifs(gold)) == len(b)


@pytest.mark.parametrize("task", ["sts", "sick"])
def test_the_public_script_pair_by_pair(task: str) -> None:
    ours = np.array(metric("rematch").values(*bamboo(task)))
    theirs = figures("rematch", task)["propbank"]  # six digits
    assert np.abs(ours - theirs).max() < 5.1e-7


def test_the_published_correlations() -> None:
    found = [correlation("rematch", task) for task in SLICES]
    assert found == pytest.approx((63.08, 62.18, 34.91), abs=0.005)


def test_an_explanation_marks_triples_by_their_motifs() -> None:
    found = Rematch().explain(ROME, '(c / city :name (n / name :op1 "Oslo"))')
    marks = {triple[1]: mark for triple, mark in found.triples("gold")}
    assert marks == {":instance": "other", ":name": "other", ":op1": "other"}
    assert [mark for _, mark in found.triples("gold")] == ["same", "other", "other", "other"]
    assert {part.kind for part in found} == {"motif"}


BUY, PURCHASE = "(b / buy-01 :ARG0 (m / man))", "(p / purchase-01 :ARG0 (m / man))"
TABLES = {
    "classes.json": json.dumps({"buy-01": "OBTAIN", "purchase-01": "obtain"}),
    "labels.json": json.dumps({name: {"label": "obtain"} for name in ("buy-01", "purchase-01")}),
    "classes.tsv": "# VerbNet\nBuy-01\tobtain\n\npurchase-01\tobtain\n",
}


@pytest.mark.parametrize("name", TABLES)
def test_frames_of_one_class_are_one_concept(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(TABLES[name], encoding="utf-8")
    assert score(BUY, PURCHASE, "rematch").value == pytest.approx(1 / 5)
    chosen = Rematch(frames=str(path))
    assert chosen.values([BUY], [PURCHASE]) == [1.0]
    assert f"|frames:{name}#" in chosen.signature
    marks = [mark for _, mark in chosen.explain(BUY, PURCHASE).triples("gold")]
    assert marks == ["same"] * 3


BAD = {
    "{": "line 1, column 2: this is not JSON",
    '{"buy-01": 5}': "the frame buy-01 has no class",
    '{"buy-01": {"ARG0": "agent"}}': "the frame buy-01 has no class",
    '{"buy-01": ""}': "a frame or its class is empty",
    "buy-01 obtain\n": "line 1: expected a frame and its class, separated by a tab",
    "buy-01\ta\nBUY-01\tb\n": "line 2: the frame BUY-01 has two classes",
    "# nothing\n": "there is no frame in this table",
    "{" + '"a":{' * 20000: "frames.json: this",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_tables(text: str, tmp_path: Path) -> None:
    path = tmp_path / "frames.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as caught:
        Rematch(frames=str(path)).compare(BUY, PURCHASE)
    assert BAD[text] in str(caught.value)
    assert str(path) in str(caught.value)


def test_too_many_motifs() -> None:
    many = " ".join(f":op{k} {k}" for k in range(2500))
    text = f"(a / x {many} :ARG0 (b / y {many}))"
    with pytest.raises(InputError, match=r"rematch: a graph has more than 4000000 motifs"):
        Rematch().compare(text, text)
