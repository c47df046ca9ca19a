"""``python -m benchmarks.race GOLD PRED``: Tertium against the public programs on the same files.

A race has events (`events`), each with Tertium's entrant and its opponents. Each runs in a process
of its own, several times in turn; the smallest CPU time counts. Opponents that are slow run on an
evenly spaced sample of the pairs, and Tertium runs on that sample, too: a ratio is always between
times for the same pairs.

An opponent misses a pair if it finds less than Tertium, whose alignments are proven, over the same
triples. With ``--corpora`` programs that were timed elsewhere race by those times, see `recorded`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmarks.entrants import Row as Numbers
from benchmarks.events import ENTRANTS, EVENTS, Event
from benchmarks.measure import Run, run
from benchmarks.pairs import Pair, evenly, read_pairs, say, written
from benchmarks.recorded import MARK, YARDSTICK, Recorded
from tertium import TertiumError
from tertium.report.formats import markdown, text
from tertium.report.kinds import percent
from tertium.report.model import plain

_FORMATS = ("text", "json", "markdown")
PATIENCE = 20.0  #: CPU seconds after which an entrant runs no more often
_TOLERANCE = 1e-9  # between values that should be equal


@dataclass(frozen=True)
class Row:
    """What is recorded of an entrant in an event."""

    event: str
    entrant: str
    version: str  #: or that its time is a recorded one
    pairs: int
    seconds: float  #: of the fastest run
    ratio: float  #: to Tertium's seconds for the same pairs
    slowest: float | None = None
    import_seconds: float | None = None
    score: float | None = None  #: F1 of all pairs, or their mean value; none of a reader
    failed: int = 0  #: pairs that the entrant could not read or score
    missed: int | None = None  #: pairs with less than Tertium finds over the same triples
    above: int | None = None  #: pairs with more
    incomparable: int | None = None  #: pairs of which the two read different numbers of triples
    peak_bytes: int | None = None


@dataclass(frozen=True)
class Settings:
    """How a race is run."""

    limit: int | None = 200  #: pairs for slow entrants
    repeat: int = 3
    recorded: Recorded = field(default_factory=lambda: Recorded({}))
    name: str = ""  #: of the set, for recorded times
    patience: float = PATIENCE


def race(pairs: list[Pair], events: Sequence[Event], settings: Settings) -> list[Row]:
    """Run the events on *pairs* and return a row for each entrant, Tertium's first in each."""
    rows: list[Row] = []
    yardstick = None
    for event in sorted(events, key=lambda event: YARDSTICK not in event.others):
        found = list(_run_event(pairs, event, settings))
        for row in found:
            yardstick = row if row.entrant == YARDSTICK else yardstick
        rows += [*found, *_recorded(event, found[0], yardstick, settings)]
    order = [event.name for event in events]
    return sorted(rows, key=lambda row: order.index(row.event))


def _run_event(pairs: list[Pair], event: Event, settings: Settings) -> Iterator[Row]:
    sample = evenly(pairs, settings.limit)
    others = _installed(event.others)
    slow = [name for name in others if ENTRANTS[name].slow and len(sample) < len(pairs)]
    yield from _heat(pairs, event, [name for name in others if name not in slow], settings)
    if slow:
        yield from _heat(sample, event, slow, settings)


def _heat(pairs: list[Pair], event: Event, others: list[str], settings: Settings) -> Iterator[Row]:
    """Run Tertium and *others* on the same pairs."""
    runs: dict[str, list[Run]] = {name: [] for name in [event.ours, *others]}
    with written(pairs) as files:
        # In turn, so that a busy spell of the machine does not fall on one entrant alone.
        for _ in range(settings.repeat):
            for name, done in runs.items():
                if sum(each.seconds for each in done) < settings.patience:
                    say(f"{name}: {len(pairs)} pairs {settings.name}")
                    done.append(run(name, *files))
    for name in runs:
        yield _row(event, name, runs)


def _row(event: Event, name: str, runs: dict[str, list[Run]]) -> Row:
    done, ours = runs[name], runs[event.ours]
    seconds = [each.seconds for each in done]
    rows = done[0].rows
    judged = event.judged and name != event.ours
    missed, above, incomparable = compare(rows, ours[0].rows) if judged else (None, None, None)
    return Row(
        event=event.name,
        entrant=name,
        version=ENTRANTS[name].version or "",
        pairs=len(rows),
        seconds=min(seconds),
        ratio=min(seconds) / min(each.seconds for each in ours),
        slowest=max(seconds),
        import_seconds=min(each.import_seconds for each in done),
        score=None if event.name in ("reading", "transport") else _score(rows),
        failed=rows.count(None),
        missed=missed,
        above=above,
        incomparable=incomparable,
        peak_bytes=min(each.peak_bytes for each in done),
    )


