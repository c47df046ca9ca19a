"""The folder's layout: which pairs count, what is missing, what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.bamboo.data import TASKS, Folder, Suite
from tertium.errors import FileError, InputError, PairingError
from tests.support.tiny_bamboo import COUPLES, PAIRS, make


@pytest.mark.parametrize("task", TASKS)
def test_header_and_empty_line_are_left_out(tmp_path: Path, task: str) -> None:
    part = Folder.open(make(tmp_path)).read(("main", task))
    assert part.human == tuple(score for _, _, score in PAIRS)
    assert [str(g).split()[0] for g in part.source] == ["(s", "(s", "(b", "(r"]


def test_a_tidy_folder_loses_nothing(tmp_path: Path) -> None:
    folder = make(tmp_path, ("mine",))
    for side in ("src", "tgt"):
        path = folder / "mine" / "main" / f"{side}.test.amr"
        path.write_text(path.read_text().replace("Empty line", "A line."))
    assert len(Folder.open(folder).read(("main", "mine"))) == len(PAIRS) + 1


def test_role_confusion_alternates(tmp_path: Path) -> None:
    part = Folder.open(make(tmp_path)).read(("role_confusion", "sick"))
    assert part.human == (0.0, 1.0) * (len(COUPLES) // 2)


def test_a_limit_keeps_couples_whole(tmp_path: Path) -> None:
    suite = Suite.read(make(tmp_path), limit=3)
    assert [len(part) for part in suite.parts] == [3] * 9 + [2] * 3
    with pytest.raises(InputError, match="less than two"):
        Suite.read(tmp_path, limit=1)


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "para" / "reify" / "tgt.test.amr").unlink()
    (tmp_path / "sts" / "test.y").unlink()
    suite = Suite.read(tmp_path)
    assert set(suite.missing) == {
        ("reify", "para"),
        ("main", "sts"),
        ("reify", "sts"),
        ("syno", "sts"),
    }
    assert suite.missing["reify", "para"] == (tmp_path / "para" / "reify" / "tgt.test.amr",)
    assert len(suite.parts) == 8


def test_a_task_of_the_paper_is_missed_but_not_in_a_folder_of_ones_own(tmp_path: Path) -> None:
    assert len(Folder.open(make(tmp_path / "a", ("sts",))).missing()) == 8
    assert Folder.open(make(tmp_path / "b", ("mine",))).missing() == {}
    assert Folder.open(make(tmp_path / "c", ("sts", "mine"))).tasks == (*TASKS, "mine")


def test_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no such folder"):
        Folder.open(tmp_path / "nowhere")
    with pytest.raises(FileError, match="no task in this folder"):
        Folder.open(tmp_path)
    make(tmp_path)
    with pytest.raises(FileError, match="there is no task 'stss'; there are: para, sick, sts"):
        Folder.open(tmp_path, tasks=("stss",))
    with pytest.raises(FileError, match="nothing to run; the first missing file is"):
        Suite.read(Folder.open(tmp_path, "dev"))


def test_scores_must_fit(tmp_path: Path) -> None:
    scores = make(tmp_path) / "sts" / "test.y"
    scores.write_text("0.5\n0.7\n")
    with pytest.raises(PairingError, match="has 2 scores for 5 pairs"):
        Folder.open(tmp_path).read(("main", "sts"))
    scores.write_text("0.5\nhigh\n0\n0\n0\n")
    with pytest.raises(FileError, match="line 2: expected a number, found 'high'"):
        Folder.open(tmp_path).read(("main", "sts"))


def test_both_sides_must_fit(tmp_path: Path) -> None:
    path = make(tmp_path) / "sts" / "role_confusion" / "src.test.amr"
    path.write_text(path.read_text() + "\n\n(e / extra)")
    with pytest.raises(PairingError, match=r"has 5 graphs and .* has 4"):
        Folder.open(tmp_path).read(("role_confusion", "sts"))
    (path.parent / "tgt.test.amr").write_text(path.read_text())
    with pytest.raises(PairingError, match="needs couples of pairs, but there are 5"):
        Folder.open(tmp_path).read(("role_confusion", "sts"))
