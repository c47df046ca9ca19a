"""``tertium train``: learn the weights of a metric from rated pairs.

    tertium train wwlk-theta --gold a.amr --pred b.amr --target ratings.txt
        --dev dev-a.amr dev-b.amr dev-ratings.txt -o weights.json

A file of ratings has a number a line, for the graphs of the two files in their order. Behind its
name, ``@1:500`` takes the pairs and ratings from 1 up to, not including, 500, counted from 0.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import re
import sys
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import get_args, get_type_hints

from tertium import training
from tertium.cli.options import add_threads
from tertium.cli.output import check_target
from tertium.errors import FileError, InputError, PairingError
from tertium.graph import Corpus, Graph, pair
from tertium.metrics.wlk import Direction
from tertium.metrics.wwlk_theta import WwlkTheta
from tertium.training import Check, RatedPairs, Schedule

_SLICE = re.compile(r"(.*)@(\d*):(\d*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Rated:
    """The files of one set of rated pairs, read."""

    name: str
    golds: list[Graph]
    preds: list[Graph]
    ratings: list[float]
    digest: bytes

    @classmethod
    def read(cls, gold: str, pred: str, target: str) -> Rated:
        """Read two files of graphs and one of ratings."""
        match = _SLICE.fullmatch(target)
        path, first, last = match.groups() if match else (target, "", "")
        part = slice(int(first or 0), int(last) if last else None)
        golds, preds = _paired(Corpus.read(gold), Corpus.read(pred))
        ratings = read_ratings(path)[part]
        golds, preds = golds[part], preds[part]
        if len(golds) != len(ratings):
            raise PairingError(
                f"{target} has {len(ratings)} ratings for {len(golds)} pairs of {gold} and {pred}; "
                f"if some are to be left out, write {path}@FIRST:END"
            )
        digest = hashlib.sha256(f"{part.start}:{part.stop}".encode())
        for file in (gold, pred, path):
            digest.update(hashlib.sha256(Path(file).read_bytes()).digest())
        return cls(f"{gold} and {pred}", golds, preds, ratings, digest.digest())

    def pairs(self, metric: WwlkTheta, threads: int) -> RatedPairs:
        """Make the pairs ready for comparing."""
        try:
            return RatedPairs(metric, self.golds, self.preds, self.ratings, threads)
        except FileError:  # that of the word vectors, which names itself
            raise
        except InputError as error:
            raise InputError(f"{self.name}: {error}") from None


def read_ratings(path: str) -> list[float]:
    """Return the numbers of a file, one a line."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise FileError(f"{path}: this is not a text") from None
    return [_rating(line, path, number) for number, line in enumerate(lines, start=1)]


def _rating(line: str, path: str, number: int) -> float:
    try:
        rating = float(line)
    except ValueError:
        rating = math.nan
    if not math.isfinite(rating):
        raise FileError(f"{path}: line {number}: expected a number, found '{line.strip()[:40]}'")
    return rating


def _paired(gold: Corpus, pred: Corpus) -> tuple[list[Graph], list[Graph]]:
    pair(gold, pred, "order")  # says what is wrong if they do not fit
    return gold.graphs, pred.graphs


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "train",
        help="learn the weights of a metric from rated pairs",
        description="Learn the weights of roles for wwlk-theta, so that its values correlate with "
        "ratings. A file of ratings has a number a line, for the graphs in their order; FILE@1:500 "
        "takes pairs and ratings from 1 up to, not including, 500, counted from 0.",
    )
    parser.add_argument("metric", choices=[WwlkTheta.name], help="the metric")
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
    parser.add_argument("--k", type=int, default=WwlkTheta.k, help="steps (2)")
    parser.add_argument(
        "--direction",
        choices=get_args(Direction),
        default=WwlkTheta.direction,
        help="along which edges a node hears from its neighbours (two-way)",
    )
    parser.add_argument("--vectors", metavar="FILE", help="word vectors of one's own")
    kinds = get_type_hints(Schedule)
    for field in fields(Schedule):
        parser.add_argument(
            f"--{field.name}",
            type=kinds[field.name],
            default=field.default,
            metavar="X",
            help=f"{_SCHEDULE_HELP[field.name]} ({field.default})",
        )
    add_threads(parser)
    parser.set_defaults(run=run)


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
    if not len(args.gold) == len(args.pred) == len(args.target):
        raise InputError("--gold, --pred and --target need the same number of files")
    check_target("--output", args.output, [*args.gold, *args.pred, *args.target])
    schedule = Schedule(**{field.name: getattr(args, field.name) for field in fields(Schedule)})
    metric = WwlkTheta(k=args.k, direction=args.direction, vectors=args.vectors)
    read = [Rated.read(*files) for files in zip(args.gold, args.pred, args.target, strict=True)]
    dev = [Rated.read(*files) for files in args.dev]
    data = hashlib.sha256(b"".join(rated.digest for rated in [*read, *dev])).hexdigest()[:16]
    start = time.monotonic()
    weights = training.train(
        metric,
        [rated.pairs(metric, args.threads) for rated in read],
        [rated.pairs(metric, args.threads) for rated in dev],
        schedule,
        data=data,
        progress=lambda check: _show(check, time.monotonic() - start),
    )
    weights.write(args.output)
    shown = " ".join(f"{100 * value:.2f}" for value in weights.dev)
    print(f"{len(weights.weights)} weights written to {args.output}; correlation on dev: {shown}")
    return 0


def _show(check: Check, seconds: float) -> None:
    shown = " ".join(f"{100 * value:.2f}" for value in check.correlations)
    mark = ", the best so far" if check.best else ""
    print(f"tertium: step {check.step}, {seconds:.0f} s: dev {shown}{mark}", file=sys.stderr)
