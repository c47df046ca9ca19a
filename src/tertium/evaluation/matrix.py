"""All pairs of graphs as an array, as ``sklearn.metrics.pairwise`` has it.

similarity = matrix(graphs)                       # n × n
AgglomerativeClustering(metric="precomputed", ...).fit(1 - similarity)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from tertium import metrics
from tertium.evaluation.policy import OnBad, readable
from tertium.evaluation.scoring import CorpusLike, as_corpus
from tertium.metrics import MetricLike

if TYPE_CHECKING:
    from tertium._types import Array

_BLOCK = 1 << 14  # pairs that are compared at once


def matrix(
    X: CorpusLike,  # noqa: N803  (the names that scikit-learn uses)
    Y: CorpusLike | None = None,  # noqa: N803
    *,
    metric: MetricLike = "smatch",
    on_error: OnBad = "fail",
    threads: int = 0,
) -> Array:
    """Return the values of all pairs: a row for each graph of X, a column for each of Y, or of X.

    The graphs of X are the gold for a metric that is not symmetric. Graphs that cannot be read are
    an error; with *on_error* ``skip`` they have no row and no column.

    >>> matrix(["(b / boy)", "(g / girl)"])
    array([[1. , 0.5],
           [0.5, 1. ]])
    """
    chosen = metrics.metric(metric)
    golds = readable(as_corpus(X, "X"), on_error)
    preds = golds if Y is None else readable(as_corpus(Y, "Y"), on_error)
    mirrored = Y is None and chosen.symmetric
    values = np.zeros((len(golds), len(preds)))
    for block in _blocks(len(golds), len(preds), mirrored):
        rows, columns = zip(*block, strict=True)
        values[rows, columns] = chosen.values(
            [golds[i] for i in rows], [preds[j] for j in columns], threads=threads
        )
        if mirrored:
            values[columns, rows] = values[rows, columns]
    return values


def _blocks(rows: int, columns: int, mirrored: bool) -> Iterator[list[tuple[int, int]]]:
    """Yield the places of the array in blocks; of a mirrored one only half."""
    block: list[tuple[int, int]] = []
    for i in range(rows):
        for j in range(i if mirrored else 0, columns):
            block.append((i, j))
            if len(block) == _BLOCK:
                yield block
                block = []
    if block:
        yield block
