"""``tertium signature``: what a signature means, and how to reproduce the number."""

from __future__ import annotations

import argparse

from tertium.cli import options
from tertium.cli.output import print_report


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "signature",
        help="explain a signature, and give the options that reproduce it",
        description="Explain a signature field by field, and give back the command-line options "
        "that reproduce it. Exit code 1 if this version cannot reproduce it.",
    )
    parser.add_argument(
        "signature",
        metavar="SIGNATURE",
        help="a signature, such as 'smatch|top:concept|version:0.1.0', or a metric to be signed",
    )
    options.add_format(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.metrics.signed import read_signature
    from tertium.report.signed import report_of

    signed = read_signature(args.signature)
    print_report(report_of(signed), args)
    return 0 if signed.reproduced else 1
