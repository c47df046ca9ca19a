"""The events of the race: what is done, by which of Tertium's entrants, and by whom else.

The *judge* is the entrant whose numbers are right where two read the same: its matches are proven,
or its values are exact. Others are held against it pair by pair. Without a judge the numbers of an
event are of different things (another kernel, other aspects) and only the work is alike.

Programs that are not on PyPI race by the times that were recorded of them; see `recorded`.
"""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.entrants import TERTIUM, Entrant
from benchmarks.peers import PEERS
from tertium.metrics import REGISTRY


@dataclass(frozen=True)
class Event:
    """One discipline."""

    name: str
    others: tuple[str, ...] = ()  #: the names of Tertium's opponents, see `peers`
    recorded: str | None = None  #: a program's name in the table of recorded times
    judged: bool = True  #: whether Tertium's numbers are those that the others should find

    @property
    def alone(self) -> bool:
        """Whether there is no program to race against."""
        return not self.others and self.recorded is None

    @property
    def ours(self) -> str:
        """The name of Tertium's entrant."""
        return f"tertium {self.name}"


CONTESTED = {
    event.name: event
    for event in (
        Event("reading", ("penman",)),
        Event("smatch", ("smatch", "smatchpp ILP, generic", "smatchpp climber, generic")),
        Event("smatch++", ("smatchpp ILP, amr", "smatchpp climber, amr")),
        Event("s2match", recorded="S²MATCH", judged=False),
        Event("sembleu", recorded="SEMBLEU"),
        Event("sema", recorded="SEMA"),
        Event("rematch", recorded="REMATCH"),
        Event("wlk", ("grakel WL",), "WLK k=2", judged=False),
        Event("wwlk", ("numpy + POT",), "WWLK k=2 (stability 0)"),
        Event("aspects", ("smatchpp aspects",), judged=False),
        Event("transport", ("POT emd2",)),
    )
}
"""The events that have an opponent."""

EVENTS: dict[str, Event] = {
    name: CONTESTED.get(name, Event(name))
    for name in ("reading", *REGISTRY, "aspects", "transport")
}
"""All events by name. Every metric has one; a metric without an opponent is timed alone."""

ENTRANTS: dict[str, Entrant] = {**TERTIUM, **PEERS}
"""All entrants by name."""
