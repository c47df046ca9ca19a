"""What a notebook shows: tables of a result, or a drawing of a graph, alignment or edit script.

    graph       ──┐
    alignment   ──┼──▶ Merged ──▶ SVG, as an image, so that its style stays its own
    edit script ──┘

A graph is drawn as a pair of itself. An alignment is drawn with what only one graph has. Tables
have a style of their own, because notebooks align all cells to the right, and signatures are
folded, because they are longer than a page is wide.
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
from tertium.report.model import Block, Notes, Report, Table
from tertium.report.script import COLUMNS, arithmetic, title

if TYPE_CHECKING:
    from collections.abc import Iterable


_STYLE = """<style>
.tertium{max-width:100%;overflow-x:auto}
.tertium table{border-collapse:collapse;table-layout:auto;margin:.3em 0!important}
.tertium th,.tertium td{text-align:left!important;vertical-align:top;padding:.2em .7em}
.tertium th.n,.tertium td.n{text-align:right!important;white-space:nowrap}
.tertium td.n{font-variant-numeric:tabular-nums}.tertium h3{font-size:1em;margin:.3em 0}
.tertium p{margin:.3em 0}.tertium code{overflow-wrap:anywhere}
.tertium img{max-width:100%;border-radius:6px}
</style>"""
_LONG = 60
"""Characters of signatures that are shown without being asked for."""


def show_report(report: Report) -> str:
    """Return the tables and notes of a result as HTML."""
    parts = [html.write(Report(report.title, (part,))) for part in map(_unsigned, report.body)]
    signatures = dict.fromkeys(s for part in report.body for s in _signatures(part))
    return _box("\n".join([*filter(None, parts), _folded(list(signatures))]))


def _unsigned(part: Block) -> Block:
    if isinstance(part, Notes):
        return part._replace(signatures=(), metrics=())
    return (
        part._replace(notes=part.notes._replace(signatures=(), metrics=()))
        if isinstance(part, Table)
        else part
    )


def _signatures(part: Block) -> list[str]:
    if isinstance(part, Table):
        return part.notes.signed()
    return part.signed() if isinstance(part, Notes) else []


def _folded(signatures: list[str]) -> str:
    codes = "".join(f"<p><small><code>{escape(s)}</code></small></p>" for s in signatures)
    if not any(len(signature) > _LONG for signature in signatures):
        return codes
    title = "signature" if len(signatures) == 1 else "signatures"
    return f"<details><summary><small>{title}</small></summary>{codes}</details>"


def _box(inner: str) -> str:
    return f'<div class="tertium">{_STYLE}\n{inner}</div>'


def show_html(thing: object) -> str:
    """Return a graph, an alignment or an edit script as HTML."""
    if isinstance(thing, Graph):
        same = {name: name for name in thing.variables}
        places = [(k, k) for k in range(len(thing.triples) + 1)]
        said = f"<p>{escape(thing.sentence)}</p>" if thing.sentence else ""
        return _box(said + _picture(merge(thing, thing, same, places, []), str(thing)))
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
    return _box(_picture(merged, str(found)) + f"<pre>{escape(str(found))}</pre>")


def _script(script: Script) -> str:
    head = f"<p><b>{escape(title(script))}</b><br>{escape(arithmetic(script))}</p>"
    rows = [(k, edit, script.gain([edit])) for k, edit in enumerate(script, start=1)]
    table = html.table(Table.of(COLUMNS, rows)) if rows else "<p>The graphs are the same.</p>"
    if script.gold is None or script.pred is None:
        return _box(head + table)
    return _box(head + _picture(merged_script(script), str(script)) + table)


def _picture(merged: Merged, words: str) -> str:
    """Return a drawing as an image; *words* say the same to those who cannot see it."""
    drawn = svg_of(merged, "a graph")
    if drawn is None:
        return f"<pre>{escape(words)}</pre>"
    data = base64.b64encode(drawn.encode()).decode()
    return f'<img alt="{escape(words)}" src="data:image/svg+xml;base64,{data}">'
