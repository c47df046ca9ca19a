"""English: habits that were dropped do not come back.

Each habit is a pattern, and what to write instead. Only text that a person reads is searched:
pages, docstrings, comments, help and messages; the data files and this file are not.
"""

from __future__ import annotations

import re

import pytest

from tests.support.paths import ROOT

_UNITS = "number|value|score|row|line|byte|second|seconds|ms|µs|MB|KB|time"
_THINGS = "pair|graph|line|file|row|word|metric|system|annotator|query|candidate|document|sentence"

HABITS = {
    rf"\b({_UNITS}) an? ({_THINGS})\b": "one number per line; µs per pair",
    r"\bof one's own\b": "a custom metric; your own file",
    r"\b(is|are) told with\b": "is reported with its location",
    r"\b(is|was) no (graph|number|session|word|file)\b": "is not a graph",
    r"\bthat comes? along\b": "bundled",
    r"\bthat comes? with the package\b": "bundled",
    r"\bin silence\b": "silently",
    r"\bno part of\b": "not part of",
    r"` holds it\b": "`tests/x.py` verifies this",
    r"\bno place for\b": "the operation does not apply",
    r"\bgets a word\b": "produces an error message",
    r"\b[Hh]ow alike\b": "how similar two graphs are",
    r"\bWrong types are told\b": "Wrong types raise an error",
    r"[Bb]ehind the slash": "The concept follows the slash",
    r"\bmakes it a standard form\b": "brings it into a standard form",
    rf", one an? ({_THINGS})\b": "one per pair",
    r"\b[Ww]hat becomes of\b": "how bad graphs are treated; what to do with them",
    r"\bhangs? together\b": "is connected",
    r"\bfrom which on\b": "lowest value",
    r"\bis called like\b": "has the name of",
    r"\b(that mending|if mended)\b": "fixing; if fixed",
}
_SUFFIXES = (".md", ".py", ".cpp", ".hpp")
_FOLDERS = ("src", "native", "docs", "benchmarks", "fuzz", "scripts", "tests", "examples")
_HERE = "tests/docs/test_prose.py"


def texts() -> dict[str, str]:
    """Return what is searched, by path."""
    found = [path for folder in _FOLDERS for path in (ROOT / folder).rglob("*")]
    found += ROOT.glob("*.md")
    paths = [p for p in found if p.suffix in _SUFFIXES and "data" not in p.parts]
    named = {path.relative_to(ROOT).as_posix(): path for path in sorted(paths)}
    return {name: path.read_text(encoding="utf-8") for name, path in named.items() if name != _HERE}


TEXTS = texts()


@pytest.mark.parametrize("habit", HABITS)
def test_a_habit_is_gone(habit: str) -> None:
    pattern = re.compile(habit)
    places = [
        f"{name}:{text.count(chr(10), 0, found.start()) + 1}: {found[0]}"
        for name, text in TEXTS.items()
        for found in pattern.finditer(text)
        if not (found[0].startswith("is no") and text[: found.start()].endswith("there "))
    ]
    assert not places, f"write, for example, “{HABITS[habit]}”:\n" + "\n".join(places)


def test_the_search_finds_something() -> None:
    assert len(TEXTS) > 300
    assert re.search(next(iter(HABITS)), "it prints one number a line")
