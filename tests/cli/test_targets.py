"""Outputs are checked before any work begins: nothing is overwritten that was not meant to be."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tertium.cli import main
from tests.cli.files import GOLD, PRED, Run
from tests.support.commands import TERTIUM
from tests.support.tiny_bamboo import make as make_bamboo

SCORE = ["score", "gold.amr", "pred.amr"]

REFUSED = {
    "pairs and page": ([*SCORE, "--pairs", "x", "--html", "x"], "--html and --pairs would write"),
    "another spelling": ([*SCORE, "--pairs", "x", "--html", "./x"], "would write the same file"),
    "through a link": ([*SCORE, "--pairs", "new", "--html", "link-to-new"], "the same file"),
    "the gold": ([*SCORE, "--pairs", "gold.amr"], "gold.amr: --pairs would overwrite an input"),
    "a link to the gold": ([*SCORE, "--html", "link-to-gold"], "--html would overwrite an input"),
    "a hard link": (["compare", *SCORE[1:], "--pairs", "hard"], "--pairs would overwrite an input"),
    "an image": ([*SCORE, "--plots", ".", "--html", "forest.svg"], "--plots and --html would"),
    "plots in a file": ([*SCORE, "--plots", "gold.amr"], "gold.amr is a file, not a folder"),
    "no folder": ([*SCORE, "--html", "nowhere/x"], "nowhere/x: there is no folder nowhere"),
    "a directory": (["matrix", "gold.amr", "-o", "."], "this is a directory"),
    "matrix": (["matrix", "gold.amr", "-o", "gold.amr"], "--output would overwrite an input"),
    "standardise": (
        ["standardise", "gold.amr", "--reify", "-o", "link-to-gold"],
        "would overwrite an input",
    ),
    "a table": (
        ["standardise", "gold.amr", "--reify", "--set", "table=table.tsv", "-o", "table.tsv"],
        "would overwrite an input",
    ),
    "perturb": (["perturb", "gold.amr", "--op", "lift-up", "-o", "hard"], "overwrite an input"),
    "shards": (["merge", "pred.amr", "--pairs", "pred.amr"], "--pairs would overwrite an input"),
    "an option": (
        [*SCORE, "-m", "smatch++:table=table.tsv", "--pairs", "table.tsv"],
        "would overwrite an input",
    ),
}


@pytest.fixture
def run_with_links(run: Callable[..., Run]) -> Callable[..., Run]:
    Path("link-to-gold").symlink_to("gold.amr")
    Path("link-to-new").symlink_to("new")
    os.link("gold.amr", "hard")
    Path("table.tsv").write_text("mod\thave-mod-91\tARG1\tARG2\n")
    return run


@pytest.mark.parametrize(("words", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(run_with_links: Callable[..., Run], words: list[str], message: str) -> None:
    before = {path: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    done = run_with_links(*words)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert {path: path.read_bytes() for path in Path().iterdir() if path.is_file()} == before


def test_the_ratings_and_development_sets_of_train(run: Callable[..., Run]) -> None:
    Path("y").write_text("1\n2\n3\n")
    words = ["train", "wwlk-theta", "--gold", "gold.amr", "--pred", "pred.amr", "--target", "y@0:2"]
    for out in ("y", "same.amr"):
        done = run(*words, "--dev", "gold.amr", "same.amr", "y", "-o", out)
        assert (done.code, done.err) == (2, f"tertium: {out}: --output would overwrite an input\n")


def test_a_gold_file_with_the_name_of_old_temporary_files(run: Callable[..., Run]) -> None:
    Path("x.part").write_text(GOLD)
    assert run("score", "x.part", "pred.amr", "--pairs", "x").code == 0
    assert Path("x.part").read_text() == GOLD
    assert len(Path("x").read_text().splitlines()) == 3


def test_devices_may_be_given_twice(run: Callable[..., Run]) -> None:
    assert run(*SCORE, "--pairs", "/dev/null", "--html", "/dev/null").code == 0


@pytest.mark.parametrize("option", ["--pairs", "--html"])
def test_redirections(tmp_path: Path, option: str) -> None:
    """Standard output and standard input may be files, too."""
    (tmp_path / "gold.amr").write_text(GOLD)
    (tmp_path / "pred.amr").write_text(PRED)
    with (tmp_path / "out").open("wb") as out, (tmp_path / "gold.amr").open("rb") as gold:
        for target, message in (("out", b"standard output would write"), ("gold.amr", b"an input")):
            done = subprocess.run(
                [*TERTIUM, "score", "-", "pred.amr", option, target],
                cwd=tmp_path,
                stdin=gold,
                stdout=out,
                stderr=subprocess.PIPE,
                check=False,
            )
            assert done.returncode == 2
            assert message in done.stderr
    assert (tmp_path / "gold.amr").read_text() == GOLD


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_no_permission(run: Callable[..., Run]) -> None:
    Path("closed").mkdir(mode=0o500)
    Path("fixed").write_text("old")
    Path("fixed").chmod(0o400)
    assert "the folder closed may not be written to" in run(*SCORE, "--pairs", "closed/x").err
    assert "fixed: this file may not be written to" in run(*SCORE, "--pairs", "fixed").err


@pytest.mark.parametrize(("command", "option"), [("standardise", "--reify"), ("perturb", "--op")])
def test_graphs_go_to_a_file(run: Callable[..., Run], command: str, option: str) -> None:
    words = [command, "gold.amr", option, *(["lift-up"] if option == "--op" else [])]
    printed = run(*words)
    written = run(*words, "-o", "out.amr")
    assert (printed.code, written.code, written.out) == (0, 0, "")
    assert Path("out.amr").read_text() == printed.out != ""


def test_the_input_of_a_challenge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = make_bamboo(tmp_path / "in")
    (tmp_path / "link").symlink_to(folder)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for out in (folder, tmp_path / "link"):
        assert main(["bamboo", "make", "reify", str(folder), "-o", str(out)]) == 2
        assert "--out would overwrite an input" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    "name", ["../../escape", "/escape", "a/b", "..", ".", "", "a\\b", "a\nb", "\x1b"]
)
def test_the_name_of_a_task(run: Callable[..., Run], name: str) -> None:
    Path("y").write_text("1\n2\n3\n")
    words = ["bamboo", "make", "reify", "gold.amr", "pred.amr", "y", "-o", "out"]
    done = run(*words, "--name", name)
    assert (done.code, done.out) == (2, "")
    assert "a plain file name" in done.err
    assert not Path("out").exists()


def test_sizes(run: Callable[..., Run]) -> None:
    for given in ("1", "100", "0K"):
        done = run("score", "gold.amr", "pred.amr", "--max-bytes", given)
        assert done.code == 2
        assert "--max-bytes" in done.err
    for given in ("1K", "500M", "2G", "2GiB", "3t"):
        assert run("score", "gold.amr", "pred.amr", "--max-bytes", given).code == 0
    for given in ("", "-1", "M", "1.5G", "9" * 9999, "²"):
        done = run("score", "gold.amr", "pred.amr", f"--max-bytes={given}")
        assert done.code == 2
        assert "is not a size such as 500M or 2G" in done.err
