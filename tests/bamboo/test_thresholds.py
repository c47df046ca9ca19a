"""``tertium train s2match``: the search for τ and τ′."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tertium import Graph
from tertium.bamboo.thresholds import DevSet, search_thresholds
from tertium.cli import main
from tertium.errors import InputError
from tertium.metrics import S2match
from tests.support.tiny_bamboo import make

GOLDS = tuple(Graph.from_penman(f"(a / {word})") for word in ("cat", "cat", "run-01", "dog"))
PREDS = tuple(Graph.from_penman(f"(a / {word})") for word in ("kitten", "cat", "run-02", "tree"))


def dev(ratings: tuple[float, ...]) -> DevSet:
    return DevSet("toy", GOLDS, PREDS, ratings)


def test_the_best_pair_has_the_highest_mean() -> None:
    """cat and kitten have the cosine 0.56; raters that see it want it counted."""
    similar = search_thresholds(S2match(), [dev((0.56, 1, 0.9, 0))], (0.5, 0.9), (0.1, 0.9))
    assert (similar.best.threshold, similar.best.sense) == (0.5, 0.9)
    strict = search_thresholds(S2match(), [dev((0, 1, 0.1, 0))], (0.5, 0.9), (0.1, 0.9))
    assert (strict.best.threshold, strict.best.sense) == (0.9, 0.1)
    assert strict.spec == "s2match:threshold=0.9,sense=0.1"
    assert strict.data != similar.data
    assert [(t.threshold, t.sense) for t in strict.trials] == [
        (0.5, 0.1), (0.5, 0.9), (0.9, 0.1), (0.9, 0.9)
    ]  # fmt: skip


def test_of_equal_trials_the_first_is_best() -> None:
    search = search_thresholds(S2match(), [dev((0, 1, 0.5, 0))], (0.8, 0.9), (0.5,))
    assert search.best.threshold == 0.8


def test_nothing_to_correlate() -> None:
    with pytest.raises(InputError, match="toy: all values or all ratings are the same"):
        search_thresholds(S2match(), [dev((1, 1, 1, 1))])
    with pytest.raises(InputError, match="needs a development set"):
        search_thresholds(S2match(), [])


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = make(tmp_path / "bamboo", split="dev")
    out = tmp_path / "search.json"
    values = ["--thresholds", "0.5", "0.9", "--senses", "0.5", "-o", str(out)]
    assert main(["train", "s2match", "--bamboo", str(folder), "--task", "sts", *values]) == 0
    printed = capsys.readouterr().out
    assert "dev: sts main; data " in printed
    assert "best: -m s2match" in printed
    found = json.loads(out.read_text())
    assert found["sets"] == ["sts main"]
    assert len(found["trials"]) == 2


def test_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "s2match"]) == 2
    assert "--bamboo, or files with --dev" in capsys.readouterr().err
    assert main(["train", "s2match", "--dev", "nowhere", "nowhere", "y"]) == 2
    assert "nowhere" in capsys.readouterr().err
