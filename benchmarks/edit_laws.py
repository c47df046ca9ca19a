"""``python -m benchmarks.edit_laws GOLD PRED...``: the laws of edits on every pair of a corpus.

The tests check samples; this checks all pairs under several metrics, with random subsets of the
edits, and prints how often each law was tried and broken, with the first pairs that break it. The
laws themselves are in ``tests/support/edits.py``.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.pairs import say
from tertium import Graph, Script, TertiumError, read
from tertium.explain import diff_many
from tertium.report.formats import text
from tertium.report.model import plain
from tests.support import edits as laws

LAWS = ("partition", "costs", "mending", "gain", "swapping", "writing", "notation")
_SHOWN = 3  # broken laws that are printed in full, of each kind


def tried(script: Script, rng: random.Random, subsets: int) -> Iterator[tuple[str, str]]:
    """Yield each law that was tried, and what breaks it."""
    counting = script.metric.spec in laws.COUNTING
    yield "partition", laws.partition(script, counting=counting)
    yield "costs", laws.costs(script)
    yield "mending", laws.mending(script)
    for _ in range(subsets if counting else 0):
        yield "gain", laws.gain(script, laws.some(script, rng))
    yield "swapping", laws.swapping(script)
    yield "writing", laws.writing(script, rng)
    for broken in laws.notation(script) if script.metric.spec == "smatch" else ():
        yield "notation", broken


def check(
    golds: Sequence[Graph], preds: Sequence[Graph], spec: str, subsets: int, seed: int
) -> tuple[dict[str, int], dict[str, list[str]]]:
    """Return how often each law was tried, and what breaks it."""
    rng = random.Random(seed)
    count, broken = dict.fromkeys(LAWS, 0), {law: list[str]() for law in LAWS}
    for k, script in enumerate(diff_many(golds, preds, spec)):
        for law, why in tried(script, rng, subsets):
            count[law] += 1
            if why:
                broken[law].append(f"pair {k + 1}: {why}")
    return count, broken


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 1 if a law is broken."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.edit_laws", description=__doc__)
    parser.add_argument("gold", metavar="GOLD", type=Path)
    parser.add_argument("preds", metavar="PRED", nargs="+", type=Path)
    parser.add_argument("-m", "--metric", action="append", help="metrics (all that add up)")
    parser.add_argument("--subsets", type=int, default=2, help="subsets of edits per pair (2)")
    parser.add_argument("--sample", type=int, metavar="N", help="only N pairs, chosen by the seed")
    parser.add_argument("--seed", type=int, default=0, help="seed of all that is random (0)")
    args = parser.parse_args(argv)
    rows, failed = [], False
    try:
        golds = read(args.gold)
        for path in args.preds:
            pairs = list(zip(golds, read(path), strict=True))
            if args.sample is not None and args.sample < len(pairs):
                pairs = random.Random(args.seed).sample(pairs, args.sample)
            for spec in args.metric or laws.ADDING:
                first, second = ([pair[side] for pair in pairs] for side in (0, 1))
                count, broken = check(first, second, spec, args.subsets, args.seed)
                cells = (f"{len(broken[law])} / {count[law]}" for law in LAWS)
                rows.append((path.stem, spec, *cells))
                for law, found in broken.items():
                    failed |= bool(found)
                    for why in found[:_SHOWN]:
                        say(f"{path.stem}, {spec}, {law}: {why}")
    except TertiumError as error:
        say(str(error))
        return 2
    print(text.table(plain(("broken / tried", "metric", *LAWS), rows)))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
