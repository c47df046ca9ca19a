"""``python -m benchmarks.solver GOLD PRED``: what the exact solver proves, and in what time.

Documents made of the sentences of both files, the same and unrelated ones; how much a small budget
finds of the optimum; how much a cutoff saves; and graphs that hardly have labels: random ones with
a single concept, and a grid of 20 × 20 against one of 10 × 40. CPU time on one thread. *shift*
moves the place where documents begin, so that those for tuning and for reporting differ.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from random import Random
from statistics import median

from benchmarks.clock import fastest, timed
from benchmarks.documents import Kind, documents
from benchmarks.pairs import Pair, read_pairs, say
from tertium import Graph, TertiumError
from tertium.graph import Triple
from tertium.metrics import Smatch
from tertium.report.formats import text
from tertium.report.model import Table, plain

SMALL_BUDGET = 1000
ABOVE = 3  # triples between the optimum and the cutoff


def solved(name: str, pairs: Sequence[Pair]) -> tuple[str, ...]:
    """Return a row: pairs, proven, gap, matched, median and slowest time."""
    say(name)
    metric = Smatch()
    measured = [timed(metric.compare, *pair) for pair in pairs]
    times = [1000 * seconds for seconds, _ in measured]
    counts = [found for _, found in measured]
    return (
        name,
        str(len(pairs)),
        f"{sum(c['proven'] for c in counts):.0f}",
        f"{sum(c['upper'] - c['matched'] for c in counts):.0f}",
        f"{sum(c['matched'] for c in counts):.0f}",
        f"{median(times):.1f}",
        f"{max(times):.1f}",
    )


def small_budget(pairs: Sequence[Pair]) -> float:
    """Return how much of what the default budget matches a small one does."""
    quick, thorough = Smatch(budget=SMALL_BUDGET), Smatch()
    matched = [sum(m.compare(*p)["matched"] for p in pairs) for m in (quick, thorough)]
    return matched[0] / matched[1]


def cutoff_gains(pairs: Sequence[Pair]) -> tuple[float, float]:
    """Return how many times faster pairs i and i + 1 are with a cutoff above the optimum.

    First all that a comparison does, then the search alone: without the time of a comparison that
    a cutoff ends before it begins.
    """
    metric = Smatch()
    golds = [gold for gold, _ in pairs]
    preds = [pred for _, pred in (*pairs[1:], *pairs[:1])]
    rows = metric.compare_many(golds, preds, threads=1).rows.tolist()
    cutoffs = [2 * (row[0] + ABOVE) / (row[1] + row[2]) for row in rows]
    impossible = [2.0] * len(golds)
    without, above, unsearched = (
        fastest(lambda given=given: metric.compare_many(golds, preds, threads=1, cutoff=given), 5)  # type: ignore[misc]
        for given in (None, cutoffs, impossible)
    )
    return without / above, (without - unsearched) / (above - unsearched)


def one_concept(variables: int, seed: int) -> Graph:
    """Return a random connected graph with one concept and one role."""
    random = Random(seed)
    names = [f"x{i}" for i in range(variables)]
    triples: list[Triple] = [(name, ":instance", "thing") for name in names]
    triples += [(names[random.randrange(i)], ":ARG0", names[i]) for i in range(1, variables)]
    more = variables // 2 + 1
    triples += [(random.choice(names), ":ARG0", random.choice(names)) for _ in range(more)]
    return Graph.from_triples(triples)


def grid(height: int, width: int) -> Graph:
    """Return a grid with one concept and a role for each direction."""
    places = [(i, j) for i in range(height) for j in range(width)]
    triples: list[Triple] = [(f"x{i}.{j}", ":instance", "thing") for i, j in places]
    triples += [(f"x{i}.{j}", ":ARG0", f"x{i + 1}.{j}") for i, j in places if i + 1 < height]
    triples += [(f"x{i}.{j}", ":ARG1", f"x{i}.{j + 1}") for i, j in places if j + 1 < width]
    return Graph.from_triples(triples)


def tables(pairs: list[Pair], sizes: Sequence[int], count: int) -> list[Table]:
    """Return everything that is measured."""
    kinds: tuple[Kind, ...] = ("same", "unrelated")
    rows = [
        solved(f"{kind} {size}", list(documents(pairs, kind, size, count)))
        for kind in kinds
        for size in sizes
    ]
    random = [(one_concept(40, 2 * k), one_concept(40, 2 * k + 1)) for k in range(count)]
    rows.append(solved("one concept 40", random))
    rows.append(solved("grid", [(grid(20, 20), grid(10, 40))]))
    header = ("pairs of", "pairs", "proven", "gap", "matched", "median ms", "max ms")
    middle = list(documents(pairs, "unrelated", sizes[0], count))
    whole, search = cutoff_gains(pairs)
    single = [
        (f"budget {SMALL_BUDGET}, unrelated {sizes[0]}", f"{100 * small_budget(middle):.1f} %"),
        (f"cutoff {ABOVE} triples above, times faster", f"{whole:.1f}"),
        ("the same, search alone", f"{search:.1f}"),
    ]
    return [plain(header, tuple(rows)), plain(("measure", "value"), tuple(single))]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.solver", description=__doc__)
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("pred", metavar="PRED")
    parser.add_argument("--sizes", type=int, nargs="+", default=(150, 300), metavar="N")
    parser.add_argument("--count", type=int, default=10, help="documents of each kind (10)")
    parser.add_argument("--shift", type=int, default=0, help="pairs to begin later (0)")
    args = parser.parse_args(argv)
    try:
        pairs = read_pairs(args.gold, args.pred)
        for table in tables(pairs[args.shift :] + pairs[: args.shift], args.sizes, args.count):
            print(text.table(table))
    except TertiumError as error:
        say(str(error))
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
