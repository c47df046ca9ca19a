"""``python -m benchmarks.growth GOLD PRED``: what Tertium needs, from one pair to documents.

Three tables: whole files of sentences (those of BAMBOO under ``--corpora``, or else GOLD and PRED)
with the slowest pair; documents made of the sentences of GOLD and PRED, of growing size; and the
commands ``tertium --version`` and ``tertium score``, from start to end. All is CPU time of one
thread.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

import tertium
from benchmarks.documents import KINDS, Kind, Pair, documents
from benchmarks.measure import cpu_seconds
from benchmarks.race import read_pairs
from tertium.metrics import Smatch
from tertium.report.table import Table

T = TypeVar("T")


@dataclass(frozen=True)
class Sentences:
    """Two files of sentences, read, compared, and turned into a Python object for each pair."""

    name: str
    pairs: int
    proven: int
    seconds: float
    microseconds_a_pair: float
    worst_ms: float
    worst_index: int  #: from 0


@dataclass(frozen=True)
class Documents:
    """Pairs of documents of one kind and size."""

    kind: str
    variables: int
    pairs: int
    median_ms: float
    max_ms: float
    proven: int
    gap_triples: float  #: between the bounds of the pair that is least certain
    gap_f1: float  #: the same in points of F1


@dataclass(frozen=True)
class Command:
    """A command from start to end."""

    command: str
    runs: int
    min_ms: float
    median_ms: float
    max_ms: float


def measure_sentences(name: str, gold: Path, pred: Path, repeat: int) -> Sentences:
    """Time two files as a whole, then pair by pair."""
    _say(f"sentences {name}")
    metric = Smatch()
    metric.compare("(b / boy)", "(b / boy)")  # imports numpy

    def whole() -> list[dict[str, Any]]:
        return list(tertium.evaluate(gold, [pred], [metric], threads=1).rows())

    seconds, rows = min((_timed(whole) for _ in range(repeat)), key=lambda each: each[0])
    worst, index = _slowest_pair(read_pairs(str(gold), str(pred)), repeat)
    proven = sum(row["proven"] for row in rows)
    return Sentences(
        name, len(rows), proven, seconds, 1e6 * seconds / len(rows), 1000 * worst, index
    )


def _slowest_pair(pairs: list[Pair], repeat: int) -> tuple[float, int]:
    """Return the seconds and the place of the pair that takes longest."""
    metric = Smatch()
    # Round by round, so that a busy spell of the machine does not fall on one pair alone.
    rounds = [[_timed(metric.compare, *pair)[0] for pair in pairs] for _ in range(repeat)]
    best = [min(times) for times in zip(*rounds, strict=True)]
    return max((seconds, place) for place, seconds in enumerate(best))


def measure_documents(pairs: list[Pair], kind: Kind, variables: int, count: int) -> Documents:
    """Time pairs of documents."""
    _say(f"documents {kind} {variables}")
    metric = Smatch()
    made = list(documents(pairs, kind, variables, count))
    timed = [_timed(metric.compare, *pair) for pair in made]
    times = [1000 * seconds for seconds, _ in timed]
    scores = [metric.score(statistics) for _, statistics in timed]
    return Documents(
        kind,
        variables,
        len(made),
        median(times),
        max(times),
        sum(score.proven for score in scores),
        max(statistics["upper"] - statistics["matched"] for _, statistics in timed),
        max(100 * ((score.upper or score.value) - score.value) for score in scores),
    )


def measure_command(arguments: list[str], runs: int) -> Command:
    """Time the installed command ``tertium``."""
    _say(f"command {arguments[0]}")
    program = Path(sys.executable).with_name("tertium")
    times = []
    for _ in range(runs):
        before = cpu_seconds(resource.RUSAGE_CHILDREN)
        subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL)
        times.append(1000 * (cpu_seconds(resource.RUSAGE_CHILDREN) - before))
    shown = " ".join(["tertium", *(Path(argument).name for argument in arguments)])
    return Command(shown, runs, min(times), median(times), max(times))


def _timed(work: Callable[..., T], *arguments: Any) -> tuple[float, T]:
    begin = time.process_time()
    result = work(*arguments)
    return time.process_time() - begin, result


def _corpora(folder: Path) -> list[tuple[str, Path, Path]]:
    """Return the test files of BAMBOO's main and reified parts, the second of each pair as gold."""
    names = ["/".join(part) for part in product(("sts", "sick", "para"), ("main", "reify"))]
    return [(n, folder / n / "tgt.test.amr", folder / n / "src.test.amr") for n in names]


def _total(rows: list[Sentences]) -> Sentences:
    pairs, seconds = sum(row.pairs for row in rows), sum(row.seconds for row in rows)
    worst = max(rows, key=lambda row: row.worst_ms)
    return Sentences(
        "all",
        pairs,
        sum(row.proven for row in rows),
        seconds,
        1e6 * seconds / pairs,
        worst.worst_ms,
        worst.worst_index,
    )


def render(tables: dict[str, list[Any]], format: str) -> str:
    """Return the tables one below the other, or JSON."""
    rows = {name: [asdict(row) for row in table] for name, table in tables.items()}
    if format == "json":
        return json.dumps(rows, indent=1)
    parts = []
    for table in rows.values():
        header = tuple(name.replace("_", " ") for name in table[0])
        cells = Table(header, tuple(tuple(map(_cell, row.values())) for row in table))
        parts.append(cells.to_markdown() if format == "markdown" else cells.to_text())
    return "\n\n".join(parts)


def _cell(value: str | float) -> str:
    if isinstance(value, float):
        return f"{value:.3f}" if value < 10 else f"{value:.0f}"
    return str(value)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    args = _parser().parse_args(argv)
    try:
        print(render(measure(args), args.format))
    except (tertium.TertiumError, OSError, subprocess.CalledProcessError) as error:
        _say(str(error))
        return 2
    return 0


def measure(args: argparse.Namespace) -> dict[str, list[Any]]:
    """Return the rows of the three tables."""
    files = _corpora(args.corpora) if args.corpora else [("given", args.gold, args.pred)]
    sentences = [measure_sentences(name, g, p, args.repeat) for name, g, p in files]
    pairs = read_pairs(args.gold, args.pred)
    made = [
        measure_documents(pairs, kind, size, args.count) for kind in KINDS for size in args.sizes
    ]
    commands = [["--version"], ["score", args.gold, args.pred, "--threads", "1"]]
    return {
        "sentences": [*sentences, _total(sentences)] if len(sentences) > 1 else sentences,
        "documents": made,
        "commands": [measure_command(command, args.runs) for command in commands],
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("pred", metavar="PRED")
    parser.add_argument("--corpora", type=Path, metavar="FOLDER", help="with sts, sick and para")
    parser.add_argument("--sizes", type=int, nargs="+", default=[60, 100, 200, 300], metavar="N")
    parser.add_argument("--count", type=int, default=10, help="documents of a kind and size (10)")
    parser.add_argument("--repeat", type=int, default=3, help="runs of which the best counts (3)")
    parser.add_argument("--runs", type=int, default=20, help="runs of each command (20)")
    parser.add_argument("--format", choices=("text", "json", "markdown"), default="text")
    return parser


def _say(text: str) -> None:
    print(f"growth: {text}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
