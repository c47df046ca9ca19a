"""A command line in a folder that has some files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tertium.cli import main
from tests.cli.files import BROKEN, GOLD, PRED, Run


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Run]:
    """Run a command line in a folder that has some files."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("gold", GOLD), ("pred", PRED), ("broken", BROKEN), ("same", GOLD)):
        Path(f"{name}.amr").write_text(text)

    def call(*words: str) -> Run:
        code = main(words)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return Run(code, captured.out, captured.err)

    return call
