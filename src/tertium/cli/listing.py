"""Lists of rows that commands print or write: as text, JSON lines, CSV or Parquet."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from tertium.cli.targets import Target
from tertium.errors import OptionError
from tertium.files import open_whole, write_text
from tertium.report.formats.csv import csv_lines
from tertium.terminal import show, visible_line

FORMATS = ("text", "jsonl", "csv", "parquet")

Row: TypeAlias = dict[str, Any]


def add_listing(parser: argparse.ArgumentParser) -> None:
    """Add ``-f`` and ``-o`` to a command that lists rows."""
    parser.add_argument(
        "-f",
        "--format",
        choices=FORMATS,
        default="text",
        help="format of the rows (default: text); parquet needs -o and pyarrow",
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write the rows to a file (default: print them)"
    )


def listing_targets(args: argparse.Namespace) -> list[Target]:
    """Return the file that rows go to, if there is one."""
    if args.format == "parquet" and not args.output:
        raise OptionError("--format parquet needs a file: -o FILE.parquet")
    return [Target("--output", args.output)] if args.output else []


def list_rows(names: Sequence[str], rows: Iterable[Row], args: argparse.Namespace) -> None:
    """Print rows, or write them to the file that was asked for."""
    if args.format == "parquet":
        write_parquet(args.output, names, rows)
        return
    text = {"text": _as_text, "jsonl": as_jsonl, "csv": _as_csv}[args.format](names, rows)
    if args.output:
        write_text(args.output, [text])
    else:
        show(text, end="")


def as_jsonl(names: Sequence[str], rows: Iterable[Row]) -> str:
    """Return a line of JSON for each row."""
    kept = ({name: row[name] for name in names} for row in rows)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept)


def write_parquet(path: str, names: Sequence[str], rows: Iterable[Row]) -> None:
    """Write rows as a file of Parquet."""
    from tertium.search.results import arrow_table

    table = arrow_table(list(rows), names)
    import pyarrow.parquet

    with open_whole(path) as out:
        pyarrow.parquet.write_table(table, out)


def _as_csv(names: Sequence[str], rows: Iterable[Row]) -> str:
    return csv_lines([names, *([_plain(row[name]) for name in names] for row in rows)]) + "\n"


def _plain(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value


def _as_text(names: Sequence[str], rows: Iterable[Row]) -> str:
    """Return a table for people; values are times 100 as in all tables."""
    table = [list(names)] + [[_shown(row[name]) for name in names] for row in rows]
    widths = [max(len(line[column]) for line in table) for column in range(len(names))]
    numeric = [name in ("rank", "value", "cluster") for name in names]
    lines = (
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, numeric, strict=True)
        ).rstrip()
        for line in table
    )
    return "".join(f"{line}\n" for line in lines)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{100 * value:.2f}" if isinstance(value, float) else visible_line(value)
