"""The command line as a whole: help, mistakes, streams; a mistake never ends in a traceback."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tertium import __version__
from tertium.cli import build_parser
from tests.cli.files import GOLD, PRED, Run
from tests.support.commands import TERTIUM

MISTAKES: dict[str, tuple[list[str], str]] = {
    "no command": ([], "required: COMMAND; 'tertium --help' lists the commands"),
    "no such command": (["gold.amr", "pred.amr"], "invalid choice: 'gold.amr'"),
    "no files": (["score"], "the following arguments are required: GOLD, PRED"),
    "one file": (["score", "gold.amr"], "gold.amr: a prediction is missing"),
    "a missing file": (["score", "gold.amr", "no.amr"], "no.amr: there is no such file"),
    "a missing gold": (["score", "no.amr", "gold.amr"], "no.amr: there is no such file"),
    "a directory": (["score", "gold.amr", "."], ".: this is a directory"),
    "a text": (["score", "gold.amr", "notes.txt"], "notes.txt: this is not a file of graphs"),
    "a text for gold": (["score", "notes.txt", "gold.amr"], "notes.txt: this is not a file of"),
    "an empty file": (["score", "gold.amr", "empty.amr"], "empty.amr: there is no graph"),
    "both empty": (["score", "empty.amr", "empty.amr"], "empty.amr: there is no graph"),
    "Latin-1": (["score", "latin.amr", "latin.amr"], "column 8: this byte is not valid UTF-8"),
    "a number for a file": (["score", "gold.amr", "5"], "5: there is no such file"),
    "no such metric": (["score", "gold.amr", "pred.amr", "-m", "smach"], "did you mean 'smatch'?"),
    "no such option": (["score", "gold.amr", "pred.amr", "-m", "smatch:x=1"], "it has: solver, "),
    "a wrong value": (
        ["score", "gold.amr", "pred.amr", "-m", "smatch:budget=x"], "not a whole number",
    ),
    "too large a value": (
        ["score", "gold.amr", "pred.amr", "-m", "smatch:budget=99999999999999999999"], "below 2^63",
    ),
    "no such format": (["score", "gold.amr", "pred.amr", "--format", "x"], "invalid choice: 'x'"),
    "no such policy": (["score", "gold.amr", "pred.amr", "--on-error", "x"], "invalid choice: 'x'"),
    "threads": (["score", "gold.amr", "pred.amr", "--threads", "-1"], "'-1': a number up to"),
    "many threads": (["score", "gold.amr", "pred.amr", "--threads", "9" * 30], "a number up to"),
    "a threshold": (["score", "gold.amr", "pred.amr", "--fail-under", "nan"], "'nan': a number"),
    "rows into a directory": (["score", "gold.amr", "pred.amr", "--pairs", "."], "a directory"),
    "rows nowhere": (["score", "gold.amr", "pred.amr", "--pairs", "no/x"], "there is no folder no"),
    "rows into an input": (["score", "gold.amr", "pred.amr", "--pairs", "gold.amr"], "overwrite"),
    "all skipped": (["score", "gold.amr", "bad.amr", "--on-error", "skip"], "is left to score"),
    "an unknown option": (["score", "gold.amr", "pred.amr", "--nope"], "--nope"),
}  # fmt: skip


@pytest.mark.parametrize(("words", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(run: Callable[..., Run], words: list[str], message: str) -> None:
    Path("notes.txt").write_text("Dear reader,\n\nthis is (sadly) no AMR.\n\nYours\n")
    Path("empty.amr").write_text("")
    Path("latin.amr").write_bytes("(b / naïve)".encode("latin-1"))
    Path("bad.amr").write_text(GOLD.replace(")", ""))
    done = run(*words)
    assert done.code == 2
    assert done.out == ""
    assert message in done.err
    assert Path("gold.amr").read_text() == GOLD


def test_version_and_help(run: Callable[..., Run]) -> None:
    assert run("--version") == Run(0, f"tertium {__version__}\n", "")
    for words in (["--help"], ["score", "--help"]):
        done = run(*words)
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith("usage: tertium")


def test_only_the_command_that_is_called_is_imported() -> None:
    code = (
        "import sys, tertium.cli\n"
        "tertium.cli.main(sys.argv[1:])\n"
        "print([c for c in tertium.cli.COMMANDS if f'tertium.cli.{c}' in sys.modules])"
    )
    for words, expected in ((["--version"], []), (["score", "--help"], ["score"])):
        command = [sys.executable, "-c", code, *words]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout.endswith(f"\n{expected}\n")


def test_every_option_is_explained() -> None:
    def walk(parser: argparse.ArgumentParser, name: str) -> None:
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for command, inner in action.choices.items():
                    walk(inner, f"{name} {command}")
            else:
                assert action.help, f"{name}: {action.option_strings or action.metavar}"

    walk(build_parser(), "tertium")


def tertium(*words: str, cwd: Path, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [*TERTIUM, *words]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, **options)


def test_a_closed_pipe(tmp_path: Path) -> None:
    (tmp_path / "gold.amr").write_text(GOLD)
    (tmp_path / "pred.amr").write_text(PRED)
    reading, writing = os.pipe()
    os.close(reading)
    command = [*TERTIUM, "score", "gold.amr", "pred.amr"]
    with os.fdopen(writing, "w") as closed:
        done = subprocess.run(
            command, cwd=tmp_path, stdout=closed, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.stderr == ""
    assert done.returncode == 141


def test_names_that_cannot_be_printed(tmp_path: Path) -> None:
    name = os.fsdecode(b"\xff\xe9.amr")
    for file, text in (("gold.amr", GOLD), (name, PRED), ("東京♯.amr", PRED)):
        (tmp_path / file).write_text(text)
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    for format in ("text", "json", "csv", "markdown", "latex"):
        words = ["score", "gold.amr", name, "東京♯.amr", "--format", format, "--pairs", "rows"]
        done = tertium(*words, cwd=tmp_path, env=environment)
        assert (done.returncode, done.stderr) == (0, ""), format
    rows = (tmp_path / "rows").read_text(encoding="utf-8").splitlines()
    assert [json.loads(row)["system"] for row in rows[::3]] == [name[:-4], "東京♯"]
    missing = tertium("score", "gold.amr", name + "x", cwd=tmp_path, env=environment)
    assert missing.returncode == 2
    assert "there is no such file" in missing.stderr


def test_a_full_disk(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    (tmp_path / "gold.amr").write_text(GOLD)
    (tmp_path / "pred.amr").write_text(PRED)
    command = [*TERTIUM, "score", "gold.amr", "pred.amr"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "tertium: output: No space left on device\n"
