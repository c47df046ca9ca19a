"""What the audits share: their options, and how they read graphs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from tertium import metrics
from tertium.audit.sampling import evenly
from tertium.cli.corpora import add_corpora, read_corpora
from tertium.cli.options import add_format, add_limits, add_threads, count, positive
from tertium.cli.reading import add_parallel, read_graphs, read_parallel
from tertium.cli.tables import add_column, read_corpus
from tertium.errors import FileError, InputError
from tertium.evaluation.parallel import Parallel
from tertium.graph import Corpus, Graph


def add_common(parser: argparse.ArgumentParser, default: str = "smatch") -> None:
    """Add what every audit has: metrics, a sample of graphs, and a seed."""
    known = ", ".join(metrics.REGISTRY)
    parser.add_argument(
        "-m",
        "--metric",
        metavar="METRIC",
        action="append",
        help=f"a metric; may be repeated (default: {default}; there are: {known})",
    )
    parser.add_argument("--limit", type=positive, metavar="N", help="take N graphs, evenly spaced")
    parser.add_argument(
        "--seed", type=count, default=0, metavar="N", help="seed of what is drawn (default: 0)"
    )
    add_limits(parser)
    add_threads(parser)
    add_format(parser)


def add_banks(parser: argparse.ArgumentParser) -> None:
    """Add a gold file and the output of systems."""
    add_corpora(parser, "files of predicted graphs")
    add_parallel(parser)


def read_banks(args: argparse.Namespace) -> tuple[dict[str, list[Graph]], Parallel]:
    """Return the graphs of each file under its name, or its path if the name is taken."""
    paths = [args.gold, *args.pred]
    if len(set(paths)) < len(paths):
        raise InputError("a file is given twice; the audit compares different ones")
    gold, preds = read_corpora(args)
    corpora = [gold, *preds]
    found = read_parallel(corpora, args)
    banks: dict[str, list[Graph]] = {}
    for corpus, graphs in zip(corpora, found.columns, strict=True):
        name = corpus.name if corpus.name not in banks else str(Path(corpus.label))
        banks[name] = evenly(list(graphs), args.limit)
    return banks, found


def add_files(parser: argparse.ArgumentParser) -> None:
    """Add files of graphs, or tables with a column of them."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="files of graphs")
    add_column(parser)


def read_files(args: argparse.Namespace) -> tuple[list[Corpus], list[Graph]]:
    """Return the files, and their graphs as far as ``--limit`` allows."""
    corpora = [read_corpus(path, args) for path in args.files]
    graphs = [graph for corpus in corpora for graph in read_graphs(corpus, args)]
    if not graphs:
        raise InputError(f"{', '.join(args.files)}: there are no graphs to audit a metric with")
    return corpora, evenly(graphs, args.limit)


def require_svg(option: str, path: str) -> None:
    """Refuse the name of a picture in another format than SVG."""
    if Path(path).suffix.lower() != ".svg":
        raise FileError(f"{path}: {option} draws SVG; give the file a name that ends in .svg")


def whole_numbers(text: str) -> tuple[int, ...]:
    """Read numbers that are separated by commas, each once, in ascending order.

    >>> whole_numbers("1,2,7")
    (1, 2, 7)
    """
    numbers: Sequence[int] = [count(part.strip()) for part in text.split(",")]
    if max(numbers) >= 2**31:
        raise argparse.ArgumentTypeError(f"'{max(numbers)}' is too large; below 2^31")
    return tuple(sorted(set(numbers)))
