"""``tertium matrix``: all pairs of graphs as an array."""

from __future__ import annotations

import argparse

from tertium import metrics
from tertium.cli import options, reading
from tertium.cli.targets import Target, check_targets
from tertium.files import open_whole
from tertium.graph import Corpus
from tertium.terminal import say


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "matrix",
        help="compare all graphs with all",
        description="Compare every graph of a file with every graph of another, or of the same "
        "file, and write the values as an array of numpy: a row for each graph of the first file.",
    )
    parser.add_argument("rows", metavar="FILE", help="graphs for the rows; the gold")
    parser.add_argument("columns", metavar="FILE", nargs="?", help="for the columns (the same)")
    parser.add_argument("-m", "--metric", metavar="METRIC", default="smatch", help="(smatch)")
    parser.add_argument("-o", "--output", metavar="FILE.npy", required=True, help="the array")
    reading.add_on_error(parser)
    options.add_max_bytes(parser)
    options.add_threads(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    import numpy as np

    from tertium.evaluation.matrix import matrix

    inputs = [path for path in (args.rows, args.columns) if path]
    metric = metrics.metric(args.metric)
    check_targets([Target("--output", args.output)], [*inputs, metric])
    corpora = [Corpus.read(path, max_bytes=args.max_bytes) for path in inputs]
    sides = [reading.read_graphs(corpus, args) for corpus in corpora]
    values = matrix(*sides, metric=metric, threads=args.threads)
    with open_whole(args.output) as out:
        np.save(out, values)
    say(f"{args.output}: {len(values)} × {values.shape[1]} values of {metric.signature}")
    return 0
