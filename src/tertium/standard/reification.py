"""Reification rules: which concept says the same as which role.

    (k / knife :location (d / drawer))
    (k / knife :ARG1-of (b / be-located-at-91 :ARG2 (d / drawer)))

The bundled table (``data/reifications.tsv``) is the chart of the AMR guidelines, and the
seven *shortcuts* that the AMR editor always reifies. Where sources differ it follows the
guidelines; ``docs/standard-forms.md`` lists the cases. Your own table has a line for each
rule: role, concept, and the concept's arguments for the role's source and target, separated by
tabs; lines that begin with ``#`` are comments.
"""

from __future__ import annotations

from functools import cache
from os import PathLike
from typing import NamedTuple

from tertium import _native
from tertium.data import data_path
from tertium.errors import FileError
from tertium.files import file_state, read_text

BUILT_IN = data_path("reifications.tsv")
_KINDS = ("standard", "shortcut")


class Rule(NamedTuple):
    """``x :role y`` is ``(z / concept :source x :target y)``."""

    role: str
    concept: str
    source: str
    target: str
    kind: str = "standard"


def rules(table: str = "standard") -> tuple[Rule, ...]:
    """Return the rules of a table: ``standard``, ``full`` (with shortcuts), or a file's.

    >>> [rule.concept for rule in rules() if rule.role == "location"]
    ['be-located-at-91']
    """
    if table == "standard":
        return tuple(rule for rule in _bundled() if rule.kind == "standard")
    return _bundled() if table == "full" else read(table)


@cache
def _bundled() -> tuple[Rule, ...]:
    return read(BUILT_IN)


def read(path: str | PathLike[str]) -> tuple[Rule, ...]:
    """Read a table of rules."""
    lines = read_text(path).splitlines()
    found = [
        _rule(line, f"{path}, line {number}")
        for number, line in enumerate(lines, start=1)
        if line.strip() and not line.startswith("#")
    ]
    if not found:
        raise FileError(f"{path}: there is no reification in this table")
    _check(found, path)
    return tuple(found)


def _rule(line: str, place: str) -> Rule:
    cells = [cell.strip().removeprefix(":") for cell in line.split("\t")]
    if len(cells) not in (4, 5) or not all(cells):
        raise FileError(f"{place}: expected role, concept, source and target, separated by tabs")
    if len(cells) == 5 and cells[4] not in _KINDS:
        raise FileError(f"{place}: the kind of a rule is one of {', '.join(_KINDS)}")
    if cells[2] == cells[3]:
        raise FileError(f"{place}: source and target are the same argument, {cells[2]}")
    return Rule(*cells)


def _check(found: list[Rule], path: str | PathLike[str]) -> None:
    """Refuse tables under which reifying would not end, or not be a function."""
    roles = {rule.role for rule in found}
    if len(roles) < len(found):
        twice = next(r for r in roles if sum(rule.role == r for rule in found) > 1)
        raise FileError(f"{path}: the role {twice} has two reifications")
    for rule in found:
        cyclic = {rule.source, rule.target} & roles
        if cyclic:
            raise FileError(
                f"{path}: {rule.role} is reified with {min(cyclic)}, which is a reified role itself"
            )


def native_table(table: str, lower: bool) -> _native.ReificationTable:
    """Return a table for the native core, in lower case if the graphs are."""
    parts = [(rule.role, rule.concept, rule.source, rule.target) for rule in rules(table)]
    if lower:
        parts = [(a.lower(), b.lower(), c.lower(), d.lower()) for a, b, c, d in parts]
    return _native.ReificationTable(parts)


def table_state(table: str) -> tuple[int, int] | None:
    """Return the time and size of the file of a table; None if it is bundled."""
    return None if table in ("standard", "full") else file_state(table)
