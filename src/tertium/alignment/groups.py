"""Groups: which variables may be aligned with which.

    first sentence    s1a: 1, s1b: 1         s1x: 1
    second sentence   s2a: 2                 s2y: 2, s2z: 2
    the document      d: no group            d: no group

Each side names groups for its variables: one label, such as the number of a sentence, or several,
such as the words that a node of a UMR belongs to. Two variables may be aligned if they share a
label. A variable without labels may be aligned with any, and so may the variables that
standardising adds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from tertium.errors import InputError
from tertium.graph import Graph

Label: TypeAlias = int | str
Labels: TypeAlias = Mapping[str, Label | Iterable[Label]]
"""The labels of variables, by name."""
Sets: TypeAlias = list[list[int]]


def check_labels(labels: Labels, graph: Graph) -> None:
    """Raise an error if *labels* names a variable that *graph* does not have."""
    unknown = sorted(set(labels) - set(graph.variables))
    if unknown:
        raise InputError(f"groups: the graph has no variable {unknown[0]!r}")


def numbered(
    labels: tuple[Labels, Labels], graphs: tuple[Graph | None, Graph | None]
) -> tuple[Sets, Sets]:
    """Return the groups of each variable of two graphs as numbers, the same for the same label."""
    numbers: dict[Label, int] = {}

    def sets(named: Labels, graph: Graph | None) -> Sets:
        return [
            [numbers.setdefault(label, len(numbers)) for label in _labels(named.get(name, ()))]
            for name in (graph.variables if graph is not None else ())
        ]

    return sets(labels[0], graphs[0]), sets(labels[1], graphs[1])


def _labels(given: Label | Iterable[Label]) -> Iterable[Label]:
    return (given,) if isinstance(given, int | str) else given
