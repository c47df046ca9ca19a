"""``python -m benchmarks.slowest GOLD PRED``: how many pairs are proven, and the slowest of them.

Each pair is compared on its own, with the call from Python.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.clock import timed
from benchmarks.pairs import Pair, read_pairs, say
from tertium import TertiumError
from tertium.metrics import Smatch
from tertium.report.formats import text
from tertium.report.model import Table, plain


@dataclass(frozen=True)
class Slowest:
    """What is recorded of a set."""

    name: str
    pairs: int
    proven: int
    seconds: float  #: of the slowest pair
    index: int  #: of this pair, from 0


def measure_slowest(name: str, pairs: list[Pair], repeat: int) -> Slowest:
    """Time each pair several times; the fastest of its runs counts."""
    say(f"slowest pair of {name}")
    metric = Smatch()
    proven = sum(bool(metric.score(metric.compare(*pair)).proven) for pair in pairs)
    # Round by round, so that a busy spell of the machine does not fall on one pair alone.
    rounds = [[timed(metric.compare, *pair)[0] for pair in pairs] for _ in range(repeat)]
    best = [min(times) for times in zip(*rounds, strict=True)]
    seconds, index = max((seconds, place) for place, seconds in enumerate(best))
    return Slowest(name, len(pairs), proven, seconds, index)


def slowest_table(rows: Sequence[Slowest]) -> Table:
    """Return the table."""
    cells = [
        (row.name, str(row.pairs), str(row.proven), f"{1000 * row.seconds:.3f}", str(row.index))
        for row in rows
    ]
    return plain(("set", "pairs", "proven", "slowest, ms", "its index"), tuple(cells))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slowest", description=__doc__)
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("pred", metavar="PRED")
    parser.add_argument("--repeat", type=int, default=3, help="runs of which the best counts (3)")
    args = parser.parse_args(argv)
    try:
        row = measure_slowest("given", read_pairs(args.gold, args.pred), args.repeat)
    except TertiumError as error:
        say(str(error))
        return 2
    print(text.table(slowest_table([row])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
