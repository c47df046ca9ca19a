"""BAMBOO's pairs and ratings, from the folder of corpora."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from tertium import Graph, metrics, read

SLICES = {"sts": slice(0, 1379), "sick": slice(1, 4928), "para": slice(1, 1726)}
"""The pairs that BAMBOO's own evaluator takes."""


def corpora() -> Path:
    """Return the folder of corpora; skip the test without it."""
    folder = os.environ.get("TERTIUM_CORPORA")
    if not folder:
        pytest.skip("needs corpora: set TERTIUM_CORPORA to their folder")
    return Path(folder)


@cache
def pairs(task: str) -> tuple[list[Graph], list[Graph], list[float]]:
    """Return source and target graphs of the test set, and ratings."""
    folder = corpora() / "data" / "bamboo" / task
    source, target = (read(folder / "main" / f"{side}.test.amr") for side in ("src", "tgt"))
    return source, target, [float(line) for line in (folder / "test.y").read_text().split()]


def correlation(spec: str, task: str, *, pred: str = "src") -> float:
    """Return Pearson's correlation, times 100, of a metric with the ratings."""
    import numpy as np

    metric, (source, target, ratings), part = metrics.metric(spec), pairs(task), SLICES[task]
    golds, preds = (target, source) if pred == "src" else (source, target)
    values = metric.scores(metric.compare_many(golds[part], preds[part]))["value"]
    return float(100 * np.corrcoef(values, ratings[part])[0, 1])


def reference(name: str) -> list[list[float]]:
    """Return the rows of a file of figures, the index left out."""
    lines = (corpora() / "reference" / name).read_text().splitlines()[1:]
    return [[float(field) for field in line.split("\t")[1:]] for line in lines]
