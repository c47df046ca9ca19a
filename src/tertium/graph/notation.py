"""Notations of meaning graphs: PENMAN, and triples line by line. For UMR see `tertium.graph.umr`.

    (w / want-01                            w   :instance   want-01
        :ARG0 (b / boy)                     w   :ARG0       b
        :ARG1 (g / go-02 :ARG0 b))          b   :instance   boy
                                            ...
    penman                                  triples (fields separated by tabs)

Bytes go in; what comes out is, entry by entry, a native graph or a `NotationError` that knows its
place. Reading is native (``native/graph/reader.cpp``): it takes what the penman package takes and
what is found in the wild besides, see ``docs/notation.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast, get_args

from tertium import _native
from tertium.errors import InputError, NotationError, Place
from tertium.graph._umr_sections import looks_like_umr
from tertium.terminal import spelled_out

Notation = Literal["auto", "penman", "triples", "umr"]
NOTATIONS: tuple[Notation, ...] = get_args(Notation)
_FEW = 256  # texts that are read before another thread is started
_BLANKS = b" \t\r\n\v\f\x1c\x1d\x1e\x1f"  # as in native/graph/lines.hpp


def parse(text: str) -> _native.GraphCore:
    """Return the one graph that the PENMAN *text* holds."""
    entries = read_entries(text.encode("utf-8", "surrogatepass"), "penman")
    if not entries:
        raise InputError("there is no graph in this text")
    for entry in entries:
        if isinstance(entry, NotationError):
            raise entry
    if len(entries) > 1:
        raise InputError(f"expected one graph, found {len(entries)}")
    graph = entries[0]
    assert isinstance(graph, _native.GraphCore)
    return graph


def parse_many(texts: Sequence[object], threads: int = 1) -> list[_native.GraphCore | None]:
    """Return the graph of each PENMAN text in one native call.

    None stands for a text that does not hold exactly one graph, `parse` says why, and for
    whatever is not a text.
    """
    return _native.read_texts(texts, threads if len(texts) > _FEW else 1)


def read_entries(
    data: bytes, format: Notation = "auto", path: str | None = None
) -> list[_native.GraphCore | NotationError]:
    """Return the graphs of a file's *data*, and an error in the place of each bad one."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    if format == "auto":
        format = guess_format(data)
    found, faults = _native.read(data, format)
    entries = cast("list[_native.GraphCore | NotationError]", found)
    for index in faults:
        error = _error(cast("_native.Fault", found[index]))
        entries[index] = error if path is None else error.at(path, index + 1)
    return entries


def guess_format(data: bytes) -> Notation:
    """Return the format of *data*: UMR has headings, the others show in their first line."""
    if looks_like_umr(data):
        return "umr"
    for line in data[:65536].splitlines():
        if line.strip(_BLANKS) and not line.startswith(b"#"):
            return "triples" if line.count(b"\t") == 2 and b"(" not in line[:1] else "penman"
    return "penman"


def _error(fault: _native.Fault) -> NotationError:
    place = Place(id=fault.id or None, line=fault.line, column=fault.column)
    return NotationError(spelled_out(fault.message), place, fault.source, fault.sentence)
