"""LaTeX as it would stand in a paper."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


def compile_latex(source: str, folder: Path) -> None:
    """Compile a table as a reader of the documentation would put it into a paper."""
    if shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed")
    document = (
        "\\documentclass{article}\n\\usepackage{booktabs,tikz}\n\\begin{document}\n"
        f"{source}\n\\end{{document}}\n"
    )
    (folder / "t.tex").write_text(document, encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "t.tex"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
