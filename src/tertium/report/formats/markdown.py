"""GitHub-flavoured Markdown; whatever text comes from data is shown as it is, nothing is active.

>>> from tertium.report.model import plain
>>> print(table(plain(("system", "F1"), [("jamr", "58.40"), ("camr", "62.01")])))
| system | F1 |
| :-- | --: |
| jamr | 58.40 |
| camr | 62.01 |
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tertium.report.look import PLAIN, Look
from tertium.report.model import (
    Block,
    Drawing,
    Heading,
    Notes,
    Report,
    ShownCell,
    Table,
    Text,
    sentence,
)
from tertium.terminal import visible_line

_ACTIVE = re.compile(
    r"[\\`<>|*~$]|&(?=[#\w]+;)"  # HTML, entities, cells, code, emphasis, formulas
    r"|(?<![^\W_])_|_(?![^\W_])"  # emphasis; not the one in a_b
    r"|\[(?![-+−]?[\d.]+, [-+−]?[\d.]+\](?![(\[:]))"  # links and images; not the interval [1, 2]
    r"|:(?=//)|(?<=www)\."  # addresses that become links of themselves
    r"|^(?:[#+-](?=\s|$)|\d+(?=[.)]\s))",  # headings and lists, at the beginning of a line
    re.IGNORECASE,
)
_BACKSLASHED = set("|*_~[#+-")


def write(report: Report, look: Look = PLAIN) -> str:
    """Return the tables and texts, the best cells in bold."""
    return "\n\n".join(filter(None, (_part(part, look) for part in report.body)))


def table(table: Table, look: Look = PLAIN, *, markup: bool = False) -> str:
    """Return a table; *markup* is for cells that are Markdown and have nothing from data."""
    grid = table.grid(look)
    write = _bar if markup else escape
    rule = ["--:" if number else ":--" for number in grid.numbers]
    body = [[_cell(cell, write) for cell in row] for row in grid.rows]
    lines = [list(map(write, grid.headings)), rule, *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def escape(text: str) -> str:
    r"""Return *text* so that Markdown shows it as it is, on one line.

    >>> print(escape("a_b <b> [x](y) [1.0, 2.0]"))
    a_b &lt;b&gt; \[x](y) [1.0, 2.0]
    """
    return _ACTIVE.sub(_inactive, visible_line(text))


def _inactive(found: re.Match[str]) -> str:
    text = found[0]
    names = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
    # No backslash of the text itself remains, so it cannot take ours away.
    return names.get(text) or (f"\\{text}" if text in _BACKSLASHED else _numbered(text))


def _numbered(text: str) -> str:
    return "".join(f"&#{ord(c)};" for c in text)


def _bar(text: str) -> str:
    return text.replace("|", r"\|")


def _cell(cell: ShownCell, write: Callable[[str], str]) -> str:
    if not cell.best:
        return write(cell.whole)
    return f"**{write(cell.text.strip())}**{write(cell.mark)}".strip()


def _part(part: Block, look: Look) -> str:
    if isinstance(part, Table):
        title = f"**{escape(part.title)}**" if part.title else ""
        return "\n\n".join(
            filter(None, [title, table(part, look), _legend(part, look), _notes(part.notes, look)])
        )
    if isinstance(part, Notes):
        return _notes(part, look)
    if isinstance(part, Heading):
        return f"{'#' * part.level} {escape(part.text)}"
    if isinstance(part, Drawing):
        return "" if part.instead is None else _part(part.instead, look)
    return _text(part)


def _legend(table: Table, look: Look) -> str:
    return escape(table.grid(look).legend)


def _notes(notes: Notes, look: Look) -> str:
    said = [sentence(line) for line in (notes.scale, *notes.lines) if line]
    return "\n\n".join([*map(escape, said), *map(_code, notes.signed(look))])


def _code(text: str) -> str:
    """Return *text* between more backticks than it has in a row itself."""
    text = visible_line(text)
    ticks, blank = _ticks(text, 1), " " * ("`" in text)
    return f"{ticks}{blank}{text}{blank}{ticks}"


def _ticks(text: str, least: int) -> str:
    longest = max(map(len, re.findall("`+", text)), default=0)
    return "`" * max(least, longest + 1)


def _text(text: Text) -> str:
    if text.style == "listing":
        lines = list(map(visible_line, text.lines))
        fence = _ticks("\n".join(lines), 3)
        return "\n".join([fence, *lines, fence])
    return "\n".join(f"- {escape(x)}" if text.style == "items" else escape(x) for x in text.lines)
