"""``tertium search``: the graphs of an index that are nearest to others."""

from __future__ import annotations

import argparse

from tertium.cli import options, reading
from tertium.cli.collecting import tell_how
from tertium.cli.listing import add_listing, list_rows, listing_targets
from tertium.cli.progress import progress_bar
from tertium.cli.tables import add_column, read_corpus
from tertium.cli.targets import check_targets
from tertium.graph import Corpus

_COLUMNS = ("query", "id", "rank", "value", "proven")


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "search",
        help="find the graphs that are nearest in meaning",
        description="Find the graphs of an index that are nearest to each graph of a file. The "
        "answer is the one that comparing with every graph would give. Values are those of the "
        "metric that the index was built for, the query being the gold.",
    )
    parser.add_argument("index", metavar="INDEX", help="an index, see 'tertium index build'")
    parser.add_argument("queries", metavar="QUERIES", help="a file of graphs; - is standard input")
    parser.add_argument(
        "-k", type=options.positive, metavar="N", help="how many neighbours to find (default: 10)"
    )
    parser.add_argument(
        "--at-least",
        type=options.share,
        metavar="X",
        help="find graphs with a value of at least X, from 0 to 1; without -k, all of them",
    )
    parser.add_argument("--graphs", action="store_true", help="show the graphs that are found, too")
    parser.add_argument(
        "-m", "--metric", metavar="METRIC", help="refuse an index that was built for another metric"
    )
    add_column(parser)
    add_listing(parser)
    reading.add_on_error(parser)
    options.add_limits(parser)
    options.add_threads(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.search import Index

    check_targets(listing_targets(args), [args.queries])
    with Index.open(args.index, metric=args.metric) as index:
        tell_how(index)
        corpus = read_corpus(args.queries, args)
        readable = tuple(reading.read_graphs(corpus, args))
        queries = Corpus(corpus.name, readable, corpus.source)
        k = 10 if args.k is None and args.at_least is None else args.k
        with progress_bar("searching", len(queries)) as progress:
            found = index.search(queries, k, args.at_least, threads=args.threads, progress=progress)
        rows = [row._asdict() for row in found]
        if args.graphs:
            for row, position in zip(rows, found.positions, strict=True):
                row["graph"] = index.graph(position).to_penman(one_line=True)
    list_rows([*_COLUMNS, "graph"] if args.graphs else _COLUMNS, rows, args)
    return 0
