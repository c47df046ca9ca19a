"""Corpora: files of graphs.

A corpus is what a file holds, entry by entry: a graph, or the error that says why there is none.
Bad entries keep their place, so that nothing moves and nothing vanishes. Files may be plain or
gzipped; ``-`` is standard input.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike, fspath
from os.path import basename, isdir, splitext
from typing import TypeAlias, cast

from tertium.errors import FileError, InputError, NotationError, Place
from tertium.files import naming, unpack, write_text
from tertium.graph import notation
from tertium.graph.graph import Graph, GraphLike, PenmanGraph, as_graph, comment_lines
from tertium.graph.limits import check_max_triples, within_limit
from tertium.graph.umr import UmrDocument, parse_umr

_STDIN = "<stdin>"
_OPENING = re.compile(rb"^[ \t]*\(", re.MULTILINE)

Source: TypeAlias = "str | PathLike[str]"


@dataclass(frozen=True, repr=False)
class Corpus:
    """The entries of a file in their order: graphs, and errors for those that cannot be read.

    >>> corpus = Corpus.of(["(b / boy)", "(g / girl)"], "mine")
    >>> len(corpus.entries), str(corpus.graphs[1])
    (2, '(g / girl)')
    """

    name: str
    entries: tuple[Graph | NotationError, ...]
    path: str | None = None
    notes: tuple[str, ...] = ()
    """What looks like a slip in the file, apart from its graphs."""
    table: object = field(default=None, compare=False)
    """The table of which this is a column; corpora of one table belong together row by row."""
    umr: UmrDocument | None = field(default=None, compare=False)
    """The UMR document whose sentence graphs these are."""

    @classmethod
    def read(
        cls,
        path: Source,
        format: notation.Notation = "auto",
        *,
        max_bytes: int | None = None,
        max_triples: int | None = None,
    ) -> Corpus:
        """Read a file; a bad graph becomes an error in its place, it is not raised.

        A text of more than *max_bytes*, unpacked, is refused (default: 8 GiB, or half of the
        memory if that is less). A graph of more than *max_triples* is a bad one (default: none is).
        """
        check_max_triples(max_triples)
        shown, data = _data(path, max_bytes)
        if format == "auto":
            format = notation.guess_format(data)
        document = parse_umr(data, shown) if format == "umr" else None
        if document is None:
            read = notation.read_entries(data, format, shown)
            entries, notes = cast("tuple[Graph | NotationError, ...]", tuple(read)), []
        else:
            entries, notes = document.entries, list(document.notes)
            notes += [str(fault).partition("\n")[0] for fault in document.faults]
        _require_graphs(shown, data, entries)
        corpus = cls(name_of(shown), entries, shown, tuple(notes), umr=document)
        return corpus.limited(max_triples)

    @property
    def label(self) -> str:
        """The name of the corpus in messages."""
        return self.path or self.name

    @property
    def source(self) -> str:
        """The file it was read from; for a table, the whole file, not a column."""
        path: str | None = getattr(self.table, "path", None)
        return path or self.label

    @classmethod
    def of(cls, graphs: Iterable[GraphLike | None], name: str = "graphs") -> Corpus:
        """Make a corpus of graphs in memory; what cannot be read is a bad entry, as is None."""
        return cls(name, tuple(_entry(graph, i) for i, graph in enumerate(graphs, start=1)))

    def limited(self, max_triples: int | None) -> Corpus:
        """Return the corpus with an error in the place of each graph of more than *max_triples*.

        >>> Corpus.of(["(b / boy)", "(b / boy :mod (t / tall))"]).limited(2)
        <Corpus graphs: 2 entries, 1 of them bad>
        """
        check_max_triples(max_triples)
        if max_triples is None:
            return self
        entries = tuple(
            within_limit(entry, max_triples, Place(self.path, number))
            for number, entry in enumerate(self.entries, start=1)
        )
        return replace(self, entries=entries)

    def write(self, path: Source) -> None:
        """Write the graphs with their metadata to a file; a bad entry raises its error."""
        write(path, self.graphs)

    def __len__(self) -> int:
        return len(self.entries)

    def __repr__(self) -> str:
        bad = f", {len(self.errors)} of them bad" if self.errors else ""
        return f"<Corpus {self.label}: {len(self)} entries{bad}>"

    @property
    def graphs(self) -> list[Graph]:
        """All graphs; raises the first error if there is one."""
        for error in self.errors:
            raise error
        return cast("list[Graph]", list(self.entries))

    @cached_property
    def errors(self) -> list[NotationError]:
        """Why entries could not be read."""
        return [entry for entry in self.entries if isinstance(entry, NotationError)]

    @cached_property
    def ids(self) -> list[str | None]:
        """The ``# ::id`` of each entry."""
        return [e.id if isinstance(e, Graph) else e.place.id for e in self.entries]

    @cached_property
    def sentences(self) -> list[str | None]:
        """The ``# ::snt`` of each entry."""
        return [entry.sentence for entry in self.entries]

    @cached_property
    def warnings(self) -> list[str]:
        """A line for each graph that defines a variable twice: its nodes are one in the graph.

        >>> Corpus.of(["(w / walk-01 :ARG0 (d / dog) :ARG1 (d / duck))"]).warnings
        ['graph 1, line 1: the variable d has a second concept, duck; both nodes are merged']
        """
        return [
            _redefinition(self, number, graph)
            for number, graph in enumerate(self.entries, start=1)
            if isinstance(graph, Graph) and graph._redefinition is not None
        ]


