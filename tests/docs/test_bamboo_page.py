"""docs/bamboo.md: its commands run."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from tertium.cli import main
from tests.support.paths import DOCS, EXAMPLES
from tests.support.tiny_bamboo import make

PAGE = (DOCS / "bamboo.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_the_commands_of_the_page_run(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    make(tmp_path / "bamboo")
    for name in ("source", "target"):
        side = "src" if name == "source" else "tgt"
        shutil.copy(
            tmp_path / "bamboo" / "sts" / "main" / f"{side}.test.amr", f"{tmp_path}/{name}.amr"
        )
    shutil.copy(tmp_path / "bamboo" / "sts" / "test.y", tmp_path / "scores.txt")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for line in block.splitlines():
        assert main(shlex.split(line.removeprefix("$ tertium "))) == 0
        assert capsys.readouterr().out
