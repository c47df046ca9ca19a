"""What the pages show of the example files: a picture, and what commands print.

A block of a page

    ```console
    $ tertium score examples/gold.amr examples/parser.amr
    system  smatch
    ...
    ```

is run in a copy of ``examples/``, and the lines after the command become what it prints now. Lines
after ``...`` are cut off, and a command that shows nothing is left alone.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

from tertium.cli import main

_EXAMPLES = Path(__file__).parents[2] / "examples"
_BLOCK = re.compile(r"(?s)(```console\n)(.*?)(```)")
_CUT = "...\n"
_PAIR = ("examples/gold.amr", "examples/parser.amr", "--id", "garden.2")


def picture(_: str) -> str:
    """Return the drawing of a pair of the examples, as ``tertium diff -f svg`` makes it."""
    with _copy_of_the_examples():
        return _printed(["diff", *_PAIR, "-f", "svg"])


def page(text: str) -> str:
    """Return a page with its commands run again."""
    with _copy_of_the_examples():
        return _BLOCK.sub(lambda found: found[1] + _run_again(found[2]) + found[3], text)


def after(change: Callable[[str], str]) -> Callable[[str], str]:
    """Return a function that changes a page, then runs its commands again."""
    return lambda text: page(change(text))


def _run_again(block: str) -> str:
    return "".join(_with_output(part) for part in re.split(r"(?m)^(?=\$ )", block))


def _with_output(transcript: str) -> str:
    command, _, shown = transcript.partition("\n")
    words = shlex.split(command.removeprefix("$ ").rpartition("&& ")[2])
    if not shown.strip() or not words[0].endswith("tertium") or "broken.amr" in words:
        return transcript
    printed = _printed(words[1:])
    if _CUT not in shown:
        return f"{command}\n{printed}"
    kept = shown.partition(_CUT)[0].count("\n")
    return f"{command}\n{''.join(printed.splitlines(keepends=True)[:kept])}{_CUT}"


def _printed(words: list[str]) -> str:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(words)
    if code > 1:
        raise ValueError(f"tertium {shlex.join(words)}: {err.getvalue()}")
    return out.getvalue()


@contextmanager
def _copy_of_the_examples() -> Iterator[None]:
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
