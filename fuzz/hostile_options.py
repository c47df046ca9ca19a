"""Hostile values for every option of every command, for `fuzz.hostile`.

The parsers say which options there are, so a new one is tried without being named here; a new
command needs a line that works in `LINES`. A number that cannot be meant (thousands of digits, nan)
must be refused by every option that is a number, and nothing may end with a traceback.
"""

from __future__ import annotations

import argparse
import io
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path

from fuzz.hostile_case import GRAPHS, RATED, Case, brief
from tertium.cli import build_parser, main
from tertium.cli.parser import commands_of
from tertium.search import Index

_PAIRS = "--gold g --pred p --target r"
LINES = {
    "score": "gold pred",
    "compare": "gold pred pred",
    "agree": "gold pred",
    "diff": "gold pred --id 1",
    "errors": "gold pred",
    "explore": "gold pred -o out.html",
    "index build": "gold -o new.tix",
    "index add": "x.tix gold",
    "index remove": "x.tix 1",
    "index compact": "x.tix",
    "index info": "x.tix",
    "search": "x.tix pred",
    "dedupe": "gold pred",
    "cluster": "gold pred",
    "matrix": "gold -o m.npy",
    "merge": "1.json",
    "standardise": "gold --reify",
    "document": "gold",
    "perturb": "gold --op lift-up",
    "audit soundness": "gold --limit 2",
    "audit principles": "gold pred -m smatch",
    "audit search": "gold pred -m smatch --seeds 2",
    "audit structure": "gold -m smatch",
    "prefer": "j.csv gold pred --gold gold --resamples 9",
    "train wwlk-theta": f"{_PAIRS} --dev g p r -o w --steps 2",
    "train s2match": "--dev g p r --thresholds 0.5 --senses 0.5 -o t.json",
    "train accord": f"{_PAIRS} --dev g p r -o t.json",
    "bamboo": "b -m wlk",
    "bamboo make": "reify g p r -o made",
    "bamboo quality": "q.csv",
    "card": "wlk",
    "signature": "wlk",
    "completion": "bash",
}
"""A command line for each command that nothing is wrong with, or only that a file is missing."""

_NUMBERS = ("9" * 9999, "nan")
_TEXTS = ("", "\x1b[31m\u202e", "x" * 9999, "/")


def cases() -> Iterator[Case]:
    """Yield a case for each option and each value."""
    given = files()
    for name, parser in commands(build_parser()):
        line = [*name.split(), *LINES[name].split()]
        for action in parser._actions:
            if not action.option_strings or action.nargs == 0:
                continue
            option = action.option_strings[-1]
            count = action.nargs if isinstance(action.nargs, int) else 1
            for value in (*_NUMBERS, *_TEXTS):
                refused = True if value in _NUMBERS and _is_number(action) else None
                words = [*line, option, *[value] * count]
                yield Case(f"{name} {option} {brief(ascii(value))}", words, given, refused)


def commands(
    parser: argparse.ArgumentParser, before: str = ""
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield all commands that have no commands of their own."""
    inner = commands_of(parser)
    if not inner:
        yield before.strip(), parser
    for name, command in inner.items():
        yield from commands(command, f"{before} {name}")


def _is_number(action: argparse.Action) -> bool:
    """Tell whether an option is a number: it has a default that is one, or is called N."""
    return isinstance(action.default, int | float) or action.metavar == "N"


@cache
def files() -> dict[str, bytes]:
    """Return the files of all commands: graphs, ratings, an index, a shard, judgements."""
    found = {**GRAPHS, **RATED}
    found["j.csv"] = b"id,system_a,system_b,choice\n1,gold,pred,a\n2,gold,pred,b\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.tix")
        (Path(folder) / "gold").write_bytes(GRAPHS["gold"])
        Index.build(Path(folder, "gold"), path).close()
        found |= {f"x.tix/{file.name}": file.read_bytes() for file in path.iterdir()}
        shard = io.StringIO()
        gold = str(Path(folder, "gold"))
        with redirect_stdout(shard), redirect_stderr(io.StringIO()):
            main(["score", gold, gold, "--shard", "1/1"])
        found["1.json"] = shard.getvalue().encode()
    return found
