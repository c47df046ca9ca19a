"""The drawing of a merged pair as SVG, for a paper, a notebook or a slide.

    [ r  run-02 → run-01 ]          ink: both graphs; amber and dashed: only the gold;
        :ARG1 → :ARG0               blue and dotted: only the prediction
    [ b  boy ]

Signs, dashes and weights say the same as the colours. Everything that the picture needs is in it:
its style, and a title for each box and arrow. Numbers are those of the edits.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tertium.report.merged import Merged, MergedEdge, MergedNode
from tertium.report.merged_drawing import LONGEST, Placed, place
from tertium.report.merged_script import merged_script
from tertium.report.width import shorten
from tertium.terminal import visible_line

if TYPE_CHECKING:
    from tertium.explain.script import Script
    from tertium.report.strokes import Stroke

SIGNS = {"gold": "+", "pred": "−"}
"""What stands before a thing that one graph alone has."""
EMPTY = "∅"
"""Stands for a concept that a node does not have."""

_STYLE = """
svg{background:#fff}
text{font:12px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
text{text-anchor:middle;fill:#1c2126}
path{fill:none;stroke:#8a929c;stroke-width:1.2}.head{fill:#8a929c;stroke:none}
rect{fill:#fff;stroke:#8a929c;stroke-width:1.2}.e text,.leaf text{font-size:11px}
.e.same text,.e.plain text{fill:#5a636e}.v,.tag{font-size:9px;fill:#5a636e}.tag{font-weight:700}
.top rect{stroke:#1c2126;stroke-width:2.4}.g{fill:#855100;font-weight:600}.p{fill:#0a559f}
.changed .p{text-decoration:line-through}
.changed>rect,.changed>path{stroke:#1c2126;stroke-width:1.6}
.changed>.head{fill:#1c2126;stroke:none}
.gold>path{stroke:#c27c00;stroke-width:1.8;stroke-dasharray:6 3}
.gold>rect{fill:#fff2d3;stroke:#c27c00;stroke-width:1.6;stroke-dasharray:6 3}
.gold>.head{fill:#c27c00;stroke:none}.gold>text{fill:#855100}
.pred>path{stroke:#2a7bd0;stroke-width:2;stroke-dasharray:1 3.6;stroke-linecap:round}
.pred>rect{fill:#e3effc;stroke:#2a7bd0;stroke-width:2;stroke-dasharray:1 3.6}
.pred>.head{fill:#2a7bd0;stroke:none}.pred>text{fill:#0a559f}
.b circle{fill:#1c2126}.b text{fill:#fff;font:700 8.5px system-ui,sans-serif}
"""


def draw_svg(script: Script) -> str:
    """Return both graphs of a script, laid over each other, as an SVG document."""
    about = [f"{script.names[1]} against {script.names[0]}", *script.notes]
    drawn = svg_of(merged_script(script), "\n".join(map(visible_line, about)))
    return _too_large() if drawn is None else drawn


def svg_of(merged: Merged, title: str) -> str | None:
    """Return a merged pair as an SVG document, None if it would be too large to read."""
    placed = place(merged)
    if placed is None:
        return None
    arrows = [_arrow(merged, k, *found) for k, found in placed.arrows.items()]
    boxes = [_box(merged, k, placed) for k in placed.boxes]
    width, height = placed.width + 6, placed.height + 12
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -8 {width} {height}" '
        f'width="{width}" height="{height}" role="img"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style>\n" + "\n".join([*arrows, *boxes]) + "\n</svg>"
    )


def _too_large() -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="420" height="40" role="img">'
        '<text x="10" y="25" font-family="sans-serif">Not drawn: too large to read.</text></svg>'
    )


def _arrow(merged: Merged, k: int, centre: tuple[int, int], width: int, stroke: Stroke) -> str:
    edge = merged.edges[k]
    x, y = centre
    shift = 9 if edge.edit else 0
    return (
        f'<g class="e {edge.state}"><title>{_edge_title(merged, edge)}</title>'
        f'<path d="{stroke.path}"/><path class="head" d="{stroke.head}"/>'
        f'<text x="{x - shift}" y="{y + 4}">{_edge_words(edge)}</text>'
        f"{_badge(edge.edit, x + width // 2 - 8, y)}</g>"
    )


def _box(merged: Merged, k: int, placed: Placed) -> str:
    node = merged.nodes[k]
    (x, y), width = placed.boxes[k]
    height = 18 if node.leaf else 22
    kinds = f"n {node.state}{' leaf' * node.leaf}{' top' * bool(node.top)}"
    name = (
        "" if node.leaf else f'<tspan class="v">{escape(node.names[0] or node.names[1])}</tspan> '
    )
    folded = placed.folded.get(k, 0)
    more = f' <tspan class="v">⋯{folded}</tspan>' if folded else ""
    return (
        f'<g class="{kinds}"><title>{_node_title(node)}</title>'
        f'<rect x="{x - width // 2}" y="{y - 11}" width="{width}" height="{height}" '
        f'rx="{9 if node.leaf else 4}"/><text x="{x}" y="{y - 7 + height // 2}">'
        f"{_top(merged, node)}{name}{_node_words(node)}{more}</text>"
        f"{'' if node.leaf else _badge(node.edit, x + width // 2 - 2, y - 11)}</g>"
    )


def _top(merged: Merged, node: MergedNode) -> str:
    if not node.top:
        return ""
    number = f"·{merged.top}" if merged.top and node.top != 3 else ""
    return f'<tspan class="tag">top{number}</tspan> '


def _edge_words(edge: MergedEdge) -> str:
    gold, pred = edge.roles
    if edge.state == "changed":
        return _changed(gold, pred + " ↔" * edge.turned)
    sign = SIGNS.get(edge.state, "") + "↷" * edge.moved
    return _alone(sign, gold or pred, edge.state)


def _node_words(node: MergedNode) -> str:
    gold, pred = node.words
    if node.state == "changed":
        return _changed(gold or EMPTY, pred or EMPTY)
    return _alone(SIGNS.get(node.state, ""), gold or pred, node.state)


def _changed(gold: str, pred: str) -> str:
    now, was = (escape(shorten(text, LONGEST)) for text in (gold, pred))
    return f'<tspan class="p">{was}</tspan> → <tspan class="g">{now}</tspan>'


def _alone(sign: str, text: str, state: str) -> str:
    kind = {"gold": ' class="g"', "pred": ' class="p"'}.get(state)
    words = escape(sign + shorten(text, LONGEST))
    return words if kind is None else f"<tspan{kind}>{words}</tspan>"


def _badge(edit: int, x: int, y: int) -> str:
    if not edit:
        return ""
    return (
        f'<g class="b"><circle cx="{x}" cy="{y}" r="7"/><text x="{x}" y="{y + 3}">{edit}</text></g>'
    )


def _node_title(node: MergedNode) -> str:
    said = [
        f"{name} / {word}" if name else word
        for name, word in zip(node.names, node.words, strict=True)
        if name or word
    ]
    return escape("\n".join(dict.fromkeys(said)))


def _edge_title(merged: Merged, edge: MergedEdge) -> str:
    one, other = (merged.nodes[k].text for k in (edge.source, edge.target))
    said = [f"{one} {role} {other}" for role in edge.roles if role]
    return escape("\n".join(dict.fromkeys(said)))
