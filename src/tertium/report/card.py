"""The report card of a metric: a page about its strengths, weaknesses, speed and laws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tertium.report.bamboo import LEGEND, column_name, notes_of
from tertium.report.kinds import NUMBER, OUT_OF, TEXT, Kind, percent
from tertium.report.model import Cell, Column, Heading, Notes, Report, Table, Text

if TYPE_CHECKING:
    from tertium.bamboo.benchmark import Benchmark
    from tertium.bamboo.card import Card, Standing, StandingMark

_WIDTH = 40  # of a bar for a correlation of 1
_AUDITS = "the seven principles, and soundness under thirteen changes of a graph"

_EMPTY = Cell("", column=Column("", kind=TEXT))

PRINCIPLES = (
    Column("number", ""),
    Column("name", "principle"),
    Column("verdict", "kept"),
    Column("error", "error", NUMBER, lambda f: f.error or _EMPTY, decimals=4),
)
"""The columns of principles."""


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change of graphs and what the metric made of it: what a row is about."""

    name: str
    should: str
    mean: float | None
    right: tuple[int, int]
    sound: bool


_TICK = Kind(lambda sound, _: "✓" if sound else "✗")

SOUNDNESS = (
    Column("change", "change", of=lambda change: change.name),
    Column("should", "should be"),
    Column("mean", "mean", NUMBER, lambda x: _EMPTY if x.mean is None else x.mean),
    Column("right", "right", OUT_OF),
    Column("sound", "sound", _TICK),
)
"""The columns of soundness."""


def report_of(card: Card, benchmark: Benchmark) -> Report:
    """Return the page."""
    row = card.row
    title = f"Report card: {row.label}"
    return Report(
        title,
        (
            Heading(title, 1),
            Text((row.metric.summary[:1].upper() + row.metric.summary[1:] + ".",)),
            Notes(metrics=(row.metric,)),
            Heading("Agreement with human judgement"),
            Text(("Pearson's correlation, times 100; in brackets how many of the published metrics "
                  "are better.",)),
            Text(_chart(card), "listing"),
            Text((LEGEND, *notes_of(benchmark)), "items"),
            Heading("Strengths"),
            _listed(card, "strength"),
            Heading("Weaknesses"),
            _listed(card, "weakness"),
            Heading("Speed"),
            Text((f"{row.microseconds:.0f} microseconds of CPU a pair.",)),
            Heading("Laws kept and broken"),
            Text((f"On {card.graphs} graphs of the benchmark: {_AUDITS}.",)),
            Table.of(PRINCIPLES, card.principles.findings),
            Table.of(SOUNDNESS, _changes(card)),
        ),
    )  # fmt: skip


def _chart(card: Card) -> tuple[str, ...]:
    lines = [_bar(standing) for standing in card.standings]
    means = [("amean", card.row.amean()), ("hmean", card.row.hmean())]
    return (*lines, *(f"{name:<8}{_drawn(v)} {percent(v):>6}" for name, v in means))


def _bar(standing: Standing) -> str:
    column = standing.column
    text = f"{column_name(column.key):<8}{_drawn(column.measures.pearson)} "
    text += f"{percent(column.measures.pearson):>6}"
    if column.interval is not None:
        text += f" [{percent(column.interval[0])}, {percent(column.interval[1])}]"
    if column.measures.accuracy is not None:
        text += f", accuracy {percent(column.measures.accuracy)}"
    if standing.published:
        text += f" ({standing.better} of {standing.published})"
    return text


def _drawn(value: float | None) -> str:
    filled = round(_WIDTH * min(1.0, max(0.0, value or 0.0)))
    return "█" * filled + "·" * (_WIDTH - filled)


def _listed(card: Card, mark: StandingMark) -> Text:
    lines = [_sentence(standing) for standing in card.standings if standing.mark == mark]
    return Text(tuple(lines), "items") if lines else Text(("None stands out.",))


def _sentence(standing: Standing) -> str:
    column, best = standing.column, standing.best
    text = f"{column_name(column.key)}: {percent(column.measures.pearson)}"
    if best is None:
        return text
    return f"{text}; the best published is {best[0]} with {best[1]:.2f}"


def _changes(card: Card) -> list[ChangeLine]:
    found = card.soundness
    same = (found.identity, found.graphs)
    rows = [ChangeLine("identity", "1", None, same, found.identity == found.graphs)]
    for case in found.cases:
        keeps = case.operation.keeps_meaning
        right = case.ones if keeps else case.pairs - case.ones
        should = "1" if keeps else "below 1"
        counted = (right, case.pairs)
        rows.append(ChangeLine(case.operation.name, should, case.mean, counted, case.sound))
    return rows
