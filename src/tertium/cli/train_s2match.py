"""``tertium train s2match``: choose the thresholds τ and τ′ on development sets.

tertium train s2match --bamboo bamboo --task sts --task sick
tertium train s2match --dev dev-a.amr dev-b.amr dev-ratings.txt -o search.json
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from tertium.bamboo.data import Folder
from tertium.cli.options import add_limits, add_threads, limits
from tertium.cli.rated import add_columns, add_dev, check_output, read_rated
from tertium.cli.reading import add_parallel
from tertium.errors import InputError
from tertium.files import write_text
from tertium.terminal import say, show, visible_line

if TYPE_CHECKING:
    from tertium.bamboo.thresholds import DevSet, Trial

_SHOWN = 5  # trials that are listed


def add_parser(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = kinds.add_parser(
        "s2match",
        help="choose the thresholds of s2match on development sets",
        description="Try pairs of thresholds of s2match on development sets, and choose the pair "
        "with the highest mean correlation with the ratings.",
    )
    _add_pairs(parser)
    parser.add_argument("--vectors", metavar="FILE", help="word vectors (default: bundled)")
    parser.add_argument(
        "--top",
        choices=("graded", "hard"),
        default="graded",
        help="how tops match, graded or hard, as for s2match (default: graded)",
    )
    for name, text in (("thresholds", "τ"), ("senses", "τ′")):
        parser.add_argument(
            f"--{name}",
            type=float,
            nargs="+",
            metavar="X",
            help=f"values of {text} to try (default: a grid)",
        )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write all trials as JSON (default: none)"
    )
    add_parallel(parser)
    add_limits(parser)
    add_threads(parser)
    parser.set_defaults(run=run)


def _add_pairs(parser: argparse.ArgumentParser) -> None:
    """Add which pairs thresholds are chosen with."""
    parser.add_argument(
        "--bamboo", metavar="DIR", help="folder of BAMBOO, whose dev sets are used (default: none)"
    )
    add_columns(parser, "main")
    add_dev(parser, "pairs to choose with, and their ratings; may be repeated (default: none)")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.bamboo import thresholds
    from tertium.metrics.s2match import S2match

    metric = S2match(vectors=args.vectors, top=args.top)
    check_output(args, args.dev, metric)
    search = thresholds.search_thresholds(
        metric,
        [*_of_bamboo(args), *_of_files(args)],
        args.thresholds or thresholds.THRESHOLDS,
        args.senses or thresholds.SENSES,
        threads=args.threads,
        progress=_say,
    )
    if args.output:
        write_text(args.output, [json.dumps(search.as_dict(), indent=1), "\n"])
    show(f"dev: {', '.join(map(visible_line, search.sets))}; data {search.data}")
    best_first = sorted(search.trials, key=lambda trial: -trial.mean)
    for trial in best_first[:_SHOWN]:
        show(_line(trial))
    show(f"best: -m {search.spec}")
    return 0


def _of_bamboo(args: argparse.Namespace) -> list[DevSet]:
    from tertium.bamboo.thresholds import DevSet

    if not args.bamboo:
        if args.task or args.challenge or not args.dev:
            raise InputError("name the folder of BAMBOO with --bamboo, or files with --dev")
        return []
    folder = Folder.open(
        args.bamboo, "dev", tuple(args.task) if args.task else None, args.on_error, **limits(args)
    )
    sets = []
    for challenge in args.challenge or ["main"]:
        for task in folder.tasks:
            part = folder.read((challenge, task))
            sets.append(DevSet(f"{task} {challenge}", part.source, part.target, part.human))
    return sets


def _of_files(args: argparse.Namespace) -> list[DevSet]:
    from tertium.bamboo.thresholds import DevSet

    sets = []
    for files in args.dev:
        rated = read_rated(files, args)
        sets.append(DevSet(rated.name, rated.golds, rated.preds, rated.ratings))
    return sets


def _say(trial: Trial) -> None:
    say(_line(trial))


def _line(trial: Trial) -> str:
    shown = " ".join(f"{100 * value:.2f}" for value in trial.correlations)
    pair = f"threshold {trial.threshold:g}, sense {trial.sense:g}"
    return f"{pair}: {shown}, mean {100 * trial.mean:.2f}"
