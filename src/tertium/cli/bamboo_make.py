"""``tertium bamboo make``: a challenge of the benchmark, made from any pairs of graphs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.bamboo.data import CHALLENGES, Challenge, Folder, Part, read_scores
from tertium.cli import numbers, options, reading
from tertium.cli.bamboo import add_pairs
from tertium.cli.options import limits
from tertium.cli.output import print_report
from tertium.cli.parser import group_of
from tertium.cli.reading import read_parallel
from tertium.cli.targets import Target, check_targets
from tertium.errors import FileError, OptionError
from tertium.files import naming, write_text
from tertium.graph import Corpus, write

if TYPE_CHECKING:
    from tertium.bamboo.challenges import Made
    from tertium.bamboo.synonyms import Synonyms
    from tertium.evaluation.parallel import Parallel

SIDES = ("both", "source", "target", "either")
SENSES = ("agreed", "single", "first")
_MADE = tuple(challenge for challenge in CHALLENGES if challenge != "main")


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "bamboo make",
        help="make a challenge of the benchmark from any pairs",
        description="Make a challenge of BAMBOO from a folder of its layout, or from two files of "
        "graphs and a file of human scores. OUT has the layout of the benchmark, with the "
        "original pairs under main.",
    )
    parser.add_argument(
        "challenge", metavar="CHALLENGE", type=_challenge, help=f"one of {', '.join(_MADE)}"
    )
    parser.add_argument(
        "source",
        metavar="SOURCE",
        nargs="+",
        help="a folder of the benchmark, or three files: graphs, their partners, human scores",
    )
    parser.add_argument("-o", "--out", metavar="OUT", required=True, help="the folder to write")
    options.add_format(parser)
    _add_synonyms(parser)
    add_pairs(parser)
    group = group_of(parser, "input")
    group.add_argument("--name", metavar="TASK", default="corpus", help="name of the task of files")
    reading.add_parallel(parser)
    options.add_limits(parser)
    group_of(parser, "execution").add_argument(
        "--seed",
        type=numbers.count,
        default=0,
        metavar="N",
        help="seed of everything that is drawn (default: 0)",
    )
    parser.set_defaults(run=run)


def _add_synonyms(parser: argparse.ArgumentParser) -> None:
    group_of(parser, "input").add_argument(
        "--sides",
        metavar="SIDES",
        choices=SIDES,
        default="both",
        help="change both graphs of a pair, or one: source, target, or either, which is drawn "
        "(default: both)",
    )
    group = group_of(parser, "synonyms, for syno")
    group.add_argument(
        "--wordnet",
        metavar="DIR",
        help="folder of WordNet's database, such as /usr/share/wordnet (default: only frames are "
        "replaced)",
    )
    group.add_argument(
        "--frames",
        metavar="FILE",
        help="groups of near-synonymous frames, one per line, separated by tabs; or none "
        "(default: 24 groups of the public data)",
    )
    group.add_argument(
        "--senses",
        metavar="WHICH",
        choices=SENSES,
        default="agreed",
        help="the sense of a word: agreed by several solvers, the single one, or the first "
        "(default: agreed)",
    )


def run(args: argparse.Namespace) -> int:
    """Make a challenge and say how many operations it took."""
    from tertium.bamboo.challenges import make
    from tertium.report.bamboo import challenges_report
    from tertium.report.reading import with_parallel

    challenge, sources = args.challenge, args.source
    if len(sources) not in (1, 3):
        raise OptionError(
            f"found {len(sources)} sources; give one folder, or three files: graphs, their "
            "partners, human scores"
        )
    if args.sides != "both" and challenge == "role_confusion":
        raise OptionError("--sides: role confusion always changes one graph, which is drawn")
    folder = _folder(args, sources[0]) if len(sources) == 1 else None
    out = Folder(Path(args.out), args.split, folder.tasks if folder else (_name(args),))
    _check(args, challenge, folder, out)
    synonyms = _synonyms(args) if challenge == "syno" else None
    made = []
    mains, pairs = _mains(args, sources, folder)
    for main in mains:
        found = make(challenge, main, args.seed, synonyms, args.sides)
        _write(out, main, found)
        made.append(found)
    report = challenges_report(made)
    print_report(report if pairs is None else with_parallel(report, pairs), args)
    return 0


def _challenge(text: str) -> Challenge:
    """Read the name of a challenge; hyphens will do."""
    for challenge in _MADE:
        if challenge == text.replace("-", "_"):
            return challenge
    raise argparse.ArgumentTypeError(f"'{text}' is not one of {', '.join(_MADE)}")


def _name(args: argparse.Namespace) -> str:
    """Return the name of the task, which becomes a folder."""
    name: str = args.name
    plain = name.isprintable() and not any(mark in name for mark in "/\\")
    if not plain or name in ("", ".", ".."):
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
    given = [*args.source, *read, args.frames]
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
    return Synonyms.read(args.wordnet, None if frames == "none" else frames, args.senses)


def _write(out: Folder, main: Part, made: Made) -> None:
    """Write the pairs as they were, the human scores, and the challenge."""
    for part in (main, made.part):
        source, target = out.files(part.key)[:2]
        with naming(source.parent):
            source.parent.mkdir(parents=True, exist_ok=True)
        write(source, part.source)
        write(target, part.target)
    write_text(out.files(main.key)[2], (f"{score}\n" for score in main.human))
