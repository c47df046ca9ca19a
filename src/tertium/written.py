"""Results that write themselves down: in a terminal, in a notebook, in a paper."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any


class Written(ABC):
    """What an evaluation, a comparison and an agreement have in common.

    A subclass renders itself in a format; `print` shows the text, a notebook the HTML.
    """

    __slots__ = ()

    @abstractmethod
    def _render(self, format: Any) -> str:
        """Return the result as text, json, csv, markdown, latex or html."""

    def to_json(self) -> str:
        """Return everything but single pairs as JSON."""
        return self._render("json")

    def to_csv(self) -> str:
        """Return the numbers as comma-separated values, in full precision."""
        return self._render("csv")

    def to_markdown(self) -> str:
        """Return the tables in Markdown."""
        return self._render("markdown")

    def to_latex(self) -> str:
        """Return the main table in LaTeX, for the booktabs package, signatures in its caption."""
        return self._render("latex")

    def __str__(self) -> str:
        return self._render("text")

    def _repr_html_(self) -> str:
        return self._render("html")
