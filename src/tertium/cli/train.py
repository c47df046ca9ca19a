"""``tertium train``: learn the weights of a metric from rated pairs.

    tertium train wwlk-theta --bamboo DIR --challenge main -o weights.json
    tertium train wwlk-theta --gold a.amr --pred b.amr --target ratings.txt
        --dev dev-a.amr dev-b.amr dev-ratings.txt -o weights.json

A file of ratings has one number per line, for the graphs of the two files in their order. After the
name of any of these files, ``@1:500`` takes what stands from 1 up to, not including, 500, counted
from 0. Graphs without such a part of their own follow their ratings.
"""

from __future__ import annotations

import argparse
import shlex
import time
from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, get_args, get_type_hints

from tertium.bamboo.data import CHALLENGES, Folder, Split
from tertium.bamboo.ratings import Rated
from tertium.bamboo.schedule import Check, Schedule
from tertium.cli import train_accord, train_s2match
from tertium.cli.options import add_limits, add_threads, limits
from tertium.cli.output import tell_notes
from tertium.cli.rated import (
    add_columns,
    add_dev,
    add_own,
    digest_of,
    own_words,
    read_own,
    require_whole_rows,
)
from tertium.cli.reading import add_parallel
from tertium.cli.targets import asked, check_targets
from tertium.errors import OptionError, shortened
from tertium.metrics.wlk import Direction
from tertium.terminal import say, show, visible_line

if TYPE_CHECKING:
    from tertium.metrics.wwlk_theta import WwlkTheta


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    whole = commands.add_parser(
        "train",
        help="learn the weights of a metric from rated pairs",
        description="Learn the weights or choose the thresholds of a metric from rated pairs.",
    )
    metrics = whole.add_subparsers(metavar="METRIC", required=True)
    _add_wwlk_theta(metrics)
    train_s2match.add_parser(metrics)
    train_accord.add_parser(metrics)


def _add_wwlk_theta(metrics: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = metrics.add_parser(
        "wwlk-theta",
        help="learn the weights of roles",
        description="Learn the weights of roles for wwlk-theta, so that its values correlate with "
        "ratings: those of BAMBOO's train files, or of your own. A file of ratings has one number "
        "per line, for the graphs in their order; FILE@1:500 takes the graphs or ratings from 1 up "
        "to, not including, 500, counted from 0.",
    )
    _add_data(parser)
    _add_training(parser)
    add_parallel(parser)
    add_limits(parser)
    add_threads(parser)
    parser.set_defaults(run=run)


def _add_training(parser: argparse.ArgumentParser) -> None:
    """Add what is learned, and how."""
    parser.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="file to write the weights to"
    )
    parser.add_argument(
        "--k", type=_reader(int), default=2, help="steps of the metric (default: 2)"
    )
    parser.add_argument(
        "--direction",
        choices=get_args(Direction),
        default="two-way",
        help="along which edges a node hears from its neighbours (default: two-way)",
    )
    parser.add_argument("--vectors", metavar="FILE", help="word vectors (default: bundled)")
    parser.add_argument(
        "--start",
        choices=("equal", "wwlk"),
        default="equal",
        help="weights to begin with: all equal, or those of wwlk (default: equal)",
    )
    kinds = get_type_hints(Schedule)
    for field in fields(Schedule):
        parser.add_argument(
            f"--{field.name}",
            type=_reader(kinds[field.name]),
            default=field.default,
            metavar="X",
            help=f"{_SCHEDULE_HELP[field.name]} (default: {field.default})",
        )


def _add_data(parser: argparse.ArgumentParser) -> None:
    """Add where rated pairs come from."""
    parser.add_argument(
        "--bamboo",
        metavar="DIR",
        help="learn from the train files of BAMBOO, check with its dev files (default: none)",
    )
    add_columns(parser, "all")
    add_own(parser, ", instead of --bamboo (default: none)")
    add_dev(parser, "pairs to check with, and their ratings; may be repeated (default: none)")


