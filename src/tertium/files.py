"""Files: read as bytes or text, written whole or not at all.

Whatever goes wrong becomes a `FileError` that names the file. A file that is written appears under
its name only when it is complete; what is interrupted leaves nothing behind.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from os.path import exists, isfile
from typing import BinaryIO, TypeAlias

from tertium.errors import FileError

Path: TypeAlias = "str | PathLike[str]"


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let errors of the operating system, and of a text's encoding, name the file."""
    try:
        yield
    except BrokenPipeError:
        raise
    except FileNotFoundError:
        raise FileError(f"{fspath(path)}: there is no such file") from None
    except OSError as error:
        raise FileError(f"{fspath(path)}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise FileError(f"{fspath(path)}: this is not a text in UTF-8") from None
    except ValueError as error:
        if "null byte" in str(error) or "null character" in str(error):
            raise FileError(f"{fspath(path)!r}: this cannot be the name of a file") from None
        raise


def file_state(path: Path) -> tuple[int, int]:
    """Return the time and the size of a file, which must be one: no folder, pipe or device."""
    with naming(path):
        state = os.stat(path)
    if not stat.S_ISREG(state.st_mode):
        raise FileError(f"{fspath(path)}: this is not a regular file")
    return state.st_mtime_ns, state.st_size


def read_bytes(path: Path) -> bytes:
    """Return what a file holds."""
    with naming(path), open(path, "rb") as file:
        return file.read()


def read_text(path: Path) -> str:
    """Return the text of a file."""
    with naming(path), open(path, encoding="utf-8") as file:
        return file.read()


def write_text(path: Path, parts: Iterable[str]) -> None:
    """Write a file of text; it appears only when it is complete."""
    with open_whole(path) as out:
        for part in parts:
            out.write(part.encode("utf-8", "backslashreplace"))


@contextmanager
def open_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that appears only when it is complete."""
    target = fspath(path)
    # A device or a pipe is written to, not replaced: /dev/null must stay what it is.
    partial = target if exists(target) and not isfile(target) else f"{target}.part"
    with naming(path):
        try:
            with open(partial, "wb") as out:
                yield out
            if partial != target:
                os.replace(partial, target)
        finally:  # also when interrupted: nothing half-written is left
            if partial != target and exists(partial):
                os.unlink(partial)
