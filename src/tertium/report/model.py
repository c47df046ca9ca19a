"""The report model: what a result says, before anything is said about a format.

    result ──report_of──▶ Report ──write──▶ text, Markdown, LaTeX, CSV, JSON, HTML

A `Report` is a sequence of tables, notes and texts, and the object that JSON is made of. A `Table`
has typed values. A `Column` is declared once: its name in data, its heading, its kind, and when it
is shown. Whatever is declared here appears in every format.

>>> from tertium.report.kinds import PERCENT
>>> columns = (Column("system", "system"), Column("f1", "F1", PERCENT))
>>> table = Table(columns, (("jamr", 0.584), ("camr", Cell(0.6201, best=True))))
>>> grid = table.grid()
>>> grid.header, [[cell.text for cell in row] for row in grid.rows]
(('system', 'F1'), [['jamr', '58.40'], ['camr', '62.01']])
>>> table.records()
[{'system': 'jamr', 'f1': 0.584}, {'system': 'camr', 'f1': 0.6201}]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

from tertium.report.kinds import TEXT, UNKNOWN, Kind

Values: TypeAlias = Mapping[str, Sequence[Any]]
"""The values of a table, by the key of their column."""

InPapers: TypeAlias = Literal["always", "alone", "never"]
"""Whether a table for a paper has a column: ``alone`` is where one metric has the table."""


class Column(NamedTuple):
    """A column, for every format."""

    key: str  #: its name in CSV and JSON
    heading: str | None = None  #: its name for people; None is a column that only data have
    kind: Kind = TEXT
    of: Callable[[Any], Any] | None = None
    """Takes what a row is about and returns the value; the attribute called `key` if None."""
    decimals: int | None = None  #: those of the kind if None
    shown: Callable[[Values], bool] | None = None  #: whether people see it; always if None
    after: str = ""
    """The column that it follows where people read it, if not the one declared before it."""
    data: bool = True  #: whether CSV and JSON have it
    papers: InPapers = "always"

    def value(self, item: Any) -> Any:
        """Return the value for what a row is about."""
        return (self.of or attrgetter(self.key))(item)

    def write(self, value: Any) -> str:
        """Return a value as people read it."""
        if value is None:
            return UNKNOWN
        return self.kind.write(
            value, self.kind.decimals if self.decimals is None else self.decimals
        )


class Cell(NamedTuple):
    """A value of a table with more to say than others; a plain value is a cell, too."""

    value: Any
    mark: str = ""  #: follows the value, such as a dagger or stars
    best: bool = False
    column: Column | None = None  #: writes the value, where not that of its place


class ShownCell(NamedTuple):
    """A cell as people read it."""

    text: str
    mark: str = ""
    best: bool = False

    @property
    def whole(self) -> str:
        """The text with its mark, without blanks around."""
        return (self.text + self.mark).strip()


class Grid(NamedTuple):
    """A table as people read it: the columns that are shown, in their order, as text."""

    header: tuple[str, ...]
    numbers: tuple[bool, ...]  #: which columns hold numbers
    rows: tuple[tuple[ShownCell, ...], ...]


class Notes(NamedTuple):
    """What must stand beside numbers."""

    scale: str = ""  #: how values are shown
    lines: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()


class Table(NamedTuple):
    """Typed values in rows."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]  #: values, or cells
    title: str = ""
    caption: str = ""  #: what a paper calls it; the title if empty
    notes: Notes = Notes()
    room: int = 0  #: for marks, in plain text, so that numbers are aligned

    @classmethod
    def of(cls, columns: Sequence[Column], items: Iterable[Any], **more: Any) -> Table:
        """Return a table with a row for each item."""
        rows = tuple(tuple(column.value(item) for column in columns) for item in items)
        return cls(tuple(columns), rows, **more)

    def values(self) -> Values:
        """Return the values by column."""
        return {c.key: [_value(row[k]) for row in self.rows] for k, c in enumerate(self.columns)}

    def grid(self) -> Grid:
        """Return the table as people read it."""
        values = self.values()
        places = [
            k
            for k, c in _reading_order(self.columns)
            if c.heading is not None and (c.shown is None or c.shown(values))
        ]
        return Grid(
            tuple(self.columns[k].heading or "" for k in places),
            tuple(self.columns[k].kind.number for k in places),
            tuple(tuple(_written(row[k], self.columns[k]) for k in places) for row in self.rows),
        )

    def records(self) -> list[dict[str, Any]]:
        """Return the rows as data, without columns of which nothing is known."""
        known = {k for row in self.rows for k, cell in enumerate(row) if _value(cell) is not None}
        kept = [(k, c) for k, c in enumerate(self.columns) if c.data and k in known]
        return [
            {name: x for k, c in kept for name, x in _fields(c, _value(row[k]))}
            for row in self.rows
        ]


