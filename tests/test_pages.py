"""The pages of the documentation: examples and commands run, references are fresh."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest

import tertium
from scripts import make_api, make_commands
from tertium.cli import COMMANDS, main

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = {
    path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(DOCS.rglob("*.md"))
}
TESTED_ELSEWHERE = ("bamboo.md", "evaluation.md")
NOT_HERE = ("glove.6B", "train.y", "weights.json")  # files that the reader brings along or trains


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGES[page], re.DOTALL)


def commands(page: str) -> list[str]:
    """Return the commands of a page, each with what it shows that they print."""
    if page in TESTED_ELSEWHERE:
        return []
    parts = [part for block in blocks(page, "console") for part in block.split("$ tertium ")[1:]]
    return [part for part in parts if not any(name in part for name in NOT_HERE)]


def examples(page: str) -> str:
    """Return what a page shows as an interpreter's session."""
    if page == "api.md":  # made from docstrings, which are tests where they stand
        return ""
    return "\n".join(block for block in blocks(page, "python") if block.startswith(">>>"))


@pytest.fixture
def in_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("in_a_copy")
@pytest.mark.parametrize("part", [part for page in PAGES for part in commands(page)])
def test_commands(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, _, shown = part.partition("\n")
    words, _, _ = command.partition(" > ")
    assert main(shlex.split(words)) == 0
    printed = capsys.readouterr().out
    assert printed or "-o " in words
    if shown.strip():
        beginning, dots, _ = shown.partition("\n...\n")
        printed = re.sub(r"(?m)^smatch\|.*\|version", "smatch|...|version", printed)
        assert printed.startswith(beginning + "\n") if dots else printed == shown


@pytest.mark.parametrize("page", [page for page in PAGES if examples(page)])
def test_examples(page: str) -> None:
    test = doctest.DocTestParser().get_doctest(examples(page), {}, page, page, 0)
    assert doctest.DocTestRunner().run(test).failed == 0
    assert test.examples


def test_the_reference_of_commands_is_fresh() -> None:
    text = make_commands.TARGET.read_text(encoding="utf-8")
    assert text == make_commands.page(), "run scripts/make_commands.py"
    assert all(f"\n## tertium {command}\n" in text for command in COMMANDS)


def test_the_reference_of_names_is_fresh() -> None:
    text = make_api.TARGET.read_text(encoding="utf-8")
    assert text == make_api.page(), "run scripts/make_api.py"
    assert all(f"\n## `{name}`\n" in text for name in tertium.__all__)


def test_every_page_is_in_the_site() -> None:
    listed = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert listed == {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}


def test_the_public_workflow_runs_what_ci_runs() -> None:
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert "- run: .ci/run\n" in workflow
