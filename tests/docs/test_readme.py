"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from tertium.cli import COMMANDS, main
from tertium.metrics import REGISTRY
from tests.support.paths import EXAMPLES, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_examples_in_python() -> None:
    examples = "\n".join(re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, "README", "README.md", 0)
    assert doctest.DocTestRunner().run(test).failed == 0
    assert test.examples


def test_the_first_transcript(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    block = re.search(r"```console\n\$ (.*?)\n(.*?)```", README, flags=re.DOTALL)
    assert block is not None
    words = shlex.split(block[1].rpartition("&&")[2])
    assert words[0] == ".venv/bin/tertium"
    monkeypatch.chdir(ROOT)
    assert main(words[1:]) == 0
    assert capsys.readouterr().out == block[2]


def test_the_transcript_of_a_broken_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (block,) = re.findall(r"```console\n\$ tertium (.*?)\.\.\.\n```", README, flags=re.DOTALL)
    command, _, shown = block.partition("\n")
    pred = (EXAMPLES / "parser.amr").read_text(encoding="utf-8")
    (tmp_path / "broken.amr").write_text(pred.replace("(x2 / tree\n", "(x2 / tree tree\n"))
    (tmp_path / "gold.amr").write_bytes((EXAMPLES / "gold.amr").read_bytes())
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(command)) == 0
    printed = capsys.readouterr()
    assert (printed.err + printed.out).startswith(shown)


def test_every_command_is_tested_here() -> None:
    assert len(re.findall(r"(?m)^\$ ", README)) == 3  # two transcripts, and the test command itself


def test_every_command_and_metric_is_named() -> None:
    for command in COMMANDS:
        assert f"`tertium {command}" in README
    for name in REGISTRY:
        assert f"`{name}`" in README


def test_every_page_is_there() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / link).exists(), link


def test_both_commands_are_what_ci_runs() -> None:
    """`scripts/fresh-machine` takes them from here: the first two lines that begin with ``$``."""
    assert re.findall(r"^\$ (.*)$", README, flags=re.MULTILINE)[1] == "scripts/test"
    assert "    scripts/fresh-machine\n" in (ROOT / ".ci" / "run").read_text()
