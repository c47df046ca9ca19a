"""``tertium agree``: agreement of annotators."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tertium.cli import numbers, options, reading
from tertium.cli.corpora import fitting
from tertium.cli.output import print_result, write_rows
from tertium.cli.parser import group_of
from tertium.cli.progress import progress_bar
from tertium.cli.tables import Wanted, add_columns, read_file
from tertium.cli.targets import asked, check_targets
from tertium.files import write_text
from tertium.graph import Corpus, read_documents

if TYPE_CHECKING:
    from tertium.evaluation.agreement import Agreement


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "agree",
        help="measure the agreement of annotators",
        description="Compare the graphs of several annotators with each other, all against all.",
    )
    parser.add_argument(
        "annotator",
        metavar="FILE",
        nargs="+",
        help="one file per annotator, or a table with a column per annotator",
    )
    add_columns(parser, "annotator")
    options.add_metrics(parser)
    options.add_aspects(parser)
    group_of(parser, "metrics").add_argument(
        "--directed",
        action="store_true",
        help="allow metrics that are not symmetric; the annotator of the row is the gold",
    )
    options.add_format(parser)
    group_of(parser, "results").add_argument(
        "--worst",
        type=numbers.count,
        default=10,
        metavar="N",
        help="list the N sentences with least agreement (default: 10)",
    )
    group_of(parser, "statistics").add_argument(
        "--confidence", action="store_true", help="show intervals, by the bootstrap over sentences"
    )
    options.add_resampling(parser)
    options.add_pairs(parser)
    options.add_html(parser)
    reading.add_annotators(parser)
    options.add_limits(parser)
    options.add_threads(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.evaluation.agreement import agree

    named = options.chosen_metrics(args)
    confidence = options.confidence(args)
    check_targets(asked(args, "pairs", "html"), [*args.annotator, *named])
    corpora = _read(args)
    chosen = fitting(named, args.unit, corpora)
    pairs = sum(1 if m.symmetric else 2 for m in chosen) * len(corpora) * (len(corpora) - 1) // 2
    with progress_bar("comparing", pairs * len(corpora[0])) as progress:
        agreement = agree(
            corpora,
            chosen,
            directed=args.directed,
            on_error=args.on_error,
            missing=args.missing,
            pair_by=args.pair_by,
            threads=args.threads,
            progress=progress,
        )
    reading.tell_parallel(corpora, agreement.notes, agreement.skipped)
    if args.confidence:
        agreement = agreement.with_confidence(confidence)
    if args.pairs:
        write_rows(args.pairs, agreement)
    if args.html:
        _write_page(args.html, agreement)
    print_result(agreement, args, worst=args.worst)
    return 0


def _read(args: argparse.Namespace) -> list[Corpus]:
    if args.unit == "document":
        how = options.limits(args)
        return [read_documents(p, on_error=args.on_error, **how) for p in args.annotator]
    wanted = Wanted(args.column or [])
    return [corpus for path in args.annotator for corpus in read_file(path, wanted, args)]


def _write_page(path: str, agreement: Agreement) -> None:
    from tertium.report.explorer.page import agreement_page

    count = len(agreement.annotators)
    with progress_bar("explaining", len(agreement.graphs) * count * (count - 1) // 2) as bar:
        page = agreement_page(agreement, progress=bar)
    write_text(path, [page])
