"""The pages of the documentation: examples and commands run, references are fresh."""

from __future__ import annotations

import doctest
import gzip
import re
import shlex
import shutil
from dataclasses import fields
from pathlib import Path

import pytest

import tertium
from scripts.generate.metrics import card as card_of
from tertium.cli import COMMANDS, main
from tertium.graph import read_umr
from tertium.metrics import REGISTRY
from tertium.standard.aspects import ASPECTS
from tests.support.paths import DOCS, EXAMPLES, ROOT
from tests.support.tiny_bamboo import make as make_bamboo

PAGES = {
    path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(DOCS.rglob("*.md"))
}
TESTED_ELSEWHERE = ("bamboo.md",)
LINK = re.compile(r"(?<!!)\[[^]]*\]\(([^)\s]+)\)")


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGES[page], re.DOTALL)


def commands(block: str) -> list[tuple[str, str]]:
    """Return the commands of a block, each with what it shows that they print."""
    parts = block.replace("\\\n", "").split("$ tertium ")
    assert not parts[0], "every command of a page is one of tertium, and so it is run here"
    return [(command, shown) for command, _, shown in (p.partition("\n") for p in parts[1:])]


CONSOLES = [
    pytest.param(block, id=f"{page}-{number}")
    for page in PAGES
    if page not in TESTED_ELSEWHERE
    for number, block in enumerate(blocks(page, "console"))
]


PROGRAMS = ("evaluation.md", "bamboo.md")
"""Pages with Python that is not a session: run in test_evaluation_page, or a signature only."""


def examples(page: str) -> str:
    """Return what a page shows as an interpreter's session."""
    if page == "api.md":  # made from docstrings, which are tests where they stand
        return ""
    shown = blocks(page, "python")
    assert all(block.startswith(">>>") for block in shown) or page in PROGRAMS
    return "\n".join(block for block in shown if block.startswith(">>>"))


@pytest.fixture
def in_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay out the examples, and the files that a reader would bring along, very small."""
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    with gzip.open(tmp_path / "glove.6B.300d.txt.gz", "wt", encoding="utf-8") as out:
        out.writelines(f"{word} {x} 1\n" for x, word in enumerate(("girl", "tree", "hedge")))
    for split in ("train", "dev"):
        made = make_bamboo(tmp_path / split, split=split)
        shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    for start, split in (("", "train"), ("dev-", "dev")):
        folder = tmp_path / "sts" / "main"
        shutil.copy(folder / f"tgt.{split}.amr", tmp_path / f"{start}a.amr")
        shutil.copy(folder / f"src.{split}.amr", tmp_path / f"{start}b.amr")
        shutil.copy(tmp_path / "sts" / f"{split}.y", tmp_path / f"{start}ratings.txt")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("in_a_copy")
@pytest.mark.parametrize("block", CONSOLES)
def test_commands(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command, shown in commands(block):
        words, _, target = command.partition(" > ")
        small = re.sub(r"@(\d):\d+", r"@\1:5", words)  # BAMBOO is larger than what lies here
        finds = words.startswith("diff ")  # the exit code is 1 where there are differences
        assert main(shlex.split(small)) == int(finds), command
        printed = capsys.readouterr().out
        assert printed or "-o " in words
        if target:
            Path(target).write_text(printed, encoding="utf-8")
        if shown.strip():
            beginning, dots, _ = shown.partition("\n...\n")
            assert printed.startswith(beginning + "\n") if dots else printed == shown


@pytest.mark.parametrize("page", [page for page in PAGES if examples(page)])
def test_examples(page: str) -> None:
    test = doctest.DocTestParser().get_doctest(examples(page), {}, page, page, 0)
    known = dict(ASPECTS)
    try:
        assert doctest.DocTestRunner().run(test).failed == 0
    finally:  # a page registers an aspect of its own
        ASPECTS.clear()
        ASPECTS.update(known)
    assert test.examples


def test_the_references_are_complete() -> None:
    assert all(f"\n## tertium {command}\n" in PAGES["commands.md"] for command in COMMANDS)
    assert all(f"\n## `{name}`\n" in PAGES["api.md"] for name in tertium.__all__)


def test_a_page_says_whom_it_is_for() -> None:
    """The first paragraph of a page; a metric's card says what the metric is for instead."""
    others = ("metrics/", "reproduction/", "index.md")
    pages = {page: text for page, text in PAGES.items() if not page.startswith(others)}
    openings = {page: text.split("\n\n")[1] for page, text in pages.items()}
    assert not [page for page, opening in openings.items() if not opening.startswith("For ")]


def slugs(text: str) -> set[str]:
    """Return the anchors that a site makes of the headings of a page."""
    headings = re.findall(r"(?m)^#+ (.*)$", re.sub(r"(?s)```.*?```", "", text))
    plain = (re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in headings)
    return {re.sub(r"[-\s]+", "-", words) for words in plain}


@pytest.mark.parametrize("page", PAGES)
def test_links(page: str) -> None:
    prose = re.sub(r"(?s)```.*?```|`[^`]*`", "", PAGES[page])
    for link in LINK.findall(prose):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (DOCS / page).parent / path if path else DOCS / page
        assert target.is_file(), link
        if anchor:
            assert anchor in slugs(target.read_text(encoding="utf-8")), link


def card(name: str) -> str:
    return PAGES[card_of(REGISTRY[name])]


@pytest.mark.parametrize("name", REGISTRY)
def test_a_card_has_everything(name: str) -> None:
    text = card(name)
    headings = re.findall(r"(?m)^## (.*)$", text)
    expected = [
        "Description", "Formula", "How to use", "Inputs", "Output values", "Laws",
        "Values from papers", "Limits", "Citation",
    ]  # fmt: skip
    assert text.startswith(f"# {name}\n")
    assert [heading for heading in headings if heading in expected] == expected
    sections = re.split(r"(?m)^## .*$", text)[1:]
    assert all(section.strip() for section in sections)
    assert f"-m {name}" in text or f"-m '{name}'" in text


SHARED = re.compile(r"(?:as for|those of) \[[^]]*\]\(([\w-]+\.md)\)")
"""How a card leaves options that it shares to another card."""


@pytest.mark.parametrize("name", REGISTRY)
def test_a_card_names_every_option(name: str) -> None:
    text = card(name)
    shared = [PAGES[f"metrics/{page}"] for page in SHARED.findall(text)]
    named = re.findall(r"`(\w+)`", "".join([text, *shared]))
    assert {option.name for option in fields(REGISTRY[name])} <= set(named)


@pytest.mark.parametrize("name", REGISTRY)
def test_a_card_tells_whether_the_metric_is_symmetric(name: str) -> None:
    (told,) = re.findall(r"(?m)^\| symmetric \| (yes|no)\b", card(name))
    assert (told == "yes") == tertium.metric(name).symmetric


def test_every_page_is_in_the_site() -> None:
    listed = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert listed == {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}


def test_the_public_workflow_runs_what_ci_runs() -> None:
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert "- run: .ci/run\n" in workflow


def test_the_notations_are_read(tmp_path: Path) -> None:
    penman, lines, umr = re.findall(r"(?ms)^```\n(.*?)^```", PAGES["notation.md"])
    for name, text in (("penman", penman), ("lines", lines)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        (graph,) = tertium.read(tmp_path / name)
        assert (graph.id, graph.top) == ("lpp.1", "w")
        assert ("w", ":ARG0", "b") in graph.triples
    (tmp_path / "umr").write_text(umr, encoding="utf-8")
    (sentence,) = read_umr(tmp_path / "umr").sentences
    assert [len(found) for found in sentence.relations.values()] == [2, 2]