def read_umr(path: Source, *, max_bytes: int | None = None) -> UmrDocument:
    """Return all that a UMR file says; what cannot be read is an error in its place."""
    shown, data = _data(path, max_bytes)
    document = parse_umr(data, shown)
    _require_graphs(shown, data, document.entries)
    return document


def read(
    path: Source,
    format: notation.Notation = "auto",
    *,
    max_bytes: int | None = None,
    max_triples: int | None = None,
) -> list[Graph]:
    """Return the graphs of a file.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "two.amr"
    >>> _ = path.write_text("(b / boy)\\n\\n(g / girl)\\n")
    >>> [graph.top for graph in read(path)]
    ['b', 'g']

    The first graph that cannot be read raises a `NotationError`. To keep the others, use
    `Corpus.read`.
    """
    return Corpus.read(path, format, max_bytes=max_bytes, max_triples=max_triples).graphs


def write(path: Source, graphs: Iterable[Graph]) -> None:
    """Write graphs with their metadata to a file, as PENMAN."""
    write_text(path, ["\n\n".join(map(as_entry, graphs)), "\n"])


def as_entry(
    graph: Graph, metadata: Mapping[str, str] | None = None, *, one_line: bool = False
) -> str:
    """Return a graph as a file has it, its metadata first, or those of the graph it was made of.

    >>> print(as_entry(Graph.from_penman("# ::id boys.1\\n(b / boy)")))
    # ::id boys.1
    (b / boy)
    """
    known = graph.metadata if metadata is None else metadata
    return "\n".join([*comment_lines(known), graph.to_penman(one_line=one_line)])


def names_of(corpus: Corpus) -> list[str]:
    """Return what the graphs that can be read are called: their ids, or FILE#3 for the third entry.

    >>> names_of(Corpus.of(["(b / boy)", "(b / boy", "(c / cat)", "# ::id x\\n(d / dog)"], "some"))
    ['some#1', 'some#3', 'x']
    """
    numbered = enumerate(corpus.entries, start=1)
    return [e.id or f"{corpus.source}#{n}" for n, e in numbered if isinstance(e, Graph)]


def _redefinition(corpus: Corpus, number: int, graph: Graph) -> str:
    assert graph._redefinition is not None
    variable, _, concept, place = graph.as_written[graph._redefinition]
    unit = "graph" if corpus.table is None else "row"
    place = Place(corpus.path, number, graph.id, place.line if place else None, unit=unit)
    return (
        f"{place}: the variable {variable} has a second concept, {concept}; both nodes are merged"
    )


def _entry(graph: GraphLike | None, number: int) -> Graph | NotationError:
    try:
        if graph is None:
            raise InputError("there is no graph")
        return as_graph(graph)
    except NotationError as error:
        return error.at(error.place.path, number)
    except InputError as error:
        if not isinstance(graph, Graph | PenmanGraph | Iterable | None):
            raise  # no graph of any kind: a mistake of the program, not of a parser
        return NotationError(str(error), Place(index=number))


def _require_graphs(shown: str, data: bytes, entries: Sequence[Graph | NotationError]) -> None:
    """Refuse a file that is something else; nothing but broken graphs are still a corpus."""
    if not entries:
        hint = "; standard input is empty, or was read before" if shown == _STDIN else ""
        raise FileError(f"{shown}: there is no graph in this file{hint}")
    if not any(isinstance(entry, Graph) for entry in entries) and not _OPENING.search(data):
        if data.lstrip()[:2] == b'{"' or data[:4] == b"PAR1":
            raise FileError(
                f"{shown}: this is a table; name the columns that hold graphs (--column, or "
                "--gold-column and --pred-column), or read it with tertium.RowFile"
            )
        raise FileError(f"{shown}: this is not a file of graphs\n{entries[0]}")


def name_of(shown: str) -> str:
    """Return what a corpus is called if it is read from a file.

    >>> name_of("outputs/parser.amr.gz")
    'parser'
    """
    name = splitext(basename(shown).removesuffix(".gz"))[0] or shown
    return re.sub(r"[\x00-\x1f\x7f]", " ", name)  # a line break would break every table


def _data(path: Source, max_bytes: int | None) -> tuple[str, bytes]:
    """Return how messages call a file of graphs, and its text."""
    shown, data = read_data(path, max_bytes)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise FileError(f"{shown}: this is UTF-16; save it as UTF-8")
    if data.find(b"\n") < 0 <= data.find(b"\r"):
        data = data.replace(b"\r", b"\n")  # the line ends of old Macintoshes
    return shown, data


def read_data(path: Source, max_bytes: int | None = None) -> tuple[str, bytes]:
    """Return how messages call a file, and what is in it, unpacked; ``-`` is standard input."""
    if not isinstance(path, str | PathLike):
        raise InputError(f"expected the path of a file, not {type(path).__name__}")
    if fspath(path) != "-":
        return fspath(path), _read_file(path, max_bytes)
    return _STDIN, _read_stdin(max_bytes)


def _read_stdin(max_bytes: int | None) -> bytes:
    if sys.stdin is None:
        raise FileError(f"{_STDIN}: standard input is closed")
    with naming(_STDIN):
        return unpack(sys.stdin.buffer, _STDIN, max_bytes)


def _read_file(path: Source, max_bytes: int | None) -> bytes:
    if isdir(path):
        raise FileError(f"{fspath(path)}: this is a directory, not a file of graphs")
    try:
        with naming(path), open(path, "rb") as file:
            return unpack(file, fspath(path), max_bytes)
    except FileError as error:
        hint = "; give a list, if it is a graph" if fspath(path).lstrip().startswith("(") else ""
        raise FileError(f"{error}{hint}") from None
