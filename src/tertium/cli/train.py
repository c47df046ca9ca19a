"""``tertium train``: learn the weights of a metric from rated pairs.

    tertium train wwlk-theta --gold a.amr --pred b.amr --target ratings.txt
        --dev dev-a.amr dev-b.amr dev-ratings.txt -o weights.json

A file of ratings has one number per line, for the graphs of the two files in their order. After its
name, ``@1:500`` takes the pairs and ratings from 1 up to, not including, 500, counted from 0.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import get_args, get_type_hints

from tertium.bamboo.ratings import Rated, split_slice
from tertium.bamboo.schedule import Check, Schedule
from tertium.cli import train_s2match
from tertium.cli.options import add_max_bytes, add_threads
from tertium.cli.output import tell_notes
from tertium.cli.reading import add_parallel
from tertium.cli.targets import Target, check_targets
from tertium.errors import InputError, shortened
from tertium.metrics.wlk import Direction
from tertium.terminal import say, show, visible_line


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


def _add_wwlk_theta(metrics: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = metrics.add_parser(
        "wwlk-theta",
        help="learn the weights of roles",
        description="Learn the weights of roles for wwlk-theta, so that its values correlate with "
        "ratings. A file of ratings has one number per line, for the graphs in their order; "
        "FILE@1:500 takes pairs and ratings from 1 up to, not including, 500, counted from 0.",
    )
    for name, text in (("gold", "graphs"), ("pred", "their partners"), ("target", "ratings")):
        parser.add_argument(f"--{name}", metavar="FILE", nargs="+", required=True, help=text)
    parser.add_argument(
        "--dev",
        metavar=("GOLD", "PRED", "TARGET"),
        nargs=3,
        action="append",
        required=True,
        help="pairs to check with; may be repeated",
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="where weights go")
    parser.add_argument("--k", type=_reader(int), default=2, help="steps (2)")
    parser.add_argument(
        "--direction",
        choices=get_args(Direction),
        default="two-way",
        help="along which edges a node hears from its neighbours (two-way)",
    )
    parser.add_argument("--vectors", metavar="FILE", help="word vectors (default: bundled)")
    kinds = get_type_hints(Schedule)
    for field in fields(Schedule):
        parser.add_argument(
            f"--{field.name}",
            type=_reader(kinds[field.name]),
            default=field.default,
            metavar="X",
            help=f"{_SCHEDULE_HELP[field.name]} ({field.default})",
        )
    add_parallel(parser)
    add_max_bytes(parser)
    add_threads(parser)
    parser.set_defaults(run=run)


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
    "seed": "of all that is drawn",
}


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.bamboo.training import RatedPairs, train
    from tertium.metrics.wwlk_theta import WwlkTheta

    if not len(args.gold) == len(args.pred) == len(args.target):
        raise InputError("--gold, --pred and --target need the same number of files")
    schedule = Schedule(**{field.name: getattr(args, field.name) for field in fields(Schedule)})
    metric = WwlkTheta(k=args.k, direction=args.direction, vectors=args.vectors)
    files = [*args.gold, *args.pred, *args.target, *(file for dev in args.dev for file in dev)]
    parts = [split_slice(file)[0] for file in files]
    check_targets([Target("--output", args.output)], [*files, *parts, metric])
    read = [_rated(files, args) for files in zip(args.gold, args.pred, args.target, strict=True)]
    dev = [_rated(files, args) for files in args.dev]
    data = hashlib.sha256(b"".join(rated.digest for rated in [*read, *dev])).hexdigest()[:16]
    start = time.monotonic()
    weights = train(
        metric,
        [RatedPairs.of(rated, metric, args.threads) for rated in read],
        [RatedPairs.of(rated, metric, args.threads) for rated in dev],
        schedule,
        data=data,
        progress=lambda check: _show(check, time.monotonic() - start),
    )
    weights.write(args.output)
    shown = " ".join(f"{100 * value:.2f}" for value in weights.dev)
    ways = " and ".join(dict.fromkeys(rated.paired_by for rated in [*read, *dev]))
    show(
        f"{len(weights.weights)} weights written to {visible_line(args.output)}; correlation on "
        f"dev: {shown}; graphs paired by {ways}"
    )
    return 0


def _rated(files: Iterable[str], args: argparse.Namespace) -> Rated:
    gold, pred, target = files
    rated = Rated.read(
        gold,
        pred,
        target,
        max_bytes=args.max_bytes,
        on_error=args.on_error,
        missing=args.missing,
        pair_by=args.pair_by,
    )
    tell_notes(rated.notes)
    return rated


def _show(check: Check, seconds: float) -> None:
    shown = " ".join(f"{100 * value:.2f}" for value in check.correlations)
    mark = ", the best so far" if check.best else ""
    say(f"step {check.step}, {seconds:.0f} s: dev {shown}{mark}")
