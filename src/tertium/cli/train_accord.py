"""``tertium train accord``: learn weights and similarities from rated pairs.

    tertium train accord --bamboo bamboo -o weights.json
    tertium train accord --bamboo bamboo --leave-out para -o without-para.json
    tertium train accord --gold a.amr --pred b.amr --target ratings.txt -o mine.json

From BAMBOO, everything is learned anew from its train files and chosen on its dev files. With
ratings of your own, learning begins with the bundled weights and stays near them.
"""

from __future__ import annotations

import argparse
import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from tertium.bamboo.data import TASKS, Challenge, Folder, Split
from tertium.bamboo.ratings import Rated
from tertium.cli.numbers import above_zero
from tertium.cli.options import add_limits, add_threads, limits
from tertium.cli.output import tell_notes
from tertium.cli.rated import (
    add_dev,
    add_own,
    digest_of,
    own_words,
    read_own,
    require_whole_rows,
)
from tertium.cli.reading import add_parallel
from tertium.cli.targets import asked, check_targets
from tertium.errors import FileError, InputError, OptionError
from tertium.terminal import say, show, visible_line

if TYPE_CHECKING:
    from tertium.alignment.word_table import WordTable
    from tertium.bamboo.accord_training import DevLook, RatedSet
    from tertium.metrics.accord import Accord
    from tertium.metrics.accord_weights import AccordWeights

_CHALLENGES: tuple[Challenge, ...] = ("main", "syno", "role_confusion")
_RARITIES = ("mixed", "graphs", "general")


