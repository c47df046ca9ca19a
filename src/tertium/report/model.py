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

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from tertium.report.kinds import TEXT, UNKNOWN, Kind
from tertium.report.look import PLAIN, Look

if TYPE_CHECKING:
    from tertium.metrics import Metric

_PLAIN_WORD = re.compile(r"[a-z]+[ ,;]")
_ENDS = (".", ":", "?", ".”", "?”", "!”", "…”")
_EXPLAINED = re.compile(r"[^:;.]{1,40}: ")

Values: TypeAlias = Mapping[str, Sequence[Any]]
"""The values of a table, by the key of their column."""


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
    on_request: bool = False  #: whether people see it only with ``--details`` or ``--columns``
    group: str = ""  #: what it belongs to, with the columns beside it: the name of a metric
    block: str = ""  #: the same without a name above: what stays together in a wide table
    main: bool = False
    """Whether it is what its group is about: alone, it is headed by the group's name."""
    meaning: str = ""  #: what its heading means, for a line below the table

    def value(self, item: Any) -> Any:
        """Return the value for what a row is about."""
        return (self.of or attrgetter(self.key))(item)

    def write(self, value: Any, scaled: int | None = None) -> str:
        """Return a value as people read it; *scaled* is how many decimals they want to see."""
        if value is None:
            return UNKNOWN
        own = self.kind.decimals if self.decimals is None else self.decimals
        return self.kind.write(value, scaled if scaled is not None and self.kind.scaled else own)


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
    groups: tuple[str, ...]  #: the name above each column, the same above several; often empty
    numbers: tuple[bool, ...]  #: which columns hold numbers
    rows: tuple[tuple[ShownCell, ...], ...]
    keys: int = 1  #: how many columns say what a row is about
    legend: str = ""  #: what the headings mean that need it
    blocks: tuple[str, ...] = ()  #: names of what stays together; the groups if empty

    @property
    def units(self) -> tuple[str, ...]:
        """The name of what each column stays together with; empty for one that stands alone."""
        return self.blocks or self.groups

    @property
    def headings(self) -> tuple[str, ...]:
        """The header in one line, for formats that have no room for groups."""
        both = zip(self.groups, self.header, strict=True)
        return tuple(f"{group} {name}".strip() for group, name in both)

    def spans(self) -> list[tuple[str, int]]:
        """Return the groups, each with its number of columns."""
        return [(group, len(list(same))) for group, same in groupby(self.groups)]


class Notes(NamedTuple):
    """What must stand beside numbers."""

    scale: str = ""  #: how values are shown
    lines: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()  #: as they are
    metrics: tuple[Metric, ...] = ()  #: whose signatures are shown in the form that was asked for

    def signed(self, look: Look = PLAIN) -> list[str]:
        """Return the signatures, each once."""
        full = look.signature == "full"
        own = [metric.signature if full else metric.short_signature for metric in self.metrics]
        return list(dict.fromkeys([*own, *self.signatures]))


class Table(NamedTuple):
    """Typed values in rows."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]  #: values, or cells
    title: str = ""
    caption: str = ""  #: what a paper calls it; the title if empty
    notes: Notes = Notes()
    keys: int = 1  #: how many columns say what a row is about; they begin each part of a wide table
    label: str = ""  #: what a paper refers to it by

    @classmethod
    def of(cls, columns: Sequence[Column], items: Iterable[Any], **more: Any) -> Table:
        """Return a table with a row for each item."""
        rows = tuple(tuple(column.value(item) for column in columns) for item in items)
        return cls(tuple(columns), rows, **more)

    def values(self, group: str = "") -> Values:
        """Return the values of the columns of a group."""
        return {
            c.key: [_value(row[k]) for row in self.rows]
            for k, c in enumerate(self.columns)
            if c.group == group
        }

    def grid(self, look: Look = PLAIN) -> Grid:
        """Return the table as people read it."""
        places = self._places(look)
        shown = [self.columns[k] for k in places]
        counts = Counter(column.group for column in shown)
        alone = [column.main and counts[column.group] == 1 for column in shown]
        both = list(zip(shown, alone, strict=True))
        return Grid(
            tuple(c.group if one else c.heading or "" for c, one in both),
            tuple("" if one else c.group for c, one in both),
            tuple(column.kind.number for column in shown),
            tuple(
                tuple(_written(row[k], self.columns[k], look.decimals) for k in places)
                for row in self.rows
            ),
            sum(k < self.keys for k in places),
            sentence(
                "; ".join(dict.fromkeys(f"{c.heading}: {c.meaning}" for c in shown if c.meaning))
            ),
            tuple(c.block or c.group for c in shown),
        )

    def _places(self, look: Look) -> list[int]:
        """Return the columns that are shown, in reading order."""
        if not any(map(look.names, self.columns)):
            look = look._replace(columns=())  # other tables of the report have those
        values = {c.group: self.values(c.group) for c in self.columns}
        return [
            k
            for k, c in _reading_order(self.columns)
            if c.heading is not None
            and (k < self.keys or look.shows(c))
            and (c.shown is None or c.shown(values[c.group]))
        ]

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


def crossed(
    corner: Sequence[Column],
    rows: Sequence[Sequence[Any]],
    groups: Sequence[str],
    columns: Sequence[Sequence[Column]],
    lines: Sequence[Sequence[Any]],
) -> Table:
    """Return a table with a group of columns for each metric, or whatever is beside each other.

    *rows* are the values of the columns of the *corner*, *lines* what the cells of a row are about,
    one thing for each group, and *columns* those of each group.
    """
    header = [*corner]
    for group, own in zip(groups, columns, strict=True):
        header += [column._replace(group=group) for column in own]
    body = [
        (*key, *(c.value(item) for own, item in zip(columns, line, strict=True) for c in own))
        for key, line in zip(rows, lines, strict=True)
    ]
    return Table(tuple(header), tuple(body), keys=len(corner))


def record(columns: Sequence[Column], item: Any) -> dict[str, Any]:
    """Return an object of JSON with a field for each column."""
    return {c.key: _plain(_value(c.value(item))) for c in columns if c.data}


def sentence(text: str) -> str:
    """Return a note as a sentence; what it explains is left as it is written in the table.

    >>> sentence("values times 100"), sentence("lost: points of 100"), sentence("a.amr is empty")
    ('Values times 100.', 'lost: points of 100.', 'a.amr is empty.')
    """
    begins = _PLAIN_WORD.match(text) and not _EXPLAINED.match(text)
    first = text[:1].upper() if begins else text[:1]
    return first + text[1:] + "." * (bool(text) and not text.endswith(_ENDS))


def _value(cell: Any) -> Any:
    return cell.value if isinstance(cell, Cell) else cell


def _written(cell: Any, column: Column, decimals: int | None) -> ShownCell:
    if not isinstance(cell, Cell):
        return ShownCell(column.write(cell, decimals))
    text = (cell.column or column).write(cell.value, decimals)
    return ShownCell(text, cell.mark, cell.best)


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
            places = [(c.group, c.key) for _, c in ordered]
            ordered.insert(places.index((item[1].group, item[1].after)) + 1, item)
    return ordered
