"""All measurements of the page: what is measured, on which sets, how often."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import race
from benchmarks.breakdown import floor_table, measure_floor, measure_stages, stages_table
from benchmarks.calls import Call, measure_calls
from benchmarks.commands import Command, measure_commands
from benchmarks.documents import Kind
from benchmarks.events import EVENTS, Event
from benchmarks.growth import (
    CORPUS_SIZES,
    SIZES,
    Documents,
    Size,
    measure_documents,
    measure_sizes,
)
from benchmarks.pairs import Pair, Set, evenly, find_sets, read_pairs, written
from benchmarks.recorded import Recorded
from benchmarks.slowest import Slowest, measure_slowest
from benchmarks.standard_forms import forms_table
from benchmarks.threads import Threaded, measure_threads
from tertium.metrics import REGISTRY
from tertium.report.formats import markdown

KINDS: tuple[Kind, ...] = ("same", "unrelated")
MAIN = ("sts/main", "sick/main", "para/main", "prince/jamr")
"""The sets of all events; on the others smatch alone is raced."""

PATIENCE = 5.0
"""CPU seconds after which an entrant runs no more on those others; smatch takes minutes there."""

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
        plan = self.plan
        is_main = each.name in plan.main
        events = [EVENTS[name] for name in plan.events] if is_main else [SMATCH]
        patience = race.PATIENCE if is_main else PATIENCE
        settings = race.Settings(plan.limit, plan.repeat, self.recorded, each.name, patience)
        return race.race(self.pairs(each.name), events, settings)

    def commands(self) -> list[Command]:
        """Return the times of whole processes."""
        with written(self.pairs("para/main")) as files:
            return measure_commands(*files, 2 * self.plan.repeat)

    def calls(self) -> list[Call]:
        """Return the times of single calls."""
        return measure_calls(self.plan.calls, self.plan.repeat)

    def threads(self) -> list[Threaded]:
        """Return the times of every metric with one thread and with two."""
        pairs = self.pairs("para/main")
        found = [measure_threads(pairs, name, (1, 2), self.plan.repeat) for name in REGISTRY]
        return [row for rows in found for row in rows]

    def documents(self) -> list[list[Documents]]:
        """Return the rows of documents, kind by kind."""
        pairs, plan = self.pairs("para/main"), self.plan
        return [
            [measure_documents(pairs, kind, size, plan.count) for size in plan.sizes]
            for kind in KINDS
        ]

    def sizes(self) -> list[Size]:
        """Return the times of more and more pairs."""
        return measure_sizes(self.bamboo("main"), self.plan.corpus_sizes, self.plan.repeat)

    def slowest(self) -> list[Slowest]:
        """Return the slowest pair of each set."""
        return [measure_slowest(each.name, self.pairs(each.name), 2) for each in self.sets]

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


@dataclass(frozen=True)
class Results:
    """Everything that was measured, in one run."""

    plan: Plan
    para: int  #: pairs of para/main
    races: dict[str, list[race.Row]]
    commands: list[Command]
    calls: list[Call]
    threads: list[Threaded]
    documents: list[list[Documents]]
    sizes: list[Size]
    slowest: list[Slowest]
    breakdown: tuple[str, ...]
    forms: str

    @classmethod
    def measure(cls, corpora: Path, plan: Plan | None = None) -> Results:
        """Measure everything on the sets of a folder."""
        measured = Measurements(corpora, plan)
        return cls(
            plan=measured.plan,
            para=len(measured.pairs("para/main")),
            races=measured.races(),
            commands=measured.commands(),
            calls=measured.calls(),
            threads=measured.threads(),
            documents=measured.documents(),
            sizes=measured.sizes(),
            slowest=measured.slowest(),
            breakdown=tuple(measured.breakdown()),
            forms=measured.forms(),
        )

    @property
    def main(self) -> dict[str, list[race.Row]]:
        """The races of the main sets, with every event."""
        return {name: rows for name, rows in self.races.items() if name in self.plan.main}
