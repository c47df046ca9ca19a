"""The recipe for a new metric in CONTRIBUTING.md works literally, in a copy of the repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.generate.files import FILES
from tertium import _native
from tests.support.paths import ROOT

GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPE = GUIDE[GUIDE.index("## Add a metric") : GUIDE.index("## Add an option")]
WRITTEN = {
    name: text
    for name, _, text in re.findall(
        r"(?ms)`([\w/.-]+)`:\n\n(`{3,4})(?:python|markdown)\n(.*?)^\2\n", RECIPE
    )
}
"""The files that the recipe asks for."""
MAKE, TEST = re.findall(r"(?m)^    (scripts/.*|\.venv/bin/.*)$", RECIPE)
"""The commands that it runs."""

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".*cache", ".hypothesis", "build", "*.so")

FINDERS = """import sys
sys.meta_path[:] = [f for f in sys.meta_path if not hasattr(f, "known_source_files")]
"""
"""An editable installation would find the package in its place before it is looked for here."""


class Copy:
    """A copy of the repository, and how commands are run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.changed: set[str] = set()
        shutil.copytree(ROOT, folder, dirs_exist_ok=True, ignore=LEFT_OUT)
        shutil.copy(str(_native.__file__), folder / "src" / "tertium")
        (folder / "src" / "sitecustomize.py").write_text(FINDERS)
        # Corpora take long and say nothing about a new metric.
        kept = {name: value for name, value in os.environ.items() if name != "TERTIUM_CORPORA"}
        self.environment = {
            **kept,
            "PYTHONPATH": str(folder / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHON": sys.executable,
        }

    def run(self, *command: str) -> str:
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def files(self) -> dict[str, bytes]:
        paths = [path for path in self.folder.rglob("*") if path.is_file()]
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in paths}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """Return a copy in which the files of the recipe are written and its first command has run."""
    copy = Copy(tmp_path_factory.mktemp("repository"))
    before = copy.files()
    for name, text in WRITTEN.items():
        assert name not in before
        (copy.folder / name).write_text(text, encoding="utf-8")
    copy.run(*MAKE.split())
    copy.changed = {name for name, text in copy.files().items() if text != before.get(name)}
    return copy


def test_a_metric_is_two_files_and_what_is_generated(copy: Copy) -> None:
    assert len(WRITTEN) == 2
    generated = copy.changed - set(WRITTEN)
    assert generated == {
        "src/tertium/metrics/_registered.py",
        "README.md",
        "mkdocs.yml",
        "docs/commands.md",
        "docs/index.md",
    }
    assert generated < set(FILES)
    copy.run("scripts/make", "--check")


def test_the_metric_obeys_the_laws(copy: Copy) -> None:
    _, *words = TEST.split()
    words[-1] += " or every_metric or every_page"  # tests of lists of all metrics
    passed = copy.run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words)
    assert int(re.findall(r"(\d+) passed", passed)[0]) > 20


def test_the_metric_is_known(copy: Copy) -> None:
    printed = copy.run(sys.executable, "-c", USE)
    assert printed.splitlines() == ["0.5 1.0", "overlap|senses:yes|", "True"]


USE = """
import tertium
from benchmarks.events import EVENTS
gold, pred = "(b / boy :ARG0-of (r / run-01))", "(b / boy :ARG0-of (r / run-02))"
print(*(tertium.score(gold, pred, m).value for m in ("overlap", "overlap:senses=no")))
print(tertium.metrics.Overlap().signature.partition("version")[0])
print(EVENTS["overlap"].alone)
"""
