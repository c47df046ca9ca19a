"""Plain text with aligned columns, for a terminal; hidden characters are shown by their numbers.

>>> from tertium.report.model import plain
>>> print(table(plain(("system", "F1"), [("jamr", "58.40"), ("camr", "62.01")])))
system     F1
jamr    58.40
camr    62.01

Tables, titles and notes are as wide as the terminal at most, 80 columns if there is none. On a
terminal that shows bold type, the best values are bold.
"""

from __future__ import annotations

from collections.abc import Iterator

from tertium.report.fitting import Line, fitted, wrapped
from tertium.report.look import PLAIN, Look
from tertium.report.model import Block, Drawing, Heading, Notes, Report, Table, Text, sentence
from tertium.terminal import visible_line, width

_LEAST = 40  # columns; a narrower terminal breaks lines itself


def write(report: Report, look: Look = PLAIN) -> str:
    """Return the tables and texts, a blank line between them."""
    return "\n".join("".join(text for text, _ in line) for line in styled(report, look))


def styled(report: Report, look: Look = PLAIN) -> Iterator[Line]:
    """Yield the lines in pieces with styles."""
    first = True
    for part in report.body:
        lines = list(_part(part, look))
        if lines:
            yield from lines if first else [[], *lines]
            first = False


def table(table: Table, look: Look = PLAIN) -> str:
    """Return a table with aligned columns."""
    lines = fitted(table.grid(look), _width())
    return "\n".join("".join(text for text, _ in line) for line in lines)


def _width() -> int:
    return max(_LEAST, width())


def _part(part: Block, look: Look) -> Iterator[Line]:
    if isinstance(part, Table):
        grid = part.grid(look)
        yield from _wrapped([part.title] if part.title else [])
        yield from fitted(grid, _width())
        notes = [*_wrapped([grid.legend] if grid.legend else []), *_part(part.notes, look)]
        yield from [[], *notes] if notes else []
    elif isinstance(part, Notes):
        yield from _wrapped([sentence(line) for line in (part.scale, *part.lines) if line])
        # A signature is to be copied, so it stays in one line.
        yield from ([(visible_line(text), "")] for text in part.signed(look))
    elif isinstance(part, Heading):
        yield [(visible_line(part.text), "heading")]
    elif isinstance(part, Drawing):
        yield from _text(part.instead) if part.instead is not None else ()
    else:
        yield from _text(part)


def _text(text: Text) -> Iterator[Line]:
    if text.style == "listing":
        yield from ([(visible_line(line), "")] for line in text.lines)
    else:
        bullet = "- " if text.style == "items" else ""
        yield from _wrapped(text.lines, bullet)


def _wrapped(lines: tuple[str, ...] | list[str], bullet: str = "") -> Iterator[Line]:
    for line in lines:
        for k, part in enumerate(wrapped(visible_line(line), _width() - len(bullet))):
            yield [((" " * len(bullet) if k else bullet) + part, "")]