def add_parser(metrics: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = metrics.add_parser(
        "accord",
        help="learn the weights and similarities of accord",
        description="Learn the weights and similarities of accord, so that its values correlate "
        "with ratings: those of BAMBOO's train files, or your own. A file of ratings has one "
        "number per line, for the graphs in their order; FILE@1:500 takes the graphs or ratings "
        "from 1 up to, not including, 500, counted from 0.",
    )
    parser.add_argument(
        "--bamboo",
        metavar="DIR",
        help="learn from BAMBOO's train files, choose on its dev (default: your own ratings)",
    )
    parser.add_argument(
        "--leave-out",
        metavar="TASK",
        help="learn from the other tasks of --bamboo only, to test on this one (default: none)",
    )
    add_own(parser, " (default: BAMBOO's)")
    add_dev(parser, "pairs to choose with; may be repeated (default: those of --bamboo)")
    _add_options(parser)
    parser.set_defaults(run=run)


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="file to write the weights to"
    )
    parser.add_argument("--words", metavar="FILE", help="word table (default: bundled)")
    parser.add_argument(
        "--rarity",
        choices=_RARITIES,
        default="mixed",
        help="how rare a word is: in the graphs, in general English, or both (default: mixed)",
    )
    parser.add_argument(
        "--weights",
        metavar="FILE",
        help="weights to begin with, and to stay near, without --bamboo (default: bundled)",
    )
    parser.add_argument(
        "--ridge",
        type=above_zero,
        metavar="X",
        help="how strongly weights are drawn to their initial values (default: 0.0001 with "
        "--bamboo, else 0.02)",
    )
    add_parallel(parser)
    add_limits(parser)
    add_threads(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.bamboo.accord_training import OWN_RIDGE, RIDGE, AccordTraining
    from tertium.metrics.accord import Accord

    _require_data(args)
    metric = Accord(words=args.words, rarity=args.rarity, weights=args.weights)
    table = metric.word_table()
    towards = None if args.bamboo else metric.learned()
    read, dev = _from_bamboo(args, metric, table) if args.bamboo else _from_files(args, metric)
    start = time.process_time()
    training = AccordTraining(
        [_ready(*one, table, args.threads) for one in read],
        [_ready(*one, table, args.threads) for one in dev],
        table,
        args.rarity,
        towards,
        args.ridge or (RIDGE if args.bamboo else OWN_RIDGE),
        progress=lambda look: _show(look, time.process_time() - start),
    )
    digest = digest_of(rated for rated, _ in [*read, *dev])
    weights = training.run(data=digest, command=_command(args))
    weights.write(args.output)
    show(_summary(weights, args))
    return 0


def _ready(rated: Rated, challenge: Challenge, table: WordTable, threads: int) -> RatedSet:
    from tertium.bamboo.accord_training import RatedSet, SetKind

    assert challenge in get_args(SetKind)
    return RatedSet.of(rated, challenge, table, threads)  # type: ignore[arg-type]


def _require_data(args: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    own = [args.gold, args.pred, args.target]
    if args.bamboo:
        if any(own) or args.dev or args.weights:
            raise OptionError(
                "--bamboo brings its own files and begins anew; leave --gold, --pred, --target, "
                "--dev and --weights"
            )
        return
    if args.leave_out:
        raise OptionError("--leave-out leaves out a task of BAMBOO; add --bamboo DIR")
    if not all(own):
        raise OptionError("give --bamboo DIR, or all of --gold, --pred and --target")
    require_whole_rows(args)


_Read = list[tuple[Rated, Challenge]]


def _from_bamboo(args: argparse.Namespace, metric: Accord, table: WordTable) -> tuple[_Read, _Read]:
    folders = [_folder(args, split) for split in ("train", "dev")]
    files = [str(file) for folder in folders for key in folder.keys for file in folder.files(key)]
    check_targets(asked(args, "output"), [*files, metric])
    return _read_columns(folders[0]), _read_columns(folders[1])


def _folder(args: argparse.Namespace, split: str) -> Folder:
    chosen: Split = "train" if split == "train" else "dev"
    found = Folder.open(args.bamboo, chosen, None, args.on_error, **limits(args))
    tasks = found.tasks
    if args.leave_out:
        if args.leave_out not in tasks:
            raise InputError(f"there is no task '{args.leave_out}'; there are: {', '.join(tasks)}")
        tasks = tuple(task for task in tasks if task != args.leave_out)
    found = Folder.open(args.bamboo, chosen, tasks, args.on_error, **limits(args))
    there = [key for key in found.keys if key not in found.missing()]
    if not any(challenge == "main" for challenge, _ in there):
        files = found.files(("main", (tasks or TASKS)[0]))
        example = next((file for file in files if not Path(file).exists()), files[0])
        raise FileError(
            f"{args.bamboo}: there are no {chosen} files to learn from; expected for example "
            f"{example}"
        )
    return found


def _read_columns(folder: Folder) -> _Read:
    """Read the columns that are learned from, as many pairs as are used."""
    from tertium.bamboo.accord_training import MOST
    from tertium.bamboo.columns import rated_columns

    found: _Read = []
    missing = folder.missing()
    for challenge in _CHALLENGES:
        if all((challenge, task) in missing for task in folder.tasks):
            continue
        columns, notes = rated_columns(folder, [challenge])
        tell_notes([*notes, *(note for rated in columns for note in rated.notes)])
        most = MOST[challenge] if folder.split == "train" else None  # type: ignore[index]
        found += [(rated.head(most), challenge) for rated in columns]
    return found


def _from_files(args: argparse.Namespace, metric: Accord) -> tuple[_Read, _Read]:
    read, dev = read_own(args, metric)
    return [(rated, "main") for rated in read], [(rated, "main") for rated in dev]


def _command(args: argparse.Namespace) -> str:
    """Return the command that makes the same file again."""
    words = ["tertium", "train", "accord"]
    for name in ("bamboo", "leave_out", "words", "weights", "ridge"):
        if (value := getattr(args, name)) is not None:
            words += [f"--{name.replace('_', '-')}", str(value)]
    if args.rarity != "mixed":
        words += ["--rarity", args.rarity]
    return shlex.join([*words, *own_words(args), "-o", args.output])


def _show(look: DevLook, seconds: float) -> None:
    shown = " ".join(f"{100 * value:.1f}" for value in look.correlations)
    dev = f": dev {shown}, mean {100 * look.mean:.2f}" if look.correlations else ""
    mark = ", the best so far" if look.best and look.correlations else ""
    say(f"step {look.step}, {seconds:.0f} s{dev}{mark}")


def _summary(weights: AccordWeights, args: argparse.Namespace) -> str:
    from tertium.bamboo.accord_learner import LENGTH

    found = f"{LENGTH} numbers written to {visible_line(args.output)}"
    if not weights.dev:
        return f"{found}; nothing to check them with: add --dev GOLD PRED TARGET"
    shown = ", ".join(f"{name} {100 * value:.2f}" for name, value in weights.dev.items())
    return f"{found}; dev: {visible_line(shown)}"
