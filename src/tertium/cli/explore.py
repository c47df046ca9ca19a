"""``tertium explore``: one page to browse a corpus."""

from __future__ import annotations

import argparse

from tertium.cli import numbers, options, reading
from tertium.cli.corpora import add_corpora
from tertium.cli.output import talk
from tertium.cli.score import inputs, run_evaluation, write_page
from tertium.cli.targets import asked, check_targets
from tertium.report.explorer import LIMIT
from tertium.terminal import say


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "explore",
        help="write one page to browse a corpus in a web browser",
        description="Write one page to browse predictions in a web browser: systems by metrics, "
        "where points are lost, and every pair drawn and explained. It needs no server and no "
        "network. Files may be gzipped; - is standard input.",
    )
    add_corpora(parser, "files of predicted graphs")
    parser.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="the page, such as page.html"
    )
    parser.add_argument(
        "--limit",
        type=numbers.count,
        default=LIMIT,
        metavar="N",
        help="draw at most N sentences, those with the lowest values; the others are only listed "
        f"(default: {LIMIT})",
    )
    options.add_metrics(parser)
    options.add_unit(parser)
    reading.add_scoring(parser)
    options.add_limits(parser)
    options.add_threads(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    check_targets(asked(args, "output"), inputs(args))
    evaluation = run_evaluation(args)
    talk(evaluation, args.on_error)
    write_page(args.output, evaluation, limit=args.limit)
    say(f"wrote {args.output}")
    return 0
