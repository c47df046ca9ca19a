"""``python -m benchmarks.exactness GOLD PRED``: the exact solver against HiGHS, pair by pair.

Each gold is compared with its prediction and with the next one, by ``smatch`` and, with real-valued
weights, by ``s2match``. HiGHS solves the same problem as an integer linear program. The two must
match the same; a difference above what HiGHS tolerates is printed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from benchmarks.pairs import Pair, evenly, read_pairs, say
from tertium import TertiumError
from tertium.metrics import S2match, Smatch
from tertium.metrics.aligning import Aligning

_TOLERANCE = 1e-5  # of HiGHS, in triples


def differing(metric: Aligning, pairs: Sequence[Pair]) -> list[tuple[int, float, float]]:
    """Return the pairs that the two solvers disagree on: place, what each of them matches."""
    other = replace(metric, solver="ilp")
    found = []
    for place, (gold, pred) in enumerate(pairs):
        ours, theirs = metric.compare(gold, pred), other.compare(gold, pred)
        agree = abs(ours["matched"] - theirs["matched"]) <= _TOLERANCE
        if not (agree and ours["proven"]):
            found.append((place, ours["matched"], theirs["matched"]))
    return found


def chosen(pairs: list[Pair], variables: int, count: int) -> list[Pair]:
    """Return *count* pairs of graphs with at least so many variables, half of them unrelated."""
    large = [p for p in pairs if min(len(graph.variables) for graph in p) >= variables]
    shifted = [(gold, pred) for (gold, _), (_, pred) in pairwise(large)]
    return [*evenly(large, count - count // 2), *evenly(shifted, count // 2)]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.exactness", description=__doc__)
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("pred", metavar="PRED")
    parser.add_argument("--variables", type=int, default=12, help="of the smaller graph (12)")
    parser.add_argument("--pairs", type=int, default=200, help="pairs for each metric (200)")
    args = parser.parse_args(argv)
    wrong = 0
    try:
        pairs = chosen(read_pairs(args.gold, args.pred), args.variables, args.pairs)
        for metric in (Smatch(), S2match()):
            say(f"{metric.name}: {len(pairs)} pairs")
            different = differing(metric, pairs)
            wrong += len(different)
            print(f"{metric.name}: {len(pairs)} pairs, {len(different)} differ")
            for place, ours, theirs in different:
                print(f"  pair {place}: {ours} here, {theirs} by HiGHS")
    except TertiumError as error:
        say(str(error))
        return 2
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
