"""What can go wrong, and how it is said.

    TertiumError
    ├── InputError             something a user gave is wrong (also a ValueError)
    │   ├── FileError          a file is missing, unreadable, empty, or no text
    │   ├── NotationError      a graph cannot be read: file, graph, line, column, caret
    │   └── PairingError       two files do not fit together
    ├── OptionError            no such metric, option or value (also a ValueError)
    ├── MetricError            a custom metric failed, or did not return numbers
    └── MissingExtraError      a feature needs a package that is not installed (also an ImportError)

The command line turns each into a message on stderr and exit code 2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tertium.terminal import spelled_out, visible_line

_WINDOW = 78  # characters of a long line that are shown around the caret


class TertiumError(Exception):
    """The base of all errors that Tertium raises.

    >>> import tertium
    >>> try:
    ...     tertium.score("(b / boy", "(b / boy)")
    ... except tertium.TertiumError as error:
    ...     print(str(error).splitlines()[0])
    line 1, column 9: the graph ends here with 1 parenthesis still open; ...
    """


class InputError(TertiumError, ValueError):
    """Something a user gave is wrong."""


class FileError(InputError):
    """A file is missing, unreadable, empty, or not a text."""


class PairingError(InputError):
    """Two files of graphs do not fit together."""


class OptionError(TertiumError, ValueError):
    """There is no such metric, option or value."""


class MetricError(TertiumError):
    """A custom metric failed, or did not return numbers."""


class MissingExtraError(TertiumError, ImportError):
    """A feature needs a package that is not installed."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a graph, or a fault in it, stands."""

    path: str | None = None  #: the file, if there is one
    index: int | None = None  #: the graph's number in it, from 1; in a table, that of the row
    id: str | None = None  #: its ``# ::id``
    line: int | None = None
    column: int | None = None
    unit: str = "graph"  #: what `index` counts: graphs, or rows

    def __str__(self) -> str:
        graph = [f"{self.unit} {self.index}"] if self.index is not None else []
        if self.id:
            graph = [f"{graph[0] if graph else 'graph'} ({visible_line(self.id)})"]
        parts = graph + [f"{name} {number}" for name, number in self._numbers() if number]
        where = ", ".join(parts)
        path = visible_line(self.path or "")
        return f"{path}: {where}" if path and where else path or where

    def _numbers(self) -> list[tuple[str, int | None]]:
        return [("line", self.line), ("column", self.column)]


class NotationError(InputError):
    """A graph cannot be read.

    Its text names the place and shows the line with a caret:

    >>> from tertium.graph.notation import parse
    >>> parse("(b / boy :ARG0 dog cat)")
    Traceback (most recent call last):
    tertium.errors.NotationError: line 1, column 20: expected a role or ')'
        (b / boy :ARG0 dog cat)
                           ^
    """

    def __init__(self, message: str, place: Place, source: str = "", sentence: str = "") -> None:
        super().__init__(message, place, source, sentence)
        self.message = message
        self.place = place
        self.source = source
        self.sentence = sentence or None  #: the graph's ``# ::snt``

    def at(self, path: str | None, index: int | None) -> NotationError:
        """Return the same error, placed in a file."""
        place = replace(self.place, path=path, index=index)
        return NotationError(self.message, place, self.source, self.sentence or "")

    def in_row(self, path: str, row: int, id: str | None) -> NotationError:
        """Return the same error, placed in a table."""
        place = replace(self.place, path=path, index=row, id=id or self.place.id, unit="row")
        return NotationError(self.message, place, self.source, self.sentence or "")

    def __str__(self) -> str:
        text = f"{self.place}: {self.message}"
        return text if not self.source else f"{text}\n{self._drawing()}"

    def _drawing(self) -> str:
        line = self.source.rstrip(" \t\r\n").replace("\t", " ")
        column = (self.place.column or 1) - 1
        start = max(0, column - _WINDOW // 2) if len(line) > _WINDOW else 0
        stop = start + _WINDOW
        before = "..." if start else ""
        after = "..." if stop < len(line) else ""
        # The caret stands below its character, however many of those before it are spelled out.
        ahead = spelled_out(line[start:column].ljust(column - start))
        caret = " " * (len(before) + len(ahead)) + "^"
        return f"    {before}{spelled_out(line[start:stop])}{after}\n    {caret}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, as messages say it.

    >>> counted(1, "graph"), counted(2, "graph")
    ('1 graph', '2 graphs')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def shortened(text: str, most: int = 40) -> str:
    """Return a text that a user gave, cut so that a message stays readable.

    >>> shortened("9" * 5000, 3)
    '999 ... (5,000 characters)'
    """
    return text if len(text) <= most else f"{text[:most]} ... ({len(text):,} characters)"
