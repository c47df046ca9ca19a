"""``tertium compare``: systems against a baseline."""

from __future__ import annotations

import argparse

from tertium.cli import options, reading
from tertium.cli.corpora import add_corpora
from tertium.cli.output import talk, write_rows
from tertium.cli.score import inputs, run_evaluation, write_page
from tertium.cli.targets import Target, check_targets
from tertium.statistics import TESTS
from tertium.terminal import show


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "compare",
        help="compare systems with a baseline",
        description="Tell whether systems are better than the first one by more than luck, pair "
        "by pair, and where metrics disagree.",
    )
    add_corpora(parser, "files of predicted graphs; the baseline first")
    options.add_metrics(parser)
    options.add_aspects(parser)
    options.add_format(parser)
    reading.add_scoring(parser)
    options.add_limits(parser)
    options.add_threads(parser)
    parser.add_argument("--test", choices=TESTS, default="randomization", help="(randomization)")
    options.add_resampling(parser)
    parser.add_argument("--pairs", metavar="FILE.jsonl", help="write a row for each pair")
    options.add_html(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.evaluation.comparison import compare
    from tertium.report import render

    confidence = options.confidence(args)
    given = [("--pairs", args.pairs), ("--html", args.html)]
    check_targets([Target(name, path) for name, path in given if path], inputs(args))
    evaluation = run_evaluation(args)
    talk(evaluation, args.on_error)
    comparison = compare(evaluation, test=args.test, confidence=confidence)
    if args.pairs:
        write_rows(args.pairs, evaluation)
    if args.html:
        write_page(args.html, evaluation.with_confidence(confidence), comparison)
    show(render(comparison, args.format))
    return 0
