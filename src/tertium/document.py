"""JSON documents in which every value is checked, and an error names the file and the path.

    {"shard": [1, 2], "systems": [{"name": "jamr", "rows": [[3.0, 4.0], [5.0, NaN]]}]}

    1.json: systems[0].rows[1][1]: expected a number, found NaN

A `Node` is a value with its path. Its methods return the value as a type, or raise a `FileError`,
so what they return can be used without another look.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tertium.errors import FileError
from tertium.files import Path, read_text

LARGEST = 2**53
"""The largest whole number that is accepted; every one up to it is exact in any reader of JSON."""

Choice = TypeVar("Choice", bound=str)

_SHOWN = 40  # characters of a wrong value


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a document.

    >>> Node("x.json", {"k": [1, "2"]}).field("k")[1].whole()
    Traceback (most recent call last):
    tertium.errors.FileError: x.json: k[1]: expected a whole number, found "2"
    """

    file: str
    value: Any
    path: str = ""

    def wrong(self, expected: str) -> FileError:
        """Return the error that something else was expected here."""
        return self.error(f"expected {expected}, found {_shown(self.value)}")

    def error(self, message: str) -> FileError:
        """Return an error that names the file and the path."""
        return FileError(": ".join(part for part in (self.file, self.path, message) if part))

    def field(self, name: str) -> Node:
        """Return the value of a key, which must be there."""
        if name not in self.object():
            raise self.error(f"the key '{name}' is missing")
        return Node(self.file, self.value[name], f"{self.path}.{name}" if self.path else name)

    def __getitem__(self, index: int) -> Node:
        return Node(self.file, self.value[index], f"{self.path}[{index}]")

    def object(self, keys: Sequence[str] | None = None) -> dict[str, Any]:
        """Return an object; with *keys*, it must have no others."""
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        surplus = next((k for k in self.value if keys is not None and k not in keys), None)
        if surplus is not None:
            raise self.error(f"unknown key {_shown(surplus)}")
        return self.value

    def items(self, length: int | None = None) -> list[Node]:
        """Return the elements of a list, of a given *length* if there is one."""
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        if length is not None and len(self.value) != length:
            raise self.error(f"expected a list of {length}, found {len(self.value)}")
        return [self[index] for index in range(len(self.value))]

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            raise self.wrong("text")
        return self.value

    def text_or_none(self) -> str | None:
        """Return a text or None."""
        return None if self.value is None else self.text()

    def choice(self, choices: Sequence[Choice]) -> Choice:
        """Return one of some texts."""
        for choice in choices:
            if self.value == choice:
                return choice
        raise self.wrong(f"one of {', '.join(choices)}")

    def whole(self, low: int = 0, high: int = LARGEST) -> int:
        """Return a whole number between two bounds."""
        if type(self.value) is not int:
            raise self.wrong("a whole number")
        if not low <= self.value <= high:
            raise self.wrong(f"a whole number from {low} to {high}")
        return self.value

    def number(self, most: float = float(LARGEST)) -> float:
        """Return a number whose magnitude is at most *most*."""
        if type(self.value) not in (int, float) or self.value != self.value:
            raise self.wrong("a number")
        if not -most <= self.value <= most:
            raise self.wrong(f"a number from {-most:g} to {most:g}")
        return float(self.value)


def read_document(path: Path, what: str) -> Node:
    """Read a file of JSON; *what* is how messages call it, such as ``a shard``."""
    return parse_document(read_text(path), str(path), what)


def parse_document(text: str, file: str, what: str) -> Node:
    """Read JSON; *file* and *what* are how messages call it."""
    try:
        return Node(file, json.loads(text, object_pairs_hook=_distinct))
    except json.JSONDecodeError as error:
        reason = f"it is not JSON (line {error.lineno}, column {error.colno}: {error.msg})"
    except RecursionError:
        reason = "its lists or objects are nested too deeply"
    except _Twice as error:
        reason = f"the key {_shown(error.args[0])} occurs twice in one object"
    except ValueError:  # Python's limit of 4,300 digits
        reason = "it has a number of too many digits"
    raise FileError(f"{file}: this is not {what}: {reason}")


class _Twice(Exception):  # noqa: N818
    """A key occurs twice in an object."""


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    if len(whole) < len(pairs):
        seen: set[str] = set()
        raise _Twice(next(key for key, _ in pairs if key in seen or seen.add(key)))  # type: ignore[func-returns-value]
    return whole


def _shown(value: Any) -> str:
    """Return a wrong value as messages show it: short, and in ASCII."""
    if isinstance(value, list | dict):
        return f"{'a list' if isinstance(value, list) else 'an object'} of {len(value)}"
    if isinstance(value, int) and abs(value) > LARGEST:
        return f"a number of {int(math.log10(abs(value))) + 1} digits"
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + " ..."
