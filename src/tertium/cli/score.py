"""``tertium score``: predictions against a gold file."""

from __future__ import annotations

import argparse
from os.path import join
from typing import TYPE_CHECKING

from tertium.cli import options, reading
from tertium.cli.corpora import add_corpora, fitting, read_corpora
from tertium.cli.output import publish, talk
from tertium.cli.parser import group_of
from tertium.cli.progress import progress_bar
from tertium.cli.targets import Target, asked, check_targets
from tertium.errors import OptionError
from tertium.evaluation import Evaluation, Shard, evaluate
from tertium.files import write_text
from tertium.report import IMAGE_FORMATS, PLOTS
from tertium.terminal import show

if TYPE_CHECKING:
    from tertium.evaluation.comparison import Comparison
    from tertium.graph import Corpus
    from tertium.metrics import Metric


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "score",
        help="score predictions against a gold file",
        description="Score one or more files of predicted graphs against a gold file. Files may "
        "be gzipped; - is standard input.",
    )
    options.add_metrics(parser)
    options.add_aspects(parser)
    options.add_results(parser)
    options.add_html(parser)
    _add_plots(parser)
    add_corpora(parser, "predicted graphs, one file per system")
    reading.add_scoring(parser)
    options.add_limits(parser)
    options.add_threads(parser)
    group = group_of(parser, "execution")
    group.add_argument(
        "--engine",
        default="local",
        metavar="ENGINE",
        help="compute with local, ray or ray:ADDRESS (default: local)",
    )
    group.add_argument(
        "--shard", metavar="I/N", help="do part I of N, for 'tertium merge' (default: all)"
    )
    parser.set_defaults(run=run)


def _add_plots(parser: argparse.ArgumentParser) -> None:
    group = group_of(parser, "files to write")
    group.add_argument(
        "--plots", metavar="FOLDER", help="draw plots, with tertium[plot] (default: none)"
    )
    group.add_argument(
        "--plot-format",
        metavar="FORMAT",
        choices=IMAGE_FORMATS,
        default="svg",
        help="svg, png or pdf (default: svg)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    check_targets(_targets(args), inputs(args))
    if args.shard:
        return _run_shard(args, Shard.parse(args.shard))
    evaluation = run_evaluation(args)
    talk(evaluation, args.on_error)
    if args.confidence or args.html or args.plots:
        evaluation = evaluation.with_confidence(options.confidence(args))
    if args.html:
        write_page(args.html, evaluation)
    if args.plots:
        from tertium.report import plots

        plots.save(evaluation, args.plots, args.plot_format)
    return publish(evaluation, args)


def _run_shard(args: argparse.Namespace, shard: Shard) -> int:
    """Score one part of the pairs, and print it for ``tertium merge``."""
    from tertium.evaluation import shards

    shards.require_mergeable(options.chosen_metrics(args))
    evaluation = run_evaluation(args, shard)
    talk(evaluation, args.on_error)
    show(shards.dump(evaluation, shard))
    return 0


def _targets(args: argparse.Namespace) -> list[Target]:
    """Return the files that are going to be written."""
    given = asked(args, "pairs", "html")
    names = PLOTS if args.plots else ()
    images = [join(args.plots, f"{name}.{args.plot_format}") for name in names]
    return given + [Target("--plots", image, makes_folders=True) for image in images]


def inputs(args: argparse.Namespace) -> list[object]:
    """Return the files that are read, and the metrics, whose options may name files."""
    return [args.gold, *args.pred, *options.chosen_metrics(args)]


def write_page(
    path: str, evaluation: Evaluation, comparison: Comparison | None = None, **more: int
) -> None:
    """Write the page; several systems are compared with the first."""
    from tertium.evaluation.comparison import compare
    from tertium.report.explorer.page import corpus_page

    if comparison is None and len(evaluation.systems) > 1 and evaluation.confidence is not None:
        comparison = compare(evaluation, confidence=evaluation.confidence)
    with progress_bar("explaining", sum(len(system.pairs) for system in evaluation.systems)) as bar:
        page = corpus_page(evaluation, comparison, progress=bar, **more)
    write_text(path, [page])


def run_evaluation(args: argparse.Namespace, shard: Shard | None = None) -> Evaluation:
    """Read the files and compare, with a progress bar."""
    gold, preds = read_corpora(args)
    chosen = fitting(options.chosen_metrics(args), args.unit, [gold, *preds])
    if getattr(args, "engine", "local") != "local":
        return _run_on(args, shard, gold, preds, chosen)
    total = len(gold) * len(preds) * len(chosen)
    with progress_bar("comparing", total) as progress:
        return evaluate(
            gold,
            preds,
            chosen,
            on_error=args.on_error,
            missing=args.missing,
            pair_by=args.pair_by,
            threads=args.threads,
            shard=shard,
            progress=progress,
        )


def _run_on(
    args: argparse.Namespace,
    shard: Shard | None,
    gold: Corpus,
    preds: list[Corpus],
    chosen: list[Metric],
) -> Evaluation:
    """Compare on the workers of an engine."""
    engine, _, address = args.engine.partition(":")
    if engine != "ray":
        raise OptionError(f"--engine {args.engine}: choose local, ray, or ray:ADDRESS")
    if shard is not None:
        raise OptionError("--shard is for machines without an engine; leave one of both out")
    from tertium.interop import ray

    ray.connect(address)
    return ray.evaluate(
        gold, preds, chosen, on_error=args.on_error, missing=args.missing, pair_by=args.pair_by
    )
