"""``tertium agree``: agreement of annotators."""

from __future__ import annotations

import argparse

from tertium.cli import options
from tertium.cli.progress import progress_bar
from tertium.evaluation import ON_BAD
from tertium.graph import PAIR_BY, Corpus
from tertium.terminal import say, show


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "agree",
        help="agreement of annotators",
        description="Compare the graphs of several annotators with each other, all against all.",
    )
    parser.add_argument("annotator", metavar="FILE", nargs="+", help="one file an annotator")
    options.add_metrics(parser)
    options.add_format(parser)
    parser.add_argument(
        "--worst", type=options.count, default=10, metavar="N", help="sentences to list (10)"
    )
    parser.add_argument(
        "--directed", action="store_true", help="take metrics that are not symmetric"
    )
    parser.add_argument(
        "--on-error", choices=ON_BAD, default="fail", help="at a graph that cannot be read (fail)"
    )
    parser.add_argument("--pair-by", choices=PAIR_BY, default="auto", help="as in score (auto)")
    options.add_max_bytes(parser)
    options.add_threads(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.evaluation.agreement import agree
    from tertium.report import render

    chosen = options.chosen_metrics(args)
    corpora = [Corpus.read(path, max_bytes=args.max_bytes) for path in args.annotator]
    pairs = sum(1 if m.symmetric else 2 for m in chosen) * len(corpora) * (len(corpora) - 1) // 2
    with progress_bar("comparing", pairs * len(corpora[0])) as progress:
        agreement = agree(
            corpora,
            chosen,
            directed=args.directed,
            on_error=args.on_error,
            pair_by=args.pair_by,
            threads=args.threads,
            progress=progress,
        )
    if agreement.skipped:
        say(f"{agreement.skipped} sentences left out: somebody's graph cannot be read")
    show(render(agreement, args.format, worst=args.worst))
    return 0
