"""``python -m benchmarks.threads GOLD PRED``: what a second thread brings.

Graphs are read once; what is timed is comparing them, by the clock on the wall and in CPU time of
all threads. The best of several rounds counts, each round with every number of threads in turn.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import tertium
from benchmarks.pairs import Pair, evenly, read_pairs, say
from tertium.metrics import REGISTRY
from tertium.report.formats import text
from tertium.report.model import Table, plain


@dataclass(frozen=True)
class Threaded:
    """A metric with some number of threads."""

    metric: str
    threads: int
    wall_seconds: float
    cpu_seconds: float
    speed_up: float  #: of the wall clock, against one thread


def measure_threads(
    pairs: list[Pair], metric: str, threads: Sequence[int], repeat: int
) -> list[Threaded]:
    """Time a metric with each number of threads; the first should be 1."""
    say(f"threads {metric}")
    chosen = tertium.metric(metric)
    golds, preds = [gold for gold, _ in pairs], [pred for _, pred in pairs]
    chosen.compare_many(golds[:1], preds[:1])  # imports
    best = {count: (float("inf"), float("inf")) for count in threads}
    for _ in range(repeat):
        for count in threads:
            wall, cpu = time.perf_counter(), time.process_time()
            chosen.compare_many(golds, preds, threads=count)
            spent = time.perf_counter() - wall, time.process_time() - cpu
            best[count] = min(best[count], spent)
    alone = best[threads[0]][0]
    return [Threaded(metric, count, *best[count], alone / best[count][0]) for count in threads]


def threads_table(rows: Sequence[Threaded]) -> Table:
    """Return the table."""
    cells = [
        (
            row.metric,
            str(row.threads),
            f"{1000 * row.wall_seconds:.1f}",
            f"{1000 * row.cpu_seconds:.1f}",
            f"{row.speed_up:.2f}",
        )
        for row in rows
    ]
    return plain(("metric", "threads", "wall ms", "CPU ms", "speed-up"), tuple(cells))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.threads", description=__doc__)
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("pred", metavar="PRED")
    parser.add_argument("-m", "--metrics", nargs="+", default=tuple(REGISTRY), metavar="METRIC")
    parser.add_argument("--threads", type=int, nargs="+", default=(1, 2), metavar="N")
    parser.add_argument("--pairs", type=int, metavar="N", help="how many of them (all)")
    parser.add_argument("--repeat", type=int, default=5, help="rounds of which the best counts (5)")
    args = parser.parse_args(argv)
    try:
        pairs = evenly(read_pairs(args.gold, args.pred), args.pairs)
        found = [measure_threads(pairs, m, args.threads, args.repeat) for m in args.metrics]
    except tertium.TertiumError as error:
        say(str(error))
        return 2
    print(text.table(threads_table([row for rows in found for row in rows])))
    print(f"The machine has {os.cpu_count()} processors.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
