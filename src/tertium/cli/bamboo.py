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
from tertium.cli.resampling import add_bootstrap
from tertium.cli.targets import Target, check_targets
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
    parser.add_argument(
        "folder",
        metavar="DIR",
        help="the folder with sts, sick and para: the top folder of the public repository",
    )
    options.add_metrics(parser)
    options.add_format(parser)
    _add_outputs(parser)
    _add_tests(parser)
    add_pairs(parser)
    reading.add_on_error(parser)
    options.add_limits(parser)
    options.add_threads(parser)
    parser.set_defaults(run=run_benchmark)


def _add_outputs(parser: argparse.ArgumentParser) -> None:
    """Add what is shown, and what is written besides tables."""
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
    group.add_argument(
        "--statistics",
        action="store_true",
        help="show the number of pairs and the sizes of sentences and graphs instead (Table 1 of "
        "the paper)",
    )
    group_of(parser, "files to write").add_argument(
        "--plots",
        metavar="FOLDER",
        help="draw densities of scores, and human scores by the value of a metric, for each task, "
        "as SVG (default: none)",
    )


RESAMPLES = 2000
"""Fewer than elsewhere: a benchmark has many columns."""


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
    add_bootstrap(parser, RESAMPLES)


def run_benchmark(args: argparse.Namespace) -> int:
    """Run metrics and print the tables."""
    from tertium.bamboo.benchmark import compare

    if args.statistics:
        return _print_statistics(args)
    if args.card and args.format not in ("text", "markdown"):
        raise OptionError(f"--format {args.format}: choose text or markdown for --card")
    benchmark = _benchmark(args)
    if args.plots:
        from tertium.report.bamboo_plots import save_plots

        save_plots(benchmark, args.plots)
    if args.card:
        _require_one_metric(benchmark)
        return _print_cards(benchmark, args)
    if args.compare and len(benchmark.rows) < 2:
        raise OptionError("--compare needs at least two metrics; the first is the baseline")
    compared = compare(benchmark, resampling(args), args.level) if args.compare else []
    measures = args.measure or ["pearson", "accuracy"]
    shown = {"measures": measures, "comparisons": compared, "published": args.published}
    print_result(benchmark, args, **shown)
    return 0


def _print_statistics(args: argparse.Namespace) -> int:
    from tertium.bamboo.description import describe

    print_result(describe(_folder(args)), args, published=args.published)
    return 0


def _folder(args: argparse.Namespace) -> Folder:
    tasks = tuple(args.task) if args.task else None
    return Folder.open(args.folder, args.split, tasks, args.on_error, **options.limits(args))


def _check_plots(args: argparse.Namespace, folder: Folder, chosen: list[metrics.Metric]) -> None:
    """Refuse plots that cannot be written, before anything is compared."""
    if args.plots:
        from tertium.report.bamboo_plots import plot_files

        read = [path for key in folder.keys for path in folder.files(key)]
        targets = plot_files(args.plots, folder.tasks)
        check_targets(
            [Target("--plots", path, makes_folders=True) for path in targets], [*read, *chosen]
        )


def _require_one_metric(benchmark: Benchmark) -> None:
    from tertium.cli.card import require_one

    for row in benchmark.rows:
        require_one(row.metric, row.label)


def _print_cards(benchmark: Benchmark, args: argparse.Namespace) -> int:
    from tertium.bamboo.card import Material, make_card
    from tertium.cli.card import written

    material = Material.of_benchmark(benchmark)
    for row in benchmark.rows:
        card = make_card(
            row.metric,
            material,
            label=row.label,
            benchmark=benchmark,
            seed=args.seed,
            threads=args.threads,
        )
        show(f"{written(card, args.format)}\n")
    return 0


def _benchmark(args: argparse.Namespace) -> Benchmark:
    from tertium.bamboo.benchmark import run
    from tertium.report.bamboo import column_name, skipped_notes
    from tertium.statistics import Confidence

    specs = args.metric or ["smatch"]
    chosen = [metrics.metric(spec) for spec in specs]  # wrong ones are refused before reading
    folder = _folder(args)
    _check_plots(args, folder, chosen)
    for key, files in folder.missing().items():
        say(f"{column_name(key)} is left out: {files[0]} is not there")
    suite = Suite.read(folder, args.limit)
    tell_notes(skipped_notes(suite))
    confidence = None
    if args.confidence:
        confidence = Confidence(args.level, "percentile", resampling(args))
    with progress_bar("comparing", len(suite) * len(specs)) as progress:
        return run(suite, specs, threads=args.threads, confidence=confidence, progress=progress)


def resampling(args: argparse.Namespace) -> Resampling:
    """Return how often to resample."""
    from tertium.statistics import Resampling

    return Resampling(args.resamples, args.seed)
