"""The errors of systems as a report: one system in full, several side by side.

    family    class   edits     M     U     R  pairs   lost  share   gain
    concept   sense     457               457    370   2.62  6.3 %  +2.62

*lost* adds up to the difference from a score of 1, *gain* is what fixing all edits of a row would
bring. Several systems are shown with one number each; a dagger marks what differs from the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from tertium._version import __version__
from tertium.errors import counted
from tertium.report.kinds import COUNT, GAIN, PERCENT, SHARE, Kind, percent
from tertium.report.legend import remarks, scale, too_few_resamples
from tertium.report.model import Cell, Column, Notes, Report, Table, Text, record
from tertium.report.pairs import name_of, sentence_of
from tertium.report.provenance import of_system
from tertium.report.width import shorten
from tertium.statistics.confidence import ALPHA
from tertium.terminal import visible_line

if TYPE_CHECKING:
    from tertium.evaluation import System
    from tertium.explain.classes import By
    from tertium.explain.system import ErrorExample, SystemErrors
    from tertium.explain.table import ErrorTable
    from tertium.explain.tally import ErrorRow

Show = Literal["edits", "lost", "share", "gain"]

_FEW = Kind(lambda count, _: str(count) if count else "")
_NAME = 11  # columns of a system's name where several stand side by side
_WIDTH = 80  # columns of examples
_LISTED = 10  # systems that stand side by side

_SHOWN: dict[Show, tuple[Kind, Callable[[ErrorRow], Any], str]] = {
    "edits": (COUNT, lambda row: row.edits, "number of edits"),
    "lost": (PERCENT, lambda row: row.cost, "points lost"),
    "share": (SHARE, lambda row: row.share, "share of what is lost"),
    "gain": (GAIN, lambda row: row.gain, "points gained if fixed"),
}


class ErrorLine(NamedTuple):
    """A row of a system: what a line of a table is about."""

    system: str
    found: ErrorRow
    level: By
    family: str  #: empty where the line above has it
    label: str
    p: float | None = None
    origin: System | None = None  #: of which the pairs are

    @property
    def cls(self) -> str | None:
        """The class, None for a family."""
        return None if self.level == "family" else self.found.name.rpartition(":")[2]


COLUMNS = (
    Column("system"),
    Column("family_shown", "family", of=lambda x: x.family, data=False),
    Column("label", "class", data=False),
    Column("class", of=lambda x: x.cls),
    Column("family", of=lambda x: x.found.family),
    Column("code", of=lambda x: x.found.name if x.level == "code" else None),
    Column("edits", "edits", COUNT, lambda x: x.found.edits),
    Column("missing", "M", _FEW, lambda x: x.found.missing),
    Column("spurious", "U", _FEW, lambda x: x.found.spurious),
    Column("replaced", "R", _FEW, lambda x: x.found.replaced),
    Column("pairs", "pairs", COUNT, lambda x: x.found.pairs),
    Column("gold_triples", of=lambda x: x.found.gold_triples),
    Column("pred_triples", of=lambda x: x.found.pred_triples),
    Column(
        "cost",
        "lost",
        PERCENT,
        lambda x: x.found.cost,
        shown=lambda values: any(value is not None for value in values["cost"]),
    ),
    Column(
        "share",
        "share",
        SHARE,
        lambda x: x.found.share,
        shown=lambda values: any(value is not None for value in values["share"]),
    ),
    Column("gain", "gain", GAIN, lambda x: x.found.gain),
    Column("p"),
)
"""The columns of a system's errors."""
RECORDS = (*COLUMNS, *of_system(lambda line: line.origin, "_graphs"))
"""The same with how its pairs came about; `missing` alone is a kind of edit."""


def report_of(
    table: ErrorTable, by: By = "class", show: Show = "lost", name: str = "", examples: int = 0
) -> Report:
    """Return the table, and so many examples of a class or code, *name*, of each system."""
    one = len(table.systems) == 1
    main = single_table(table, by) if one else side_by_side(table, by, show)
    listed = [example_text(system, name, examples) for system in table.systems] if name else []
    head = Text(tuple(map(heading, table.systems)), "listing")
    return Report(
        f"errors of {', '.join(system.name for system in table.systems)}",
        (head, main, *filter(None, listed), notes_of(table, by)),
        data=data_of(table, by, name, examples),
        records=Table.of(RECORDS, _records(table, by)),
        papers=(main._replace(notes=Notes(scale(table.evaluation), metrics=(table.metric,))),),
    )


