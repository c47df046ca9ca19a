"""Frames and their classes: a table that says which predicates mean much the same.

    buy-01       obtain            {"buy-01": "obtain", "purchase-01": "obtain"}
    purchase-01  obtain            {"buy-01": {"label": "obtain", "ARG0": "agent", ...}, ...}

A file has one frame and its class per line, separated by a tab, or is a JSON object: classes by
frame, or objects with a ``label``, as in the ``pb2va.json`` of REMATCH's public script. Frames and
classes are compared in lower case, as concepts are.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tertium.errors import FileError
from tertium.files import file_state, read_text


@dataclass(frozen=True)
class FrameClasses:
    """The classes of frames, by frame."""

    classes: Mapping[str, str]

    @cached_property
    def digest(self) -> str:
        """The first digits of a hash over the table."""
        lines = sorted(f"{frame}\t{name}\n" for frame, name in self.classes.items())
        return hashlib.sha256("".join(lines).encode()).hexdigest()[:8]


def read_frames(path: str) -> FrameClasses:
    """Read a table of frames; a file that has not changed is read once."""
    return _read(path, file_state(path))


@lru_cache(maxsize=4)
def _read(path: str, _: tuple[int, int]) -> FrameClasses:
    text = read_text(path)
    rows = _json_rows(text, path) if text.lstrip().startswith("{") else _tab_rows(text, path)
    classes: dict[str, str] = {}
    for place, frame, name in rows:
        if not frame or not name:
            raise FileError(f"{place}: a frame or its class is empty")
        if classes.setdefault(frame.lower(), name.lower()) != name.lower():
            raise FileError(f"{place}: the frame {frame} has two classes")
    if not classes:
        raise FileError(f"{path}: there is no frame in this table")
    return FrameClasses(classes)


def _tab_rows(text: str, path: str) -> Iterator[tuple[str, str, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        place = f"{path}, line {number}"
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) != 2:
            raise FileError(f"{place}: expected a frame and its class, separated by a tab")
        yield place, cells[0], cells[1]


def _json_rows(text: str, path: str) -> Iterator[tuple[str, str, str]]:
    try:
        table = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"{path}, line {error.lineno}, column {error.colno}"
        raise FileError(f"{place}: this is not JSON: {error.msg}") from None
    except RecursionError:
        raise FileError(f"{path}: this JSON is nested too deeply") from None
    except ValueError:  # Python's limit of 4,300 digits
        raise FileError(f"{path}: this JSON has a number of too many digits") from None
    for frame, entry in table.items():
        name = entry.get("label") if isinstance(entry, dict) else entry
        if not isinstance(name, str):
            raise FileError(f"{path}: the frame {frame} has no class: expected a text or a label")
        yield f"{path}, frame {frame}", frame, name
