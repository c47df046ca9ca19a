"""The pictures of the tutorial: ``python -m scripts.generate.pictures``.

They are made from the four sentences of ``examples/`` by the commands that the tutorial shows, then
photographed: the page of ``tertium explore`` in Chromium, the table of ``tertium compare -f latex``
by pdflatex and pdftoppm. These programs draw a little differently on each machine, so the pictures
are made by hand and looked at; no test asks whether they are fresh.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.generate.examples import copy_of_the_examples
from tertium.cli import main
from tests.support.chromium import Tab, chromium

_IMAGES = Path(__file__).parents[2] / "docs" / "images"
_FILES = tuple(f"examples/{name}.amr" for name in ("gold", "baseline", "parser"))
_METRICS = "smatch,smatch++,sembleu"
_DOCUMENT = r"""\documentclass{article}
\usepackage[paperwidth=11cm,paperheight=3.8cm,margin=3mm]{geometry}
\usepackage{booktabs}
\pagestyle{empty}
\begin{document}
\input{table}
\end{document}
"""


def explorer(folder: Path) -> None:
    """Photograph the top of the page, and one of its sentences."""
    page = folder / "page.html"
    main(["explore", *_FILES, "-m", "smatch,sembleu", "-o", str(page)])
    with chromium(folder) as tab:
        tab.load(page.as_uri(), width=1180, height=840)
        _photograph(tab, "overview.png")
        tab.load(f"{page.as_uri()}#id=garden.2&pair=parser", width=1180, height=790)
        tab.wait("document.querySelector('article svg')")
        _photograph(tab, "explore.png")


def _photograph(tab: Tab, name: str) -> None:
    """Save what the window shows, in 64 colours, which halves the file."""
    tab.screenshot(_IMAGES / name)
    _reduce(_IMAGES / name, 64)


def _reduce(path: Path, colours: int) -> None:
    from PIL import Image

    Image.open(path).convert("RGB").quantize(colours).save(path, optimize=True)


def plot(folder: Path) -> None:
    """Draw scores and their intervals, as ``--plots`` does."""
    with redirect_stdout(StringIO()):
        main(["score", *_FILES, "-m", _METRICS, "--confidence", "--plots", str(folder)])
    shutil.copy(folder / "forest.svg", _IMAGES / "forest.svg")


def table(folder: Path) -> None:
    """Compile the table of the tutorial and turn it into a picture."""
    out = StringIO()
    with redirect_stdout(out):
        main(["compare", *_FILES, "-m", "smatch,sembleu", "--confidence", "-f", "latex"])
    (folder / "table.tex").write_text(out.getvalue(), encoding="utf-8")
    (folder / "paper.tex").write_text(_DOCUMENT, encoding="utf-8")
    _run(folder, "pdflatex", "-halt-on-error", "paper.tex")
    _run(folder, "pdftoppm", "-png", "-gray", "-r", "150", "-singlefile", "paper.pdf", "table")
    shutil.copy(folder / "table.png", _IMAGES / "table.png")
    _reduce(_IMAGES / "table.png", 8)


def _run(folder: Path, *command: str) -> None:
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def make() -> int:
    """Make all pictures."""
    with copy_of_the_examples(), TemporaryDirectory() as folder:
        for picture in (explorer, plot, table):
            picture(Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(make())
