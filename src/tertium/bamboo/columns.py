"""The columns of the benchmark as rated pairs, to learn from.

bamboo/sts/main/src.train.amr, tgt.train.amr, train.y       ratings of similarity
bamboo/sts/role_confusion/src.train.amr, tgt.train.amr      couples, rated 0, 1, 0, 1, ...
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from tertium.bamboo.data import CHALLENGES, Challenge, Folder, Key
from tertium.bamboo.ratings import Rated
from tertium.errors import FileError
from tertium.files import read_bytes


def rated_columns(
    folder: Folder, challenges: Sequence[Challenge] = CHALLENGES
) -> tuple[list[Rated], list[str]]:
    """Return the columns of *folder* that are there, and a note for each that is not."""
    missing, found, notes = folder.missing(), [], []
    for key in folder.keys:
        if key[0] not in challenges:
            continue
        if key in missing:
            notes.append(f"{column_title(key)} is left out: {missing[key][0]} is not there")
        else:
            found.append(_rated(folder, key))
    if not found:
        raise FileError(f"{folder.path}: there is nothing to learn from; {notes[0]}")
    return found, notes


def column_title(key: Key) -> str:
    """Return the name of a column in a file of weights."""
    challenge, task = key
    return task if challenge == "main" else f"{task} {challenge}"


def _rated(folder: Folder, key: Key) -> Rated:
    part = folder.read(key)
    digest = hashlib.sha256(column_title(key).encode())
    for file in folder.files(key):
        digest.update(hashlib.sha256(read_bytes(file)).digest())
    note = f"{column_title(key)}: {part.skipped} pairs left out, a graph cannot be read"
    return Rated(
        column_title(key),
        list(part.source),
        list(part.target),
        list(part.human),
        digest.digest(),
        notes=(note,) if part.skipped else (),
    )
