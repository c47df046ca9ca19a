"""``python -m benchmarks.breakdown GOLD PRED``: where the time of ``tertium score`` goes.

    start         the interpreter, before the first line of the program
    imports       every module that the command has imported by its end
    command line  arguments, talk on stderr, and letting go of the objects
    reading       files to graphs
    comparing     pairing, standardising, aligning, and the scores
    report        the table that is printed
    end           what the whole command takes beyond these: the end of the interpreter

Each is split into native time and the rest, which is Python and its objects (`stages` says how).
The smallest of several runs counts for each. The floor is what no program can do without: reading
the bytes, looking at each of them once, and, for one that knows graphs, reading them into graphs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from benchmarks.clock import fastest
from benchmarks.measure import ONE_THREAD, command_cpu
from benchmarks.pairs import say
from tertium.report.formats import text
from tertium.report.model import Table, plain

STAGES = ("start", "imports", "command line", "reading", "comparing", "report")


@dataclass(frozen=True)
class Stage:
    """A part of the command."""

    name: str
    native_seconds: float
    python_seconds: float
    share: float  #: of the whole command, from 0 to 1


@dataclass(frozen=True)
class Floor:
    """A thing that takes time on the same files, whoever does it."""

    name: str
    seconds: float
    share: float  #: of the whole command


def measure_stages(gold: Path, pred: Path, repeat: int) -> list[Stage]:
    """Return the stages, which add up to the whole command, and the whole."""
    modules = _run_stages(gold, pred, [])["modules"]
    program = str(Path(sys.executable).with_name("tertium"))
    command = [program, "score", str(gold), str(pred), "--threads", "1"]
    runs, wholes = [], []
    for number in range(repeat):
        say(f"breakdown, run {number + 1} of {repeat}")
        runs.append(_run_stages(gold, pred, modules)["stages"])
        wholes.append(command_cpu(command))
    times = [(name, *(min(run[name][k] for run in runs) for k in (0, 1))) for name in STAGES]
    whole = min(wholes)
    native, other = (sum(each[k] for each in times) for k in (1, 2))
    times.append(("end", 0.0, max(0.0, whole - native - other)))
    times.append(("whole command", native, whole - native))
    return [Stage(name, a, b, (a + b) / whole) for name, a, b in times]


def measure_floor(gold: Path, pred: Path, whole: float, repeat: int) -> list[Floor]:
    """Return what the files alone cost, as a share of *whole* seconds."""
    from tertium import _native

    contents = [gold.read_bytes(), pred.read_bytes()]
    works: dict[str, Callable[[], object]] = {
        "reading the bytes": lambda: [gold.read_bytes(), pred.read_bytes()],
        "looking at each byte once": lambda: [data.count(b"\0") for data in contents],
        "reading into graphs": lambda: [_native.read(data, "penman") for data in contents],
    }
    times = {name: fastest(work, repeat) for name, work in works.items()}
    return [Floor(name, seconds, seconds / whole) for name, seconds in times.items()]


def _run_stages(gold: Path, pred: Path, modules: Sequence[str]) -> Any:
    program = Path(__file__).with_name("stages.py")
    with NamedTemporaryFile("r") as out:
        subprocess.run(
            [sys.executable, str(program), out.name, str(gold), str(pred)],
            check=True,
            input=json.dumps(modules),
            text=True,
            capture_output=True,
            env={**os.environ, **ONE_THREAD},
        )
        return json.load(out)


def stages_table(rows: Sequence[Stage]) -> Table:
    """Return the table of stages."""
    cells = [
        (
            row.name,
            f"{1000 * row.native_seconds:.1f}",
            f"{1000 * row.python_seconds:.1f}",
            f"{100 * row.share:.0f} %",
        )
        for row in rows
    ]
    return plain(("stage", "native ms", "other ms", "share"), tuple(cells))


def floor_table(rows: Sequence[Floor]) -> Table:
    """Return the table of floors."""
    cells = [(r.name, f"{1000 * r.seconds:.2f}", f"{100 * r.share:.1f} %") for r in rows]
    return plain(("floor", "ms", "share"), tuple(cells))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.breakdown", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("gold", metavar="GOLD", type=Path)
    parser.add_argument("pred", metavar="PRED", type=Path)
    parser.add_argument("--repeat", type=int, default=5, help="runs of which the best counts (5)")
    args = parser.parse_args(argv)
    try:
        stages = measure_stages(args.gold, args.pred, args.repeat)
        whole = stages[-1].native_seconds + stages[-1].python_seconds
        floor = measure_floor(args.gold, args.pred, whole, args.repeat)
    except subprocess.CalledProcessError as error:
        say(str(error.stderr or error).strip().rpartition("\n")[2])
        return 2
    print(text.table(stages_table(stages)), text.table(floor_table(floor)), sep="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
