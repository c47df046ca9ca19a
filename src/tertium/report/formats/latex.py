"""LaTeX: floating tables for the booktabs package; the rest of a report is in comments.

A table is meant to be pasted into a paper: a short caption, a label, systems in rows, the best
value of each metric in bold. Notes and full signatures follow it in comments, and are printed below
the table if that was asked for. A table too wide for a page becomes several, one below the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tertium.report.fitting import parts
from tertium.report.look import PLAIN, Look
from tertium.report.model import (
    Block,
    Grid,
    Heading,
    Notes,
    Report,
    ShownCell,
    Table,
    Text,
    sentence,
)
from tertium.report.width import columns
from tertium.terminal import visible_line

_NEEDS = r"% needs \usepackage{booktabs}"
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "♯": r"$\sharp$",
    "²": r"$^2$",
    "Δ": r"$\Delta$",
    "θ": r"$\theta$",
    "ε": r"$\varepsilon$",
    "µ": r"$\mu$",
    "†": r"$^\dagger$",
    "✓": r"$\surd$",
    "✗": r"$\times$",
    "±": r"$\pm$",
    "−": r"$-$",
    "–": "--",
}
_CLEAR = {*range(0x20, 0x7F), *range(0xA0, 0x180)}  # pdflatex prints these without packages


_PAGE = 68
"""How many characters fit beside each other: 345 points, 5 for each, 12 between columns."""
_LONG = 32
"""How many characters a text may have in a line of its cell."""


def write(report: Report, look: Look = PLAIN) -> str:
    """Return the tables, with what must be known about them."""
    shown = _labelled(report.tables if report.papers is None else report.papers)
    tables = "\n\n".join(table(one, look) for one in shown)
    legends = [legend for t in shown if (legend := t.grid(look).legend)]
    remarks = [line for part in (*(t.notes for t in shown), *report.body) for line in _lines(part)]
    comments = "\n".join(_comment(line) for line in dict.fromkeys([*legends, *remarks]))
    return "\n\n".join(filter(None, [f"{_NEEDS}\n{tables}", comments]))


def table(table: Table, look: Look = PLAIN) -> str:
    """Return a table that floats; the best cells are bold."""
    caption, grid = table.caption or table.title, table.grid(look)
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            *([rf"\caption{{{escape(sentence(caption))}}}"] if caption else []),
            *([rf"\label{{tab:{table.label}}}"] if table.label else []),
            r"\medskip",
            "\n\n\\medskip\n".join(_tabular(part) for part in _parts(grid)),
            *(_note(grid.legend, table.notes, look) if look.note else []),
            r"\end{table}",
        ]
    )


def _labelled(tables: Sequence[Table]) -> list[Table]:
    """Return the tables, no two with the same label."""
    seen: Counter[str] = Counter()
    found = []
    for one in tables:
        seen[one.label] += 1
        again = one.label and seen[one.label] > 1
        found.append(one._replace(label=f"{one.label}-{seen[one.label]}") if again else one)
    return found


def _parts(grid: Grid) -> Iterator[Grid]:
    """Yield the columns that fit beside each other on a page."""
    widths = [min(width, _LONG) if not number else width
              for width, number in zip(_widths(grid), grid.numbers, strict=True)]  # fmt: skip
    for part in parts(widths, grid.units, grid.keys, _PAGE):
        yield Grid(
            tuple(grid.header[k] for k in part),
            tuple(grid.groups[k] for k in part),
            tuple(grid.numbers[k] for k in part),
            tuple(tuple(row[k] for k in part) for row in grid.rows),
        )


def _widths(grid: Grid) -> list[int]:
    return [
        max(columns(name), *(columns(row[k].whole) for row in grid.rows), 0)
        for k, name in enumerate(grid.header)
    ]


def _kind(number: bool, width: int) -> str:
    """Return the kind of a column; a long text is broken into lines."""
    if number:
        return "r"
    return rf"p{{{_LONG / _PAGE:.2f}\linewidth}}" if width > _LONG else "l"


def _tabular(grid: Grid) -> str:
    kinds = map(_kind, grid.numbers, _widths(grid))
    return "\n".join(
        [
            rf"\begin{{tabular}}{{{''.join(kinds)}}}",
            r"\toprule",
            *(_group_rows(grid) if any(grid.groups) else []),
            _row(map(escape, grid.header)),
            r"\midrule",
            *(_row(map(_cell, row)) for row in grid.rows),
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


def _group_rows(grid: Grid) -> list[str]:
    cells, rules, place = [], [], 1
    for group, count in grid.spans():
        if group:
            cells.append(rf"\multicolumn{{{count}}}{{c}}{{{escape(group)}}}")
            rules.append(rf"\cmidrule(lr){{{place}-{place + count - 1}}}")
        else:
            cells += [""] * count
        place += count
    return [_row(cells), " ".join(rules)]


def _note(legend: str, notes: Notes, look: Look) -> list[str]:
    said = [*filter(None, [legend, notes.scale]), *notes.lines]
    text = " ".join([*(escape(sentence(line)) for line in said), *map(_code, notes.signed(look))])
    return [r"\par\smallskip", rf"{{\footnotesize {text}\par}}"] if text else []


def escape(text: str) -> str:
    """Return *text* so that LaTeX prints it as it is; what pdflatex cannot print becomes ``?``.

    >>> escape("a_b|50%")
    'a\\\\_b\\\\textbar{}50\\\\%'
    """
    line = text.replace("\n", " ").replace("\t", " ")
    return "".join(_ESCAPES.get(c, c if ord(c) in _CLEAR else "?") for c in line)


def _row(cells: Iterable[str]) -> str:
    line = " & ".join(cells) + r" \\"
    # After a row or a rule, these would be its options and not the beginning of the next row.
    return "{}" + line if line.startswith(("[", "*")) else line


def _comment(text: str) -> str:
    return f"% {visible_line(text)}"


def _cell(cell: ShownCell) -> str:
    if not cell.best:
        return escape(cell.whole)
    return rf"\textbf{{{escape(cell.text.strip())}}}{escape(cell.mark)}".strip()


def _code(text: str) -> str:
    """Return *text* in typewriter type, with breaks allowed after each bar."""
    return rf"\texttt{{{escape(text)}}}".replace(r"\textbar{}", r"\textbar{}\allowbreak{}")


def _lines(part: Block) -> tuple[str, ...]:
    """Return what no table has; signatures in full, since nobody has to read them."""
    if isinstance(part, Notes):
        full = part.signed(Look(signature="full"))
        return (*(sentence(line) for line in (part.scale, *part.lines) if line), *full)
    if isinstance(part, Heading):
        return (part.text,)
    return part.lines if isinstance(part, Text) else ()
