"""docs/evaluation.md: its program runs; its commands are run with those of all pages."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.support.paths import DOCS, EXAMPLES

PAGE = (DOCS / "evaluation.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def in_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)


def test_python(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, object] = {}
    exec(code, names)
    assert "difference from baseline" in capsys.readouterr().out
