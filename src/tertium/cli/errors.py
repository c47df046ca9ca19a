"""``tertium errors``: what kinds of errors systems make, and what each kind costs."""

from __future__ import annotations

import argparse
from difflib import get_close_matches
from typing import TYPE_CHECKING

from tertium.cli import numbers, options, reading
from tertium.cli.corpora import add_corpora, of_unit, read_corpora
from tertium.cli.output import print_result, talk
from tertium.cli.parser import group_of
from tertium.cli.progress import progress_bar
from tertium.cli.score import write_page
from tertium.cli.targets import asked, check_targets
from tertium.errors import shortened
from tertium.explain.classes import ALL_CLASSES, LETTERS
from tertium.terminal import say

if TYPE_CHECKING:
    from tertium.explain.table import ErrorTable
    from tertium.metrics import Metric

_BY = ("class", "family", "code")
_SHOW = ("edits", "lost", "share", "gain")
_EXAMPLES = 5


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "errors",
        help="count the kinds of errors, and what each costs",
        description="Count the edits that turn predictions into the gold, class by class, with the "
        "points that each class costs and the points that fixing it would bring. Several systems "
        "stand side by side and are compared with the first.",
    )
    add_corpora(parser, "files of predicted graphs")
    options.add_metric(parser)
    options.add_unit(parser)
    options.add_format(parser)
    _add_rows(parser)
    options.add_html(parser)
    _add_examples(parser)
    reading.add_scoring(parser)
    options.add_limits(parser)
    options.add_threads(parser)
    options.add_randomisation(parser)
    parser.set_defaults(run=run)


def _add_rows(parser: argparse.ArgumentParser) -> None:
    """Add what the table shows."""
    group = group_of(parser, "results")
    group.add_argument(
        "--by",
        choices=_BY,
        default="class",
        metavar="WHAT",
        help="a row for each class, family or code (default: class)",
    )
    group.add_argument(
        "--show",
        choices=_SHOW,
        default="lost",
        metavar="WHAT",
        help="number for each of several systems: edits, lost, share or gain (default: lost)",
    )


def _add_examples(parser: argparse.ArgumentParser) -> None:
    """Add what is asked about single classes."""
    group = group_of(parser, "results")
    group.add_argument(
        "--class",
        dest="cls",
        metavar="CLASS",
        type=_class,
        help="list examples of a class or code, such as sense or M:node (default: none)",
    )
    group.add_argument(
        "--examples",
        type=numbers.positive,
        default=_EXAMPLES,
        metavar="N",
        help=f"number of examples per system for --class (default: {_EXAMPLES})",
    )
    group.add_argument(
        "--fail-over",
        metavar="CLASS=POINTS",
        type=_limit,
        action="append",
        default=[],
        help="exit with 1 if a class costs a system more points; may be repeated (default: never)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    metric = of_unit(options.chosen_metric(args), args.unit)
    check_targets(asked(args, "html"), [args.gold, *args.pred, metric])
    table = _table(args, metric)
    talk(table.evaluation, args.on_error)
    if args.html:
        write_page(args.html, table.evaluation)
    shown = {"by": args.by, "show": args.show, "name": args.cls or "", "examples": args.examples}
    print_result(table, args, **shown)
    return 0 if _within(table, args.fail_over) else 1


def _table(args: argparse.Namespace, metric: Metric) -> ErrorTable:
    from tertium.explain.table import error_table

    gold, preds = read_corpora(args)
    with progress_bar("explaining", len(gold) * len(preds)) as progress:
        return error_table(
            gold,
            preds,
            metric,
            on_error=args.on_error,
            missing=args.missing,
            pair_by=args.pair_by,
            threads=args.threads,
            resampling=options.randomisation(args),
            progress=progress,
        )


def _within(table: ErrorTable, limits: list[tuple[str, float]]) -> bool:
    """Say which classes cost more than they may; return whether none does."""
    over = []
    for name, most in limits:
        for system in table.systems:
            row = system.row(name, "code" if ":" in name else "class")
            points = 100 * (row.gain if row.cost is None else row.cost)
            if points > most:
                over.append(f"{system.name}: {name} costs {points:.2f} points, more than {most:g}")
    for line in over:
        say(line)
    return not over


def _class(text: str) -> str:
    """Read the name of a class or a code."""
    operation, colon, cls = text.partition(":")
    if (cls if colon else text) in ALL_CLASSES and (not colon or operation in LETTERS.values()):
        return text
    near = get_close_matches(cls or text, ALL_CLASSES, 1)
    hint = f"; did you mean {near[0]}?" if near else f"; choose from {', '.join(ALL_CLASSES)}"
    raise argparse.ArgumentTypeError(f"there is no class '{shortened(text)}'{hint}")


def _limit(text: str) -> tuple[str, float]:
    """Read a class and the points that it may cost."""
    name, equals, points = text.rpartition("=")
    try:
        most = float(points)
    except ValueError:
        most = -1.0
    if not equals or not 0 <= most <= 100:
        raise argparse.ArgumentTypeError(
            f"'{shortened(text)}': write CLASS=POINTS, with points from 0 to 100"
        )
    return _class(name), most
