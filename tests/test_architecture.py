"""The shape of the house: what is public, who imports whom, and that nothing went stale."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import tertium

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "tertium"

LEVELS = [
    {"_version", "_native", "written"},
    {"errors"},
    {"options", "notation"},
    {"graph"},
    {"corpus", "reifications", "vectors"},
    {"convention", "similarity"},
    {"alignment", "aspects"},
    {"metrics"},
    {"evaluation", "training"},
    {"resampling"},
    {"significance"},
    {"structure", "shards", "agreement"},
    {"comparison"},
    {"audit"},
    {"bamboo"},
    {"explain"},
    {"report"},
    {"interop"},
    {"cli"},
    {"__init__", "__main__"},
]
"""Rooms from below to above: a module imports from lower levels and from its own room only."""

LEVEL = {name: level for level, names in enumerate(LEVELS) for name in names}
MODULES = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))
ROOMS = {path.stem for path in SOURCE.iterdir()} | {"_native"}


def room(path: Path) -> str:
    return path.parts[0].removesuffix(".py")


def imported_rooms(tree: ast.Module) -> set[str]:
    """Return the rooms that a module imports when it is imported itself."""
    names: list[str] = []
    for node in _run_at_import(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where a name comes from"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    parts = [name.split(".") for name in names if name.split(".")[0] == "tertium"]
    return {part[1] if part[1:] and part[1] in ROOMS else "__init__" for part in parts}


def _run_at_import(tree: ast.AST) -> list[ast.AST]:
    """Return the nodes outside of functions and of ``if TYPE_CHECKING``."""
    found: list[ast.AST] = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        found += [node, *_run_at_import(node)]
    return found


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_dependencies_point_one_way(path: Path) -> None:
    here = room(path)
    assert here in LEVEL, f"give {here} a level in LEVELS"
    for other in imported_rooms(ast.parse((SOURCE / path).read_text(encoding="utf-8"))):
        assert other == here or LEVEL[other] < LEVEL[here], f"{path} imports {other}"


def test_the_check_of_dependencies_can_fail() -> None:
    bad = "from tertium.cli import main\ndef f():\n    import tertium.report"
    assert imported_rooms(ast.parse(bad)) == {"cli"}
    assert imported_rooms(ast.parse("import tertium")) == {"__init__"}
    assert imported_rooms(ast.parse("from tertium import _native, Graph")) == {
        "_native",
        "__init__",
    }


def test_public_names() -> None:
    stub = ast.parse((SOURCE / "__init__.pyi").read_text(encoding="utf-8"))
    imported = {
        alias.name: node.module
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert sorted(imported) == tertium.__all__ == dir(tertium)
    for name, module in imported.items():
        assert getattr(tertium, name) is getattr(importlib.import_module(str(module)), name)
    with pytest.raises(AttributeError, match="no attribute 'scoore'"):
        tertium.scoore  # type: ignore[attr-defined]  # noqa: B018


def test_little_is_imported_for_the_version() -> None:
    code = (
        "import sys, tertium.cli; print(*sorted(m for m in sys.modules if m.startswith('tertium')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["tertium", "tertium._version", "tertium.cli", "tertium.errors"]


def test_every_module_explains_itself() -> None:
    for path in MODULES:
        assert ast.get_docstring(ast.parse((SOURCE / path).read_text(encoding="utf-8"))), path


def test_the_version_is_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == tertium.__version__


def test_the_stub_is_fresh(tmp_path: Path) -> None:
    fresh = tmp_path / "_native.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-P", "-m", "tertium._native", "-o"]
    subprocess.run([*command, str(fresh)], check=True)
    committed = SOURCE / "_native.pyi"
    # Blank lines depend on the version of nanobind.
    fresh_lines, lines = ([n for n in p.read_text().split("\n") if n] for p in (fresh, committed))
    assert lines == fresh_lines, "run python -m nanobind.stubgen, see CONTRIBUTING"


def test_nothing_heavy_is_imported() -> None:
    code = (
        "import sys, tertium.cli\n"
        "tertium.cli.build_parser()\n"
        "print([m for m in ('numpy', 'scipy', 'rich', 'penman') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_only_the_bindings_know_python() -> None:
    for path in (ROOT / "native").glob("*/*.*"):
        if path.parent.name != "python":
            text = path.read_text(encoding="utf-8")
            assert "nanobind" not in text, path
            assert "Python.h" not in text, path


NATIVE_LEVELS = {"support": 0, "graph": 1, "standard": 2, "align": 3, "features": 3, "python": 4}


def test_native_dependencies_point_one_way() -> None:
    for path in (ROOT / "native").glob("*/*.*"):
        here = path.parent.name
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith('#include "'):
                other = line.split('"')[1].split("/")[0]
                lower = NATIVE_LEVELS[other] < NATIVE_LEVELS[here]
                assert lower or other == here, f"{path} includes {other}"
