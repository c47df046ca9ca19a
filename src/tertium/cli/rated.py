"""Rated pairs as words of a command line: columns of BAMBOO, or your own files.

    --bamboo DIR --task sts --challenge main
    --gold a.amr --pred b.amr --target ratings.txt --dev dev-a.amr dev-b.amr dev-ratings.txt

The three commands of ``tertium train`` take them. How files are read is that of `add_parallel`.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterable

from tertium.bamboo.data import CHALLENGES
from tertium.bamboo.ratings import Rated, split_slice
from tertium.cli.options import limits
from tertium.cli.output import tell_notes
from tertium.cli.targets import asked, check_targets
from tertium.errors import InputError
from tertium.metrics import Metric

_OWN = (("gold", "graphs"), ("pred", "their partners"), ("target", "ratings"))


def add_columns(parser: argparse.ArgumentParser, default: str) -> None:
    """Add ``--task`` and ``--challenge``; *default* says which challenges are taken without."""
    parser.add_argument(
        "--task",
        action="append",
        metavar="TASK",
        help="task of --bamboo; may be repeated (default: all)",
    )
    parser.add_argument(
        "--challenge",
        action="append",
        choices=CHALLENGES,
        help=f"challenge of --bamboo; may be repeated (default: {default})",
    )


def add_own(parser: argparse.ArgumentParser, rest: str) -> None:
    """Add ``--gold``, ``--pred`` and ``--target``; *rest* ends what is said about each."""
    for name, text in _OWN:
        parser.add_argument(
            f"--{name}", metavar="FILE", nargs="+", help=f"{text} to learn from{rest}"
        )


def add_dev(parser: argparse.ArgumentParser, help: str) -> None:
    """Add ``--dev``."""
    parser.add_argument(
        "--dev",
        metavar=("GOLD", "PRED", "TARGET"),
        nargs=3,
        action="append",
        default=[],
        help=help,
    )


def require_whole_rows(args: argparse.Namespace) -> None:
    """Refuse files without a partner."""
    if not len(args.gold) == len(args.pred) == len(args.target):
        raise InputError("--gold, --pred and --target need the same number of files")


def read_own(args: argparse.Namespace, metric: Metric) -> tuple[list[Rated], list[Rated]]:
    """Return the pairs to learn from and those of ``--dev``, if ``--output`` is none of them."""
    rows = list(zip(args.gold, args.pred, args.target, strict=True))
    check_output(args, [*rows, *args.dev], metric)
    return [read_rated(row, args) for row in rows], [read_rated(row, args) for row in args.dev]


def check_output(args: argparse.Namespace, rows: Iterable[Iterable[str]], metric: Metric) -> None:
    """Refuse an ``--output`` that is read, too."""
    files = [file for row in rows for file in row]
    check_targets(asked(args, "output"), [*files, *(split_slice(f)[0] for f in files), metric])


def read_rated(files: Iterable[str], args: argparse.Namespace) -> Rated:
    """Return rated pairs from files of golds, predictions and ratings; say what is left out."""
    gold, pred, target = files
    rated = Rated.read(
        gold,
        pred,
        target,
        **limits(args),
        on_error=args.on_error,
        missing=args.missing,
        pair_by=args.pair_by,
    )
    tell_notes(rated.notes)
    return rated


def digest_of(read: Iterable[Rated]) -> str:
    """Return a short hash of all that was read."""
    return hashlib.sha256(b"".join(rated.digest for rated in read)).hexdigest()[:16]


def own_words(args: argparse.Namespace) -> list[str]:
    """Return the words that name the files again."""
    words: list[str] = []
    for name, _ in _OWN:
        words += [f"--{name}", *getattr(args, name)] if getattr(args, name) else []
    for dev in args.dev:
        words += ["--dev", *dev]
    return words
