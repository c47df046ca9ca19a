"""Benchmarks of whole commands and of single calls."""

from __future__ import annotations

from pathlib import Path

from benchmarks import calls, commands, explaining, report_page
from tertium.metrics import REGISTRY
from tertium.report.formats import text
from tests.support.paths import EXAMPLES

GOLD, PRED = str(EXAMPLES / "gold.amr"), str(EXAMPLES / "parser.amr")


def test_commands() -> None:
    found = commands.measure_commands(Path(GOLD), Path(PRED), 1)
    ours = next(row for row in found if row.command == commands.SCORE)
    assert (ours.ratio, ours.runs) == (1.0, 1)
    assert "`tertium --version`" in text.table(commands.commands_table(found))


def test_every_metric_has_a_row_of_call_times() -> None:
    found = calls.measure_calls(calls=1, repeat=1)
    assert [row.metric for row in found] == list(REGISTRY)
    assert "of graphs, µs" in text.table(calls.calls_table(found))


def test_explaining() -> None:
    table = explaining.explaining_table(Path(GOLD), [Path(PRED)], 1)
    assert "one pair, ms" in text.table(table)


def test_the_report_page() -> None:
    seconds, size = report_page.measure_report([GOLD, PRED], 1)
    assert seconds > 0
    assert size > 10_000
