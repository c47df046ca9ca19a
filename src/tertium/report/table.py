"""A table, and the ways to write it down.

>>> table = Table(("system", "F1"), (("jamr", "58.40"), ("camr", "62.01")), best={(1, 1)})
>>> print(table.to_text())
system     F1
jamr    58.40
camr    62.01
>>> print(table.to_markdown())
| system | F1 |
| :-- | --: |
| jamr | 58.40 |
| camr | **62.01** |

The first columns are left-aligned, numbers are right-aligned; the best cells are bold where the
format knows bold.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from html import escape

_LATEX = {
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
    "†": r"$^\dagger$",
    "±": r"$\pm$",
    "−": r"$-$",
    "–": "--",
}
_LATEX_CLEAR = range(0x20, 0x180)  # pdflatex prints these without further packages


@dataclass(frozen=True, slots=True)
class Table:
    """Cells that are already text."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text_columns: int = 1
    """How many columns, from the left, hold words."""
    best: AbstractSet[tuple[int, int]] = frozenset()
    """Cells, by row and column, that deserve bold type."""

    def stripped(self) -> Table:
        """Return the table without blanks around its cells."""
        strip = [tuple(cell.strip() for cell in line) for line in (self.header, *self.rows)]
        return Table(strip[0], tuple(strip[1:]), self.text_columns, self.best)

    def transposed(self, corner: str) -> Table:
        """Return the table with rows and columns exchanged, for what is wider than a page."""
        header, *rows = zip(self.header, *self.rows, strict=True)
        best = {(k - 1, i + 1) for i, k in self.best}
        return Table((corner, *header[1:]), tuple(rows), best=best)

    def to_text(self) -> str:
        """Return the table with aligned columns."""
        lines = [self.header, *self.rows]
        widths = [max(len(line[k]) for line in lines) for k in range(len(self.header))]
        return "\n".join(
            "  ".join(
                cell.ljust(width) if k < self.text_columns else cell.rjust(width)
                for k, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )

    def to_markdown(self) -> str:
        """Return a GitHub-flavoured Markdown table."""
        rule = [":--" if k < self.text_columns else "--:" for k in range(len(self.header))]
        body = self._emphasised(_markdown_escape, "**{}**")
        lines = [[_markdown_escape(cell) for cell in self.header], rule, *body]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)

    def to_csv(self) -> str:
        """Return comma-separated values."""
        import csv
        import io

        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.header)
        writer.writerows(self.rows)
        return out.getvalue().rstrip("\n")

    def to_latex(self, caption: str) -> str:
        """Return a floating table for the booktabs package; *caption* is LaTeX already."""
        columns = "l" * self.text_columns + "r" * (len(self.header) - self.text_columns)
        body = self._emphasised(latex_escape, r"\textbf{{{}}}")
        lines = [" & ".join(line) + r" \\" for line in body]
        return "\n".join(
            [
                r"\begin{table}",
                r"\centering",
                rf"\caption{{{caption}}}",
                r"\medskip",
                rf"\begin{{tabular}}{{{columns}}}",
                r"\toprule",
                " & ".join(map(latex_escape, self.header)) + r" \\",
                r"\midrule",
                *lines,
                r"\bottomrule",
                r"\end{tabular}",
                r"\end{table}",
            ]
        )

    def to_html(self) -> str:
        """Return a table element; numbers have the class ``n``."""
        head = "".join(
            f'<th scope="col"{self._class(k)}>{escape(cell)}</th>'
            for k, cell in enumerate(self.header)
        )
        body = "\n".join(
            "<tr>"
            + "".join(f"<td{self._class(k)}>{cell}</td>" for k, cell in enumerate(line))
            + "</tr>"
            for line in self._emphasised(escape, "<strong>{}</strong>")
        )
        return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"

    def _class(self, column: int) -> str:
        return "" if column < self.text_columns else ' class="n"'

    def _emphasised(self, quote: Callable[[str], str], bold: str) -> list[list[str]]:
        return [
            [
                bold.format(quote(cell)) if (i, k) in self.best else quote(cell)
                for k, cell in enumerate(row)
            ]
            for i, row in enumerate(self.rows)
        ]


def _markdown_escape(text: str) -> str:
    return text.replace("|", r"\|")


def latex_escape(text: str) -> str:
    """Return *text* so that LaTeX prints it as it is; what pdflatex cannot print becomes ``?``.

    >>> latex_escape("a_b|50%")
    'a\\\\_b\\\\textbar{}50\\\\%'
    """
    return "".join(_LATEX.get(c, c if ord(c) in _LATEX_CLEAR else "?") for c in text)


def latex_code(text: str) -> str:
    """Return *text* in typewriter type, with breaks allowed after each bar."""
    return rf"\texttt{{{latex_escape(text)}}}".replace(r"\textbar{}", r"\textbar{}\allowbreak{}")


def percent(value: float | None) -> str:
    """Return a value of [0, 1] times 100 with two digits, or a dash."""
    return "–" if value is None else f"{100 * value:.2f}"


def percent_interval(interval: tuple[float, float] | None) -> str:
    """Return an interval times 100, or a dash.

    >>> percent_interval((0.1, 0.25))
    '[10.00, 25.00]'
    """
    return "–" if interval is None else f"[{percent(interval[0])}, {percent(interval[1])}]"
