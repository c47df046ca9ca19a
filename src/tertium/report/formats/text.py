"""Plain text with aligned columns, for a terminal.

>>> from tertium.report.model import plain
>>> print(table(plain(("system", "F1"), [("jamr", "58.40"), ("camr", "62.01")])))
system     F1
jamr    58.40
camr    62.01
"""

from __future__ import annotations

from tertium.report.model import Heading, Notes, Part, Report, Table, Written
from tertium.report.width import columns


def write(report: Report) -> str:
    """Return the tables and texts, a blank line between them."""
    return "\n\n".join(filter(None, map(_part, report.body)))


def table(table: Table) -> str:
    """Return a table with aligned columns."""
    grid = table.grid()
    blanks = " " * table.room
    header = [grid.header[0], *(name + blanks for name in grid.header[1:])]
    lines = [header, *(_cells(row, table.room) for row in grid.rows)]
    widths = [max(columns(line[k]) for line in lines) for k in range(len(header))]
    return "\n".join(_line(line, widths, grid.numbers) for line in lines)


def _cells(row: tuple[Written, ...], room: int) -> list[str]:
    return [row[0].text + row[0].mark, *(cell.text + cell.mark.ljust(room) for cell in row[1:])]


def _line(cells: list[str], widths: list[int], numbers: tuple[bool, ...]) -> str:
    padded = []
    for cell, width, number in zip(cells, widths, numbers, strict=True):
        blanks = " " * (width - columns(cell))
        padded.append(blanks + cell if number else cell + blanks)
    return "  ".join(padded).rstrip()


def _part(part: Part) -> str:
    if isinstance(part, Table):
        notes = _part(part.notes)
        below = ["", notes] if notes else []
        return "\n".join([*([part.title] if part.title else []), table(part), *below])
    if isinstance(part, Notes):
        return "\n".join(filter(None, [part.scale, *part.lines, *part.signatures]))
    if isinstance(part, Heading):
        return part.text
    bullet = "- " if part.style == "items" else ""
    return "\n".join(bullet + line for line in part.lines)
