"""One way to the terminal: only `tertium.terminal` prints, so that nothing is printed unseen."""

from __future__ import annotations

import ast

import pytest

from tests.support.paths import ROOT

SOURCE = ROOT / "src" / "tertium"
MODULES = sorted(path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py"))

STREAMS = {
    "terminal.py": "it is the way",
    "cli/__init__.py": "it prepares the streams and flushes them",
    "cli/parser.py": "it asks how wide the terminal is",
    "cli/progress.py": "it asks whether there is a terminal",
    "files.py": "it flushes stdout before it writes to /dev/stdout",
    "signals.py": "it says in fixed words that a signal ends the process",
}
"""Modules that may touch stdout or stderr, and why."""

PRINTING = {"terminal.py": {"print"}, "signals.py": {"os.write"}}


def talk(tree: ast.Module) -> list[str]:
    """Return the calls and streams by which a module could talk to a terminal."""
    calls = [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    streams = [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    imported = [
        f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    return [
        *(name for name in calls if name in ("print", "warnings.warn", "os.write")),
        *(name for name in streams + imported if name in _STREAMS),
    ]


_STREAMS = [f"sys.{name}" for name in ("stdout", "stderr", "__stdout__", "__stderr__")]


@pytest.mark.parametrize("path", MODULES)
def test_nobody_else_prints(path: str) -> None:
    found = talk(ast.parse((SOURCE / path).read_text(encoding="utf-8")))
    allowed = {*_STREAMS} | PRINTING.get(path, set())
    assert set(found) <= (allowed if path in STREAMS else set()), "use say or show of terminal.py"


def test_the_check_finds_what_it_should() -> None:
    for code, found in (
        ("print(1)", "print"),
        ("def f():\n    sys.stderr.write('x')", "sys.stderr"),
        ("out = sys.stdout", "sys.stdout"),
        ("from sys import stderr", "sys.stderr"),
        ("warnings.warn('x')", "warnings.warn"),
    ):
        assert talk(ast.parse(code)) == [found]
    assert talk(ast.parse("done.stdout.decode()")) == []
    assert all(path in MODULES for path in STREAMS)
