"""The folder of the benchmark, and which pairs of its files count.

    bamboo/
      sts/
        test.y                      one human score per line, in [0, 1]; dev.y, train.y
        main/src.test.amr           one side of each pair
        main/tgt.test.amr           the other side
        reify/... syno/...          the same pairs, disguised
        role_confusion/...          altered pair, true pair, altered pair, true pair, ...
      sick/... para/...

Any folder of this layout will do, with tasks of other names. The public files were parsed with the
header line of their table (SICK, PARA) and with an empty last line, as if these were sentences.
Such pairs are known by their ``# ::snt`` and left out, as the public evaluator does by position.
Nothing else is left out, and a file that is not there is reported, not passed over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias, cast, get_args

from tertium.bamboo.ratings import read_ratings
from tertium.errors import FileError, InputError, PairingError
from tertium.evaluation.policy import OnBad, apply_on_error, complete_rows
from tertium.graph import Corpus, Graph

Challenge = Literal["main", "reify", "syno", "role_confusion"]
CHALLENGES: tuple[Challenge, ...] = get_args(Challenge)

Measure = Literal["pearson", "accuracy", "spearman", "rmse", "rmse_of_quantiles"]
MEASURES: tuple[Measure, ...] = get_args(Measure)

Split = Literal["dev", "test", "train"]
SPLITS: tuple[Split, ...] = get_args(Split)

TASKS = ("sts", "sick", "para")
"""The tasks of the paper, in its order."""

Key: TypeAlias = "tuple[Challenge, str]"
"""A column of the benchmark: challenge and task."""

_HEADERS = ("sentence_A", "#1 String")  # first line of the tables of SICK and PARA
_PADDING = "Empty line"
_NEAR = 50  # folders that are looked into for the one that was meant


@dataclass(frozen=True, slots=True)
class Part:
    """The pairs of one column with their human scores."""

    challenge: Challenge
    task: str
    source: tuple[Graph, ...]
    target: tuple[Graph, ...]
    human: tuple[float, ...]
    skipped: int = 0  #: pairs left out because a graph cannot be read

    def __len__(self) -> int:
        return len(self.human)

    @property
    def key(self) -> Key:
        """Challenge and task."""
        return self.challenge, self.task

    def head(self, limit: int | None) -> Part:
        """Return the first *limit* pairs; of role confusion never half a couple."""
        if limit is None or limit >= len(self):
            return self
        n = limit - limit % 2 if self.challenge == "role_confusion" else limit
        return replace(self, source=self.source[:n], target=self.target[:n], human=self.human[:n])


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of the benchmark's layout, for one split."""

    path: Path
    split: Split = "test"
    tasks: tuple[str, ...] = TASKS
    on_error: OnBad = "fail"  #: what to do with graphs that cannot be read
    max_bytes: int | None = None  #: how large a file of graphs may be, see `Corpus.read`
    max_triples: int | None = None  #: and a graph in it

    @classmethod
    def open(
        cls,
        path: Path | str,
        split: Split = "test",
        tasks: tuple[str, ...] | None = None,
        on_error: OnBad = "fail",
        max_bytes: int | None = None,
        max_triples: int | None = None,
    ) -> Folder:
        """Look what tasks there are; those of the paper are expected unless *tasks* says more."""
        path = Path(path)
        if not path.is_dir():
            raise FileError(f"{path}: there is no such folder; {_WHICH}")
        there = tuple(sorted(child.name for child in path.iterdir() if _is_task(child)))
        if not there:
            raise FileError(f"{path}: no task in this folder; {_meant(path)}")
        for task in tasks or ():
            if task not in (*TASKS, *there):
                raise FileError(f"{path}: there is no task '{task}'; there are: {', '.join(there)}")
        if tasks is None:
            tasks = TASKS if set(there) & set(TASKS) else ()
            tasks += tuple(task for task in there if task not in tasks)
        return cls(path, split, tasks, on_error, max_bytes, max_triples)

    @property
    def keys(self) -> tuple[Key, ...]:
        """The columns that should be there, in the order of the paper's table."""
        return tuple((challenge, task) for challenge in CHALLENGES for task in self.tasks)

    def files(self, key: Key) -> tuple[Path, ...]:
        """Return the files that a column needs."""
        challenge, task = key
        folder = self.path / task
        graphs = [folder / challenge / f"{side}.{self.split}.amr" for side in ("src", "tgt")]
        scores = [] if challenge == "role_confusion" else [folder / f"{self.split}.y"]
        return (*graphs, *scores)

    def missing(self) -> dict[Key, tuple[Path, ...]]:
        """Return the files that are not there, by the column that needs them."""
        lacking = {key: tuple(f for f in self.files(key) if not f.is_file()) for key in self.keys}
        return {key: files for key, files in lacking.items() if files}

    def read(self, key: Key) -> Part:
        """Read the pairs of a column that count."""
        challenge, task = key
        source_path, target_path, *_ = self.files(key)
        source, target = (
            Corpus.read(path, max_bytes=self.max_bytes, max_triples=self.max_triples)
            for path in (source_path, target_path)
        )
        apply_on_error([source, target], self.on_error)
        if len(source) != len(target):
            raise PairingError(
                f"{source_path} has {len(source)} graphs and {target_path} has {len(target)}"
            )
        if challenge == "role_confusion":
            human = _alternating(len(source), source_path)
        else:
            human = read_scores(self.path / task / f"{self.split}.y", len(source))
        counting = range(
            source.sentences[0] in _HEADERS, len(source) - (source.sentences[-1] == _PADDING)
        )
        good = set(complete_rows([source.entries, target.entries]))
        if challenge == "role_confusion":
            good = {i for i in good if i ^ 1 in good}  # never half a couple
        kept = [i for i in counting if i in good]
        return Part(
            challenge,
            task,
            tuple(cast("Graph", source.entries[i]) for i in kept),
            tuple(cast("Graph", target.entries[i]) for i in kept),
            tuple(human[i] for i in kept),
            len(counting) - len(kept),
        )