def _reader(kind: type[int] | type[float]) -> Callable[[str], int | float]:
    """Return what reads a number, and shows only the beginning of a long one that is wrong."""

    def read(text: str) -> int | float:
        try:
            return kind(text)
        except ValueError:
            what = "a whole number" if kind is int else "a number"
            raise argparse.ArgumentTypeError(f"'{shortened(text)}' is not {what}") from None

    return read


_SCHEDULE_HELP = {
    "steps": "the most steps there are",
    "batch": "pairs in a batch",
    "rate": "how far the first step goes",
    "perturbation": "how far the first step looks",
    "limit": "the most that a step changes a weight",
    "check": "steps between two looks at the development sets",
    "patience": "looks without progress after which learning ends",
    "seed": "seed of all that is drawn",
}


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.bamboo.training import RatedPairs, train
    from tertium.metrics.wwlk_theta import WwlkTheta

    _require_data(args)
    schedule = Schedule(**{field.name: getattr(args, field.name) for field in fields(Schedule)})
    metric = WwlkTheta(k=args.k, direction=args.direction, vectors=args.vectors)
    read, dev = _from_bamboo(args, metric) if args.bamboo else read_own(args, metric)
    start = time.monotonic()
    weights = train(
        metric,
        [RatedPairs.of(rated, metric, args.threads) for rated in read],
        [RatedPairs.of(rated, metric, args.threads) for rated in dev],
        schedule,
        start=args.start,
        data=digest_of([*read, *dev]),
        command=_command(args),
        progress=lambda check: _show(check, time.monotonic() - start),
    )
    weights.write(args.output)
    shown = ", ".join(f"{name} {100 * value:.2f}" for name, value in weights.dev.items())
    ways = " and ".join(dict.fromkeys(rated.paired_by for rated in [*read, *dev]))
    show(
        f"{len(weights.weights)} weights written to {visible_line(args.output)}; correlation on "
        f"dev: {visible_line(shown)}; graphs paired by {ways}"
    )
    return 0


def _require_data(args: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    own = [args.gold, args.pred, args.target, args.dev]
    if args.bamboo and any(own):
        raise OptionError("--bamboo brings its own files; leave --gold, --pred, --target, --dev")
    if args.bamboo:
        return
    if args.task or args.challenge:
        raise OptionError("--task and --challenge choose files of BAMBOO; add --bamboo DIR")
    if not all(own):
        raise OptionError("give --bamboo DIR, or all of --gold, --pred, --target and --dev")
    require_whole_rows(args)


def _from_bamboo(args: argparse.Namespace, metric: WwlkTheta) -> tuple[list[Rated], list[Rated]]:
    from tertium.bamboo.columns import rated_columns

    tasks = tuple(args.task) if args.task else None
    splits: tuple[Split, Split] = ("train", "dev")
    folders = [
        Folder.open(args.bamboo, split, tasks, args.on_error, **limits(args)) for split in splits
    ]
    files = [str(file) for folder in folders for key in folder.keys for file in folder.files(key)]
    check_targets(asked(args, "output"), [*files, metric])
    found = []
    for folder in folders:
        columns, notes = rated_columns(folder, args.challenge or CHALLENGES)
        tell_notes([*notes, *(note for rated in columns for note in rated.notes)])
        found.append(columns)
    return found[0], found[1]


def _command(args: argparse.Namespace) -> str:
    """Return the command that makes the same file again."""
    words = ["tertium", "train", "wwlk-theta"]
    schedule = (field.name for field in fields(Schedule))
    for name in ("bamboo", "k", "direction", "vectors", "start", *schedule):
        value, default = getattr(args, name), _DEFAULTS.get(name)
        words += [f"--{name}", str(value)] if value not in (None, default) else []
    for name in ("task", "challenge"):
        for value in getattr(args, name) or ():
            words += [f"--{name}", value]
    return shlex.join([*words, *own_words(args), "-o", args.output])


_DEFAULTS = {field.name: field.default for field in fields(Schedule)} | {
    "k": 2,
    "direction": "two-way",
    "start": "equal",
}


def _show(check: Check, seconds: float) -> None:
    shown = " ".join(f"{100 * value:.2f}" for value in check.correlations)
    mark = ", the best so far" if check.best else ""
    say(f"step {check.step}, {seconds:.0f} s: dev {shown}{mark}")
