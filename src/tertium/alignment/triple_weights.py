"""Triple weights: what a triple counts by its type and its label.

    # type      label      weight
    attribute   polarity   5
    relation    arg#       2
    instance    *-##       1.5
    top         *          0

A file has one rule per line: the type of a triple, a pattern for its label, and what it counts,
separated by tabs. The label of an ``instance`` is its concept; that of a ``relation`` or an
``attribute`` is its role, without the colon; a ``top`` has none. In patterns ``*`` stands for any
characters and ``#`` for a digit; the type ``*`` fits every triple. The first rule that fits counts,
and a triple that no rule fits counts 1. Lines that begin with ``#`` are comments.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from os import PathLike
from os.path import basename
from typing import NamedTuple

from tertium.errors import FileError, shortened
from tertium.files import read_text

TYPES = ("instance", "attribute", "relation", "top", "*")
LARGEST_WEIGHT = 1000.0


class WeightRule(NamedTuple):
    """What triples of a type count whose label fits a pattern."""

    type: str
    label: str
    weight: float


@dataclass(frozen=True)
class TripleWeights:
    """The rules of a file, in their order."""

    name: str
    rules: tuple[WeightRule, ...]

    @property
    def signature(self) -> str:
        """The name of the file, and a hash of its rules."""
        text = "\n".join(f"{rule.type}\t{rule.label}\t{rule.weight!r}" for rule in self.rules)
        return f"{self.name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"

    def native(self, lower: bool) -> list[tuple[str, str, float]]:
        """Return the rules for the native core, in lower case if the graphs are."""
        return [(type_, label.lower() if lower else label, w) for type_, label, w in self.rules]


def read_triple_weights(path: str | PathLike[str]) -> TripleWeights:
    """Read a file of rules."""
    lines = enumerate(read_text(path).splitlines(), start=1)
    rules = [
        _rule(line, f"{path}, line {number}")
        for number, line in lines
        if line.strip() and not line.startswith("#")
    ]
    if not rules:
        raise FileError(f"{path}: there is no weight in this file")
    return TripleWeights(basename(path), tuple(rules))


def _rule(line: str, place: str) -> WeightRule:
    cells = [cell.strip() for cell in line.split("\t")]
    if len(cells) != 3 or not all(cells):
        raise FileError(f"{place}: expected a type, a label and a weight, separated by tabs")
    type_, label, text = cells
    if type_ not in TYPES:
        raise FileError(
            f"{place}: there is no type '{shortened(type_)}'; choose from {', '.join(TYPES)}"
        )
    return WeightRule(type_, label.removeprefix(":"), _weight(text, place))


def _weight(text: str, place: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = math.nan
    if not 0 <= weight <= LARGEST_WEIGHT:
        raise FileError(
            f"{place}: the weight is '{shortened(text)}', not a number from 0 to {LARGEST_WEIGHT:g}"
        )
    return weight
