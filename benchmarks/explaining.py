"""``python -m benchmarks.explaining GOLD PRED...``: what edits cost beside the score itself.

For each system, on one thread, in CPU time: `tertium.diff` called pair by pair, all pairs at once,
and the ratio of the latter to scoring the same pairs with smatch; then ``tertium errors`` on all
systems, from the start of the process to its end.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.clock import fastest
from benchmarks.measure import command_cpu
from benchmarks.pairs import say
from tertium import Graph, TertiumError, diff, metric, read
from tertium.explain import diff_many
from tertium.report.formats import text
from tertium.report.model import Table, plain


def explaining_table(gold: Path, preds: Sequence[Path], repeat: int) -> Table:
    """Return milliseconds of a pair, seconds of a corpus, and the ratio to scoring it."""
    golds = read(gold)
    rows = [(path.stem, *_cells(golds, read(path), repeat)) for path in preds]
    header = ("system", "one pair, ms", "all pairs, s", "to smatch")
    return plain(header, rows)


def _cells(golds: list[Graph], preds: list[Graph], repeat: int) -> list[str]:
    smatch = metric("smatch")
    diff(golds[0], preds[0])  # word lists and vectors are read once
    alone = fastest(lambda: [diff(g, p) for g, p in zip(golds, preds, strict=True)], repeat)
    many = fastest(lambda: list(diff_many(golds, preds)), repeat)
    scored = fastest(lambda: smatch.compare_many(golds, preds, threads=1), repeat)
    return [f"{1000 * alone / len(golds):.2f}", f"{many:.2f}", f"{many / scored:.1f}"]


def whole_process(gold: Path, preds: Sequence[Path]) -> float:
    """Return the CPU seconds of ``tertium errors``."""
    program = str(Path(sys.executable).with_name("tertium"))
    return command_cpu([program, "errors", str(gold), *map(str, preds)])


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.explaining")
    parser.add_argument("gold", metavar="GOLD", type=Path)
    parser.add_argument("preds", metavar="PRED", nargs="+", type=Path)
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="runs of each (3)")
    args = parser.parse_args(argv)
    try:
        table = explaining_table(args.gold, args.preds, args.repeat)
    except TertiumError as error:
        say(str(error))
        return 2
    print(text.table(table))
    print(f"tertium errors, whole process: {whole_process(args.gold, args.preds):.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
