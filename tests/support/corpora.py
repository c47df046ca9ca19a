"""Corpora and reference figures that are not in the repository: TERTIUM_CORPORA names the folder.

Whoever asks for them without the folder is skipped.
"""

from __future__ import annotations

import csv
import os
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tertium import Graph, Metric, metrics, read
from tertium.bamboo.benchmark import MetricResult, run
from tertium.bamboo.data import Suite

# BAMBOO's evaluator leaves out a header that was parsed as a sentence, and the last pair.
SLICES = {"sts": slice(0, 1379), "sick": slice(1, 4928), "para": slice(1, 1726)}


def corpora() -> Path:
    """Return the folder, or skip the test."""
    folder = os.environ.get("TERTIUM_CORPORA")
    if not folder:
        pytest.skip("needs corpora: set TERTIUM_CORPORA to the folder that has data/, reference/")
    if not Path(folder, "data").is_dir():
        pytest.fail(f"TERTIUM_CORPORA is {folder}, but there is no folder data in it")
    return Path(folder)


def bamboo_folder() -> Path:
    """Return the folder of BAMBOO, or skip the test."""
    return corpora() / "data" / "bamboo"


@lru_cache(4)
def bamboo(task: str, kind: str = "main") -> tuple[list[Graph], list[Graph]]:
    """Return the gold (target) and the predicted (source) graphs of a test set."""
    folder = bamboo_folder() / task / kind
    golds, preds = read(folder / "tgt.test.amr"), read(folder / "src.test.amr")
    assert len(golds) == len(preds)
    return golds, preds


def ratings(task: str) -> NDArray[np.float64]:
    """Return what humans said of the pairs of a task."""
    found: NDArray[np.float64] = np.loadtxt(bamboo_folder() / task / "test.y")
    return found


def correlation(metric: str | Metric, task: str, *, pred: str = "src") -> float:
    """Return Pearson's correlation, times 100, of a metric with the ratings."""
    chosen = metrics.metric(metric) if isinstance(metric, str) else metric
    part = SLICES[task]
    golds, preds = (side[part] for side in bamboo(task))
    if pred == "tgt":
        golds, preds = preds, golds
    values = chosen.scores(chosen.compare_many(golds, preds))["value"]
    return float(100 * np.corrcoef(values, ratings(task)[part])[0, 1])


@lru_cache(64)
def benchmark(spec: str) -> MetricResult:
    """Return what BAMBOO's test split says about a metric."""
    return run(suite(), [spec]).rows[0]


@lru_cache(1)
def suite() -> Suite:
    """Return BAMBOO's test split, or skip the test."""
    return Suite.read(bamboo_folder())


def figures(tool: str, task: str) -> dict[str, NDArray[np.float64]]:
    """Return what a public tool gave, pair by pair: ``{"matched": [5, 9, ...], ...}``."""
    path = corpora() / "reference" / f"{tool}__{task}.tsv"
    with path.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    assert [int(row["index"]) for row in rows] == list(range(len(rows)))
    return {name: np.array([float(row[name]) for row in rows]) for name in rows[0]}
