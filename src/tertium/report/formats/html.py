"""HTML elements, for a notebook or a page; numbers have the class ``n``."""

from __future__ import annotations

from html import escape

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


def write(report: Report) -> str:
    """Return the tables and texts, the best cells in bold."""
    return "\n".join(filter(None, map(_part, report.body)))


def table(table: Table) -> str:
    """Return a table in a box that scrolls if the window is narrow."""
    grid = table.grid()
    head = "".join(
        f'<th scope="col"{_class(grid, k)}>{escape(name)}</th>'
        for k, name in enumerate(grid.header)
    )
    body = "\n".join(_row(row, grid) for row in grid.rows)
    inner = f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>"
    return f'<div class="wide"><table>\n{inner}\n</table></div>'


def _row(row: tuple[ShownCell, ...], grid: Grid) -> str:
    cells = (f"<td{_class(grid, k)}>{_cell(cell)}</td>" for k, cell in enumerate(row))
    return f"<tr>{''.join(cells)}</tr>"


def _class(grid: Grid, column: int) -> str:
    return ' class="n"' if grid.numbers[column] else ""


def _cell(cell: ShownCell) -> str:
    text = escape(cell.whole)
    return f"<strong>{text}</strong>" if cell.best else text


def _part(part: Block) -> str:
    if isinstance(part, Table):
        title = f"<h3>{escape(part.title)}</h3>" if part.title else ""
        return "\n".join(filter(None, [title, table(part), notes(part.notes)]))
    if isinstance(part, Notes):
        return notes(part)
    if isinstance(part, Heading):
        return f"<h{part.level}>{escape(part.text)}</h{part.level}>"
    if isinstance(part, Drawing):
        return _drawing(part)
    return _text(part)


def notes(notes: Notes) -> str:
    """Return notes as paragraphs in small type."""
    said = [*([sentence(notes.scale)] if notes.scale else []), *notes.lines]
    codes = [f"<code>{escape(signature)}</code>" for signature in notes.signatures]
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
