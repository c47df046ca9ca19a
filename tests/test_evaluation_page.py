"""docs/evaluation.md: its commands run, and what it prints is what they print."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tertium.cli import main

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def in_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("block", blocks("console"))
def test_commands(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    for part in block.split("$ tertium ")[1:]:
        command, _, printed = part.partition("\n")
        words, _, target = command.partition(" > ")
        assert main(words.split()) == 0
        out = capsys.readouterr().out
        if target:
            Path(target).write_text(out)
        elif printed:
            shown = re.sub(r"(?m)^smatch\|.*\|version", "smatch|...|version", out)
            assert shown.rstrip() == printed.rstrip()


def test_python(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = blocks("python")
    names: dict[str, object] = {}
    exec(code, names)
    assert "against baseline" in capsys.readouterr().out
