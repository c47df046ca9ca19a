"""``tertium cluster``: groups of graphs that are close to each other."""

from __future__ import annotations

import argparse
from collections import Counter

from tertium.cli import options
from tertium.cli.collecting import (
    add_at_least,
    add_files,
    add_metric,
    chosen_metric,
    find_close,
)
from tertium.cli.listing import add_listing, list_rows, listing_targets
from tertium.cli.targets import check_targets
from tertium.errors import counted
from tertium.search.grouping import LINKAGES, clusters
from tertium.terminal import say


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "cluster",
        help="group graphs by meaning",
        description="Group the graphs of files: graphs that are close are in one cluster, and so "
        "are those that a chain of close graphs connects. Clusters are numbered from 1, in the "
        "order of their first graphs.",
    )
    add_files(parser, "files of graphs; - is standard input")
    add_at_least(parser, 0.7)
    parser.add_argument(
        "--linkage",
        choices=LINKAGES,
        default="single",
        help="how clusters are joined: single, if one pair of graphs is close; average, if graphs "
        "are close on average, where pairs that are not close count as 0 (default: single)",
    )
    add_metric(parser)
    add_listing(parser)
    options.add_threads(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    check_targets(listing_targets(args), [*args.file, chosen_metric(args)])
    graphs, names, metric, pairs = find_close(args)
    found = clusters(len(graphs), pairs, args.at_least, args.linkage)
    rows = [{"id": name, "cluster": number} for name, number in zip(names, found, strict=True)]
    list_rows(("id", "cluster"), rows, args, metric, "clusters")
    several = sum(1 for size in Counter(found).values() if size > 1)
    sizes = f"{counted(len(set(found)), 'cluster')}, {several} of them with more than one graph"
    threshold = f"{metric.spec} of at least {args.at_least:g}"
    say(f"{counted(len(graphs), 'graph')}, {sizes}: {threshold}")
    unproven = len(pairs) - int(pairs.proven.sum())
    if unproven:
        say(f"warning: {counted(unproven, 'pair')} with a value that is not proven; the highest "
            "that is possible counts, a larger budget may prove it")  # fmt: skip
    return 0
