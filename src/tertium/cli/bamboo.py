"""``tertium bamboo``: the benchmark for metrics, and its challenges made from any graphs."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tertium import metrics
from tertium.bamboo.data import MEASURES, SPLITS, Folder, Suite
from tertium.cli import numbers, options, reading
from tertium.cli.output import print_result, tell_notes
from tertium.cli.parser import group_of
from tertium.cli.progress import progress_bar
from tertium.errors import OptionError
from tertium.terminal import say, show

if TYPE_CHECKING:
    from tertium.bamboo.benchmark import Benchmark
    from tertium.statistics import Resampling

_DESCRIPTION = (
    "Correlate metrics with human scores on the twelve columns of BAMBOO (Opitz et al. 2021), or "
    "on any folder of its layout. 'tertium bamboo make' makes such a folder."
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "bamboo",
        help="benchmark metrics against human scores",
        description=_DESCRIPTION,
    )
    parser.add_argument("folder", metavar="DIR", help="the folder with sts, sick and para")
    options.add_metrics(parser)
    options.add_format(parser)
    group = group_of(parser, "results")
    group.add_argument(
        "--measure",
        action="append",
        choices=MEASURES,
        metavar="MEASURE",
        help=f"{', '.join(MEASURES[:-1])} or {MEASURES[-1]}; may be repeated; JSON and CSV have "
        "all (default: pearson and accuracy)",
    )
    group.add_argument("--published", action="store_true", help="show published rows as well")
    group.add_argument(
        "--card", action="store_true", help="print a page about each metric, with the audits"
    )
    _add_tests(parser)
    add_pairs(parser)
    reading.add_on_error(parser)
    options.add_max_bytes(parser)
    options.add_threads(parser)
    parser.set_defaults(run=run_benchmark)


def add_pairs(parser: argparse.ArgumentParser) -> None:
    """Add which pairs of the benchmark are taken."""
    group = group_of(parser, "input")
    group.add_argument(
        "--split",
        choices=SPLITS,
        default="test",
        metavar="SPLIT",
        help="dev, test or train (default: test)",
    )
    group.add_argument(
        "--task", action="append", metavar="TASK", help="a task; may be repeated (default: all)"
    )
    group.add_argument(
        "--limit",
        type=numbers.count,
        metavar="N",
        help="take the first N pairs of a column (default: all)",
    )


def _add_tests(parser: argparse.ArgumentParser) -> None:
    """Add intervals and tests."""
    group = group_of(parser, "statistics")
    group.add_argument("--confidence", action="store_true", help="show bootstrap intervals")
    group.add_argument("--compare", action="store_true", help="test against the first metric")
    group.add_argument(
        "--level",
        type=float,
        default=0.95,
        metavar="X",
        help="confidence level of the intervals (default: 0.95)",
    )
    group.add_argument(
        "--resamples",
        type=numbers.count,
        default=2000,
        metavar="N",
        help="number of bootstrap resamples (default: 2000)",
    )
    group.add_argument(
        "--seed",
        type=numbers.count,
        default=0,
        metavar="N",
        help="seed of everything that is drawn (default: 0)",
    )


def run_benchmark(args: argparse.Namespace) -> int:
    """Run metrics and print the tables."""
    from tertium.bamboo.benchmark import compare

    if args.card and args.format not in ("text", "markdown"):
        raise OptionError(f"--format {args.format}: a card is a page of Markdown")
    benchmark = _benchmark(args)
    if args.card:
        _require_one_metric(benchmark)
        return _print_cards(benchmark, args)
    if args.compare and len(benchmark.rows) < 2:
        raise OptionError("--compare needs at least two metrics; the first is the baseline")
    compared = compare(benchmark, _resampling(args), args.level) if args.compare else []
    measures = args.measure or ["pearson", "accuracy"]
    shown = {"measures": measures, "comparisons": compared, "published": args.published}
    print_result(benchmark, args, **shown)
    return 0


def _require_one_metric(benchmark: Benchmark) -> None:
    for row in benchmark.rows:
        if getattr(row.metric, "by_column", False):
            raise OptionError(f"a card is about one metric, but {row.label} has two, by column")


def _print_cards(benchmark: Benchmark, args: argparse.Namespace) -> int:
    from tertium.bamboo.card import make_card
    from tertium.report.card import report_of
    from tertium.report.formats import write

    for row in benchmark.rows:
        card = make_card(benchmark, row, seed=args.seed, threads=args.threads)
        show(f"{write(report_of(card, benchmark), 'markdown')}\n")
    return 0


def _benchmark(args: argparse.Namespace) -> Benchmark:
    from tertium.bamboo.benchmark import run
    from tertium.report.bamboo import column_name, skipped_notes
    from tertium.statistics import Confidence

    specs = args.metric or ["smatch"]
    for spec in specs:
        metrics.metric(spec)  # a wrong one is refused before anything is read
    tasks = tuple(args.task) if args.task else None
    folder = Folder.open(args.folder, args.split, tasks, args.on_error, args.max_bytes)
    for key, files in folder.missing().items():
        say(f"{column_name(key)} is left out: {files[0]} is not there")
    suite = Suite.read(folder, args.limit)
    tell_notes(skipped_notes(suite))
    confidence = None
    if args.confidence:
        confidence = Confidence(args.level, "percentile", _resampling(args))
    with progress_bar("comparing", len(suite) * len(specs)) as progress:
        return run(suite, specs, threads=args.threads, confidence=confidence, progress=progress)


def _resampling(args: argparse.Namespace) -> Resampling:
    from tertium.statistics import Resampling

    return Resampling(args.resamples, args.seed)
