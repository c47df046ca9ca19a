"""What the pages show of the example files: a picture, and what commands print.

The commands run in a copy of ``examples/``, so that what they write does not stay. `transcripts`
says which lines of a page are rewritten.
"""

from __future__ import annotations

import io
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager, redirect_stdout
from pathlib import Path

from scripts.generate.transcripts import rewritten
from tertium.cli import main

_EXAMPLES = Path(__file__).parents[2] / "examples"
_PAIR = ("examples/gold.amr", "examples/parser.amr", "--id", "garden.2")


def picture(_: str) -> str:
    """Return the drawing of a pair of the examples, as ``tertium diff -f svg`` makes it."""
    with copy_of_the_examples():
        out = io.StringIO()
        with redirect_stdout(out):
            main(["diff", *_PAIR, "-f", "svg"])
        return out.getvalue()


def page(text: str) -> str:
    """Return a page with its commands run again."""
    with copy_of_the_examples():
        return rewritten(text)


def after(change: Callable[[str], str]) -> Callable[[str], str]:
    """Return a function that changes a page, then runs its commands again."""
    return lambda text: page(change(text))


@contextmanager
def copy_of_the_examples() -> Iterator[None]:
    """Work in a copy of the examples, with tables of 80 columns."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(_EXAMPLES, Path(folder) / "examples")
        columns = os.environ.get("COLUMNS")
        os.environ["COLUMNS"] = "80"
        try:
            with chdir(folder):
                yield
        finally:
            os.environ.pop("COLUMNS")
            if columns is not None:
                os.environ["COLUMNS"] = columns
