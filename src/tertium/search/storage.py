"""Storage: where the segments of an index are, in a folder or in memory.

    corpus.tix/
        manifest.json           the metric, and the segments that belong to the index
        4be2c1….segment         graphs that were added together; never changed
        lock                    held by the one process that writes

A segment belongs to the index when the manifest names it, and the manifest is replaced as a whole.
So a process that is killed, or a disk that is full, leaves the index as it was; what it left behind
is removed by the next one that writes. Readers need no lock: what they have mapped stays theirs,
even if another process compacts the index. Only somebody else could cut a segment short while it is
mapped, so its size is checked whenever it is used.
"""

from __future__ import annotations

import base64
import binascii
import json
import mmap
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from os.path import basename, isdir, join, normpath
from typing import TYPE_CHECKING, cast

from tertium import _native
from tertium._version import __version__
from tertium.document import Node, read_document
from tertium.errors import FileError
from tertium.files import file_state, naming, open_whole, write_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Buffer

FORMAT = 1
_MANIFEST = "manifest.json"
_LOCK = "lock"
_SEGMENT = re.compile(r"[0-9a-f]{16}\.segment")
_KEYS = ("tertium", "format", "metric", "signature", "approximate", "segments")
_RETRIES = 5  # of opening, while another process compacts


@dataclass(slots=True, eq=False)
class Volume:
    """A segment, and which of its graphs were removed."""

    segment: _native.Segment
    name: str
    size: int  #: in bytes
    checksum: str
    removed: bytes = b""  #: a byte for each graph, 1 if it was removed; or nothing
    buffer: object = None  #: what the segment reads from

    def __len__(self) -> int:
        return len(self.segment) - self.removed.count(1)

    def is_whole(self) -> bool:
        """Tell whether the file still has what is mapped; to read more ends the process."""
        return not isinstance(self.buffer, mmap.mmap) or self.buffer.size() >= self.size

    def remove(self, numbers: Sequence[int]) -> None:
        """Mark graphs as removed."""
        flags = bytearray(self.removed or bytes(len(self.segment)))
        for number in numbers:
            flags[number] = 1
        self.removed = bytes(flags)
        self.segment.set_removed(self.removed)


@dataclass(slots=True, eq=False)
class Shelf:
    """The segments of an index, and what they were made for."""

    metric: str  #: as the command line spells it
    signature: str
    approximate: bool
    volumes: list[Volume] = field(default_factory=list)

    def manifest(self) -> str:
        """Return the manifest that names all segments."""
        segments = [
            {
                "name": volume.name,
                "graphs": len(volume.segment),
                "bytes": volume.size,
                "checksum": volume.checksum,
                "removed": base64.b64encode(volume.removed).decode() if volume.removed else None,
            }
            for volume in self.volumes
        ]
        whole = {
            "tertium": __version__,
            "format": FORMAT,
            "metric": self.metric,
            "signature": self.signature,
            "approximate": self.approximate,
            "segments": segments,
        }
        return json.dumps(whole, indent=1) + "\n"


def volume_of(data: NDArray[np.uint8]) -> Volume:
    """Make a segment that lives in memory."""
    segment = _native.Segment(data)
    name = f"{os.urandom(8).hex()}.segment"
    return Volume(segment, name, data.nbytes, f"{segment.checksum():016x}", buffer=data)


@contextmanager
def damaged(path: str) -> Iterator[None]:
    """Let a segment that is damaged be an error that names its file."""
    try:
        yield
    except _native.DamagedSegment as error:
        raise FileError(f"{path}: {error}; build the index again") from None


