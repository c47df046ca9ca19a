"""``python -m benchmarks.growth GOLD PRED``: how time and memory grow.

Against the size of graphs: documents made of the sentences of GOLD and PRED, pair by pair, with the
time that Tertium's ``smatch`` needs to align them. Against the size of a corpus: more and more of
the pairs, from the files to Python numbers. Both with the exponent of the fitted power law. Memory
is the peak of a process that reads and compares the files.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, median

from benchmarks.clock import timed
from benchmarks.documents import KINDS, Kind, documents
from benchmarks.fit import PowerLaw, fit
from benchmarks.measure import run
from benchmarks.pairs import Pair, evenly, read_pairs, say, written
from tertium import TertiumError
from tertium.metrics import Smatch, Statistics
from tertium.report.formats import text
from tertium.report.model import Table, plain

SIZES = (5, 10, 20, 40, 80, 150, 300)
CORPUS_SIZES = (250, 500, 1000, 2000, 4000, 8000)
_ENTRANT = "tertium smatch"
_COPIED_VARIABLES = 200  # graphs smaller than this are copied until together they have so many


@dataclass(frozen=True)
class Documents:
    """Pairs of documents of one kind and size."""

    kind: Kind
    variables: float  #: of a graph, on average
    pairs: int
    median_seconds: float
    max_seconds: float
    proven: int
    gap_triples: float  #: between the bounds of the pair that is least certain
    gap_f1: float  #: the same in F1
    peak_bytes: int


@dataclass(frozen=True)
class Size:
    """A corpus of some size."""

    pairs: int
    seconds: float
    peak_bytes: int


def measure_documents(pairs: list[Pair], kind: Kind, variables: int, count: int) -> Documents:
    """Time pairs of documents."""
    say(f"documents {kind} {variables}")
    metric = Smatch()
    metric.compare("(b / boy)", "(b / boy)")  # imports numpy
    made = list(documents(pairs, kind, variables, count))
    # Small graphs are compared many times over, so that the call from Python does not count.
    copies = max(1, _COPIED_VARIABLES // variables)
    measured = [timed(_compare, metric, pair, copies) for pair in made]
    times, found = [seconds / copies for seconds, _ in measured], [each for _, each in measured]
    scores = [metric.score(statistics) for statistics in found]
    with written(made) as files:
        peak = run(_ENTRANT, *files).peak_bytes
    return Documents(
        kind,
        mean(len(graph.variables) for pair in made for graph in pair),
        len(made),
        median(times),
        max(times),
        sum(score.proven or 0 for score in scores),
        max(statistics["upper"] - statistics["matched"] for statistics in found),
        max((score.upper or score.value) - score.value for score in scores),
        peak,
    )


def _compare(metric: Smatch, pair: Pair, copies: int) -> Statistics:
    return metric.compare_many([pair[0]] * copies, [pair[1]] * copies, threads=1)[0]


def measure_sizes(pairs: list[Pair], sizes: Sequence[int], repeat: int) -> list[Size]:
    """Time corpora of growing size, as far as there are pairs."""
    found = []
    for size in [size for size in sizes if size <= len(pairs)]:
        say(f"corpus of {size} pairs")
        with written(evenly(pairs, size)) as files:
            runs = [run(_ENTRANT, *files) for _ in range(repeat)]
        seconds, peak = (min(getattr(r, name) for r in runs) for name in ("seconds", "peak_bytes"))
        found.append(Size(size, seconds, peak))
    return found


def fit_documents(rows: Sequence[Documents]) -> PowerLaw:
    """Return how the median time grows with the number of variables."""
    return fit([row.variables for row in rows], [row.median_seconds for row in rows])


def fit_sizes(rows: Sequence[Size]) -> PowerLaw:
    """Return how time grows with the number of pairs."""
    return fit([row.pairs for row in rows], [row.seconds for row in rows])


def documents_table(rows: Sequence[Documents]) -> Table:
    """Return the table of documents."""
    header = ("kind", "variables", "pairs", "median ms", "max ms", "proven", "gap", "gap, F1", "MB")
    cells = [
        (
            row.kind,
            f"{row.variables:.0f}",
            str(row.pairs),
            f"{1000 * row.median_seconds:.3f}",
            f"{1000 * row.max_seconds:.3f}",
            str(row.proven),
            f"{row.gap_triples:.0f}",
            f"{100 * row.gap_f1:.2f}",
            f"{row.peak_bytes / 1e6:.0f}",
        )
        for row in rows
    ]
    return plain(header, tuple(cells))


def sizes_table(rows: Sequence[Size]) -> Table:
    """Return the table of corpora."""
    cells = [
        (
            str(row.pairs),
            f"{1000 * row.seconds:.1f}",
            f"{1e6 * row.seconds / row.pairs:.1f}",
            f"{row.peak_bytes / 1e6:.0f}",
        )
        for row in rows
    ]
    return plain(("pairs", "ms", "µs/pair", "peak MB"), tuple(cells), text_columns=0)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    args = _parser().parse_args(argv)
    try:
        pairs = read_pairs(args.gold, args.pred)
        for kind in args.kinds:
            rows = [measure_documents(pairs, kind, size, args.count) for size in args.sizes]
            print(text.table(documents_table(rows)))
            _print_exponent(fit_documents, rows)
        sizes = measure_sizes(pairs, args.corpus_sizes, args.repeat)
        print(text.table(sizes_table(sizes)))
        _print_exponent(fit_sizes, sizes)
    except (TertiumError, RuntimeError) as error:
        say(str(error))
        return 2
    return 0


def _print_exponent(law: object, rows: Sequence[object]) -> None:
    if len(rows) > 1 and callable(law):
        print(f"exponent {law(rows).exponent:.2f}\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("pred", metavar="PRED")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=["same", "unrelated"])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="N")
    parser.add_argument("--corpus-sizes", type=int, nargs="+", default=CORPUS_SIZES, metavar="N")
    parser.add_argument("--count", type=int, default=10, help="documents of a kind and size (10)")
    parser.add_argument("--repeat", type=int, default=3, help="runs of which the best counts (3)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