def heading(system: SystemErrors) -> str:
    """Return the score of a system and the number of its edits."""
    pairs = len(system.scripts)
    per_pair = f" ({system.edits / pairs:.1f} per pair)" if pairs else ""
    return (
        f"{system.name}: {system.metric.label} {percent(system.value)}, {counted(pairs, 'pair')}, "
        f"{counted(system.edits, 'edit')}{per_pair}"
    )


def single_table(table: ErrorTable, by: By) -> Table:
    """Return everything about one system, with sums of families and all kinds of nodes."""
    system = table.systems[0]
    lines: list[ErrorLine] = []
    family = ""
    rows = system.rows(by)
    for place, row in enumerate(rows):
        shown = row.family if row.family != family else ""
        family = row.family
        label = "" if by == "family" else row.name
        lines.append(ErrorLine(system.name, row, by, shown, label))
        lines += [ErrorLine(system.name, d, by, "", f"  {d.name}") for d in row.details]
        last = place + 1 == len(rows) or rows[place + 1].family != family
        if by == "class" and last and sum(r.family == family for r in rows) > 1:
            together = system.row(family, "family")
            lines.append(ErrorLine(system.name, together, "family", "", "subtotal"))
    lines.append(ErrorLine(system.name, system.whole, "family", "total", ""))
    columns = [c for c in COLUMNS if c.key != "label" or by != "family"]
    return Table.of(
        columns, lines, caption=f"Errors of {system.name}, in points of 100", label="errors"
    )


def side_by_side(table: ErrorTable, by: By, show: Show) -> Table:
    """Return one number for each class and system, those that differ from the first marked."""
    kind, of, what = _SHOWN[show]
    columns = [Column("family", "family"), Column("class", "class")]
    systems = table.systems[:_LISTED]
    columns += [Column(s.name, shorten(s.name, _NAME), kind) for s in systems]
    tested = table.compare(by)
    found = [{row.name: row for row in system.rows(by)} for system in systems]
    rows: list[tuple[Any, ...]] = []
    family = ""
    for name in table.names(by):
        first = next(rows_[name] for rows_ in found if name in rows_)
        cells = [
            _number(rows_.get(name), of, tested.get(system.name, {}).get(name))
            for system, rows_ in zip(systems, found, strict=True)
        ]
        shown = first.family if first.family != family else ""
        family = first.family
        rows.append((shown, "" if by == "family" else name, *cells))
    rows.append(("total", "", *(of(system.whole) for system in systems)))
    if by == "family":
        columns = [column for column in columns if column.key != "class"]
        rows = [(row[0], *row[2:]) for row in rows]
    caption = f"Errors: {what}; † differs from {systems[0].name} at p < {ALPHA:g}"
    return Table(tuple(columns), tuple(rows), title=what, caption=caption, label="errors")


def _number(row: ErrorRow | None, of: Callable[[ErrorRow], Any], p: float | None) -> Cell:
    mark = "†" if p is not None and p < ALPHA else ""
    return Cell(0 if row is None else of(row), mark)


def example_text(system: SystemErrors, name: str, count: int) -> Text | None:
    """Return examples with their sentences."""
    found = system.examples(name, count)
    if not found:
        return Text((f"{system.name}: no edit of {name}",))
    lines = [f"{system.name}: {len(found)} of {_count(system, name)} edits of {name}"]
    for example in found:
        pair = example.pair
        head = f"{name_of(pair.id, pair.index)}  {sentence_of(pair)}"
        lines += [
            "",
            *_wrapped(head, ""),
            *_wrapped(f"{example.edit.code}  {example.edit}", "    "),
        ]
    return Text(tuple(lines), "listing")


def _wrapped(text: str, indent: str) -> list[str]:
    return wrap(
        visible_line(text), _WIDTH, initial_indent=indent, subsequent_indent=indent + "  ",
        break_on_hyphens=False,
    )  # fmt: skip


def _count(system: SystemErrors, name: str) -> int:
    level: By = "code" if ":" in name else "class"
    return system.row(name, level).edits


