"""Time and memory of a tool, in a process of its own.

    python -m benchmarks.measure TOOL GOLD PRED OUT

writes a `Run` as JSON into the file OUT. Its process does nothing else, so that peak memory is the
tool's alone; memory of the interpreter itself (about 10 MB) is part of it.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.tools import TOOLS, Counts, Result, Work


@dataclass(frozen=True)
class Run:
    """One run of a tool over two files."""

    import_seconds: float
    seconds: float
    peak_bytes: int
    counts: Result


def run(tool: str, gold: Path, pred: Path) -> Run:
    """Run a tool in a new process."""
    with tempfile.NamedTemporaryFile() as out:
        command = [sys.executable, "-m", "benchmarks.measure", tool, str(gold), str(pred)]
        # One thread: the numerical libraries below the tools would start more.
        threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
        done = subprocess.run(
            [*command, out.name],
            cwd=Path(__file__).parents[1],
            env={**os.environ, **threads},
            stdout=subprocess.DEVNULL,  # solvers write to it
            stderr=subprocess.PIPE,
            text=True,
        )
        if done.returncode:
            last = done.stderr.strip().rpartition("\n")[2] or f"exit code {done.returncode}"
            raise RuntimeError(f"{tool} failed: {last}")
        fields = json.load(out)
    counts = [None if row is None else Counts(*row) for row in fields.pop("counts")]
    return Run(counts=counts, **fields)


def cpu_seconds(who: int = resource.RUSAGE_SELF) -> float:
    """Return user and system time of this process, or of its ended children."""
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def peak_bytes() -> int:
    """Return the largest memory that this process has held."""
    # ru_maxrss of Linux begins with what the parent held when it forked; VmHWM does not.
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text().splitlines()
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def total_cpu() -> float:
    """Return the CPU time of this process and of its ended children."""
    return cpu_seconds() + cpu_seconds(resource.RUSAGE_CHILDREN)


def main(tool: str, gold: str, pred: str, out: str) -> None:
    """Measure in this process."""
    begin = total_cpu()
    work = TOOLS[tool].load()
    _warm_up(work)
    loaded = total_cpu()
    counts = work(gold, pred)
    done = total_cpu()
    measured = Run(loaded - begin, done - loaded, peak_bytes(), counts)
    Path(out).write_text(json.dumps(asdict(measured)))


def _warm_up(work: Work) -> None:
    """Let the tool import what it imports late, so that this counts as import for all alike."""
    with tempfile.NamedTemporaryFile("w", suffix=".amr") as file:
        file.write("(g / go-02 :ARG0 (b / boy))\n\n")
        file.flush()
        work(file.name, file.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