@dataclass(frozen=True, slots=True)
class Suite:
    """The pairs of a folder in memory, and what is missing."""

    folder: Folder
    parts: tuple[Part, ...]
    missing: dict[Key, tuple[Path, ...]]
    limit: int | None = None

    @classmethod
    def read(cls, folder: Folder | Path | str, limit: int | None = None) -> Suite:
        """Read all columns that are there, the first *limit* pairs of each."""
        if not isinstance(folder, Folder):
            folder = Folder.open(folder)
        if limit is not None and limit < 2:
            raise InputError("a limit of less than two pairs leaves nothing to correlate")
        missing = folder.missing()
        keys = [key for key in folder.keys if key not in missing]
        if not keys:
            first = next(iter(missing.values()))[0]
            raise FileError(f"{folder.path}: nothing to run; the first missing file is {first}")
        return cls(folder, tuple(folder.read(key).head(limit) for key in keys), missing, limit)

    def __len__(self) -> int:
        """Return the number of pairs."""
        return sum(map(len, self.parts))


PUBLIC = "https://github.com/flipz357/bamboo-amr-benchmark"
"""Where the data are."""

_WHICH = (
    "expected a folder with for example sts/main/src.test.amr, sts/main/tgt.test.amr and "
    f"sts/test.y, such as the top folder of a clone of {PUBLIC}"
)


def _meant(path: Path) -> str:
    """Return which folder was probably meant: one above or below, or that of the public data."""
    above = path.resolve().parent
    near = [above, *sorted(child for child in path.iterdir() if child.is_dir())]
    for folder in near[:_NEAR]:
        if any(map(_is_task, folder.iterdir())):
            return f"did you mean {folder}?"
    return _WHICH


def read_scores(path: Path | str, pairs: int) -> list[float]:
    """Read a file with one score per line, for so many *pairs*."""
    scores = read_ratings(path)
    if len(scores) != pairs:
        raise PairingError(f"{path} has {len(scores)} scores for {pairs} pairs of graphs")
    return scores


def _alternating(pairs: int, path: Path) -> list[float]:
    if pairs % 2:
        raise PairingError(f"{path}: role confusion needs couples of pairs, but there are {pairs}")
    return [0.0, 1.0] * (pairs // 2)


def _is_task(folder: Path) -> bool:
    return any((folder / challenge).is_dir() for challenge in CHALLENGES)
