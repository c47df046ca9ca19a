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
from tests.support.paths import ROOT

SOURCE = ROOT / "src" / "tertium"

LEVELS = [
    {"_version", "_native", "data", "introduced", "signals", "terminal", "written"},
    {"_types"},
    {"errors"},
    {"files", "options"},
    {"document"},
    {"graph"},
    {"standard"},
    {"alignment"},
    {"metrics"},
    {"statistics"},
    {"evaluation"},
    {"explain"},
    {"search"},
    {"audit"},
    {"bamboo"},
    {"report"},
    {"interop"},
    {"cli"},
    {"__init__", "__main__"},
]
"""Rooms from below to above, in the order of the data flow: a module imports from lower levels and
from its own room only, wherever the import stands."""

LEVEL = {name: level for level, names in enumerate(LEVELS) for name in names}
MODULES = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))
ROOMS = {path.stem for path in SOURCE.iterdir()} | {"_native"}


def room(path: Path) -> str:
    return path.parts[0].removesuffix(".py")


def imported_rooms(tree: ast.Module) -> set[str]:
    """Return the rooms that a module imports: at once, in a function, or for type checking."""
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where a name comes from"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func):
            names.append(_literal(node.args[0]))
    parts = [name.split(".") for name in names if name.split(".")[0] == "tertium"]
    return {part[1] if part[1:] and part[1] in ROOMS else "__init__" for part in parts}


def _literal(name: ast.expr) -> str:
    """Return the beginning of a module's name that is computed."""
    if isinstance(name, ast.JoinedStr):
        name = name.values[0]
    return str(name.value) if isinstance(name, ast.Constant) else ""


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_dependencies_point_one_way(path: Path) -> None:
    here = room(path)
    assert here in LEVEL, f"give {here} a level in LEVELS"
    for other in imported_rooms(ast.parse((SOURCE / path).read_text(encoding="utf-8"))):
        assert other == here or LEVEL[other] < LEVEL[here], f"{path} imports {other}"


def test_the_check_of_dependencies_cannot_be_fooled() -> None:
    for hidden in (
        "def f():\n    import tertium.report",
        "if TYPE_CHECKING:\n    from tertium.report import Report",
        "import_module('tertium.report.scores')",
        "importlib.import_module(f'tertium.report.{name}')",
        "class A:\n    def f(self):\n        from tertium import report",
    ):
        assert imported_rooms(ast.parse(hidden)) == {"report"}, hidden
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
    assert done.stdout.split() == [
        "tertium",
        "tertium._version",
        "tertium.cli",
        "tertium.cli.help",
        "tertium.cli.parser",
        "tertium.errors",
        "tertium.introduced",
        "tertium.signals",
        "tertium.terminal",
        "tertium.written",
    ]


def test_every_module_explains_itself() -> None:
    for path in MODULES:
        assert ast.get_docstring(ast.parse((SOURCE / path).read_text(encoding="utf-8"))), path


def test_the_version_is_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == tertium.__version__


def test_nothing_heavy_is_imported() -> None:
    code = (
        "import sys, tertium.cli\n"
        "tertium.cli.build_parser()\n"
        "print([m for m in ('numpy', 'scipy', 'rich', 'penman') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_metric_is_imported_when_it_is_used() -> None:
    code = (
        "import sys, tertium.metrics as metrics\n"
        "homes = [f'tertium.metrics.{home}' for home, _ in metrics._registered.HOMES.values()]\n"
        "print([home for home in homes if home in sys.modules])\n"
        "print(metrics.Sema.__name__, metrics.REGISTRY['wlk'].__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\nSema Wlk\n"


def test_only_the_bindings_know_python() -> None:
    for path in (ROOT / "native").glob("*/*.*"):
        if path.parent.name != "python":
            text = path.read_text(encoding="utf-8")
            assert "nanobind" not in text, path
            assert "Python.h" not in text, path


NATIVE_LEVELS = {
    "support": 0,
    "drawing": 0,
    "graph": 1,
    "standard": 2,
    "align": 3,
    "features": 3,
    "search": 4,
    "accord": 4,
    "python": 5,
}


def test_native_dependencies_point_one_way() -> None:
    for path in (ROOT / "native").glob("*/*.*"):
        here = path.parent.name
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith('#include "'):
                other = line.split('"')[1].split("/")[0]
                lower = NATIVE_LEVELS[other] < NATIVE_LEVELS[here]
                assert lower or other == here, f"{path} includes {other}"


def test_a_class_name_means_one_thing() -> None:
    homes: dict[str, list[Path]] = {}
    for path in MODULES:
        for node in ast.parse((SOURCE / path).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(path)
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}
