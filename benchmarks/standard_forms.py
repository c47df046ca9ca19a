"""What standardising costs beside reading.

    python -m benchmarks.standard_forms FILE [--repeat N]

Reads the graphs of a file and brings them to each standard form, on one thread, several times; the
fastest run counts, in CPU time. Both go through Python once for each graph.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from tertium import _native
from tertium.convention import CANONICAL, SMATCH, SMATCHPP
from tertium.report.table import Table

FORMS = {"smatch": SMATCH, "smatch++": SMATCHPP, "smatch#": CANONICAL}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", metavar="FILE", help="a file of graphs in PENMAN")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="runs of each (5)")
    args = parser.parse_args()
    with open(args.file, "rb") as file:
        data = file.read()
    graphs = [g for g in _native.read(data, "penman")[0] if isinstance(g, _native.GraphCore)]
    reading = fastest(lambda: _native.read(data, "penman"), args.repeat)
    rows = [("reading", _microseconds(reading, len(graphs)), "1.00")]
    for name, convention in FORMS.items():
        native = convention._native()
        spent = fastest(lambda: [_native.standardise(g, native) for g in graphs], args.repeat)  # noqa: B023
        rows.append((name, _microseconds(spent, len(graphs)), f"{spent / reading:.2f}"))
    print(Table(("", "µs a graph", "÷ reading"), tuple(rows)).to_text())


def fastest(work: Callable[[], object], repeat: int) -> float:
    """Return the CPU seconds of the fastest of several runs."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def _microseconds(seconds: float, graphs: int) -> str:
    return f"{1e6 * seconds / graphs:.2f}"


if __name__ == "__main__":
    main()
