"""HTML elements, for a notebook or a page; numbers have the class ``n``."""

from __future__ import annotations

from html import escape

from tertium.report.look import PLAIN, Look
from tertium.report.model import (
    Block,
    Drawing,
    Grid,
    Heading,
    Notes,
    Report,
    ShownCell,
    Table,
    Text,
    sentence,
)


def write(report: Report, look: Look = PLAIN) -> str:
    """Return the tables and texts, the best cells in bold."""
    return "\n".join(filter(None, (_part(part, look) for part in report.body)))


def table(table: Table, look: Look = PLAIN) -> str:
    """Return a table in a box that scrolls if the window is narrow."""
    grid = table.grid(look)
    heads = [_cells("th", grid, list(map(escape, grid.header)))]
    if any(grid.groups):
        spans = (f'<th colspan="{n}">{escape(name)}</th>' for name, n in grid.spans())
        heads.insert(0, f"<tr>{''.join(spans)}</tr>")
    body = "\n".join(_row(row, grid) for row in grid.rows)
    inner = f"<thead>{''.join(heads)}</thead>\n<tbody>\n{body}\n</tbody>"
    return f'<div class="wide"><table>\n{inner}\n</table></div>'


def _cells(tag: str, grid: Grid, texts: list[str]) -> str:
    opened = f'{tag} scope="col"' if tag == "th" else tag
    cells = (f"<{opened}{_class(grid, k)}>{text}</{tag}>" for k, text in enumerate(texts))
    return f"<tr>{''.join(cells)}</tr>"


def _row(row: tuple[ShownCell, ...], grid: Grid) -> str:
    return _cells("td", grid, list(map(_cell, row)))


def _class(grid: Grid, column: int) -> str:
    return ' class="n"' if grid.numbers[column] else ""


def _cell(cell: ShownCell) -> str:
    if not cell.best:
        return escape(cell.whole)
    return f"<strong>{escape(cell.text.strip())}</strong>{escape(cell.mark)}".strip()


def _part(part: Block, look: Look) -> str:
    if isinstance(part, Table):
        title = f"<h3>{escape(part.title)}</h3>" if part.title else ""
        return "\n".join(
            filter(None, [title, table(part, look), legend(part, look), notes(part.notes, look)])
        )
    if isinstance(part, Notes):
        return notes(part, look)
    if isinstance(part, Heading):
        return f"<h{part.level}>{escape(part.text)}</h{part.level}>"
    if isinstance(part, Drawing):
        return _drawing(part)
    return _text(part)


def legend(table: Table, look: Look = PLAIN) -> str:
    """Return what the headings of a table mean."""
    text = table.grid(look).legend
    return f"<p><small>{escape(text)}</small></p>" if text else ""


def notes(notes: Notes, look: Look = PLAIN) -> str:
    """Return notes as paragraphs in small type."""
    said = [sentence(line) for line in (notes.scale, *notes.lines) if line]
    codes = [f"<code>{escape(signature)}</code>" for signature in notes.signed(look)]
    return "\n".join(f"<p><small>{text}</small></p>" for text in [*map(escape, said), *codes])


def _drawing(drawing: Drawing) -> str:
    kind = "panels" if len(drawing.panels) > 1 else "panel"
    caption = f"<figcaption>{escape(drawing.caption)}</figcaption>"
    inner = "\n".join(drawing.panels)
    return f'<figure>\n<div class="{kind}">\n{inner}\n</div>\n{caption}\n</figure>'


def _text(text: Text) -> str:
    lines = [escape(line) for line in text.lines]
    if text.style == "listing":
        return "<pre>{}</pre>".format("\n".join(lines))
    if text.style == "items":
        return "<ul>{}</ul>".format("".join(f"<li>{line}</li>" for line in lines))
    return "<p>{}</p>".format(" ".join(lines))
