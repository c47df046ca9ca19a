"""``tertium bamboo make``: a challenge of the benchmark, made from any pairs of graphs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.bamboo.data import CHALLENGES, Challenge, Folder, Part, read_scores
from tertium.cli.targets import Target, check_targets
from tertium.errors import FileError, OptionError
from tertium.files import naming, write_text
from tertium.graph import Corpus, pair, write
from tertium.terminal import show

if TYPE_CHECKING:
    from tertium.bamboo.challenges import Made
    from tertium.bamboo.synonyms import Synonyms

SENSES = ("single", "first")
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
    group.add_argument("--wordnet", metavar="DIR", help="syno: the folder of WordNet's database")
    group.add_argument("--frames", metavar="FILE", help="syno: near-synonymous frames, tab by tab")
    group.add_argument("--senses", choices=SENSES, help="syno: words with one sense, or the first")


def given(args: argparse.Namespace) -> list[str]:
    """Return the options of ``make`` that were given."""
    names = ("out", "name", "wordnet", "frames", "senses")
    return [f"--{name}" for name in names if getattr(args, name) is not None]


def run_make(args: argparse.Namespace) -> int:
    """Make a challenge and tell how many operations it took."""
    from tertium.bamboo.challenges import make
    from tertium.report import formats
    from tertium.report.bamboo import challenges_report

    challenge, sources = _challenge(args.target), args.target[2:]
    if args.out is None:
        raise OptionError("where to? give -o OUT")
    folder = _folder(args, sources[0]) if len(sources) == 1 else None
    out = Folder(Path(args.out), args.split, folder.tasks if folder else (_name(args),))
    _check(args, challenge, folder, out)
    synonyms = _synonyms(args) if challenge == "syno" else None
    made = []
    for main in _mains(args, sources, folder):
        found = make(challenge, main, args.seed, synonyms)
        _write(out, main, found)
        made.append(found)
    show(formats.write(challenges_report(made), args.format))
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
    folder = Folder.open(path, args.split, tasks, args.max_bytes)
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


def _mains(args: argparse.Namespace, sources: list[str], folder: Folder | None) -> list[Part]:
    if folder is not None:
        return [folder.read(("main", task)).head(args.limit) for task in folder.tasks]
    source, target = (Corpus.read(path, max_bytes=args.max_bytes) for path in sources[:2])
    graphs, pairing = target.graphs, pair(source, target)
    part = Part(
        "main",
        _name(args),
        tuple(source.graphs),
        tuple(graphs[i] for i in pairing.pred),
        tuple(read_scores(sources[2], len(graphs))),
    )
    return [part.head(args.limit)]


def _synonyms(args: argparse.Namespace) -> Synonyms:
    from tertium.bamboo.synonyms import Synonyms

    if args.wordnet is None and args.frames is None:
        raise OptionError("syno needs --wordnet DIR, --frames FILE, or both")
    return Synonyms.read(args.wordnet, args.frames, args.senses or "single")


def _write(out: Folder, main: Part, made: Made) -> None:
    """Write the pairs as they were, the human scores, and the challenge."""
    for part in (main, made.part):
        source, target = out.files(part.key)[:2]
        with naming(source.parent):
            source.parent.mkdir(parents=True, exist_ok=True)
        write(source, part.source)
        write(target, part.target)
    write_text(out.files(main.key)[2], (f"{score}\n" for score in main.human))
