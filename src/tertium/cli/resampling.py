"""Options of the bootstrap, which commands with intervals and tests share."""

from __future__ import annotations

import argparse

from tertium.cli.numbers import count, level
from tertium.cli.parser import group_of


def add_bootstrap(parser: argparse.ArgumentParser, resamples: int) -> None:
    """Add a confidence level, and how samples are drawn."""
    group_of(parser, "statistics").add_argument(
        "--level",
        type=level,
        default=0.95,
        metavar="X",
        help="confidence level of the intervals (default: 0.95)",
    )
    add_samples(parser, resamples)


def add_samples(parser: argparse.ArgumentParser, resamples: int) -> None:
    """Add how many samples are drawn by default, and the seed."""
    group = group_of(parser, "statistics")
    group.add_argument(
        "--resamples",
        type=count,
        default=resamples,
        metavar="N",
        help=f"number of resamples (default: {resamples})",
    )
    group.add_argument(
        "--seed", type=count, default=0, metavar="N", help="seed of the resampling (default: 0)"
    )
