"""``tertium completion``: shells complete commands, options and choices."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable

import pytest

from tertium.cli import COMMANDS
from tertium.metrics import REGISTRY
from tests.cli.files import Run

COMPLETED: dict[str, list[str]] = {
    "sc": ["score"],
    "score --det": ["--details"],
    "score -f m": ["markdown"],
    "score --pair-by ": ["auto", "id", "sentence", "order"],
    "score -m ": list(REGISTRY),
    "audit s": ["soundness", "search", "structure"],
    "audit soundness --on-error ": ["fail", "skip"],
    "bamboo m": ["make"],
    "bamboo make --wo": ["--wordnet"],
}


@pytest.fixture(scope="module")
def script() -> str:
    from tertium.cli import build_parser
    from tertium.cli.completion import _bash, entries_of

    return "\n".join(_bash(list(entries_of(build_parser()))))


@pytest.mark.parametrize("typed", COMPLETED)
def test_bash(script: str, typed: str) -> None:
    if shutil.which("bash") is None:
        pytest.skip("needs bash")
    words = ["tertium", *typed.split(" ")]
    quoted = " ".join(f"'{word}'" for word in words)
    ask = f'COMP_WORDS=({quoted}) COMP_CWORD={len(words) - 1}; _tertium; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(
        ["bash", "-euc", f"{script}\n{ask}"], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == COMPLETED[typed]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_name_everything_and_are_valid(run: Callable[..., Run], shell: str) -> None:
    done = run("completion", shell)
    assert (done.code, done.err) == (0, "")
    for command in COMMANDS:
        assert command.split(" ")[-1] in done.out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=done.out, text=True, check=True)


def test_an_unknown_shell(run: Callable[..., Run]) -> None:
    done = run("completion", "tcsh")
    assert done.code == 2
    assert "usage: tertium completion" in done.err
