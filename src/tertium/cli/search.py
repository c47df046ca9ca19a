"""``tertium search``: the graphs of an index that are nearest to others."""

from __future__ import annotations

import argparse
from os.path import isdir, isfile

from tertium.cli import numbers, options, reading
from tertium.cli.collecting import add_index, open_index, tell_how
from tertium.cli.listing import add_listing, list_rows, listing_targets
from tertium.cli.parser import group_of
from tertium.cli.progress import progress_bar
from tertium.cli.tables import add_column, read_corpus
from tertium.cli.targets import check_targets
from tertium.errors import OptionError

_COLUMNS = ("query", "id", "rank", "value", "proven")


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "search",
        help="find the graphs that are nearest in meaning",
        description="Find the graphs of an index that are nearest to each graph of a file. The "
        "answer is the one that comparing with every graph would give. Values are those of the "
        "metric that the index was built for, with the query as the gold.",
    )
    add_index(parser)
    parser.add_argument("queries", metavar="QUERIES", help="a file of graphs; - is standard input")
    parser.add_argument(
        "-k", type=numbers.positive, metavar="N", help="how many neighbours to find (default: 10)"
    )
    parser.add_argument(
        "--at-least",
        type=numbers.share,
        metavar="X",
        help="find graphs with a value of at least X, from 0 to 1; without -k, all of them "
        "(default: 0)",
    )
    group_of(parser, "results").add_argument(
        "--graphs", action="store_true", help="show the graphs that are found, too"
    )
    add_column(parser)
    add_listing(parser)
    reading.add_on_error(parser)
    options.add_limits(parser)
    options.add_threads(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    targets = listing_targets(args)
    if isfile(args.index) and isdir(args.queries):
        raise OptionError(f"{args.index}: this is a file; the index comes first, then the queries")
    with open_index(args) as index:
        check_targets(targets, [args.queries, index.metric, *index.files])
        tell_how(index)
        queries = read_corpus(args.queries, args)
        reading.read_graphs(queries, args)  # says which cannot be read, or fails
        k = 10 if args.k is None and args.at_least is None else args.k
        with progress_bar("searching", len(queries)) as progress:
            found = index.search(
                queries,
                k,
                args.at_least,
                on_error=args.on_error,
                threads=args.threads,
                progress=progress,
            )
        rows = [row._asdict() for row in found]
        if args.graphs:
            for row, position in zip(rows, found.positions, strict=True):
                row["graph"] = index.graph(position).to_penman(one_line=True)
    names = [*_COLUMNS, "graph"] if args.graphs else _COLUMNS
    list_rows(names, rows, args, index.metric, "nearest graphs")
    return 0
