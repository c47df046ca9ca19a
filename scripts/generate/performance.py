"""docs/performance.md and its picture: every measurement of `benchmarks`, in one run.

It takes about a quarter of an hour on one processor; nothing else should run meanwhile.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import race
from benchmarks.breakdown import floor_table, measure_floor, measure_stages, stages_table
from benchmarks.calls import calls_table, measure_calls
from benchmarks.commands import commands_table, measure_commands
from benchmarks.documents import Kind
from benchmarks.events import EVENTS, Event
from benchmarks.growth import (
    CORPUS_SIZES,
    SIZES,
    Documents,
    documents_table,
    fit_documents,
    fit_sizes,
    measure_documents,
    measure_sizes,
    sizes_table,
)
from benchmarks.pairs import Pair, Set, evenly, find_sets, read_pairs, written
from benchmarks.plot import growth_svg
from benchmarks.recorded import MARK, Recorded
from benchmarks.slowest import measure_slowest, slowest_table
from benchmarks.standard_forms import forms_table
from benchmarks.threads import measure_threads, threads_table
from tertium.metrics import REGISTRY
from tertium.report.formats import markdown
from tertium.report.model import Table, plain

PICTURE = "performance.svg"
TEMPLATE = Path(__file__).with_name("performance.template.md")
"""The words of the page, with a name in braces for each table."""

KINDS: tuple[Kind, ...] = ("same", "unrelated")
MAIN = ("sts/main", "sick/main", "para/main", "prince/jamr")
"""The sets of all events; on the others smatch alone is raced."""

SMATCH = Event("smatch", ("smatch",))

FORMS = ("para/main", "para/reify", "prince/jamr")
"""The sets whose gold is standardised."""


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    sets: tuple[str, ...] | None = None  #: by name; none: all
    main: tuple[str, ...] = MAIN
    events: tuple[str, ...] = tuple(EVENTS)  #: on the main sets
    pairs: int | None = None  #: of each set; none: all
    limit: int = 150
    repeat: int = 3
    sizes: tuple[int, ...] = SIZES
    count: int = 10
    corpus_sizes: tuple[int, ...] = CORPUS_SIZES
    calls: int = 2000  #: single calls with each metric


QUICK = Plan(
    sets=("sts/main", "para/main"),
    main=("para/main",),
    pairs=12,
    limit=6,
    repeat=1,
    sizes=(5, 10),
    count=2,
    corpus_sizes=(4, 8),
    calls=1,
)


class Measurements:
    """All measurements on the sets of a folder."""

    def __init__(self, corpora: Path, plan: Plan | None = None) -> None:
        plan = plan or Plan()
        self.plan = plan
        self.sets = [s for s in find_sets(corpora) if plan.sets is None or s.name in plan.sets]
        # Recorded times are of whole sets; a few pairs cannot be held against them.
        self.recorded = Recorded.find(corpora) if plan.pairs is None else Recorded({})
        self._pairs: dict[str, list[Pair]] = {}

    def pairs(self, name: str) -> list[Pair]:
        """Return the pairs of a set."""
        if name not in self._pairs:
            chosen = next(each for each in self.sets if each.name == name)
            self._pairs[name] = evenly(read_pairs(chosen.gold, chosen.pred), self.plan.pairs)
        return self._pairs[name]

    def bamboo(self, challenge: str = "") -> list[Pair]:
        """Return the pairs of all sets of BAMBOO, or of one part of it."""
        names = [s.name for s in self.sets if not s.name.startswith("prince")]
        return [pair for name in names if challenge in name for pair in self.pairs(name)]

    def races(self) -> dict[str, list[race.Row]]:
        """Return the rows of every set."""
        return {each.name: self._race(each) for each in self.sets}

    def _race(self, each: Set) -> list[race.Row]:
        chosen = [EVENTS[name] for name in self.plan.events]
        events = chosen if each.name in self.plan.main else [SMATCH]
        settings = race.Settings(self.plan.limit, self.plan.repeat, self.recorded, each.name)
        return race.race(self.pairs(each.name), events, settings)

    def commands(self) -> str:
        """Return the table of whole processes."""
        with written(self.pairs("para/main")) as files:
            return markdown.table(
                commands_table(measure_commands(*files, 2 * self.plan.repeat)), markup=True
            )

    def calls(self) -> str:
        """Return the table of single calls."""
        return markdown.table(
            calls_table(measure_calls(self.plan.calls, self.plan.repeat)), markup=True
        )

    def threads(self) -> str:
        """Return the table of threads."""
        pairs = self.pairs("para/main")
        found = [measure_threads(pairs, name, (1, 2), self.plan.repeat) for name in REGISTRY]
        return markdown.table(threads_table([row for rows in found for row in rows]))

    def documents(self) -> list[list[Documents]]:
        """Return the rows of documents, kind by kind."""
        pairs, plan = self.pairs("para/main"), self.plan
        return [
            [measure_documents(pairs, kind, size, plan.count) for size in plan.sizes]
            for kind in KINDS
        ]

    def slowest(self) -> str:
        """Return the table of the slowest pairs."""
        rows = [measure_slowest(each.name, self.pairs(each.name), 2) for each in self.sets]
        return markdown.table(slowest_table(rows))

    def breakdown(self) -> Iterator[str]:
        """Yield the stages of the command and the floor, for para/main and for all of BAMBOO."""
        parts = {"para/main": self.pairs("para/main"), "All of BAMBOO": self.bamboo()}
        for name, pairs in parts.items():
            with written(pairs) as files:
                stages = measure_stages(*files, self.plan.repeat)
                whole = stages[-1].native_seconds + stages[-1].python_seconds
                floor = measure_floor(*files, whole, self.plan.repeat)
            yield f"{name}, {len(pairs)} pairs:"
            yield from (markdown.table(stages_table(stages)), markdown.table(floor_table(floor)))

    def forms(self) -> str:
        """Return the table of standard forms."""
        files = {f"{each.name}, gold": each.gold for each in self.sets if each.name in FORMS}
        return markdown.table(forms_table(files, self.plan.repeat))


def page(measured: Measurements) -> tuple[str, str]:
    """Measure everything; return the page and its picture."""
    from tertium.standard.aspects import ASPECTS

    plan = measured.plan
    rows = measured.races()
    kinds = measured.documents()
    sizes = measure_sizes(measured.bamboo("main"), plan.corpus_sizes, plan.repeat)
    full = {name: found for name, found in rows.items() if name in plan.main}
    text = TEMPLATE.read_text(encoding="utf-8").format(
        machine=machine(),
        smatch=markdown.table(smatch_table(rows)),
        ratios=markdown.table(ratios_table(full)),
        alone=", ".join(f"`{event.name}`" for event in EVENTS.values() if event.alone),
        races="\n\n".join(f"### {n}\n\n{race.render(r, 'markdown')}" for n, r in full.items()),
        repeat=plan.repeat,
        limit=plan.limit,
        aspects=len(ASPECTS),
        para=len(measured.pairs("para/main")),
        commands=measured.commands(),
        processors=os.cpu_count(),
        calls=measured.calls(),
        threads=measured.threads(),
        count=plan.count,
        picture=PICTURE,
        documents=markdown.table(documents_table([row for found in kinds for row in found])),
        exponents=_exponents(kinds),
        sizes=markdown.table(sizes_table(sizes)),
        sizes_exponent=f"The exponent is {fit_sizes(sizes).exponent:.2f}.",
        slowest=measured.slowest(),
        breakdown="\n\n".join(measured.breakdown()),
        forms=measured.forms(),
    )
    return text, growth_svg(kinds)


def smatch_table(rows: dict[str, list[race.Row]]) -> Table:
    """Return the race of smatch on every set."""
    cells = []
    for name, found in rows.items():
        ours = next(row for row in found if row.event == "smatch")
        for row in found:
            if row.entrant == "smatch":
                times = [f"{1e6 * each.seconds / each.pairs:.1f}" for each in (ours, row)]
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


def machine() -> str:
    """Return what is known of the machine, without its name."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    model = next((x.partition(": ")[2] for x in lines if x.startswith("model name")), "")
    parts = [f"{os.cpu_count()} processors", model or platform.machine(), platform.system()]
    return ", ".join([*parts, f"Python {platform.python_version()}"])


def _exponents(kinds: list[list[Documents]]) -> str:
    laws = [f"{fit_documents(rows).exponent:.2f} for {rows[0].kind} documents" for rows in kinds]
    return f"Fitted exponents of the median time: {', '.join(laws)}."