class Heading(NamedTuple):
    """Begins a section of a page."""

    text: str
    level: int = 2


class Text(NamedTuple):
    """Lines that are no table: prose, items of a list, or a listing with its own line breaks."""

    lines: tuple[str, ...]
    style: Literal["prose", "items", "listing"] = "prose"


class Drawing(NamedTuple):
    """Charts side by side; only pages show them, so a table or a text must say the same."""

    panels: tuple[str, ...]  #: SVG elements
    caption: str
    instead: Text | None = None  #: what formats without pictures have in its place


Block: TypeAlias = Table | Notes | Text | Heading | Drawing


class Report(NamedTuple):
    """Everything that is to be said about a result."""

    title: str
    body: tuple[Block, ...]  #: for people, in reading order
    data: Mapping[str, Any] = MappingProxyType({})  #: for programs: the object of JSON
    records: Table | None = None  #: for spreadsheets: the rows of CSV; the first table if None
    papers: tuple[Table, ...] | None = None  #: for LaTeX; all tables if None

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables, in reading order."""
        return tuple(part for part in self.body if isinstance(part, Table))


def plain(header: Sequence[str], rows: Iterable[Sequence[str]], text_columns: int = 1) -> Table:
    """Return a table of text; all but the first columns look like numbers."""
    number = Kind(lambda text, _: str(text))
    columns = [Column(name, name, TEXT if k < text_columns else number)
               for k, name in enumerate(header)]  # fmt: skip
    return Table(tuple(columns), tuple(tuple(row) for row in rows))


def transposed(table: Table, heading: str) -> Table:
    """Return a table with rows and columns exchanged, for what is wider than a page."""
    numbers = Kind(lambda value, _: str(value))
    names = [table.columns[0].write(_value(row[0])) for row in table.rows]
    columns = (Column(heading, heading), *(Column(name, name, numbers) for name in names))
    rows = tuple(
        (column.heading, *(_own(row[k], column) for row in table.rows))
        for k, column in enumerate(table.columns[1:], start=1)
    )
    return Table(columns, rows, table.title, table.caption, table.notes)


def record(columns: Sequence[Column], item: Any) -> dict[str, Any]:
    """Return an object of JSON with a field for each column."""
    return {c.key: _plain(_value(c.value(item))) for c in columns if c.data}


def in_reading_order(columns: Sequence[Column]) -> list[Column]:
    """Return the columns as people read them."""
    return [column for _, column in _reading_order(columns)]


def sentence(text: str) -> str:
    """Return a note as a sentence.

    >>> sentence("values times 100")
    'Values times 100.'
    """
    return text[:1].upper() + text[1:] + "." * (not text.endswith("."))


def _value(cell: Any) -> Any:
    return cell.value if isinstance(cell, Cell) else cell


def _written(cell: Any, column: Column) -> ShownCell:
    if not isinstance(cell, Cell):
        return ShownCell(column.write(cell))
    return ShownCell((cell.column or column).write(cell.value), cell.mark, cell.best)


def _own(cell: Any, column: Column) -> Cell:
    """Return a cell that knows how to be written wherever it is moved."""
    if not isinstance(cell, Cell):
        return Cell(cell, column=column)
    return Cell(cell.value, cell.mark, cell.best, cell.column or column)


def _fields(column: Column, value: Any) -> list[tuple[str, Any]]:
    parts = column.kind.parts
    if not parts:
        return [(column.key, value)]
    names = [f"{column.key}_{part}" for part in parts]
    return list(zip(names, value or (None,) * len(parts), strict=True))


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _reading_order(columns: Sequence[Column]) -> list[tuple[int, Column]]:
    """Return the columns as people read them, with their places in data."""
    placed = list(enumerate(columns))
    ordered = [item for item in placed if not item[1].after]
    for item in placed:
        if item[1].after:
            ordered.insert([c.key for _, c in ordered].index(item[1].after) + 1, item)
    return ordered
