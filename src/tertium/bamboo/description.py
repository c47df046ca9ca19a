"""What is in the benchmark: Table 1 of the paper, for any folder of its layout.

            pairs                   words in a sentence    nodes         density
            train / dev / test      mean   median          mean  median  mean   median
    SICK    4500 / 500 / 4927       9.6    9               10.7  10      0.11   0.10

Pairs are those that count, of *main*; sentences and graphs are those of the training set, both
sides. Nodes are variables, concepts and constants, each text once, and density is E/(V(V-1)), as
`tertium.graph.structure` counts them: so the paper's numbers come out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import NamedTuple

from tertium.bamboo.data import Folder, Part, Split
from tertium.errors import FileError
from tertium.graph import Graph
from tertium.graph.structure import Structure

ORDER: tuple[Split, ...] = ("train", "dev", "test")
"""The splits as the paper lists them; graphs are described by the first that is there."""


class Spread(NamedTuple):
    """The mean and the median of numbers."""

    mean: float
    median: float

    @classmethod
    def of(cls, numbers: Iterable[float]) -> Spread | None:
        """Return both, None if there are no numbers.

        >>> Spread.of([1, 2, 6])
        Spread(mean=3.0, median=2)
        """
        known = list(numbers)
        return cls(fmean(known), median(known)) if known else None


@dataclass(frozen=True, slots=True)
class TaskDescription:
    """The size of one task."""

    task: str
    pairs: dict[Split, int | None]  #: None where files are missing
    described: Split  #: the split of which the rest is told
    words: Spread | None  #: of sentences; None if there are none
    nodes: Spread
    density: Spread


@dataclass(frozen=True, slots=True)
class Description:
    """The sizes of all tasks of a folder."""

    folder: Folder
    tasks: tuple[TaskDescription, ...]
    missing: tuple[str, ...]  #: tasks without any split


def describe(folder: Folder) -> Description:
    """Count what is in a folder; its own split does not matter."""
    found = {task: _describe(folder, task) for task in folder.tasks}
    known = tuple(one for one in found.values() if one is not None)
    if not known:
        raise FileError(f"{folder.path}: there are no graphs of main to describe")
    return Description(folder, known, tuple(task for task, one in found.items() if one is None))


def _describe(folder: Folder, task: str) -> TaskDescription | None:
    parts = {split: _part(replace(folder, split=split), task) for split in ORDER}
    chosen = next((split for split in ORDER if parts[split] is not None), None)
    if chosen is None:
        return None
    part = parts[chosen]
    assert part is not None
    graphs = [*part.source, *part.target]
    sizes = [Structure.of(graph) for graph in graphs]
    nodes, density = Spread.of(s.nodes for s in sizes), Spread.of(s.density for s in sizes)
    if nodes is None or density is None:
        return None
    return TaskDescription(
        task,
        {split: None if one is None else len(one) for split, one in parts.items()},
        chosen,
        Spread.of(_words(graphs)),
        nodes,
        density,
    )


def _part(folder: Folder, task: str) -> Part | None:
    key = ("main", task)
    return folder.read(("main", task)) if key not in folder.missing() else None


def _words(graphs: Iterable[Graph]) -> list[int]:
    """Return the lengths of sentences in words, separated by blanks."""
    return [len(graph.sentence.split()) for graph in graphs if graph.sentence]
