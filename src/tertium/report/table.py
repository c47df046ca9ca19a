"""A table, and the ways to write it down.

>>> table = Table(("system", "F1"), (("jamr", "58.40"), ("camr", "62.01")))
>>> print(table.to_text())
system     F1
jamr    58.40
camr    62.01

The first column is left-aligned, numbers are right-aligned.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

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
}


@dataclass(frozen=True, slots=True)
class Table:
    """Cells that are already text."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text_columns: int = 1
    """How many columns, from the left, hold words."""

    def stripped(self) -> Table:
        """Return the table without blanks around its cells."""
        strip = [tuple(cell.strip() for cell in line) for line in (self.header, *self.rows)]
        return Table(strip[0], tuple(strip[1:]), self.text_columns)

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
        lines = [self.header, rule, *self.rows]
        return "\n".join(
            "| " + " | ".join(c.replace("|", r"\|") for c in line) + " |" for line in lines
        )

    def to_csv(self) -> str:
        """Return comma-separated values."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.header)
        writer.writerows(self.rows)
        return out.getvalue().rstrip("\n")

    def to_latex(self, caption: str) -> str:
        """Return a floating table for the booktabs package."""
        columns = "l" * self.text_columns + "r" * (len(self.header) - self.text_columns)
        body = [self.header, *self.rows]
        lines = [" & ".join(map(latex_escape, line)) + r" \\" for line in body]
        return "\n".join(
            [
                r"\begin{table}",
                r"\centering",
                rf"\caption{{{caption}}}",
                rf"\begin{{tabular}}{{{columns}}}",
                r"\toprule",
                lines[0],
                r"\midrule",
                *lines[1:],
                r"\bottomrule",
                r"\end{tabular}",
                r"\end{table}",
            ]
        )


def latex_escape(text: str) -> str:
    """Return *text* so that LaTeX prints it as it is.

    >>> latex_escape("a_b|50%")
    'a\\\\_b\\\\textbar{}50\\\\%'
    """
    return "".join(_LATEX.get(c, c) for c in text)


def percent(value: float | None) -> str:
    """Return a value of [0, 1] times 100 with two digits, or a dash."""
    return "–" if value is None else f"{100 * value:.2f}"
