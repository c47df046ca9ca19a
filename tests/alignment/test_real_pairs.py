"""Real pairs: the optima that an independent solver found, and proofs for all of them.

The reference folder has, pair by pair, the best match over the triples that smatch 1.0.4 reads. It
counts a triple that is there twice in both graphs four times, as that tool does; here it counts
twice. So the pairs with a repeated triple may differ, and no others.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tertium import Corpus, Graph, align, metric
from tertium.metrics.aligning import Aligning
from tests.support.corpora import bamboo, corpora, figures

SETS = ("sts", "sick")
EVERY_SET = [(task, kind) for task in ("sts", "sick", "para") for kind in ("main", "reify")]


def repeats_a_triple(chosen: Aligning, graph: Graph) -> bool:
    standard = chosen.convention.apply(graph)
    return max(Counter(standard.triples).values()) > 1


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize(
    ("spec", "tool"),
    [("smatch", "smatch-exact"), ("smatch:top=concept", "smatch-exact-top-concept")],
)
def test_the_optima_pair_by_pair(spec: str, tool: str, name: str) -> None:
    expected = figures(tool, name)
    golds, preds = bamboo(name)
    chosen = metric(spec)
    assert isinstance(chosen, Aligning)
    table = chosen.compare_many(golds, preds)
    for total in ("pred_total", "gold_total"):
        assert np.array_equal(table.column(total), expected[total])
    differing = np.flatnonzero(table.column("matched") != expected["matched"])
    pairs = enumerate(zip(golds, preds, strict=True))
    may_differ = {i for i, pair in pairs if any(repeats_a_triple(chosen, g) for g in pair)}
    assert set(differing.tolist()) <= may_differ
    assert np.all(table.column("matched")[differing] < expected["matched"][differing])


@pytest.mark.parametrize("name", SETS)
def test_the_public_tool_never_beats_the_optimum(name: str) -> None:
    climbed = figures("smatch-1.0.4", name)["matched"]
    golds, preds = bamboo(name)
    chosen = metric("smatch")
    assert isinstance(chosen, Aligning)
    table = chosen.compare_many(golds, preds)
    for i in np.flatnonzero(climbed > table.column("matched")):
        assert any(repeats_a_triple(chosen, graph) for graph in (golds[i], preds[i]))


@pytest.mark.parametrize(("task", "kind"), EVERY_SET)
@pytest.mark.parametrize("spec", ["smatch", "smatch:top=concept"])
def test_every_pair_is_proven(task: str, kind: str, spec: str) -> None:
    golds, preds = bamboo(task, kind)
    table = metric(spec).compare_many(golds, preds)
    assert table.column("proven").sum() == len(golds)
    assert np.array_equal(table.column("matched"), table.column("upper"))


@pytest.mark.parametrize("part", range(4))
def test_highs_agrees_on_real_pairs(part: int) -> None:
    pairs = [
        pair
        for each in EVERY_SET
        for pair in list(zip(*bamboo(*each), strict=True))[part * 20 :: 300]
    ]
    assert len(pairs) >= 50
    for gold, pred in pairs:
        exact = align(gold, pred)
        independent = align(gold, pred, solving="ilp")
        assert exact.matched == independent.matched == exact.upper


def test_the_little_prince() -> None:
    folder = corpora() / "data" / "little-prince"
    gold = Corpus.read(folder / "gold.amr").graphs
    for system in ("jamr", "camr"):
        pred = Corpus.read(folder / f"{system}.amr").graphs
        table = metric("smatch").compare_many(gold, pred)
        assert table.column("proven").sum() == len(gold)
