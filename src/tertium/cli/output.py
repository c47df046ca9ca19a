"""What commands write and say: results to files and stdout, talk to stderr."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tertium.cli.options import look
from tertium.errors import counted
from tertium.files import write_text
from tertium.graph import Corpus
from tertium.report import formats, report_of
from tertium.terminal import say, show, show_styled

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation, Origin
    from tertium.evaluation.agreement import Agreement
    from tertium.report.model import Report

_SHOWN_ERRORS = 5


def write_rows(path: str, evaluation: Evaluation | Agreement) -> None:
    """Write the rows of pairs as JSON lines."""
    import json

    rows = evaluation.rows()
    write_text(path, (json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def write_entries(path: str | None, entries: Iterable[str]) -> None:
    """Write graphs, with an empty line after each, to a file, or print them without one."""
    write_lines(path, (f"{entry}\n\n" for entry in entries))


def write_lines(path: str | None, texts: Iterable[str]) -> None:
    """Write texts to a file, or print them without one."""
    if path is not None:
        write_text(path, texts)
        return
    for text in texts:
        show(text, end="")


def print_result(result: object, args: argparse.Namespace, **options: Any) -> None:
    """Print a result as `tertium.cli.options.add_format` lets people ask for it."""
    print_report(report_of(result, look(args), **options), args)


def print_report(report: Report, args: argparse.Namespace) -> None:
    """Print a report as `tertium.cli.options.add_format` lets people ask for it.

    This is the one way to print tables: they fit the terminal, and the best values are bold there.
    """
    wanted = look(args)
    wanted.check(column for table in report.tables for column in table.columns)
    if args.format != "text":
        show(formats.write(report, args.format, wanted))
        return
    from tertium.report.formats import text

    show_styled(text.styled(report, wanted))


def write_report(path: str, report: Report, args: argparse.Namespace) -> None:
    """Write a report to a file, in the format that was asked for."""
    wanted = look(args)
    wanted.check(column for table in report.tables for column in table.columns)
    write_text(path, [formats.write(report, args.format, wanted) + "\n"])


def publish(evaluation: Evaluation, args: argparse.Namespace) -> int:
    """Write and print what ``score`` and ``merge`` were asked for, and return the exit code."""
    if args.pairs:
        write_rows(args.pairs, evaluation)
    print_result(evaluation, args, worst=args.worst)
    return 0 if args.fail_under is None or _passes(evaluation, args.fail_under) else 1


def _passes(evaluation: Evaluation, threshold: float) -> bool:
    """Tell which scores are below a threshold; return whether none is."""
    low = [
        f"{system.name}, {label}: {100 * result.score.value:.2f} is below {threshold:g}"
        for system in evaluation.systems
        for label, result in zip(evaluation.labels, system.results, strict=True)
        if result.pairs and 100 * result.score.value < threshold
    ]
    for line in low:
        say(line)
    return not low


def talk(evaluation: Evaluation, on_error: str) -> None:
    """Tell about graphs that cannot be read, and how files were paired."""
    tell_corpus("gold", evaluation.gold, "left out")
    for system in evaluation.systems:
        tell_notes(system.notes)
        tell_corpus(system.name, system.corpus, "left out" if on_error == "skip" else "scored zero")


def tell_notes(notes: Iterable[str]) -> None:
    """Print notes to stderr; a warning stands out."""
    for note in notes:
        say(note)


def tell_corpus(name: str, corpus: Origin, fate: str, *, summary: bool = True) -> None:
    """Tell about graphs that cannot be read, and about variables that are defined twice."""
    if corpus.errors and summary:
        say(f"{name}: {counted(len(corpus.errors), 'graph')} cannot be read, {fate}")
    _list([str(error) for error in corpus.errors])
    _list([f"warning: {warning}" for warning in corpus.warnings])
    if isinstance(corpus, Corpus):
        _list([f"warning: {note}" for note in corpus.notes])


def _list(lines: Sequence[str]) -> None:
    for line in lines[:_SHOWN_ERRORS]:
        say(line)
    if len(lines) > _SHOWN_ERRORS:
        say(f"... and {len(lines) - _SHOWN_ERRORS} more")
