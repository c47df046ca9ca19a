"""``python -m benchmarks.commands GOLD PRED``: whole process against whole process.

From the start of the interpreter to its end, as somebody at a terminal waits for it:
``tertium score GOLD PRED --threads 1`` and ``python -m smatch -f PRED GOLD``, and beside them what
is no work at all: an empty program, one that imports numpy, ``tertium --version``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.events import ENTRANTS
from benchmarks.measure import command_cpu
from benchmarks.pairs import read_pairs, say, written
from tertium import TertiumError
from tertium.report.formats import text
from tertium.report.model import Table, plain

SCORE = "tertium score GOLD PRED"
SMATCH = "python -m smatch -f PRED GOLD"


@dataclass(frozen=True)
class Command:
    """A command from start to end."""

    command: str
    runs: int
    min_seconds: float
    median_seconds: float
    ratio: float  #: of the fastest runs, to that of ``tertium score``


def measure_commands(gold: Path, pred: Path, repeat: int) -> list[Command]:
    """Time the commands in turn; smatch's, which is slow, runs three times at most."""
    lines = _lines(gold, pred)
    times: dict[str, list[float]] = {name: [] for name in lines}
    for number in range(repeat):
        for name, line in lines.items():
            if name != SMATCH or number < 3:
                say(name)
                times[name].append(command_cpu(line))
    ours = min(times[SCORE])
    return [Command(n, len(t), min(t), median(t), min(t) / ours) for n, t in times.items()]


def _lines(gold: Path, pred: Path) -> dict[str, list[str]]:
    program = str(Path(sys.executable).with_name("tertium"))
    lines = {
        SCORE: [program, "score", str(gold), str(pred), "--threads", "1"],
        SMATCH: [sys.executable, "-m", "smatch", "-f", str(pred), str(gold)],
        "tertium --version": [program, "--version"],
        "python -c pass": [sys.executable, "-c", "pass"],
        "python -c 'import numpy'": [sys.executable, "-c", "import numpy"],
    }
    if ENTRANTS["smatch"].version is None:
        say("not installed, left out: smatch (pip install '.[race]')")
        del lines[SMATCH]
    return lines


def commands_table(rows: Sequence[Command]) -> Table:
    """Return the table."""
    cells = [
        (
            f"`{row.command}`",
            str(row.runs),
            f"{1000 * row.min_seconds:.0f}",
            f"{1000 * row.median_seconds:.0f}",
            f"{row.ratio:.2f}" if row.ratio < 10 else f"{row.ratio:.0f}",
        )
        for row in rows
    ]
    return plain(("command", "runs", "fastest, ms", "median, ms", "×Tertium"), tuple(cells))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.commands", description=__doc__)
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("pred", metavar="PRED")
    parser.add_argument("--repeat", type=int, default=10, help="runs of each (10)")
    args = parser.parse_args(argv)
    try:
        with written(read_pairs(args.gold, args.pred)) as files:
            print(text.table(commands_table(measure_commands(*files, args.repeat))))
    except (TertiumError, subprocess.CalledProcessError) as error:
        say(str(error))
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
