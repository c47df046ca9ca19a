"""What the commands that search have in common: graphs of several files, the metric, progress."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tertium import metrics
from tertium.cli import numbers, options, reading
from tertium.cli.progress import progress_bar
from tertium.cli.tables import add_column, read_corpus
from tertium.errors import counted
from tertium.graph import Graph, names_of
from tertium.metrics import Metric
from tertium.terminal import say

if TYPE_CHECKING:
    from tertium.search import Index


def add_files(parser: argparse.ArgumentParser, help: str) -> None:
    """Add files of graphs, and how they are read."""
    parser.add_argument("file", metavar="FILE", nargs="+", help=help)
    add_column(parser)
    reading.add_on_error(parser)
    options.add_limits(parser)


def add_metric(parser: argparse.ArgumentParser) -> None:
    """Add the metric, and whether one without a bound will do."""
    parser.add_argument(
        "-m",
        "--metric",
        metavar="METRIC",
        default="smatch",
        help="the metric that says how close graphs are, with its options (default: smatch)",
    )
    add_approximate(parser)


def add_approximate(parser: argparse.ArgumentParser) -> None:
    """Add ``--approximate``."""
    parser.add_argument(
        "--approximate",
        action="store_true",
        help="admit a metric for which there is no exact search; graphs that are near under "
        "smatch are compared, others may be missed",
    )


def add_at_least(parser: argparse.ArgumentParser, default: float) -> None:
    """Add ``--at-least``."""
    parser.add_argument(
        "--at-least",
        type=numbers.share,
        default=default,
        metavar="X",
        help=f"value from which on two graphs are close, from 0 to 1 (default: {default})",
    )


def read_all(args: argparse.Namespace) -> tuple[list[Graph], list[str]]:
    """Return the graphs of all files, and what they are called."""
    graphs: list[Graph] = []
    names: list[str] = []
    for path in args.file:
        corpus = read_corpus(path, args)
        found = reading.read_graphs(corpus, args)
        graphs += found
        names += names_of(corpus)
    tell_repeated(names)
    return graphs, names


def tell_repeated(names: Sequence[str]) -> None:
    """Say that ids are not unique, which makes rows ambiguous."""
    repeated = len(names) - len(set(names))
    if repeated:
        say(f"warning: the ids are not unique: {counted(repeated, 'graph')} with an id used before")


def build_in_memory(graphs: list[Graph], names: list[str], args: argparse.Namespace) -> Index:
    """Return an index that is gone when the command ends."""
    from tertium.search import Index

    chosen = chosen_metric(args)
    with progress_bar("reading", len(graphs)) as progress:
        return Index.build(
            graphs, metric=chosen, approximate=args.approximate, ids=names, progress=progress
        )


def chosen_metric(args: argparse.Namespace) -> Metric:
    """Return the metric of ``-m``."""
    return metrics.metric(args.metric)


def tell_how(index: Index) -> None:
    """Say so if an answer is not exact."""
    if index.how != "exact":
        say(index.how)
