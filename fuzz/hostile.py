"""Hostile input: hundreds of files and options that a command must refuse, or survive.

    python -m fuzz.hostile [--list]

Shards that were damaged, relabelled or forged, word vectors and weights of extreme size, numbers of
thousands of digits, broken corpora and ratings. Each case is a command line with its files, always
the same. A command must end with 0, 1 or 2, print a message if it is 2, and show neither a
traceback nor a warning of Python; a case that must be refused ends with 2. Findings are listed, and
the exit code is 1 if there is one.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

from fuzz.hostile_case import Case
from fuzz.hostile_cases import cases
from tertium.cli import main

_EVERY = 100  # one case of so many runs in a process of its own, as do the heavy ones
_MEMORY = 2 << 30  # bytes that such a process may have
_LONGEST = 5000  # characters of a message; argparse prints the usage as well


def run_case(case: Case, *, apart: bool = False) -> str | None:
    """Run a case, and return what is wrong with its end, None if nothing is."""
    with tempfile.TemporaryDirectory() as folder, _inside(folder):
        for name, data in case.files.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_bytes(data)
        code, err = _run_apart(case.words) if apart else _run_here(case.words)
    if code not in (0, 1, 2):
        return f"exit code {code}: {err[-500:]}"
    if "Traceback" in err or "Warning" in err:
        return f"a traceback or a warning: {err[-500:]}"
    if code == 2 and not err.strip():
        return "refused without a message"
    if case.refused and code != 2:
        return f"accepted with exit code {code}"
    if case.refused is False and code == 2:
        return f"refused: {err[-500:]}"
    if len(err) > _LONGEST:
        return f"a message of {len(err)} characters"
    return None


def _run_here(words: Sequence[str]) -> tuple[int, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return main(words), err.getvalue()
        except Exception as error:  # whatever it is, it is a finding
            return -1, f"{type(error).__name__}: {str(error)[:300]}"


def _run_apart(words: Sequence[str]) -> tuple[int, str]:
    limited = f'ulimit -v {_MEMORY >> 10}; exec "$@"'
    done = subprocess.run(
        ["sh", "-c", limited, "sh", sys.executable, "-m", "tertium", *words],
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stderr.decode("utf-8", "replace")


@contextmanager
def _inside(folder: str) -> Iterator[None]:
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def findings(chosen: Sequence[Case]) -> Iterator[str]:
    """Run cases, some of them as processes, and yield what is wrong."""
    for place, case in enumerate(chosen):
        problem = run_case(case, apart=case.heavy or place % _EVERY == 0)
        if problem is not None:
            yield f"{case.name}: {problem}"


def fuzz(argv: Sequence[str] | None = None) -> int:
    """Run the script and return its exit code."""
    parser = argparse.ArgumentParser(description="Run commands on hostile input.")
    parser.add_argument("--list", action="store_true", help="print the names of the cases")
    args = parser.parse_args(argv)
    chosen = cases()
    if args.list:
        print(*(case.name for case in chosen), sep="\n")
        return 0
    found = list(findings(chosen))
    print(*found, f"{len(chosen)} cases, {len(found)} findings", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(fuzz())
