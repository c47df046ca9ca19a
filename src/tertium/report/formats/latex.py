"""LaTeX: floating tables for the booktabs package; the rest of a report is in comments."""

from __future__ import annotations

from collections.abc import Iterable

from tertium.report.model import Block, Heading, Notes, Report, ShownCell, Table, Text, sentence
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


def write(report: Report) -> str:
    """Return the tables, with captions that say how to read them."""
    shown = report.tables if report.papers is None else report.papers
    tables = "\n\n".join(map(table, shown))
    captions = {signature for t in shown for signature in t.notes.signatures}
    remarks = [line for part in (*(t.notes for t in shown), *report.body) for line in _lines(part)]
    unsaid = dict.fromkeys(line for line in remarks if line not in captions)
    comments = "\n".join(_comment(line) for line in unsaid)
    return "\n\n".join(filter(None, [f"{_NEEDS}\n{tables}", comments]))


def table(table: Table) -> str:
    """Return a table that floats; the best cells are bold."""
    grid = table.grid()
    lines = [_row(map(_cell, row)) for row in grid.rows]
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{_caption(table)}}}",
            r"\medskip",
            rf"\begin{{tabular}}{{{''.join('r' if n else 'l' for n in grid.numbers)}}}",
            r"\toprule",
            _row(map(escape, grid.header)),
            r"\midrule",
            *lines,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    )


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
    text = escape(cell.whole)
    return rf"\textbf{{{text}}}" if cell.best else text


def _caption(table: Table) -> str:
    said = [table.caption or table.title, table.notes.scale]
    codes = "; ".join(_code(signature) for signature in table.notes.signatures)
    return " ".join(filter(None, [*(escape(sentence(text)) for text in said if text), codes]))


def _code(text: str) -> str:
    """Return *text* in typewriter type, with breaks allowed after each bar."""
    return rf"\texttt{{{escape(text)}}}".replace(r"\textbar{}", r"\textbar{}\allowbreak{}")


def _lines(part: Block) -> tuple[str, ...]:
    """Return what no table and no caption has."""
    if isinstance(part, Notes):
        return (*part.lines, *part.signatures)
    if isinstance(part, Heading):
        return (part.text,)
    return part.lines if isinstance(part, Text) else ()
