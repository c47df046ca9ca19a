"""The report card of a metric, as a page of Markdown."""

from __future__ import annotations

from tertium.audit.soundness import Case
from tertium.bamboo.benchmark import Benchmark
from tertium.bamboo.card import Card, Mark, Standing
from tertium.report.bamboo import LEGEND, column_name, notes_of
from tertium.report.table import Table, percent

_WIDTH = 40  # of a bar for a correlation of 1


def render_card(card: Card, benchmark: Benchmark) -> str:
    """Return the page."""
    row = card.row
    return "\n\n".join(
        [
            f"# Report card: {row.label}",
            row.metric.summary[:1].upper() + row.metric.summary[1:] + ".",
            f"`{row.metric.signature}`",
            "## Agreement with human judgement",
            "Pearson's correlation, times 100; in brackets how many of the published metrics are "
            "better.",
            f"```\n{_chart(card)}\n```",
            "\n".join(f"- {note}" for note in (LEGEND, *notes_of(benchmark))),
            "## Strengths",
            _listed(card, "strength"),
            "## Weaknesses",
            _listed(card, "weakness"),
            "## Speed",
            f"{row.microseconds:.0f} microseconds of CPU a pair.",
            "## Laws kept and broken",
            f"On {card.graphs} graphs of the benchmark: the seven principles, and soundness under "
            "thirteen changes of a graph.",
            _principles(card),
            _soundness(card),
        ]
    )


def _chart(card: Card) -> str:
    lines = [_bar(standing) for standing in card.standings]
    means = [("amean", card.row.amean()), ("hmean", card.row.hmean())]
    return "\n".join([*lines, *(f"{name:<8}{_drawn(v)} {percent(v):>6}" for name, v in means)])


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


def _listed(card: Card, mark: Mark) -> str:
    lines = [_sentence(standing) for standing in card.standings if standing.mark == mark]
    return "\n".join(f"- {line}" for line in lines) or "None stands out."


def _sentence(standing: Standing) -> str:
    column, best = standing.column, standing.best
    text = f"{column_name(column.key)}: {percent(column.measures.pearson)}"
    if best is None:
        return text
    return f"{text}; the best published is {best[0]} with {best[1]:.2f}"


def _principles(card: Card) -> str:
    rows = [
        (f.number, f.name, f.verdict, "" if f.error == 0 else f"{f.error:.4f}")
        for f in card.principles.findings
    ]
    return Table(("", "principle", "kept", "error"), tuple(rows), text_columns=3).to_markdown()


def _soundness(card: Card) -> str:
    found = card.soundness
    rows = [("identity", "1", "", f"{found.identity} of {found.graphs}", _tick(_all_one(card)))]
    rows += [_case(case) for case in found.cases]
    header = ("change", "should be", "mean", "right", "sound")
    return Table(header, tuple(rows), text_columns=2).to_markdown()


def _case(case: Case) -> tuple[str, str, str, str, str]:
    keeps = case.operation.keeps_meaning
    right = case.ones if keeps else case.pairs - case.ones
    counted = f"{right} of {case.pairs}"
    should = "1" if keeps else "below 1"
    return case.operation.name, should, f"{case.mean:.3f}", counted, _tick(case.sound)


def _all_one(card: Card) -> bool:
    return card.soundness.identity == card.soundness.graphs


def _tick(sound: bool) -> str:
    return "✓" if sound else "✗"
