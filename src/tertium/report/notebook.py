"""What a notebook shows of graphs, alignments and edit scripts: a drawing, and the words beside it.

    graph       ──┐
    alignment   ──┼──▶ Merged ──▶ SVG, as an image, so that its style stays its own
    edit script ──┘

A graph is drawn as a pair of itself. An alignment is drawn with what only one graph has.
"""

from __future__ import annotations

import base64
from html import escape
from typing import TYPE_CHECKING

from tertium.alignment.alignment import Alignment
from tertium.explain.script import Script
from tertium.graph import Graph
from tertium.report.formats import html
from tertium.report.merged import Merged, merge
from tertium.report.merged_script import merged_script
from tertium.report.merged_svg import svg_of
from tertium.report.model import Table
from tertium.report.script import COLUMNS, arithmetic, title

if TYPE_CHECKING:
    from collections.abc import Iterable


def show_html(thing: object) -> str:
    """Return a graph, an alignment or an edit script as HTML."""
    if isinstance(thing, Graph):
        same = {name: name for name in thing.variables}
        places = [(k, k) for k in range(len(thing.triples) + 1)]
        said = f"<p>{escape(thing.sentence)}</p>" if thing.sentence else ""
        return said + _picture(merge(thing, thing, same, places, []), str(thing))
    if isinstance(thing, Alignment):
        return _alignment(thing)
    assert isinstance(thing, Script)
    return _script(thing)


def _alignment(found: Alignment) -> str:
    places = [{t: k for k, t in reversed(list(enumerate(g.triples)))} for g in (found.a, found.b)]
    tops = len(found.a.triples), len(found.b.triples)

    def place(side: int, triple: tuple[str, str, str | None] | None) -> Iterable[int]:
        if triple is None:
            return ()
        return (tops[side],) if triple[1] == ":TOP" else (places[side][triple],)

    both = [(*place(0, a), *place(1, b)) for a, b in found.matched_triples]
    alone = [tuple(k for t in found.only_a for k in place(0, t)),
             tuple(k for t in found.only_b for k in place(1, t))]  # fmt: skip
    edits = [(alone[0], ()), ((), alone[1])]
    merged = merge(found.a, found.b, found.mapping, [(i, j) for i, j in both], edits)
    for node in merged.nodes:
        node.edit = 0  # nothing is numbered: these are no edits
    for edge in merged.edges:
        edge.edit = 0
    merged.top = 0
    return _picture(merged, str(found)) + f"<pre>{escape(str(found))}</pre>"


def _script(script: Script) -> str:
    head = f"<p><b>{escape(title(script))}</b><br>{escape(arithmetic(script))}</p>"
    rows = [(k, edit, script.gain([edit])) for k, edit in enumerate(script, start=1)]
    table = html.table(Table.of(COLUMNS, rows)) if rows else "<p>The graphs are the same.</p>"
    if script.gold is None or script.pred is None:
        return head + table
    return head + _picture(merged_script(script), str(script)) + table


def _picture(merged: Merged, words: str) -> str:
    """Return a drawing as an image; *words* say the same to those who cannot see it."""
    drawn = svg_of(merged, "a graph")
    if drawn is None:
        return f"<pre>{escape(words)}</pre>"
    data = base64.b64encode(drawn.encode()).decode()
    return f'<img alt="{escape(words)}" src="data:image/svg+xml;base64,{data}">'
