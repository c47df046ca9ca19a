"""``python -m benchmarks.report_page GOLD PRED...``: the HTML report as a whole command.

Four metrics with intervals, tests against the first system, charts and drawn pairs, from the start
of the interpreter to its end.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import command_cpu

METRICS = ("smatch", "smatch++", "s2match", "sembleu")


def measure_report(files: Sequence[str], repeat: int) -> tuple[float, int]:
    """Return the CPU seconds of the fastest run, and the size of the page in bytes."""
    program = str(Path(sys.executable).with_name("tertium"))
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        chosen = [word for name in METRICS for word in ("-m", name)]
        line = [program, "score", *files, *chosen, "--html", str(page), "--threads", "1"]
        return min(command_cpu(line) for _ in range(repeat)), page.stat().st_size


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.report_page", description=__doc__)
    parser.add_argument("files", metavar="FILE", nargs="+", help="gold, then predictions")
    parser.add_argument("--repeat", type=int, default=5, help="runs (5)")
    args = parser.parse_args(argv)
    seconds, size = measure_report(args.files, args.repeat)
    print(f"{seconds:.2f} s of CPU time, a page of {size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
