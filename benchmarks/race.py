"""``python -m benchmarks.race GOLD PRED``: Tertium against smatch and smatchpp on the same files.

Each tool runs in a process of its own, several times in turn; the smallest CPU time counts. The
files are written anew, graph by graph, so that every tool can read them: smatchpp knows no blank
line but the one between graphs, smatch no value on the line after its role. Tools that are slow run
on an evenly spaced sample of the pairs, and Tertium runs on that sample, too: a ratio is always
between times for the same pairs.

A tool misses the optimum of a pair if the tool that proves it, over the same triples, matches more.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.measure import Run, run
from benchmarks.tools import TOOLS, Counts, Result
from tertium import Corpus, Graph, TertiumError
from tertium.corpus import pair
from tertium.report.table import Table, percent

_FORMATS = ("text", "json", "markdown")


@dataclass(frozen=True)
class Row:
    """What is told of a tool."""

    tool: str
    version: str
    pairs: int
    failed: int  #: pairs that the tool could not read or score
    seconds: float  #: of the fastest run
    slowest: float
    ratio: float  #: to Tertium's seconds for the same pairs
    import_seconds: float
    f1: float
    missed: int | None  #: pairs with fewer matches than the optimum
    above: int | None  #: pairs with more: a triple counted more often than both graphs have it
    incomparable: int | None  #: pairs of which the two tools read different numbers of triples
    peak_bytes: int


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    args = _parser().parse_args(argv)
    try:
        rows = race(args.gold, args.pred, _installed(args.tools), args.limit, args.repeat)
    except (TertiumError, RuntimeError) as error:
        print(f"race: {error}", file=sys.stderr)
        return 2
    print(render(rows, args.format))
    return 0


def race(gold: str, pred: str, tools: list[str], limit: int, repeat: int) -> list[Row]:
    """Run the tools, on all pairs or on *limit* of them, and return a row for each."""
    pairs = read_pairs(gold, pred)
    sample = evenly(pairs, limit)
    slow = [tool for tool in tools if TOOLS[tool].slow and len(sample) < len(pairs)]
    rows = list(_heat(pairs, [tool for tool in tools if tool not in slow], repeat))
    return rows + list(_heat(sample, slow, repeat)) if slow else rows


def read_pairs(gold: str, pred: str) -> list[tuple[Graph, Graph]]:
    """Return gold graphs with their predictions, without pairs that cannot be read."""
    golds, preds = Corpus.read(gold), Corpus.read(pred)
    pairing = pair(golds, preds)
    entries = [
        (golds.entries[i], preds.entries[j])
        for i, j in zip(pairing.gold, pairing.pred, strict=True)
    ]
    good = [(g, p) for g, p in entries if isinstance(g, Graph) and isinstance(p, Graph)]
    if len(good) < len(entries):
        _say(f"{len(entries) - len(good)} pairs cannot be read and are left out")
    return good


def evenly(pairs: list[tuple[Graph, Graph]], limit: int) -> list[tuple[Graph, Graph]]:
    """Return at most *limit* of *pairs*, evenly spaced."""
    count = min(limit, len(pairs))
    return [pairs[k * len(pairs) // count] for k in range(count)]


def _heat(pairs: list[tuple[Graph, Graph]], tools: list[str], repeat: int) -> Iterator[Row]:
    """Run Tertium and *tools* on the same pairs."""
    runs: dict[str, list[Run]] = {tool: [] for tool in ["tertium", *tools]}
    with tempfile.TemporaryDirectory() as folder:
        gold, pred = Path(folder, "gold.amr"), Path(folder, "pred.amr")
        gold.write_text("".join(_block(graph) for graph, _ in pairs), encoding="utf-8")
        pred.write_text("".join(_block(graph) for _, graph in pairs), encoding="utf-8")
        # In turn, so that a busy spell of the machine does not fall on one tool alone.
        for number in range(repeat):
            for tool, done in runs.items():
                _say(f"{tool}: {len(pairs)} pairs, run {number + 1} of {repeat}")
                done.append(run(tool, gold, pred))
    tertium_seconds = min(done.seconds for done in runs["tertium"])
    for tool in runs:
        yield _row(tool, runs, tertium_seconds)


def _block(graph: Graph) -> str:
    comments = "".join(f"# ::{key} {value}\n" for key, value in graph.metadata.items())
    return f"{comments}{graph}\n\n"


def _row(tool: str, runs: dict[str, list[Run]], tertium_seconds: float) -> Row:
    done = runs[tool]
    seconds = [each.seconds for each in done]
    counts = done[0].counts
    optimum = TOOLS[tool].optimum
    missed, above, incomparable = (
        _compare(counts, runs[optimum][0].counts) if optimum in runs else (None, None, None)
    )
    return Row(
        tool=tool,
        version=TOOLS[tool].version or "",
        pairs=len(counts),
        failed=counts.count(None),
        seconds=min(seconds),
        slowest=max(seconds),
        ratio=min(seconds) / tertium_seconds,
        import_seconds=min(each.import_seconds for each in done),
        f1=_f1([count for count in counts if count]),
        missed=missed,
        above=above,
        incomparable=incomparable,
        peak_bytes=min(each.peak_bytes for each in done),
    )


def _compare(found: Result, optima: Result) -> tuple[int, int, int]:
    """Return the numbers of pairs below the optimum, above it, and without comparison."""
    both = list(zip(found, optima, strict=True))
    alike = [(f, o) for f, o in both if f and o and f[1:] == o[1:]]
    missed = sum(f.matched < o.matched for f, o in alike)
    return missed, sum(f.matched > o.matched for f, o in alike), len(both) - len(alike)


def _f1(counts: list[Counts]) -> float:
    total = sum(count.pred_total + count.gold_total for count in counts)
    return 2 * sum(count.matched for count in counts) / total if total else 0.0


def render(rows: list[Row], format: str) -> str:
    """Return the rows as a table, or as JSON."""
    if format == "json":
        return json.dumps([asdict(row) for row in rows], indent=1)
    header = "tool pairs CPU\u00a0s spread ms/pair ×Tertium import\u00a0s F1 missed peak\u00a0MB"
    table = Table(tuple(header.split(" ")), tuple(map(_cells, rows)))
    text = table.to_markdown() if format == "markdown" else table.to_text()
    return "\n".join([text, "", *_notes(rows)])


def _cells(row: Row) -> tuple[str, ...]:
    return (
        f"{row.tool} {row.version}",
        str(row.pairs),
        f"{row.seconds:.3f}",
        f"+{100 * (row.slowest / row.seconds - 1):.0f}%",
        f"{1000 * row.seconds / row.pairs:.3f}",
        f"{row.ratio:.1f}",
        f"{row.import_seconds:.2f}",
        percent(row.f1),
        "–" if row.missed is None else str(row.missed),
        f"{row.peak_bytes / 1e6:.0f}",
    )


def _notes(rows: list[Row]) -> Iterator[str]:
    yield "CPU s: the fastest run, one thread, imports apart; spread: how much longer the slowest."
    yield "missed: pairs below the optimum, which tertium proves for smatch and smatchpp-ilp for"
    yield "smatchpp-climb (smatchpp compares other triples: its F1 is of another metric)."
    for row in rows:
        if row.failed:
            yield f"{row.tool}: {row.failed} pairs failed; F1 is over the others."
        if row.above:
            yield f"{row.tool}: {row.above} pairs above the optimum (see docs/performance.md)."
        if row.incomparable:
            yield f"{row.tool}: {row.incomparable} pairs have other triples, not counted as missed."


def _installed(tools: list[str]) -> list[str]:
    missing = [tool for tool in tools if TOOLS[tool].version is None]
    if missing:
        _say(f"not installed, left out: {', '.join(missing)} (pip install '.[race]')")
    return [tool for tool in tools if tool not in missing and tool != "tertium"]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.race", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("pred", metavar="PRED")
    parser.add_argument("--tools", nargs="+", choices=TOOLS, default=list(TOOLS), metavar="TOOL")
    parser.add_argument("--limit", type=_positive, default=200, help="pairs for slow tools (200)")
    parser.add_argument("--repeat", type=_positive, default=3, help="runs of each tool (3)")
    parser.add_argument("--format", choices=_FORMATS, default="text")
    return parser


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError("a whole number above 0")
    return int(text)


def _say(text: str) -> None:
    print(f"race: {text}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
