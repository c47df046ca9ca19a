"""What is in a folder: counts, sizes, the paper's Table 1, and which folder is meant."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tertium.bamboo.data import PUBLIC, Folder
from tertium.bamboo.description import Spread, describe
from tertium.cli import main
from tertium.errors import FileError
from tests.support.corpora import bamboo_folder
from tests.support.tiny_bamboo import make


def test_counts_and_sizes(tmp_path: Path) -> None:
    make(tmp_path, split="train")
    make(tmp_path, split="test")
    found = describe(Folder.open(tmp_path))
    assert [one.task for one in found.tasks] == ["sts", "sick", "para"]
    first = found.tasks[0]
    assert first.pairs == {"train": 4, "dev": None, "test": 4}  # no header, no padding
    assert (first.described, first.words) == ("train", Spread(1.0, 1.0))
    # sleep cat, sleep cat, bite dog man, rain; sleep cat, sleep dog, bite dog man hard, eat man
    assert first.nodes == Spread((4 + 4 + 6 + 2 + 4 + 4 + 8 + 4) / 8, 4.0)
    pairs = [(3, 4), (3, 4), (5, 6), (1, 2), (3, 4), (3, 4), (7, 8), (3, 4)]
    assert first.density.mean == pytest.approx(sum(e / (v * (v - 1)) for e, v in pairs) / 8)


def test_a_split_stands_in_and_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make(tmp_path, ("sts", "mine"))
    assert main(["bamboo", str(tmp_path), "--statistics"]) == 0
    out = capsys.readouterr().out
    assert "mine: there is no training set, so sentences and graphs are of test" in out
    assert "sick: nothing is there" in out
    assert main(["bamboo", str(tmp_path), "--statistics", "--published", "-f", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [task["test"] for task in data["tasks"]] == [4, 4]
    assert data["missing"] == ["sick", "para"]
    shutil.rmtree(tmp_path / "sts" / "main")
    shutil.rmtree(tmp_path / "mine" / "main")
    assert main(["bamboo", str(tmp_path), "--statistics"]) == 2
    assert "no graphs of main to describe" in capsys.readouterr().err


def test_table_1_of_the_paper() -> None:
    found = describe(Folder.open(bamboo_folder(), tasks=("sick",))).tasks[0]
    assert found.words is not None
    assert found.pairs == {"train": 4500, "dev": 500, "test": 4927}
    assert (round(found.words.mean, 1), found.words.median) == (9.6, 9)
    assert (round(found.nodes.mean, 1), found.nodes.median) == (10.7, 10)
    assert (round(found.density.mean, 2), round(found.density.median, 2)) == (0.11, 0.1)


def test_the_folder_that_was_meant_is_named(tmp_path: Path) -> None:
    make(tmp_path / "bamboo")
    suite = tmp_path / "bamboo" / "evaluation-suite"
    suite.mkdir()
    for wrong in (tmp_path, suite, tmp_path / "bamboo" / "sts"):
        with pytest.raises(FileError, match=rf"did you mean {tmp_path / 'bamboo'}\?"):
            Folder.open(wrong)
    (tmp_path / "empty" / "inside").mkdir(parents=True)
    with pytest.raises(FileError, match=f"the top folder of a clone of {PUBLIC}"):
        Folder.open(tmp_path / "empty" / "inside")
    with pytest.raises(FileError, match="no such folder; expected a folder with"):
        Folder.open(tmp_path / "nowhere")