def _recorded(event: Event, ours: Row, yardstick: Row | None, settings: Settings) -> Iterator[Row]:
    """Yield the program that was timed elsewhere, if there is one for this set."""
    if event.recorded is None or yardstick is None:
        return
    per_pair = yardstick.seconds / yardstick.pairs
    seconds = settings.recorded.scaled(event.recorded, settings.name, per_pair)
    if seconds is not None:
        total = seconds * ours.pairs
        ratio = total / ours.seconds
        yield Row(event.name, event.recorded, MARK, ours.pairs, total, ratio)


def compare(found: list[Numbers], right: list[Numbers]) -> tuple[int, int, int]:
    """Return the numbers of pairs below what is right, above it, and without comparison."""
    both = list(zip(found, right, strict=True))
    alike = [(f[0], r[0]) for f, r in both if f and r and f[1:] == r[1:]]
    missed = sum(f < r - _TOLERANCE for f, r in alike)
    return missed, sum(f > r + _TOLERANCE for f, r in alike), len(both) - len(alike)


def _score(rows: list[Numbers]) -> float:
    """Return F1 of all pairs by added counts, or the mean value."""
    good = [row for row in rows if row]
    if not good or len(good[0]) == 1:
        return sum(row[0] for row in good) / max(1, len(good))
    total = sum(sum(row[1:]) for row in good)
    return 2 * sum(row[0] for row in good) / total if total else 0.0


def render(rows: list[Row], format: str) -> str:
    """Return the rows as a table, or as JSON."""
    if format == "json":
        return json.dumps([asdict(row) for row in rows], indent=1)
    header = "event entrant pairs ms/pair spread ×Tertium import\u00a0s score missed peak\u00a0MB"
    table = plain(tuple(header.split(" ")), tuple(map(_cells, rows)), text_columns=2)
    written = markdown.table(table) if format == "markdown" else text.table(table)
    return "\n".join([written, *_notes(rows)])


def _cells(row: Row) -> tuple[str, ...]:
    dash = "–"
    return (
        row.event,
        f"{row.entrant} ({row.version})",
        str(row.pairs),
        f"{1000 * row.seconds / row.pairs:.4f}",
        dash if row.slowest is None else f"+{100 * (row.slowest / row.seconds - 1):.0f}%",
        f"{row.ratio:.1f}",
        dash if row.import_seconds is None else f"{row.import_seconds:.2f}",
        percent(row.score),
        dash if row.missed is None else str(row.missed),
        dash if row.peak_bytes is None else f"{row.peak_bytes / 1e6:.0f}",
    )


def _notes(rows: list[Row]) -> Iterator[str]:
    alone = [name for name in dict.fromkeys(row.event for row in rows) if EVENTS[name].alone]
    notes = [f"{', '.join(alone)}: no program to race against."] if alone else []
    for row in rows:
        if row.failed:
            notes.append(f"{row.entrant}: {row.failed} pairs failed; the score is of the others.")
        if row.above:
            notes.append(f"{row.entrant}: {row.above} pairs above Tertium's.")
        if row.incomparable:
            notes.append(f"{row.entrant}: {row.incomparable} pairs have other triples, no miss.")
    yield from ["", *(f"- {note}" for note in notes)] if notes else []


def _installed(names: Sequence[str]) -> list[str]:
    missing = [name for name in names if ENTRANTS[name].version is None]
    if missing:
        say(f"not installed, left out: {', '.join(missing)} (pip install '.[race]')")
    return [name for name in names if name not in missing]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    args = _parser().parse_args(argv)
    recorded = Recorded.find(args.corpora) if args.corpora else Recorded({})
    # Recorded times are of whole sets; a few pairs cannot be held against them.
    settings = Settings(args.limit, args.repeat, recorded, "" if args.pairs else args.set)
    events = [EVENTS[name] for name in args.events]
    try:
        pairs = evenly(read_pairs(args.gold, args.pred), args.pairs)
        print(render(race(pairs, events, settings), args.format))
    except (TertiumError, RuntimeError) as error:
        say(str(error))
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.race", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("pred", metavar="PRED")
    parser.add_argument("--events", nargs="+", choices=EVENTS, default=[*EVENTS], metavar="EVENT")
    parser.add_argument("--pairs", type=positive, metavar="N", help="pairs for all (all)")
    parser.add_argument("--limit", type=positive, default=200, help="pairs for the slow (200)")
    parser.add_argument("--repeat", type=positive, default=3, help="runs of each entrant (3)")
    parser.add_argument(
        "--corpora",
        type=Path,
        default=os.environ.get("TERTIUM_CORPORA"),
        metavar="FOLDER",
        help="with recorded times in reference/timings.md (TERTIUM_CORPORA)",
    )
    parser.add_argument("--set", default="", help="what the files are there: para/main, ...")
    parser.add_argument("--format", choices=_FORMATS, default="text")
    return parser


def positive(text: str) -> int:
    """Return a number of the command line that is above 0."""
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError("a whole number above 0")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