class IndexFolder:
    """An index on a disk."""

    def __init__(self, path: str) -> None:
        self.path = normpath(path)

    def exists(self) -> bool:
        """Tell whether there is an index."""
        return os.path.lexists(join(self.path, _MANIFEST))

    def files(self) -> list[str]:
        """Return all files of the folder."""
        with naming(self.path):
            return [join(self.path, name) for name in os.listdir(self.path)]

    def require_free(self, *, replace: bool) -> None:
        """Refuse a folder that holds something else, or an index that is not to be replaced."""
        with naming(self.path):
            if os.path.lexists(self.path) and not isdir(self.path):
                raise FileError(f"{self.path}: this is a file; an index is a folder")
            names = os.listdir(self.path) if isdir(self.path) else []
        foreign = [name for name in names if not _is_ours(name)]
        if foreign:
            raise FileError(f"{self.path}: this folder holds other files, such as {min(foreign)}")
        if self.exists() and not replace:
            raise FileError(f"{self.path}: there is an index already; 'tertium index add' adds "
                            "graphs to it, --replace, in Python replace=True, builds it "
                            "anew")  # fmt: skip

    @contextmanager
    def building(self, *, replace: bool) -> Iterator[None]:
        """Hold the folder for a new index; if that fails, no folder is left that was not there."""
        self.require_free(replace=replace)
        there = isdir(self.path)
        try:
            with naming(self.path):
                os.makedirs(self.path, exist_ok=True)
            with self.lock():
                self.require_free(replace=replace)  # another process may have been quicker
                yield
        except BaseException:  # also when interrupted
            if not there and not self.exists():
                with suppress(OSError, FileError), self.lock():  # else another process builds here
                    os.unlink(join(self.path, _LOCK))
                    os.rmdir(self.path)
            raise

    def read(self) -> Shelf:
        """Open the index."""
        for attempt in range(_RETRIES):
            manifest = self._read_manifest()
            try:
                return self._read_shelf(manifest)
            except FileError:
                # Another process may have compacted the index between the two reads.
                if attempt + 1 == _RETRIES or self._read_manifest().value == manifest.value:
                    raise
        raise AssertionError("unreachable")

    def _read_manifest(self) -> Node:
        if not isdir(self.path) or not self.exists():
            there = os.path.lexists(self.path)
            reason = "this is not an index" if there else "there is no such index"
            raise FileError(f"{self.path}: {reason}; tertium index build makes one")
        file_state(join(self.path, _MANIFEST))
        manifest = read_document(join(self.path, _MANIFEST), "the manifest of an index")
        if manifest.field("format").whole() != FORMAT:
            made = manifest.field("tertium").text()
            raise manifest.error(f"the index was made by tertium {made}; build it again")
        for key in _KEYS:
            manifest.field(key)
        manifest.object(_KEYS)
        return manifest

    def _read_shelf(self, manifest: Node) -> Shelf:
        approximate = manifest.field("approximate")
        if not isinstance(approximate.value, bool):
            raise approximate.wrong("true or false")
        volumes = [self._read_volume(entry) for entry in manifest.field("segments").items()]
        metric, signature = manifest.field("metric").text(), manifest.field("signature").text()
        return Shelf(metric, signature, approximate.value, volumes)

    def _read_volume(self, entry: Node) -> Volume:
        name = entry.field("name").text()
        if not _SEGMENT.fullmatch(name):
            raise entry.field("name").wrong("the name of a segment")
        path, size = join(self.path, name), entry.field("bytes").whole(1)
        file_state(path)  # a pipe would be waited for
        with naming(path), open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size != size:
                raise FileError(f"{path}: the file does not have its {size:,} bytes; it was cut "
                                "short or changed; build the index again")  # fmt: skip
            buffer = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        with damaged(path):
            segment = _native.Segment(buffer)
        if len(segment) != entry.field("graphs").whole():
            raise FileError(f"{path}: this is another segment; build the index again")
        volume = Volume(segment, name, size, entry.field("checksum").text(), buffer=buffer)
        volume.removed = _flags(entry.field("removed"), len(segment))
        segment.set_removed(volume.removed)
        return volume

    def write(self, shelf: Shelf) -> None:
        """Make *shelf* the index: new segments first, then the manifest.

        What is left over is removed: old segments, or new ones if there was no time for a manifest.
        """
        try:
            for volume in shelf.volumes:
                path = join(self.path, volume.name)
                if not os.path.exists(path):
                    with open_whole(path) as out:
                        out.write(cast("Buffer", volume.buffer))
            write_text(join(self.path, _MANIFEST), [shelf.manifest()])
        finally:  # also when interrupted
            try:
                self._clean()
            except KeyboardInterrupt:  # by a signal that comes just now
                self._clean()
                raise

    def _clean(self) -> None:
        """Remove segments that the manifest does not name, and files that were never finished."""
        try:
            named = self._read_manifest().field("segments").items() if self.exists() else []
            kept = {segment.field("name").value for segment in named}
        except FileError:
            return  # what it names is not known
        for name in os.listdir(self.path):
            ours = _SEGMENT.fullmatch(name) and name not in kept
            if ours or name.endswith(".unfinished"):
                with suppress(OSError):
                    os.unlink(join(self.path, name))

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Be the only process that writes; the system ends the lock with the process."""
        path = join(self.path, _LOCK)
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        with naming(path):
            file = open(os.open(path, flags, 0o666), "r+b", buffering=0)  # noqa: SIM115
        with file:
            if not _lock_file(file.fileno()) or not _is_at(file.fileno(), path):
                raise FileError(f"{self.path}: another process is writing to this index; try again "
                                "when it is done")  # fmt: skip
            yield


def _is_ours(name: str) -> bool:
    known = name in (_MANIFEST, _LOCK) or name.endswith(".unfinished")
    return known or bool(_SEGMENT.fullmatch(basename(name)))


def _flags(entry: Node, graphs: int) -> bytes:
    """Return which graphs were removed."""
    text = entry.text_or_none()
    if text is None:
        return b""
    try:
        flags = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        flags = b""
    if len(flags) != graphs or set(flags) - {0, 1}:
        raise entry.error("this is not a list of removed graphs")
    return flags


def _is_at(descriptor: int, path: str) -> bool:
    """Tell whether an open file still has its name; one that was removed locks nobody out."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except OSError:
        return False


def _lock_file(descriptor: int) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
