"""``python -m benchmarks.standard_forms FILE...``: what standardising costs beside reading.

Reads the graphs of a file and brings them to each standard form, on one thread, several times; the
fastest run counts, in CPU time. Both go through Python once for each graph.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks.clock import fastest
from benchmarks.pairs import say
from tertium import _native
from tertium.report.formats import text
from tertium.report.model import Table, plain
from tertium.standard import CANONICAL, SMATCH, SMATCHPP, Convention

FORMS = {"smatch": SMATCH, "smatch++": SMATCHPP, "smatch#": CANONICAL}


def forms_table(files: dict[str, Path], repeat: int) -> Table:
    """Return microseconds per graph of reading, and each form's time divided by that."""
    rows = [(name, *_cells(path.read_bytes(), repeat)) for name, path in files.items()]
    return plain(("file", "reading, µs/graph", *FORMS), tuple(rows))


def _cells(data: bytes, repeat: int) -> list[str]:
    graphs = [g for g in _native.read(data, "penman")[0] if isinstance(g, _native.GraphCore)]
    reading = fastest(lambda: _native.read(data, "penman"), repeat)
    forms = [fastest(partial(_apply, graphs, form), repeat) / reading for form in FORMS.values()]
    return [f"{1e6 * reading / len(graphs):.2f}", *(f"{form:.2f}" for form in forms)]


def _apply(graphs: list[_native.GraphCore], convention: Convention) -> None:
    native = convention._native()
    for graph in graphs:
        _native.standardise(graph, native)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.standard_forms")
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="graphs in PENMAN")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="runs of each (5)")
    args = parser.parse_args(argv)
    try:
        table = forms_table({path.name: path for path in args.files}, args.repeat)
    except OSError as error:
        say(f"{error.filename}: {error.strerror}")
        return 2
    print(text.table(table))
    return 0


if __name__ == "__main__":
    sys.exit(main())
