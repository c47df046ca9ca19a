"""An explanation as a report: the score of a pair, and what each part adds to it.

    gold  (g / go-02 :ARG0 (b / boy))          pred  (x / go-02 :ARG0 (y / girl))

    gold           prediction     matched
    g / go-02      x / go-02            1
    go-02 :arg0 b  go-02 :arg0 y        1
    –              y / girl             0
    b / boy        –                    0
    top: go-02     top: go-02           1

The columns after the parts are what the metric counts: matches, or how much moves at what
similarity. What the graphs have as totals is left to JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tertium.report.kinds import NUMBER, Kind
from tertium.report.model import Column, Notes, Report, Table

if TYPE_CHECKING:
    from tertium.graph import Graph
    from tertium.metrics.explanation import Contribution, Explanation, PartName

_SHORT = Kind(lambda value, _: f"{value:.4g}")


class _Row(NamedTuple):
    """A part as a row shows it."""

    kind: str
    gold: str | None
    pred: str | None
    earned: float
    flow: float | None
    alike: float | None


COLUMNS = (
    Column("kind"),
    Column("gold", "gold"),
    Column("pred", "prediction"),
    Column("flow", "moved", NUMBER, shown=lambda values: any(values["flow"])),
    Column("alike", "similarity", NUMBER, shown=lambda values: any(values["alike"])),
    Column("earned", "earned", _SHORT),
)


def report_of(found: Explanation) -> Report:
    """Return the parts, and the score that they add up to."""
    rows = tuple(_rows(found))
    notes = Notes(
        "earned: what a part adds to the matches or, for a metric that moves nodes, to the value",
        metrics=(found.metric,),
    )
    table = Table.of(COLUMNS, rows, title=str(found.score), notes=notes)
    return Report(f"{found.metric.name} explained", (table,), data=found.as_dict())


def part_text(name: PartName, concepts: dict[str, str]) -> str:
    """Return a part in words; edges name their ends by *concepts*, as `concepts_of` finds them."""
    if isinstance(name, str):
        return name
    source, role, target = name
    if role == ":instance":
        return f"{source} / {target}" if target is not None else source
    if role == ":TOP":
        return f"top: {concepts.get(source, source)}"
    end = concepts.get(target or "", target or "")
    return f"{concepts.get(source, source)} {role} {end}"


def concepts_of(graph: Graph) -> dict[str, str]:
    """Return the concepts of variables, to name them by."""
    return {s: t for s, role, t in reversed(graph.triples) if role == ":instance" and t is not None}


def earned(part: Contribution) -> float:
    """Return what a part adds to the matches, or to the value."""
    return sum(v for name, v in part.adds.items() if name.startswith(("matched", "value")))


def _rows(found: Explanation) -> list[_Row]:
    concepts: Any = concepts_of(found.gold), concepts_of(found.pred)
    return [
        _Row(
            part.kind,
            None if part.gold is None else part_text(part.gold, concepts[0]),
            None if part.pred is None else part_text(part.pred, concepts[1]),
            earned(part),
            part.flow if part.kind == "move" else None,
            part.alike if part.kind == "move" or part.alike < 1 else None,
        )
        for part in found
    ]
