"""Results that write themselves down: in a terminal, in a notebook, in a paper.

A result does not know how it is rendered. `tertium.report` does; the top of the package introduces
the two to each other with `render_with`.
"""

from __future__ import annotations

from collections.abc import Callable

Renderer = Callable[[object, str], str]
"""Takes a result and a format: text, json, csv, markdown, latex or html."""

_renderers: list[Renderer] = []


def render_with(renderer: Renderer) -> None:
    """Let results be rendered by *renderer*."""
    _renderers[:] = [renderer]


def rendered(result: object, format: str) -> str:
    """Return a result in a format."""
    (renderer,) = _renderers
    return renderer(result, format)


class Written:
    """What an evaluation, a comparison, an explanation and other results have in common.

    `print` shows the text, a notebook the HTML.
    """

    __slots__ = ()

    def _render(self, format: str) -> str:
        return rendered(self, format)

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
        """Return the main table in LaTeX, for the booktabs package, signatures in comments."""
        return self._render("latex")

    def __str__(self) -> str:
        return self._render("text")

    def _repr_html_(self) -> str:
        return self._render("html")
