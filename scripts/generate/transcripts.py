"""What commands print on the pages: run every command again, and put its output below it.

    ```console
    $ tertium score examples/gold.amr examples/parser.amr
    ...                                                        this is rewritten
    ```

A command without output below it keeps none, and where a page shows only the beginning, it is the
same number of lines. Pages whose commands need files that are not in the repository stay as they
are; `tests/docs` says which transcripts are stale.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
from pathlib import Path

from tertium.cli import main

_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
_COMMAND = re.compile(r"(?m)^\$ (?=.*tertium )")
_CUT = "...\n"


def rewritten(page: str) -> str:
    """Return a page with the output that its commands have now."""
    return _BLOCK.sub(lambda found: f"```console\n{_block(found[1])}```", page)


def _block(text: str) -> str:
    first, *parts = _COMMAND.split(text)
    return first + "".join(f"$ {_part(part)}" for part in parts)


def _part(part: str) -> str:
    end = re.search(r"(?<!\\)\n", part)
    assert end is not None
    command, shown = part[: end.end()], part[end.end() :]
    if not shown.strip():
        return part
    printed = _run(command.replace("\\\n", ""))
    if not printed:
        return part
    if shown.rstrip("\n").endswith("\n..."):
        kept = shown[: shown.rindex(_CUT)].count("\n")
        printed = "".join(printed.splitlines(keepends=True)[:kept]) + _CUT
    blank = "\n" if shown.endswith("\n\n") else ""
    return command + printed + blank


def _run(command: str) -> str:
    """Return what a command prints; nothing if it fails, since a page may lack its files."""
    words = shlex.split(command[command.index("tertium ") :])[1:]
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        code = main(words) if ">" not in words else 2
    return out.getvalue() if code in (0, 1) else ""


def run(paths: list[str]) -> int:
    """Rewrite pages."""
    os.environ["COLUMNS"] = "80"
    pages = [Path(path) for path in paths] or [
        Path("README.md"),
        *sorted(Path("docs").rglob("*.md")),
    ]
    for page in pages:
        before = page.read_text(encoding="utf-8")
        after = rewritten(before)
        if after != before:
            page.write_text(after, encoding="utf-8")
            sys.stdout.write(f"{page}\n")
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
