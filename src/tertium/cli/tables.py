"""Tables on the command line: which files are tables, and which of their columns have graphs.

    tertium standardise corpus.parquet --column amr --canonical
    tertium agree annotated.csv --column ana --column ben

The ending of a name says that a file is a table (.jsonl, .csv, .tsv, .parquet, with .gz). Standard
input is one if a column is named. An argument that begins with a parenthesis is a graph, unless
there is a file of that name: ``tertium score '(b / boy)' '(g / girl)'``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from os.path import lexists

from tertium.cli.options import limits
from tertium.cli.parser import group_of
from tertium.errors import FileError, OptionError
from tertium.graph import Corpus
from tertium.graph.rows import RowFile, row_format
from tertium.metrics import REGISTRY

COLUMN, ID = "graph", "id"
_NAME = 24  # characters of a graph that stands for its name


@dataclass(frozen=True)
class Wanted:
    """The columns of a table that hold graphs, one corpus each, and the option that names them."""

    named: Sequence[str]
    default: str = COLUMN
    option: str = "--column"


def add_column(parser: argparse.ArgumentParser) -> None:
    """Add ``--column`` and ``--id-column`` to a command that reads files of graphs."""
    group = group_of(parser, "input")
    group.add_argument(
        "--column",
        metavar="NAME",
        help=f"column of graphs in a table (default: {COLUMN})",
    )
    add_id_column(group)


def add_columns(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the same to a command that takes several corpora from one table."""
    group = group_of(parser, "input")
    group.add_argument(
        "--column",
        metavar="NAME",
        action="append",
        help=f"column of one {what} in a table; may be repeated (default: {COLUMN})",
    )
    add_id_column(group)


def add_id_column(group: argparse._ArgumentGroup) -> None:
    """Add ``--id-column``."""
    group.add_argument(
        "--id-column",
        metavar="NAME",
        help=f"column of ids in a table (default: {ID}, if there is one)",
    )


def is_graph(text: str) -> bool:
    """Return whether an argument is a graph, such as ``(b / boy)``, and not the name of a file."""
    begins = text.lstrip().startswith(("(", "# ::")) or "\n" in text.strip()
    return begins and not lexists(text)


def given(text: str, args: argparse.Namespace) -> Corpus:
    """Return the graph that an argument is, named by its beginning."""
    whole = " ".join(text.split())
    name = whole if len(whole) <= _NAME else f"{whole[: _NAME - 1].rstrip()}…"
    return Corpus.of([text], name).limited(args.max_triples)


def read_corpus(path: str, args: argparse.Namespace) -> Corpus:
    """Return the graphs of a file, or of the one column of a table."""
    return read_file(path, Wanted([args.column] if args.column else []), args)[0]


def read_file(path: str, wanted: Wanted, args: argparse.Namespace) -> list[Corpus]:
    """Return the corpora of a file: its graphs, or those of each column."""
    if is_graph(path):
        return [given(path, args)]
    if path in REGISTRY and not lexists(path):
        raise OptionError(
            f"{path}: there is no such file; for several metrics write -m smatch,{path}"
        )
    if " / " in path and not lexists(path):
        raise FileError(f"{path}: there is no such file; a graph begins with a parenthesis")
    if row_format(path) is None and not (path == "-" and wanted.named):
        return [Corpus.read(path, **limits(args))]
    return columns_of(RowFile.read(path, max_bytes=args.max_bytes), wanted, args)


def columns_of(rows: RowFile, wanted: Wanted, args: argparse.Namespace) -> list[Corpus]:
    """Return the graphs of each column that is wanted."""
    if not wanted.named and wanted.default not in rows.columns:
        known = ", ".join(rows.columns)
        raise FileError(
            f"{rows.path}: this is a table without a column {wanted.default}; name the column that "
            f"holds graphs with {wanted.option}: {known}"
        )
    ids: str | None = args.id_column or (ID if ID in rows.columns else None)
    names = dict.fromkeys(wanted.named or [wanted.default])
    return [rows.corpus(name, id_column=ids, max_triples=args.max_triples) for name in names]
