"""Generated files are what ``scripts/make`` would write now, and it says so if they are not."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.generate.__main__ import main
from scripts.generate.files import FILES, computed
from tertium.errors import FileError
from tertium.metrics import REGISTRY
from tests.support.paths import EXAMPLES, ROOT


@pytest.fixture(scope="module")
def stale() -> list[str]:
    """Return the stale files; found in another process, whose registry is as fresh as can be."""
    command = [sys.executable, "-m", "scripts.generate", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.split()


@pytest.mark.parametrize("name", FILES)
def test_a_generated_file_is_fresh(stale: list[str], name: str) -> None:
    assert name not in stale, f"{name} is stale: run scripts/make"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a folder with the generated files alone."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_stale_files_are_named(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"], copy) == 0
    edit(copy / "README.md", "| Opitz 2023 |", "| Opitz 2024 |")
    edit(copy / "mkdocs.yml", "          - smatch++: metrics/smatchpp.md\n", "")
    edit(copy / "src/tertium/metrics/_registered.py", '"SmatchPP"', '"Smatchpp"')
    edit(copy / "src/tertium/_native.pyi", "class Graph", "class Graf")
    (copy / "docs" / "api.md").unlink()
    capsys.readouterr()
    assert main(["--check"], copy) == 1
    printed = capsys.readouterr()
    assert printed.out.split() == [
        "src/tertium/metrics/_registered.py",
        "src/tertium/_native.pyi",
        "README.md",
        "mkdocs.yml",
        "docs/api.md",
    ]
    assert "run scripts/make" in printed.err


def test_what_is_written_by_hand_stays(copy: Path) -> None:
    edit(copy / "README.md", "## Metrics\n", "## All metrics\n")
    edit(copy / "mkdocs.yml", "site_name: Tertium", "site_name: Quartum")
    assert main(["--check"], copy) == 0


def test_blank_lines_of_the_stub_do_not_matter(copy: Path) -> None:
    edit(copy / "src/tertium/_native.pyi", "\n\n", "\n")
    assert main(["--check"], copy) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["docs/concepts.md"], "docs/concepts.md is not generated; choose from"),
        (["docs/audits.md"], "docs/audits.md is computed from corpora: add --corpora DIR"),
        (["--check", "README.md"], "takes no other argument"),
    ],
)
def test_usage(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit:
        main(words)
    assert exit.value.code == 2
    assert message in " ".join(capsys.readouterr().err.split())


def test_mistakes_are_reported(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(copy / "README.md", "<!-- end -->", "")
    assert main(["--check"], copy) == 2
    assert "README.md: the markers are missing" in capsys.readouterr().err
    assert main([], copy) == 2  # the package that would be described lies elsewhere
    assert "make an editable installation" in capsys.readouterr().err


def test_a_page_that_is_computed_from_corpora(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "little-prince"
    with pytest.raises(FileError):
        computed("docs/audits.md", tmp_path)
    folder.mkdir(parents=True)
    for name, example in (("gold", "gold"), ("jamr", "parser"), ("camr", "baseline")):
        shutil.copy(EXAMPLES / f"{example}.amr", folder / f"{name}.amr")
    ((name, text),) = computed("docs/audits.md", tmp_path).items()
    assert name == "docs/audits.md"
    assert f"| operation | pairs | {' | '.join(REGISTRY)} |" in text
