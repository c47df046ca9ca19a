"""GitHub-flavoured Markdown.

>>> from tertium.report.model import plain
>>> print(table(plain(("system", "F1"), [("jamr", "58.40"), ("camr", "62.01")])))
| system | F1 |
| :-- | --: |
| jamr | 58.40 |
| camr | 62.01 |
"""

from __future__ import annotations

from tertium.report.model import Heading, Notes, Part, Report, Table, Text, Written, sentence


def write(report: Report) -> str:
    """Return the tables and texts, the best cells in bold."""
    return "\n\n".join(filter(None, map(_part, report.body)))


def table(table: Table) -> str:
    """Return a table."""
    grid = table.grid()
    rule = ["--:" if number else ":--" for number in grid.numbers]
    body = [list(map(_cell, row)) for row in grid.rows]
    lines = [list(map(_escape, grid.header)), rule, *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _cell(cell: Written) -> str:
    text = _escape(cell.whole)
    return f"**{text}**" if cell.best else text


def _escape(text: str) -> str:
    return text.replace("|", r"\|")


def _part(part: Part) -> str:
    if isinstance(part, Table):
        title = f"**{part.title}**" if part.title else ""
        return "\n\n".join(filter(None, [title, table(part), _notes(part.notes)]))
    if isinstance(part, Notes):
        return _notes(part)
    if isinstance(part, Heading):
        return f"{'#' * part.level} {part.text}"
    return _text(part)


def _notes(notes: Notes) -> str:
    scale = [sentence(notes.scale)] if notes.scale else []
    return "\n\n".join([*scale, *notes.lines, *(f"`{s}`" for s in notes.signatures)])


def _text(text: Text) -> str:
    if text.style == "listing":
        return "\n".join(["```", *text.lines, "```"])
    return "\n".join(f"- {line}" if text.style == "items" else line for line in text.lines)
