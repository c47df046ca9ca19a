"""``tertium compare``: systems against a baseline."""

from __future__ import annotations

import argparse

from tertium.cli import options, reading
from tertium.cli.corpora import add_corpora
from tertium.cli.output import print_result, talk, write_rows
from tertium.cli.score import inputs, run_evaluation, write_page
from tertium.cli.targets import Target, check_targets
from tertium.statistics import TESTS


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
    options.add_format(parser, details=True)
    parser.add_argument(
        "--disagreement",
        action="store_true",
        help="list how often two metrics prefer different systems",
    )
    parser.add_argument(
        "--structure",
        action="store_true",
        help="list how the degree and density of predicted graphs differ from the gold",
    )
    reading.add_scoring(parser)
    options.add_limits(parser)
    options.add_threads(parser)
    parser.add_argument("--test", choices=TESTS, default="randomization", help="(randomization)")
    parser.add_argument(
        "--confidence", action="store_true", help="show intervals of scores and differences"
    )
    options.add_resampling(parser)
    options.add_pairs(parser)
    options.add_html(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.evaluation.comparison import compare

    confidence = options.confidence(args)
    given = [("--pairs", args.pairs), ("--html", args.html)]
    check_targets([Target(name, path) for name, path in given if path], inputs(args))
    evaluation = run_evaluation(args)
    talk(evaluation, args.on_error)
    if args.confidence or args.html:
        evaluation = evaluation.with_confidence(confidence)
    comparison = compare(evaluation, test=args.test, confidence=confidence)
    if args.pairs:
        write_rows(args.pairs, evaluation)
    if args.html:
        write_page(args.html, evaluation, comparison)
    print_result(comparison, args, disagreement=args.disagreement, structure=args.structure)
    return 0
