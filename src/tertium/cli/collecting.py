"""Graphs of several files, and which of them are close, for the commands that search.

tertium dedupe a.amr b.amr --at-least 0.9      the graphs of both files, a.amr#1, ..., b.amr#1,
tertium cluster a.amr b.amr -m wlk             and all pairs of a value of at least this
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tertium import metrics
from tertium.cli import numbers, options, reading
from tertium.cli.parser import group_of
from tertium.cli.progress import progress_bar
from tertium.cli.tables import add_column, read_corpus
from tertium.errors import counted
from tertium.graph import Graph, names_of
from tertium.metrics import Metric
from tertium.terminal import say

if TYPE_CHECKING:
    from tertium.search import Index, JoinedPairs


def add_files(parser: argparse.ArgumentParser, help: str) -> None:
    """Add files of graphs, and how they are read."""
    parser.add_argument("file", metavar="FILE", nargs="+", help=help)
    add_column(parser)
    reading.add_on_error(parser)
    options.add_limits(parser)


def add_metric(parser: argparse.ArgumentParser) -> None:
    """Add the metric, and whether one without a bound will do."""
    group_of(parser, "metrics").add_argument(
        "-m",
        "--metric",
        metavar="METRIC",
        default="smatch",
        help="the metric to compare graphs with, and its options (default: smatch)",
    )
    add_approximate(parser)


def add_index(parser: argparse.ArgumentParser) -> None:
    """Add an index that is there, and the metric that it must be for."""
    parser.add_argument(
        "index", metavar="INDEX", help="the folder of the index, see 'tertium index build'"
    )
    group_of(parser, "metrics").add_argument(
        "-m",
        "--metric",
        metavar="METRIC",
        help="refuse an index that was built for another metric; a custom metric must be named, "
        "because an index alone runs no code (default: the metric of the index)",
    )


def open_index(args: argparse.Namespace) -> Index:
    """Open the index of a command."""
    from tertium.search import Index

    return Index.open(args.index, metric=args.metric)


def add_approximate(parser: argparse.ArgumentParser) -> None:
    """Add ``--approximate``."""
    group_of(parser, "metrics").add_argument(
        "--approximate",
        action="store_true",
        help="allow a metric that has no exact search; graphs that are near under "
        "smatch are compared, others may be missed",
    )


def add_at_least(parser: argparse.ArgumentParser, default: float) -> None:
    """Add ``--at-least``."""
    parser.add_argument(
        "--at-least",
        type=numbers.share,
        default=default,
        metavar="X",
        help=f"lowest value of two graphs that count as close, from 0 to 1 (default: {default})",
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


class CloseGraphs(NamedTuple):
    """Graphs of files, and the pairs of them that are close."""

    graphs: list[Graph]
    names: list[str]
    metric: Metric
    pairs: JoinedPairs


def find_close(args: argparse.Namespace) -> CloseGraphs:
    """Return the graphs of all files, and all pairs of at least ``--at-least``."""
    from tertium.search import Index

    graphs, names = read_all(args)
    metric = chosen_metric(args)
    with progress_bar("reading", len(graphs)) as progress:
        index = Index.build(
            graphs, metric=metric, approximate=args.approximate, ids=names, progress=progress
        )
    tell_how(index)
    with progress_bar("comparing", len(graphs)) as progress:
        pairs = index.pairs(args.at_least, threads=args.threads, progress=progress)
    return CloseGraphs(graphs, names, metric, pairs)


def chosen_metric(args: argparse.Namespace) -> Metric:
    """Return the metric of ``-m``."""
    return metrics.metric(args.metric)


def tell_how(index: Index) -> None:
    """Say so if an answer is not exact."""
    if index.how != "exact":
        say(index.how)
