"""Files: read as bytes or text, written whole or not at all.

Whatever goes wrong becomes a `FileError` that names the file. A new file is written under a random
name beside its target, ``.rows.jsonl.3f9a….unfinished``, and takes the target's name when it is
complete and on disk. If the process is interrupted, what was there before is still there, and
nothing else. Devices, pipes and descriptors (``/dev/stdout``, ``/dev/fd/3``) are written to, never
replaced.
"""

from __future__ import annotations

import io
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from os import PathLike, fspath
from os.path import basename, dirname, islink, join, realpath
from typing import BinaryIO, Protocol, TypeAlias, cast

from tertium import signals
from tertium.errors import FileError

Path: TypeAlias = "str | PathLike[str]"

_BLOCK = 1 << 20
_DESCRIPTORS = re.compile(r"/dev/fd|/proc/(self|\d+)(/task/\d+)?/fd")
_MOST_BYTES = 8 << 30


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


class _Readable(Protocol):
    """What is needed of an open file."""

    def read(self, size: int = -1, /) -> bytes: ...


def most_bytes() -> int:
    """Return the largest text that is read unless told otherwise: 8 GiB, or half of the memory."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows does not tell
        return _MOST_BYTES
    return min(_MOST_BYTES, memory // 2)


def unpack(file: _Readable, shown: str, max_bytes: int | None = None) -> bytes:
    """Return what an open file holds, unpacked if it is gzipped; at most *max_bytes*.

    Everything goes into one buffer, so that no second copy is in memory at any time.
    """
    limit = most_bytes() if max_bytes is None else max_bytes
    start = file.read(2)
    if start != b"\x1f\x8b":
        if isinstance(file, io.BufferedReader) and 0 < _size(file, len(start)) <= limit:
            file.seek(0)
            return file.read()  # in one piece, which is quicker
        return _gather(file, start, limit, shown)
    import gzip
    import zlib

    try:
        with gzip.GzipFile(fileobj=_Rejoined(start, file)) as packed:
            return _gather(packed, b"", limit, shown)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise FileError(f"{shown}: the gzip data is broken or cut short") from None


def _size(file: io.BufferedReader, done: int) -> int:
    """Return the size of a file on a disk of which *done* bytes were read; else 0."""
    try:
        state = os.fstat(file.fileno())
        return state.st_size if stat.S_ISREG(state.st_mode) and file.tell() == done else 0
    except OSError:
        return 0


def _gather(file: _Readable, start: bytes, limit: int, shown: str) -> bytes:
    buffer = io.BytesIO()
    buffer.write(start)
    while block := file.read(_BLOCK):
        buffer.write(block)
        if buffer.tell() > limit:
            raise FileError(
                f"{shown}: the text has more than {limit:,} bytes; if that is meant, raise the "
                "limit with --max-bytes, in Python max_bytes"
            )
    return buffer.getvalue()  # the buffer itself, not a copy


class _Rejoined(io.RawIOBase):
    """A file of which the first bytes were read already."""

    def __init__(self, start: bytes, file: _Readable) -> None:
        self._start, self._file = start, file

    def read(self, size: int = -1) -> bytes:
        start, self._start = self._start, b""
        return start or self._file.read(size)


def write_text(path: Path, parts: Iterable[str]) -> None:
    """Write a file of text; it appears only when it is complete."""
    with open_whole(path) as out:
        for part in parts:
            out.write(part.encode("utf-8", "backslashreplace"))


@contextmanager
def open_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that appears only when it is complete."""
    with naming(path):
        if (descriptor := own_descriptor(path)) is not None:
            _flush(descriptor)
            with open(os.dup(descriptor), "wb") as out:
                yield cast("BinaryIO", out)
            return
        there = find(path)
        if there is not None and not stat.S_ISREG(there.st_mode):
            with open(path, "wb") as out:
                yield cast("BinaryIO", out)
            return
        if there is not None and not os.access(path, os.W_OK):
            raise FileError(f"{fspath(path)}: this file may not be written to")
        with _replacing(realpath(path), there) as out:
            yield out


def find(path: Path) -> os.stat_result | None:
    """Return what the system knows about a file, following links; None if there is none."""
    try:
        return os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def own_descriptor(path: Path) -> int | None:
    """Return the number of the open file that a path such as ``/dev/stdout`` stands for.

    Its real path may be that of a file (``>rows.jsonl``), which must go on where it is.
    """
    name = fspath(path)
    for _ in range(40):  # as many links as the system follows
        folder = realpath(dirname(name) or ".")
        if _DESCRIPTORS.fullmatch(folder) and basename(name).isdecimal():
            ours = folder == "/dev/fd" or folder == realpath("/proc/self/fd")
            return int(basename(name)) if ours else None
        if not islink(name):
            return None
        name = join(folder, os.readlink(name))
    return None


def _flush(descriptor: int) -> None:
    """Let what was printed come before what is written to the same place."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            if stream.fileno() == descriptor:
                stream.flush()


@contextmanager
def _replacing(target: str, there: os.stat_result | None) -> Iterator[BinaryIO]:
    """Write a new file beside *target*, then give it that name, and the mode of the old one."""
    temporary = _temporary_name(target)
    signals.unfinished.add(temporary)
    try:
        mode = 0o666 if there is None else there.st_mode & 0o777
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with open(os.open(temporary, flags, mode), "wb") as out:
            if there is not None:
                _keep_mode(out.fileno(), there)
            yield cast("BinaryIO", out)
            out.flush()
            os.fsync(out.fileno())
        os.replace(temporary, target)
    finally:  # also when interrupted
        if temporary in signals.unfinished:
            with suppress(OSError):
                os.unlink(temporary)
            signals.unfinished.discard(temporary)


def _temporary_name(target: str) -> str:
    """Return a name that no other file has, and that says what it is if it is ever left behind."""
    name = basename(target)[:40]  # of four bytes each at most: a name has no more than 255 bytes
    return join(dirname(target), f".{name}.{os.urandom(8).hex()}.unfinished")


def _keep_mode(descriptor: int, there: os.stat_result) -> None:
    if not hasattr(os, "fchown"):
        return  # Windows has no owners and modes
    now = os.fstat(descriptor)
    if (now.st_uid, now.st_gid) != (there.st_uid, there.st_gid):
        with suppress(PermissionError):
            os.fchown(descriptor, there.st_uid, there.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(there.st_mode))
