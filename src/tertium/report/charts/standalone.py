"""Charts as one SVG document, for a paper, a slide or a README, without a page around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files

_OPENING = re.compile(r'<svg class="chart" role="img" viewBox="0 0 (\d+) (\d+)">')
_GAP = 16


def standalone(panels: Sequence[str], title: str, columns: int = 2) -> str:
    """Return drawings of `axes.element` side by side, in the colours of a page."""
    sizes = [tuple(map(int, _opening(panel).groups())) for panel in panels]
    width = max(w for w, _ in sizes) + _GAP
    parts, top, row = [], _GAP, 0
    for k, (panel, (_, height)) in enumerate(zip(panels, sizes, strict=True)):
        if k and k % columns == 0:
            top, row = top + row + _GAP, 0
        row = max(row, height)
        parts.append(_moved(panel, _GAP + k % columns * width, top))
    across = _GAP + min(columns, len(panels)) * width
    down = top + row + _GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}" '
        f'height="{down}" role="img"><title>{escape(title)}</title>\n<style>{_style()}</style>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _opening(panel: str) -> re.Match[str]:
    found = _OPENING.match(panel)
    assert found is not None
    return found


def _moved(panel: str, x: int, y: int) -> str:
    inner = panel[_opening(panel).end() :].removesuffix("</svg>")
    return f'<g class="chart" transform="translate({x} {y})">{inner}</g>'


@cache
def _style() -> str:
    """Return the colours and the rules of charts from the style of pages."""
    style = files("tertium.report.explorer").joinpath("style.css").read_text(encoding="utf-8")
    colours = style[style.index(":root") : style.index("* { box-sizing")]
    rules = style[style.index("/* the charts */") :].partition("\n\n")[0]
    return f"{colours}{rules}\nsvg{{background:var(--paper);color:var(--ink)}}"
