"""Real pairs: the optima that an independent solver found, and proofs for all of them.

The reference folder has, pair by pair, the best match over the triples that smatch 1.0.4 reads. It
counts a triple that is there twice in both graphs four times, as that tool does; here it counts
twice. So the pairs with a repeated triple may differ, and no others.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tertium import Corpus, Graph, align, metric
from tertium.metrics.smatch import Aligning

SETS = ("sts", "sick")
EVERY_SET = [f"{name}/{kind}" for name in ("sts", "sick", "para") for kind in ("main", "reify")]


def read_pairs(corpora: Path, name: str) -> tuple[list[Graph], list[Graph]]:
    """Return gold and predicted graphs of a test set."""
    folder = corpora / "data" / "bamboo" / name
    golds, preds = (Corpus.read(folder / f"{side}.test.amr").graphs for side in ("tgt", "src"))
    assert len(golds) == len(preds)
    return golds, preds


def read_figures(corpora: Path, name: str) -> dict[str, np.ndarray]:
    with (corpora / "reference" / f"{name}.tsv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    assert [int(row["index"]) for row in rows] == list(range(len(rows)))
    names = ("matched", "pred_total", "gold_total")
    return {name: np.array([float(row[name]) for row in rows]) for name in names}


def repeats_a_triple(chosen: Aligning, graph: Graph) -> bool:
    standard = chosen.convention.apply(graph)
    return max(Counter(standard.triples).values()) > 1


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize(
    ("spec", "figures"),
    [("smatch", "smatch-exact"), ("smatch:top=concept", "smatch-exact-top-concept")],
)
def test_the_optima_pair_by_pair(corpora: Path, spec: str, figures: str, name: str) -> None:
    expected = read_figures(corpora, f"{figures}__{name}")
    golds, preds = read_pairs(corpora, f"{name}/main")
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
def test_the_public_tool_never_beats_the_optimum(corpora: Path, name: str) -> None:
    climbed = read_figures(corpora, f"smatch-1.0.4__{name}")["matched"]
    golds, preds = read_pairs(corpora, f"{name}/main")
    chosen = metric("smatch")
    assert isinstance(chosen, Aligning)
    table = chosen.compare_many(golds, preds)
    for i in np.flatnonzero(climbed > table.column("matched")):
        assert any(repeats_a_triple(chosen, graph) for graph in (golds[i], preds[i]))


@pytest.mark.parametrize("name", EVERY_SET)
@pytest.mark.parametrize("spec", ["smatch", "smatch:top=concept"])
def test_every_pair_is_proven(corpora: Path, name: str, spec: str) -> None:
    golds, preds = read_pairs(corpora, name)
    table = metric(spec).compare_many(golds, preds)
    assert table.column("proven").sum() == len(golds)
    assert np.array_equal(table.column("matched"), table.column("upper"))


@pytest.mark.parametrize("part", range(4))
def test_highs_agrees_on_real_pairs(corpora: Path, part: int) -> None:
    pairs = [
        pair
        for name in EVERY_SET
        for pair in list(zip(*read_pairs(corpora, name), strict=True))[part * 20 :: 300]
    ]
    assert len(pairs) >= 50
    for gold, pred in pairs:
        exact = align(gold, pred)
        independent = align(gold, pred, solving="ilp")
        assert exact.matched == independent.matched == exact.upper


def test_the_little_prince(corpora: Path) -> None:
    folder = corpora / "data" / "little-prince"
    gold = Corpus.read(folder / "gold.amr").graphs
    for system in ("jamr", "camr"):
        pred = Corpus.read(folder / f"{system}.amr").graphs
        table = metric("smatch").compare_many(gold, pred)
        assert table.column("proven").sum() == len(gold)
