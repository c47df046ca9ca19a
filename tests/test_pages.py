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
PAGES = {name: (DOCS / name).read_text(encoding="utf-8") for name in ("index.md", "recipes.md")}
EXAMPLES = ["index.md", "concepts.md", "recipes.md"]


def commands(page: str) -> list[str]:
    """Return the commands of a page, each with what it shows that they print."""
    blocks = re.findall(r"```console\n(.*?)```", PAGES[page], re.DOTALL)
    return [part for block in blocks for part in block.split("$ tertium ")[1:]]


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
        assert re.sub(r"(?m)^smatch\|.*\|version", "smatch|...|version", printed) == shown


@pytest.mark.parametrize("page", EXAMPLES)
def test_examples(page: str) -> None:
    results = doctest.testfile(str(DOCS / page), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


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
