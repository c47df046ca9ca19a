"""Rows: files of tables that have graphs in their columns.

    {"id": "boys.1", "gold": "(b / boy)", "pred": "(b / boy)"}         JSON lines, .jsonl
    {"id": "boys.2", "gold": "(c / cat)", "pred": null}

    id,gold,pred                                                        CSV and TSV
    boys.1,(b / boy),(b / boy)

Parquet is read, too, with the extra ``arrow``. Every format may be gzipped, or come from standard
input. One column is one corpus, ``RowFile.read("pairs.jsonl").corpus("gold", id_column="id")``;
corpora of the same rows belong together row by row, whatever their ids. An empty cell counts as a
graph that cannot be read, so the policy for bad graphs decides about it.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from os import PathLike
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from tertium.errors import (
    FileError,
    InputError,
    MissingExtraError,
    NotationError,
    Place,
    counted,
    shortened,
)
from tertium.graph.columns import is_missing, text_graphs
from tertium.graph.corpus import Corpus, read_data
from tertium.graph.graph import Graph, as_graph
from tertium.graph.limits import check_max_triples, within_limit

RowFormat = Literal["jsonl", "csv", "tsv", "parquet"]
_SUFFIXES: dict[str, RowFormat] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
}
_PARQUET = b"PAR1"
_GRAPHS = re.compile(rb"(?:\s*(?:#.*\n))*\s*\(")  # a parenthesis, after comments
_EXPECTED = "a table (CSV, TSV, JSON lines or Parquet)"
Cells: TypeAlias = list[Any]


@dataclass(frozen=True, eq=False, repr=False)
class RowFile:
    """A table of graphs: JSON lines, CSV, TSV or Parquet.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "pairs.csv"
    >>> _ = path.write_text("gold,pred\\n(b / boy),(g / girl)\\n")
    >>> str(RowFile.read(path).corpus("gold").graphs[0])
    '(b / boy)'
    """

    path: str
    columns: Mapping[str, Cells]

    @classmethod
    def read(
        cls, path: str | PathLike[str], *, max_bytes: int | None = None, expected: str = _EXPECTED
    ) -> RowFile:
        """Read a table; the format follows from the name of the file, else from its beginning.

        *expected* says what a file of graphs is not.
        """
        shown, data = read_data(path, max_bytes)
        form = row_format(shown) or _guess(data)
        if row_format(shown) is None and _GRAPHS.match(data):
            raise FileError(f"{shown}: this is a file of graphs; expected {expected}")
        if form == "parquet":
            return cls(shown, _parquet(data, shown))
        with _readable_text(shown):
            text = data.decode("utf-8-sig")
        columns = _jsonl(text, shown) if form == "jsonl" else _csv(text, shown, form)
        return cls(shown, columns)

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def __repr__(self) -> str:
        return f"<RowFile {self.path}: {len(self)} rows, columns {', '.join(self.columns)}>"

    def corpus(
        self, column: str, *, id_column: str | None = None, max_triples: int | None = None
    ) -> Corpus:
        """Return the graphs of a column, with the ids of another.

        A graph of more than *max_triples* is a bad one.
        """
        check_max_triples(max_triples)
        cells = self._column(column)
        ids = self._column(id_column) if id_column else None
        if all(is_missing(cell) for cell in cells):
            raise FileError(f"{self.path}, column {column}: no row has a graph")
        if not any(isinstance(cell, str | list | tuple) for cell in cells):
            row = next(n for n, cell in enumerate(cells) if not is_missing(cell))
            kind = type(cells[row]).__name__
            raise FileError(
                f"{self.path}, column {column}: this is not a column of graphs; row {row + 1} "
                f"holds {kind}, not text"
            )
        path = f"{self.path}, column {column}"
        read = (
            self._entry(column, number, cell if graph is None else graph, ids and ids[number])
            for number, (cell, graph) in enumerate(zip(cells, text_graphs(cells), strict=True))
        )
        entries = tuple(
            within_limit(entry, max_triples, Place(path, number, unit="row"))
            for number, entry in enumerate(read, start=1)
        )
        return Corpus(column, entries, path, table=self)

    def _column(self, name: str) -> Cells:
        if name in self.columns:
            return self.columns[name]
        near = get_close_matches(name, self.columns, n=1)
        hint = f"; did you mean {near[0]}? It has" if near else "; it has"
        known = ", ".join(self.columns)
        raise FileError(f"{self.path}: there is no column {name}{hint} {known}")

    def _entry(self, column: str, number: int, cell: Any, id: Any) -> Graph | NotationError:
        name = None if is_missing(id) else str(id)
        path = f"{self.path}, column {column}"
        place = Place(path, number + 1, name, unit="row")
        if is_missing(cell) or cell == "":
            return NotationError("there is no graph", place)
        if isinstance(cell, Mapping):
            return NotationError("expected a graph, PENMAN text or triples, not an object", place)
        try:
            graph = as_graph(cell)
        except NotationError as error:
            return error.in_row(path, number + 1, name)
        except InputError as error:
            return NotationError(str(error), place)
        if name is not None:
            graph._metadata = MappingProxyType({**graph.metadata, "id": name})
        return graph


def row_format(name: str) -> RowFormat | None:
    """Return the format of tables that the name of a file promises.

    >>> row_format("pairs.jsonl.gz"), row_format("gold.amr")
    ('jsonl', None)
    """
    lower = name.lower().removesuffix(".gz")
    return next((form for suffix, form in _SUFFIXES.items() if lower.endswith(suffix)), None)


def _guess(data: bytes) -> RowFormat:
    """Return the format that a text begins like."""
    if data[:4] == _PARQUET:
        return "parquet"
    start = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start[:1] == b"{":
        return "jsonl"
    return "tsv" if b"\t" in start.split(b"\n", 1)[0] else "csv"


@contextmanager
def _readable_text(shown: str) -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError:
        raise FileError(f"{shown}: this is not a text in UTF-8") from None


def _jsonl(text: str, shown: str) -> dict[str, Cells]:
    columns: dict[str, Cells] = {}
    count = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        for name, value in _object(line, f"{shown}, line {number}").items():
            cells = columns.setdefault(name, [])
            cells += [None] * (count - len(cells))  # earlier rows do not have it
            cells.append(value)
        count += 1
    for cells in columns.values():
        cells += [None] * (count - len(cells))
    return _required(columns, shown)


def _object(line: str, place: str) -> dict[str, Any]:
    try:
        row = json.loads(line, object_pairs_hook=_distinct)
    except json.JSONDecodeError as error:
        raise FileError(f"{place}, column {error.colno}: this is not JSON: {error.msg}") from None
    except _Twice as error:
        raise FileError(f"{place}: the field {error} is there twice") from None
    except (RecursionError, ValueError):
        raise FileError(
            f"{place}: this JSON is nested too deeply or has too long a number"
        ) from None
    if not isinstance(row, dict):
        raise FileError(f"{place}: expected an object with a field for each column")
    return row


class _Twice(Exception):  # noqa: N818
    """A field occurs twice in an object."""


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row = dict(pairs)
    if len(row) < len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(next(name for name in names if names.count(name) > 1))
    return row


def _csv(text: str, shown: str, form: RowFormat) -> dict[str, Cells]:
    limit = csv.field_size_limit(sys.maxsize)  # a graph may be long
    try:
        return _csv_columns(text, shown, "\t" if form == "tsv" else ",")
    except csv.Error as error:
        raise FileError(f"{shown}: {error}") from None
    finally:
        csv.field_size_limit(limit)


def _csv_columns(text: str, shown: str, delimiter: str) -> dict[str, Cells]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header = next(reader, [])
    if len(set(header)) < len(header):
        raise FileError(f"{shown}: two columns have the same name: {', '.join(header)}")
    columns: dict[str, Cells] = {name: [] for name in header}
    before, number = reader.line_num, 0
    for row in reader:
        if row:
            number += 1
            if len(row) != len(header):
                raise FileError(
                    f"{shown}: row {number}, line {before + 1}: {counted(len(row), 'field')}, but "
                    f"{counted(len(header), 'column')} ({shortened(', '.join(header))}); a field "
                    "with a comma, a quote or a line break needs quotes"
                )
            for name, cell in zip(header, row, strict=True):
                columns[name].append(cell or None)
        before = reader.line_num
    return _required(columns, shown)


def _parquet(data: bytes, shown: str) -> dict[str, Cells]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as parquet
    except ImportError:
        raise MissingExtraError(
            f"{shown}: Parquet needs pyarrow: pip install 'tertium[arrow]'"
        ) from None
    try:
        table = parquet.read_table(pa.BufferReader(data))
    except (pa.ArrowException, OSError) as error:
        raise FileError(f"{shown}: this Parquet file cannot be read: {error}") from None
    columns = {name: table.column(name).to_pylist() for name in table.column_names}
    return _required(columns, shown)


def _required(columns: dict[str, Cells], shown: str) -> dict[str, Cells]:
    if not any(columns.values()):
        raise FileError(f"{shown}: this table has no rows")
    return columns
