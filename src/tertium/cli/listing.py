"""Lists of rows that commands print or write: in every format of reports, JSON lines or Parquet."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tertium.cli.options import add_format
from tertium.cli.output import print_report, write_report
from tertium.cli.parser import group_of
from tertium.cli.targets import Target, asked
from tertium.errors import OptionError
from tertium.files import open_whole, write_text
from tertium.report import listing
from tertium.terminal import show

if TYPE_CHECKING:
    from tertium.metrics import Metric

Row: TypeAlias = dict[str, Any]


def add_listing(parser: argparse.ArgumentParser) -> None:
    """Add ``-f`` and ``-o`` to a command that lists rows."""
    add_format(parser, more=("jsonl", "parquet"))
    group_of(parser, "files to write").add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write the rows to a file; parquet needs this, and pyarrow (default: print them)",
    )


def listing_targets(args: argparse.Namespace) -> list[Target]:
    """Return the file that rows go to, if there is one."""
    if args.format == "parquet" and not args.output:
        raise OptionError("--format parquet needs a file: -o FILE.parquet")
    return asked(args, "output")


def list_rows(
    names: Sequence[str], rows: Sequence[Row], args: argparse.Namespace, metric: Metric, title: str
) -> None:
    """Print rows, or write them to the file that was asked for."""
    if args.format == "parquet":
        write_parquet(args.output, names, rows)
    elif args.format == "jsonl":
        text = as_jsonl(names, rows)
        write_text(args.output, [text]) if args.output else show(text, end="")
    else:
        report = listing.report_of(names, rows, metric, title)
        write_report(args.output, report, args) if args.output else print_report(report, args)


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
