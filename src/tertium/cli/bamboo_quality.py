"""``tertium bamboo quality``: what people say about graphs."""

from __future__ import annotations

import argparse

from tertium.cli import options
from tertium.cli.bamboo import RESAMPLES, resampling
from tertium.cli.output import print_result
from tertium.cli.resampling import add_bootstrap


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "bamboo quality",
        help="summarise the labels that people give to graphs",
        description="Summarise the labels that people give to graphs, with intervals and tests "
        "(Table 2 of the paper).",
    )
    parser.add_argument("ratings", metavar="RATINGS", help="a table of labels, see docs/bamboo.md")
    options.add_format(parser)
    add_bootstrap(parser, RESAMPLES)
    options.add_max_bytes(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.bamboo.quality import measure_quality, read_quality
    from tertium.statistics import Confidence

    ratings = read_quality(args.ratings, max_bytes=args.max_bytes)
    confidence = Confidence(args.level, "percentile", resampling(args))
    print_result(measure_quality(ratings, confidence, args.ratings), args)
    return 0
