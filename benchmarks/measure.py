"""Time and memory of an entrant, in a process of its own.

    python -m benchmarks.measure ENTRANT GOLD PRED OUT

writes a `Run` as JSON into the file OUT. Its process does nothing else, so that peak memory is the
entrant's alone; memory of the interpreter itself (about 10 MB) is part of it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.clock import children_cpu, peak_bytes, total_cpu
from benchmarks.entrants import Prepare, Row
from benchmarks.events import ENTRANTS

ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""For the numerical libraries below the entrants, which would start more."""


@dataclass(frozen=True)
class Run:
    """One run of an entrant over two files."""

    import_seconds: float
    seconds: float
    peak_bytes: int
    rows: list[Row]


def run(entrant: str, gold: Path, pred: Path) -> Run:
    """Run an entrant in a new process."""
    with tempfile.NamedTemporaryFile() as out:
        command = [sys.executable, "-m", "benchmarks.measure", entrant, str(gold), str(pred)]
        done = subprocess.run(
            [*command, out.name],
            cwd=Path(__file__).parents[1],
            env={**os.environ, **ONE_THREAD},
            stdout=subprocess.DEVNULL,  # solvers write to it
            stderr=subprocess.PIPE,
            text=True,
        )
        if done.returncode:
            last = done.stderr.strip().rpartition("\n")[2] or f"exit code {done.returncode}"
            raise RuntimeError(f"{entrant} failed: {last}")
        fields = json.load(out)
    rows = [None if row is None else tuple(row) for row in fields.pop("rows")]
    return Run(rows=rows, **fields)


def command_cpu(command: list[str]) -> float:
    """Run a command from start to end and return its CPU seconds."""
    before = children_cpu()
    environment = {**os.environ, **ONE_THREAD}
    subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return children_cpu() - before


def main(entrant: str, gold: str, pred: str, out: str) -> None:
    """Measure in this process."""
    begin = total_cpu()
    prepare = ENTRANTS[entrant].load()
    _warm_up(prepare)
    loaded = total_cpu()
    work = prepare(gold, pred)
    ready = total_cpu()
    rows = work()
    done = total_cpu()
    measured = Run(loaded - begin, done - ready, peak_bytes(), rows)
    Path(out).write_text(json.dumps(asdict(measured)))


def _warm_up(prepare: Prepare) -> None:
    """Let the entrant import what it imports late, so that this counts as import for all alike."""
    with tempfile.NamedTemporaryFile("w", suffix=".amr") as file:
        file.write("(g / go-02 :ARG0 (b / boy))\n\n")
        file.flush()
        prepare(file.name, file.name)()


if __name__ == "__main__":
    main(*sys.argv[1:])
