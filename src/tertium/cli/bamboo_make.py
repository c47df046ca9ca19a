"""``tertium bamboo make``: a challenge of the benchmark, made from any pairs of graphs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.bamboo.data import CHALLENGES, Challenge, Folder, Part, read_scores
from tertium.cli.options import limits
from tertium.cli.output import print_report
from tertium.cli.reading import read_parallel
from tertium.cli.targets import Target, check_targets
from tertium.errors import FileError, OptionError
from tertium.evaluation import ON_BAD
from tertium.files import naming, write_text
from tertium.graph import PAIR_BY, Corpus, write

if TYPE_CHECKING:
    from tertium.bamboo.challenges import Made
    from tertium.bamboo.synonyms import Synonyms
    from tertium.evaluation.parallel import Parallel

SIDES = ("both", "source", "target", "either")
SENSES = ("agreed", "single", "first")
USAGE = "tertium bamboo make CHALLENGE DIR -o OUT, or CHALLENGE SRC TGT SCORES -o OUT"
_MADE = tuple(challenge for challenge in CHALLENGES if challenge != "main")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that only ``make`` has."""
    group = parser.add_argument_group(
        "making challenges",
        f"{USAGE}. CHALLENGE is {', '.join(_MADE)}. OUT gets the layout of the benchmark, with the "
        "pairs as they were under main.",
    )
    group.add_argument("-o", "--out", metavar="OUT", help="the folder to write")
    group.add_argument("--name", metavar="TASK", help="of the task, if files are given (corpus)")
    group.add_argument(
        "--missing", choices=ON_BAD, help="graphs without a partner, if files are given (fail)"
    )
    group.add_argument(
        "--pair-by", choices=PAIR_BY, help="how graphs are paired, if files are given (auto)"
    )
    group.add_argument(
        "--sides",
        choices=SIDES,
        help="reify, syno: change both graphs of a pair (default), or only one of them: source, "
        "target, or either, which is drawn",
    )
    group.add_argument(
        "--wordnet",
        metavar="DIR",
        help="syno: the folder of WordNet's database, for example /usr/share/wordnet (default: "
        "only frames are replaced)",
    )
    group.add_argument(
        "--frames",
        metavar="FILE",
        help="syno: a table of near-synonymous frames, a group per line, separated by tabs, or "
        "none (default: 24 groups of the public data)",
    )
    group.add_argument(
        "--senses",
        choices=SENSES,
        help="syno: the sense of a word: agreed by several solvers (default), only of words that "
        "have a single one, or the first",
    )


def given(args: argparse.Namespace) -> list[str]:
    """Return the options of ``make`` that were given."""
    names = ("out", "name", "sides", "wordnet", "frames", "senses", "missing", "pair_by")
    return [f"--{name.replace('_', '-')}" for name in names if getattr(args, name) is not None]


def run_make(args: argparse.Namespace) -> int:
    """Make a challenge and tell how many operations it took."""
    from tertium.bamboo.challenges import make
    from tertium.report.bamboo import challenges_report
    from tertium.report.reading import with_parallel

    challenge, sources = _challenge(args.target), args.target[2:]
    if args.out is None:
        raise OptionError("where to? give -o OUT")
    if args.sides not in (None, "both") and challenge == "role_confusion":
        raise OptionError("--sides: role confusion always changes one graph, which is drawn")
    folder = _folder(args, sources[0]) if len(sources) == 1 else None
    out = Folder(Path(args.out), args.split, folder.tasks if folder else (_name(args),))
    _check(args, challenge, folder, out)
    synonyms = _synonyms(args) if challenge == "syno" else None
    made = []
    mains, pairs = _mains(args, sources, folder)
    for main in mains:
        found = make(challenge, main, args.seed, synonyms, args.sides or "both")
        _write(out, main, found)
        made.append(found)
    report = challenges_report(made)
    print_report(report if pairs is None else with_parallel(report, pairs), args)
    return 0


def _challenge(words: list[str]) -> Challenge:
    wanted = words[1].replace("-", "_") if len(words) > 1 else None
    for challenge in _MADE:
        if challenge == wanted and len(words) in (3, 5):
            return challenge
    raise OptionError(f"write {USAGE}; the challenges are {', '.join(_MADE)}")


def _name(args: argparse.Namespace) -> str:
    """Return the name of the task, which becomes a folder."""
    name: str = "corpus" if args.name is None else args.name
    if name in ("", ".", "..") or any(mark in name for mark in "/\\\0"):
        raise OptionError(f"--name {name}: the name of a task is a plain file name, such as sts")
    return name


def _folder(args: argparse.Namespace, path: str) -> Folder:
    tasks = tuple(args.task) if args.task else None
    folder = Folder.open(path, args.split, tasks, args.on_error, **limits(args))
    lacking = [files[0] for key, files in folder.missing().items() if key[0] == "main"]
    if lacking:
        raise FileError(f"{lacking[0]}: there is no such file")
    return folder


def _check(
    args: argparse.Namespace, challenge: Challenge, folder: Folder | None, out: Folder
) -> None:
    """Refuse outputs that cannot be written or are inputs."""
    read = (
        [path for task in folder.tasks for path in folder.files(("main", task))] if folder else []
    )
    if args.wordnet is not None and Path(args.wordnet).is_dir():
        read += Path(args.wordnet).iterdir()
    written = [
        path
        for task in out.tasks
        for path in (*out.files(("main", task)), *out.files((challenge, task))[:2])
    ]
    given = [*args.target[2:], *read, args.frames]
    check_targets([Target("--out", path, makes_folders=True) for path in written], given)


def _mains(
    args: argparse.Namespace, sources: list[str], folder: Folder | None
) -> tuple[list[Part], Parallel | None]:
    """Return the pairs to change; of two files also how they were paired."""
    if folder is not None:
        return [folder.read(("main", task)).head(args.limit) for task in folder.tasks], None
    corpora = [Corpus.read(path, **limits(args)) for path in sources[:2]]
    found = read_parallel(corpora, args, same_sentences=False)
    scores = read_scores(sources[2], len(corpora[0]))
    part = Part(
        "main",
        _name(args),
        found.columns[0],
        found.columns[1],
        tuple(scores[i] for i in found.indices),
        found.skipped,
    )
    return [part.head(args.limit)], found


def _synonyms(args: argparse.Namespace) -> Synonyms:
    from tertium.bamboo.synonyms import FRAMES, Synonyms

    frames = args.frames or FRAMES
    if frames == "none" and args.wordnet is None:
        raise OptionError("--frames none leaves nothing to replace; give --wordnet DIR")
    return Synonyms.read(
        args.wordnet, None if frames == "none" else frames, args.senses or "agreed"
    )


def _write(out: Folder, main: Part, made: Made) -> None:
    """Write the pairs as they were, the human scores, and the challenge."""
    for part in (main, made.part):
        source, target = out.files(part.key)[:2]
        with naming(source.parent):
            source.parent.mkdir(parents=True, exist_ok=True)
        write(source, part.source)
        write(target, part.target)
    write_text(out.files(main.key)[2], (f"{score}\n" for score in main.human))
