"""Outputs, checked before any work begins: they can be written, and nothing is lost by it."""

from __future__ import annotations

import argparse
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass
from os import PathLike, fspath
from os.path import dirname, isdir, isfile, islink, lexists, realpath
from typing import TypeAlias

from tertium.errors import FileError
from tertium.files import Path, find, naming, own_descriptor

_Identity: TypeAlias = "tuple[int, int] | str"
"""The device and inode of a file, or the real path of one that is not there yet."""


@dataclass(frozen=True, slots=True)
class Target:
    """A file that a command is going to write."""

    option: str
    path: Path
    makes_folders: bool = False  #: whether missing folders are made

    def check(self) -> _Identity | None:
        """Refuse what cannot be written; return who it is, or None for a device or a pipe."""
        with naming(self.path):
            if own_descriptor(self.path) is not None:
                return None
            there = find(self.path)
        if there is None:
            self._check_folder()
            return realpath(self.path)
        if stat.S_ISDIR(there.st_mode):
            raise FileError(f"{self}: this is a directory, {self.option} needs a file")
        if not os.access(self.path, os.W_OK):
            raise FileError(f"{self}: this file may not be written to")
        if not stat.S_ISREG(there.st_mode):
            return None
        self._check_folder()
        return there.st_dev, there.st_ino

    def _check_folder(self) -> None:
        """Refuse a folder that is not there, or in which no file can be made."""
        folder = dirname(realpath(self.path) if islink(self.path) else self.path) or "."
        while self.makes_folders and not lexists(folder):
            folder = dirname(folder) or "."
        if not lexists(folder):
            raise FileError(f"{self}: there is no folder {folder}")
        if not isdir(folder):
            raise FileError(f"{self}: {folder} is a file, not a folder")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise FileError(f"{self}: the folder {folder} may not be written to")

    def __str__(self) -> str:
        return fspath(self.path)


def asked(args: argparse.Namespace, *names: str) -> list[Target]:
    """Return the files that options name, ``pairs`` for ``--pairs``; without those not given."""
    given = {name: getattr(args, name) for name in names}
    return [Target(f"--{name}", path) for name, path in given.items() if path is not None]


def check_targets(targets: Iterable[Target], inputs: Iterable[object]) -> None:
    """Refuse outputs that cannot be written, that are inputs, or that are the same file.

    Inputs are paths, ``-`` for standard input, or things with options that may name files, such as
    metrics.
    """
    read = {identity for thing in inputs for path in _paths(thing) for identity in _who(path)}
    written: dict[_Identity, str] = {}
    if (printed := _regular(1)) is not None:
        written[printed] = "standard output"
    for target in targets:
        identity = target.check()
        if identity is None:
            continue
        if identity in read:
            raise FileError(f"{target}: {target.option} would overwrite an input")
        if identity in written:
            raise FileError(
                f"{target}: {target.option} and {written[identity]} would write the same file"
            )
        written[identity] = target.option


def _paths(thing: object) -> list[str]:
    """Return the files that an input consists of."""
    if isinstance(thing, str | PathLike):
        return [fspath(thing)]
    if not is_dataclass(thing):
        return []
    values = [getattr(thing, field.name) for field in fields(thing)]
    return [value for value in values if isinstance(value, str) and isfile(value)]


def _who(path: str) -> list[_Identity]:
    """Return which file a path is, if it is a file at all."""
    if path == "-":
        found = _regular(0)
        return [] if found is None else [found]
    try:
        there = os.stat(path)
    except (OSError, ValueError):
        return []  # reading it says what is wrong
    return [(there.st_dev, there.st_ino)] if stat.S_ISREG(there.st_mode) else []


def _regular(descriptor: int) -> tuple[int, int] | None:
    """Return which file a stream of this process was redirected to or from."""
    try:
        there = os.fstat(descriptor)
    except OSError:
        return None
    return (there.st_dev, there.st_ino) if stat.S_ISREG(there.st_mode) else None
