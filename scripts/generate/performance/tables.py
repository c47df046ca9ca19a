"""The tables that sum up the races."""

from __future__ import annotations

from benchmarks import race
from benchmarks.recorded import MARK
from scripts.generate.performance.summary import microseconds
from tertium.metrics import REGISTRY
from tertium.report.model import Table, plain


def smatch_table(rows: dict[str, list[race.Row]]) -> Table:
    """Return the race of smatch on every set."""
    cells = []
    for name, found in rows.items():
        ours = next(row for row in found if row.event == "smatch")
        for row in found:
            if row.entrant == "smatch":
                times = [f"{microseconds(each):.1f}" for each in (ours, row)]
                counts = (str(row.missed), str(row.above))
                cells.append((name, str(row.pairs), *times, f"{row.ratio:.0f}", *counts))
    header = ("set", "pairs", "Tertium, µs/pair", "smatch, µs/pair", "ratio", "missed", "above")
    return plain(header, tuple(cells))


def ratios_table(rows: dict[str, list[race.Row]]) -> Table:
    """Return the ratio of every opponent on every set."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for name, entrants in rows.items():
        for row in entrants:
            if not row.entrant.startswith("tertium"):
                shown = f"{row.entrant} ({MARK})" if row.version == MARK else row.entrant
                found.setdefault((row.event, shown), {})[name] = f"{row.ratio:.3g}"
    cells = [(*key, *(ratios.get(name, "–") for name in rows)) for key, ratios in found.items()]
    return plain(("event", "÷ Tertium", *rows), tuple(cells), text_columns=2)


def metrics_table(rows: dict[str, list[race.Row]]) -> Table:
    """Return the time of a pair under every metric of Tertium, set by set."""
    found: dict[str, dict[str, str]] = {}
    for name, entrants in rows.items():
        for row in entrants:
            if row.event in REGISTRY and row.entrant.startswith("tertium"):
                # The first row of an event has all pairs; a second one has a sample.
                found.setdefault(row.event, {}).setdefault(name, f"{microseconds(row):.1f}")
    cells = [
        (f"`{event}`", *(times.get(name, "–") for name in rows)) for event, times in found.items()
    ]
    return plain(("metric", *rows), tuple(cells))


def uncontested(rows: dict[str, list[race.Row]]) -> list[str]:
    """Return the metrics for which no other program was timed."""
    contested = {
        row.event
        for found in rows.values()
        for row in found
        if not row.entrant.startswith("tertium")
    }
    raced = dict.fromkeys(row.event for found in rows.values() for row in found)
    return [event for event in raced if event in REGISTRY and event not in contested]