def notes_of(table: ErrorTable, by: By) -> Notes:
    """Return what the numbers mean and how they were made."""
    lines: list[str] = []
    whole = table.systems[0].whole
    if whole.cost is None:
        lines.append(
            f"edits are those of smatch; gain: points of {table.metric.label} if all are fixed"
        )
    elif len(table.systems) == 1:
        lines += [
            "M, U, R: edits that add what is missing, remove what is extra, or replace; lost: "
            "points that these edits cost, which add up; gain: points that fixing all of them "
            "would bring, which do not",
        ]
    if len(table.systems) > 1:
        how = table.resampling
        lines.append(
            f"† differs from {table.systems[0].name}, p < {ALPHA}: randomisation test on pairs, "
            f"{how.resamples} resamples, seed {how.seed}, corrected by Holm over the rows"
        )
        lines += _warnings(table, by)
    lines += [
        f"{s.name}: {counted(s.unproven, 'pair')} not proven; gains are lower bounds"
        for s in table.systems
        if s.unproven
    ]
    said = scale(table.evaluation)
    return Notes(said, (*lines, *remarks(table.evaluation)), metrics=(table.metric,))


def _warnings(table: ErrorTable, by: By) -> list[str]:
    """Return a line if no row could differ significantly."""
    if len(table.systems) < 2:
        return []
    tests = max(map(len, table.compare(by).values()), default=0)
    pairs = min(len(system.system.pairs) for system in table.systems)
    return too_few_resamples(table.resampling.resamples, tests, pairs)


def data_of(table: ErrorTable, by: By, name: str = "", examples: int = 0) -> dict[str, Any]:
    """Return everything, values in [0, 1]."""
    gold = table.evaluation.gold
    tested = table.compare(by) if len(table.systems) > 1 else {}
    return {
        "tertium": __version__,
        "metric": table.metric.name,
        "signature": table.metric.signature,
        "short_signature": table.metric.short_signature,
        "gold": {"path": gold.path, "graphs": len(gold), "invalid": len(gold.errors)},
        "paired_by": table.evaluation.paired_by,
        "by": by,
        "resamples": table.resampling.resamples,
        "seed": table.resampling.seed,
        "warnings": _warnings(table, by),
        "systems": [
            _system(system, by, tested.get(system.name, {}), name, examples)
            for system in table.systems
        ],
    }


def _system(
    system: SystemErrors, by: By, tested: dict[str, float], name: str, examples: int
) -> dict[str, Any]:
    score, corpus = system.system.results[0].score, system.system.corpus
    found: dict[str, Any] = {
        "name": system.name,
        "path": corpus.path,
        "graphs": len(corpus),
        "invalid": len(corpus.errors),
        "missing": system.system.missing,
        "skipped": system.system.skipped,
        "paired_by": system.system.paired_by,
        "notes": list(system.system.notes),
        "pairs": len(system.scripts),
        "value": score.value,
        "f1": score.f1,
        "proven": len(system.scripts) - system.unproven,
        "edits": system.edits,
        "rows": [_row(row, by, tested.get(row.name)) for row in system.rows(by)],
    }
    if name:
        found["examples"] = [_example(e) for e in system.examples(name, examples)]
    return found


def _row(row: ErrorRow, by: By, p: float | None) -> dict[str, Any]:
    data = record(COLUMNS[3:], ErrorLine("", row, by, "", "", p))
    data = {key: value for key, value in data.items() if value is not None}
    if row.details:
        kept = ("edits", "missing", "spurious", "replaced", "pairs", "cost", "share", "gain")
        data["details"] = [
            {"detail": d.name, **{key: getattr(d, key) for key in kept}} for d in row.details
        ]
    return data


def _example(example: ErrorExample) -> dict[str, Any]:
    pair, edit = example.pair, example.edit
    return {
        "index": pair.index,
        "id": pair.id,
        "sentence": sentence_of(pair) or None,
        "code": edit.code,
        "message": edit.message,
        "cost": edit.cost,
        "gold": [list(triple) for triple in edit.gold],
        "pred": [list(triple) for triple in edit.pred],
    }


def _records(table: ErrorTable, by: By) -> Iterator[ErrorLine]:
    tested = table.compare(by) if len(table.systems) > 1 else {}
    for system in table.systems:
        for row in system.rows(by):
            p = tested.get(system.name, {}).get(row.name)
            yield ErrorLine(system.name, row, by, row.family, row.name, p, system.system)
