"""BAMBOO's ratings and the public tools' figures, pair by pair."""

from __future__ import annotations

from functools import cache

from tertium import Graph, metrics
from tests.support.corpora import BAMBOO_SLICES as SLICES
from tests.support.corpora import bamboo, corpora

__all__ = ["SLICES", "correlation", "pairs", "reference"]


@cache
def pairs(task: str) -> tuple[list[Graph], list[Graph], list[float]]:
    """Return source and target graphs of the test set, and ratings."""
    target, source = bamboo(task)
    ratings = (corpora() / "data" / "bamboo" / task / "test.y").read_text().split()
    return source, target, [float(line) for line in ratings]


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
