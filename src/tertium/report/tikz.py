r"""The drawing of a merged pair as TikZ, for a paper.

    \begin{tikzpicture}[...]
      \draw[gold] (40,28) -- (40,43);
      \node[box] at (36,11) {\tiny r\ \small run-01};

The picture is that of `merged_svg`, with the colours and dashes of the page as TikZ styles, which a
paper can redefine. It needs the package ``tikz`` and nothing else; words are in typewriter type.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tertium.report.formats.latex import escape
from tertium.report.merged import Merged
from tertium.report.merged_drawing import LONGEST, place
from tertium.report.merged_script import merged_script
from tertium.report.width import shorten
from tertium.terminal import visible_line

if TYPE_CHECKING:
    from tertium.explain.script import Script
    from tertium.report.merged import MergedEdge, MergedNode
    from tertium.report.merged_drawing import Placed
    from tertium.report.strokes import Stroke

_NOW, _WAS = "orange!45!black", "blue!55!black"
_STEP = re.compile(r"([MLVC])([^MLVC]*)")

_HEAD = r"""% needs \usepackage{tikz}; \resizebox{\linewidth}{!}{...} makes it fit a column
\begin{tikzpicture}[x=0.75bp, y=-0.75bp, >=stealth,
  every node/.style={inner sep=0pt, font=\ttfamily\scriptsize},
  same/.style={draw=black!55}, plain/.style={draw=black!55},
  changed/.style={draw=black, line width=1.1bp},
  gold/.style={draw=orange!75!black, dashed, line width=1.2bp},
  pred/.style={draw=blue!65!black, densely dotted, line width=1.4bp},
  box/.style={fill=white}, topbox/.style={draw=black, line width=1.8bp},
  badge/.style={circle, fill=black, text=white, font=\sffamily\tiny, inner sep=0.6bp}]"""


def draw_tikz(script: Script) -> str:
    """Return both graphs of a script, laid over each other, as a TikZ picture."""
    merged = merged_script(script)
    placed = place(merged)
    if placed is None:
        return "% not drawn: too large to read"
    about = f"{script.names[1]} against {script.names[0]}"
    lines = [*(f"% {visible_line(line)}" for line in (about, *script.notes)), _HEAD]
    for k, (centre, width, stroke) in placed.arrows.items():
        lines += _arrow(merged.edges[k], centre, width, stroke)
    for k in placed.boxes:
        lines += _box(merged, k, placed)
    return "\n".join([*lines, r"\end{tikzpicture}"])


def _arrow(edge: MergedEdge, centre: tuple[int, int], width: int, stroke: Stroke) -> list[str]:
    x, y = centre
    parts = paths(stroke.path)
    tip = f"({stroke.tip[0]},{stroke.tip[1]})"
    lines = [rf"  \draw[{edge.state}] {part};" for part in parts]
    back = 7 if stroke.upward else -7
    start = f"({stroke.tip[0]},{stroke.tip[1] + back})"
    lines.append(rf"  \draw[{edge.state}, solid, ->] {start} -- {tip};")
    shift = 9 if edge.edit else 0
    lines.append(rf"  \node at ({x - shift},{y}) {{{_edge_words(edge)}}};")
    return lines + _badge(edge.edit, x + width // 2 - 8, y)


def _box(merged: Merged, k: int, placed: Placed) -> list[str]:
    node = merged.nodes[k]
    (x, y), width = placed.boxes[k]
    high = 18 if node.leaf else 22
    style = f"{node.state}, box" + ", topbox" * bool(node.top)
    corner = 9 if node.leaf else 4
    low = y - 11
    name = "" if node.leaf else rf"{{\tiny {escape(node.names[0] or node.names[1])}}}\,"
    top = r"{\tiny\bfseries top}\," if node.top else ""
    if node.top and node.top != 3 and merged.top:
        top = rf"{{\tiny\bfseries top {merged.top}}}\,"
    folded = placed.folded.get(k, 0)
    more = rf"\,{{\tiny +{folded}}}" if folded else ""
    lines = [
        rf"  \draw[{style}, rounded corners={0.75 * corner:g}bp] "
        rf"({x - width // 2},{low}) rectangle ({x + width // 2},{low + high});",
        rf"  \node at ({x},{low + high // 2}) {{{top}{name}{_node_words(node)}{more}}};",
    ]
    return lines if node.leaf else lines + _badge(node.edit, x + width // 2 - 2, low)


def paths(path: str) -> list[str]:
    """Return a path of SVG as paths of TikZ, one for each part.

    >>> paths("M40 28L40 43M40 57L40 65V72")
    ['(40,28) -- (40,43)', '(40,57) -- (40,65) -- (40,72)']
    """
    found: list[str] = []
    at = (0.0, 0.0)
    for command, text in _STEP.findall(path):
        numbers = [float(word) for word in re.findall(r"-?[\d.]+", text)]
        if command == "V":
            at = (at[0], numbers[-1])
            found[-1] += f" -- {_point(at)}"
            continue
        at = (numbers[-2], numbers[-1])
        if command == "M":
            found.append(_point(at))
        elif command == "L":
            found[-1] += f" -- {_point(at)}"
        else:
            first, second = (numbers[0], numbers[1]), (numbers[2], numbers[3])
            found[-1] += f" .. controls {_point(first)} and {_point(second)} .. {_point(at)}"
    return [part for part in found if ")" in part and part.count("(") > 1]


def _point(at: tuple[float, float]) -> str:
    return f"({at[0]:g},{at[1]:g})"


def _edge_words(edge: MergedEdge) -> str:
    gold, pred = edge.roles
    if edge.state == "changed":
        return _changed(gold, pred)
    return _alone(gold or pred, edge.state, edge.moved)


def _node_words(node: MergedNode) -> str:
    gold, pred = node.words
    if node.state == "changed":
        return _changed(gold or "-", pred or "-")
    return _alone(gold or pred or node.names[0] or node.names[1], node.state)


def _changed(gold: str, pred: str) -> str:
    now, was = (escape(shorten(text, LONGEST)) for text in (gold, pred))
    return rf"\textcolor{{{_WAS}}}{{{was}}}\,$\to$\,\textcolor{{{_NOW}}}{{\bfseries {now}}}"


def _alone(text: str, state: str, moved: bool = False) -> str:
    words = escape(shorten(text, LONGEST))
    sign = {"gold": "+", "pred": "-"}.get(state, "") + r"\hookrightarrow" * moved
    colour = {"gold": _NOW, "pred": _WAS}.get(state)
    if colour is None:
        return words
    return rf"\textcolor{{{colour}}}{{${sign}${words}}}"


def _badge(edit: int, x: int, y: int) -> list[str]:
    return [rf"  \node[badge] at ({x},{y}) {{{edit}}};"] if edit else []
