"""Plain text with aligned columns, for a terminal; hidden characters are shown by their numbers.

>>> from tertium.report.model import plain
>>> print(table(plain(("system", "F1"), [("jamr", "58.40"), ("camr", "62.01")])))
system     F1
jamr    58.40
camr    62.01
"""

from __future__ import annotations

from tertium.report.model import Block, Drawing, Heading, Notes, Report, ShownCell, Table
from tertium.report.width import columns
from tertium.terminal import visible_line


def write(report: Report) -> str:
    """Return the tables and texts, a blank line between them."""
    return "\n\n".join(filter(None, map(_part, report.body)))


def table(table: Table) -> str:
    """Return a table with aligned columns."""
    grid = table.grid()
    blanks = " " * table.room
    names = list(map(visible_line, grid.header))
    header = [names[0], *(name + blanks for name in names[1:])]
    lines = [header, *(_cells(row, table.room) for row in grid.rows)]
    widths = [max(columns(line[k]) for line in lines) for k in range(len(header))]
    return "\n".join(_line(line, widths, grid.numbers) for line in lines)


def _cells(row: tuple[ShownCell, ...], room: int) -> list[str]:
    first, *others = ((visible_line(cell.text), cell.mark) for cell in row)
    return ["".join(first), *(text + mark.ljust(room) for text, mark in others)]


def _line(cells: list[str], widths: list[int], numbers: tuple[bool, ...]) -> str:
    padded = []
    for cell, width, number in zip(cells, widths, numbers, strict=True):
        blanks = " " * (width - columns(cell))
        padded.append(blanks + cell if number else cell + blanks)
    return "  ".join(padded).rstrip()


def _part(part: Block) -> str:
    if isinstance(part, Table):
        notes = _part(part.notes)
        below = ["", notes] if notes else []
        title = visible_line(part.title)
        return "\n".join([*([title] if title else []), table(part), *below])
    if isinstance(part, Notes):
        lines = filter(None, [part.scale, *part.lines, *part.signatures])
        return "\n".join(map(visible_line, lines))
    if isinstance(part, Heading):
        return visible_line(part.text)
    if isinstance(part, Drawing):
        return "" if part.instead is None else _part(part.instead)
    bullet = "- " if part.style == "items" else ""
    return "\n".join(bullet + visible_line(line) for line in part.lines)
