"""Corpora that are not in the repository: the folder is named by TERTIUM_CORPORA."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tertium import Graph, Metric, read

# BAMBOO's evaluator leaves out a header that was parsed as a sentence, and the last pair.
BAMBOO_SLICES = {"sts": slice(0, 1379), "sick": slice(1, 4928), "para": slice(1, 1726)}


def corpora() -> Path:
    """Return the folder, or skip the test."""
    folder = os.environ.get("TERTIUM_CORPORA")
    if not folder:
        pytest.skip("needs corpora: set TERTIUM_CORPORA to the folder that has data/bamboo")
    return Path(folder)


def bamboo(task: str, kind: str = "main") -> tuple[list[Graph], list[Graph]]:
    """Return the gold and the predicted test graphs of a task."""
    folder = corpora() / "data" / "bamboo" / task / kind
    return read(folder / "tgt.test.amr"), read(folder / "src.test.amr")


def pearson(metric: Metric, task: str) -> float:
    """Return a metric's correlation with human ratings on the main test pairs, times 100."""
    values = metric.scores(metric.compare_many(*bamboo(task)))["value"]
    path = corpora() / "data" / "bamboo" / task / "test.y"
    human: NDArray[np.float64] = np.loadtxt(path)
    part = BAMBOO_SLICES[task]
    return float(100 * np.corrcoef(values[part], human[part])[0, 1])
