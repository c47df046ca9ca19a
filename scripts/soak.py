"""Score a million pairs in one process: memory and throughput stay flat, results stay the same.

    python -m scripts.soak [GOLD PRED] [--pairs N] [-m METRIC]...

The pairs of two files (the examples, without any) are scored in rounds, by every metric in turn,
until N were scored. Every tenth of the way prints the resident memory and the pairs a second of CPU
time. Exits with 1 if a round gives other numbers than the first, if memory grew by more than 5 %
after the first tenth, in which caches and the allocator's reserves fill, or if the second half of
the tenths was slower than the first by more than a quarter, each by its median.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tertium import Graph, Metric, metric, read
from tertium.metrics import REGISTRY

EXAMPLES = Path(__file__).parent.parent / "examples"
REPORTS = 10
MOST_GROWTH = 0.05
MOST_SLOWING = 0.25  # clocks and neighbours on a machine make a tenth of it
ROUND = 500  # pairs, at least: fewer would measure the calls


def resident_bytes() -> int:
    """Return the memory that this process occupies now."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return 1024 * int(line.split()[1])


class Soak:
    """Pairs, metrics, and what the first round gave."""

    def __init__(self, golds: list[Graph], preds: list[Graph], metrics: list[Metric]) -> None:
        copies = -(-ROUND // len(golds))
        self.golds, self.preds, self.metrics = golds * copies, preds * copies, metrics
        self.first: dict[str, bytes] = {}

    def round(self) -> int:
        """Score all pairs by all metrics; return how many that were."""
        for one in self.metrics:
            table = one.compare_many(self.golds, self.preds)
            if self.first.setdefault(one.spec, table.values.tobytes()) != table.values.tobytes():
                raise SystemExit(f"{one.spec}: other numbers than in the first round")
        return len(self.metrics) * len(self.golds)

    def run(self, pairs: int) -> tuple[list[int], list[float]]:
        """Score *pairs* pairs and print a line every tenth; return memory and rate of each."""
        memory: list[int] = []
        rates: list[float] = []
        done, reported, since = 0, 0, time.process_time()
        while done < pairs:
            done += self.round()
            if done * REPORTS >= pairs * (len(memory) + 1):
                now = time.process_time()
                memory.append(resident_bytes())
                rates.append((done - reported) / (now - since))
                shown = f"{memory[-1] / 1e6:8.1f} MB {rates[-1]:9.0f} pairs a CPU second"
                print(f"{done:>9} pairs {shown}", flush=True)
                reported, since = done, now
        return memory, rates


def slowed(rates: Sequence[float]) -> float:
    """Return by which part the second half of the rates is below the first, median by median."""
    half = len(rates) // 2
    return 1 - statistics.median(rates[half:]) / statistics.median(rates[:half] or rates)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script and return its exit code."""
    parser = argparse.ArgumentParser(description="Score many pairs in one process.")
    parser.add_argument("files", metavar="FILE", nargs="*", help="gold and prediction")
    parser.add_argument("--pairs", type=int, default=1_000_000, metavar="N")
    parser.add_argument("-m", "--metric", action="append", metavar="METRIC")
    args = parser.parse_args(argv)
    if len(args.files) not in (0, 2):
        parser.error("give two files or none")
    files = args.files or [EXAMPLES / "gold.amr", EXAMPLES / "parser.amr"]
    golds, preds = map(read, files)
    soak = Soak(golds, preds, [metric(spec) for spec in args.metric or REGISTRY])
    memory, rates = soak.run(args.pairs)
    growth, slowing = memory[-1] / memory[0] - 1, slowed(rates)
    print(f"memory grew by {100 * growth:.1f} % after the first tenth")
    print(f"the second half was slower by {100 * slowing:.1f} %; all rounds gave the same")
    return int(growth > MOST_GROWTH or slowing > MOST_SLOWING)


if __name__ == "__main__":
    sys.exit(main())
