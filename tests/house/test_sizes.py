"""Modules and functions stay small enough to be read at once."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT

LINES_OF_A_MODULE = 350
LINES_OF_A_FUNCTION = 40

PYTHON = sorted(
    path
    for folder in ("src", "tests", "scripts", "benchmarks", "fuzz", "examples")
    for path in (ROOT / folder).rglob("*.py")
)
NATIVE = sorted(path for end in ("cpp", "hpp") for path in (ROOT / "native").rglob(f"*.{end}"))


@pytest.mark.parametrize("path", [*PYTHON, *NATIVE], ids=lambda p: str(p.relative_to(ROOT)))
def test_sizes(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= LINES_OF_A_MODULE
    bodies = python_bodies(text) if path.suffix == ".py" else native_bodies(text)
    for name, lines in bodies:
        assert lines <= LINES_OF_A_FUNCTION, name


def python_bodies(text: str) -> Iterator[tuple[str, int]]:
    """Yield the functions of a module with the length of their bodies, docstrings left out."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            if body:
                yield node.name, (body[-1].end_lineno or 0) - body[0].lineno + 1


_STRING = re.compile(r"\"(\\.|[^\"\\])*\"|'(\\.|[^'\\])'|//.*")
_OPENING = re.compile(r"\)[^;{}()]*\{$")
_STATEMENT = re.compile(r"\s*(\} else )?(if|for|while|switch|do)\b")


def native_bodies(text: str) -> Iterator[tuple[str, int]]:
    """Yield the functions of a file, by their opening line, with the length of their bodies."""
    lines = [_STRING.sub("", line) for line in text.split("\n")]
    for start, line in enumerate(lines):
        if not _OPENING.search(line) or _STATEMENT.match(line):
            continue
        depth = 0
        for end in range(start, len(lines)):
            depth += lines[end].count("{") - lines[end].count("}")
            if depth <= 0:
                break
        yield line.strip(), end - start - 1


def test_bodies_are_found() -> None:
    native = "int f(int x) {\n    if (x > 0) {\n        return 1;\n    }\n    return 0;\n}\n"
    assert list(native_bodies(native)) == [("int f(int x) {", 4)]
    assert list(python_bodies('def f():\n    """Doc."""\n    a = 1\n    return a\n')) == [("f", 2)]
