"""The card of a metric as one page of HTML: the report, in sections, with its charts.

Everything is in the file, and it has no script; the style is that of the other pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tertium._version import __version__
from tertium.report.explorer.page import shell
from tertium.report.formats import html
from tertium.report.model import Block, Heading, Report

_HALF = {"Strengths": " plus", "Weaknesses": " minus", "Laws kept and broken": "", "Principles": ""}
"""Sections that stand side by side where there is room."""


def page_of(report: Report) -> str:
    """Return a whole document."""
    (_, head), *sections = _sections(report.body)
    inner = [f'<header class="card title">{html.write(report._replace(body=tuple(head)))}</header>']
    for title, blocks in sections:
        kind = f" half{_HALF[title]}" if title in _HALF else ""
        text = html.write(report._replace(body=tuple(blocks)))
        inner.append(f'<section class="card{kind}">{text}</section>')
    foot = f'<p class="note">Made by Tertium {__version__} (<code>tertium card</code>).</p>'
    body = "\n".join(inner)
    return shell(report.title, f'<main class="metric">\n{body}\n{foot}\n</main>', ())


def _sections(body: Sequence[Block]) -> Iterator[tuple[str, list[Block]]]:
    """Yield the blocks before the first section, and then each section with its title."""
    title, blocks = "", list[Block]()
    for block in body:
        if isinstance(block, Heading) and block.level == 2:
            yield title, blocks
            title, blocks = block.text, []
        blocks.append(block)
    yield title, blocks
