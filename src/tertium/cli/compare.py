"""``tertium compare``: systems against a baseline."""

from __future__ import annotations

import argparse

from tertium.cli import options, reading
from tertium.cli.corpora import add_corpora
from tertium.cli.output import print_result, talk, write_rows
from tertium.cli.parser import group_of
from tertium.cli.score import inputs, run_evaluation, write_page
from tertium.cli.targets import asked, check_targets
from tertium.statistics import TESTS


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "compare",
        help="compare systems with a baseline",
        description="Test whether systems differ significantly from a baseline, which comes "
        "first, and show where metrics disagree.",
    )
    options.add_metrics(parser)
    options.add_aspects(parser)
    options.add_format(parser, details=True)
    _add_tables(parser)
    group = group_of(parser, "statistics")
    group.add_argument(
        "--test",
        metavar="TEST",
        choices=TESTS,
        default="randomization",
        help="paired randomization or bootstrap (default: randomization)",
    )
    group.add_argument(
        "--confidence", action="store_true", help="show intervals of scores and differences"
    )
    options.add_resampling(parser)
    options.add_pairs(parser)
    options.add_html(parser)
    add_corpora(parser, "predicted graphs, one file per system; the baseline first")
    reading.add_scoring(parser)
    options.add_limits(parser)
    options.add_threads(parser)
    parser.set_defaults(run=run)


def _add_tables(parser: argparse.ArgumentParser) -> None:
    group = group_of(parser, "results")
    group.add_argument(
        "--disagreement",
        action="store_true",
        help="list how often two metrics prefer different systems",
    )
    group.add_argument(
        "--structure", action="store_true", help="list errors of degree and density of the graphs"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.evaluation.comparison import compare

    confidence = options.confidence(args)
    check_targets(asked(args, "pairs", "html"), inputs(args))
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
