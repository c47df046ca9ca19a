"""Triples that a program gave, checked before the native core gets them.

("b", ":instance", "boy")      a triple; numbers are texts, None is a missing concept
("b", "boy")                   not a triple: the error names its number
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from tertium.errors import InputError

Triple: TypeAlias = tuple[str, str, str | None]
"""Source, role with its colon, target; None where a concept or value is missing."""

_ROWS = (tuple, list)
_VALUES = (str, int, float, type(None))


def first_bad(triples: list[Triple]) -> Triple | None:
    """Return the first triple that is not valid Unicode: a lone surrogate cannot be encoded."""

    def is_bad(triple: Triple) -> bool:
        return any("\ud800" <= c <= "\udfff" for part in triple for c in part or "")

    return next(filter(is_bad, triples), None)


def checked_triples(triples: Iterable[Triple]) -> list[Triple]:
    """Return triples that a program gave, or say which of them is not one."""
    if not isinstance(triples, Iterable):
        raise InputError(f"expected triples, not {type(triples).__name__}")
    checked = [_triple(number, triple) for number, triple in enumerate(triples, start=1)]
    if not checked:
        raise InputError("a graph needs at least one triple")
    return checked


def _triple(number: int, given: object) -> Triple:
    if isinstance(given, _ROWS) and len(given) == 3:
        source, role, target = given
        named = isinstance(source, str) and isinstance(role, str) and source and role
        if named and isinstance(target, _VALUES):
            return source, role, None if target is None else str(target)
    raise InputError(f"triple {number} is not (source, role, target): {given!r}")
