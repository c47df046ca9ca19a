"""The sentences for readers without scripts: values, edits in words, and the graphs as text."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tertium.errors import InputError

if TYPE_CHECKING:
    from tertium.explain import Script
    from tertium.graph import Graph
    from tertium.report.explorer.losses import Explained
    from tertium.report.explorer.view import Entry, View


def sentences(view: View, explained: Explained) -> str:
    """Return a closed element for each sentence, with its edits and graphs."""
    return "\n".join(
        _sentence(view, entry, scripts)
        for entry, scripts in zip(view.entries, explained.scripts, strict=True)
    )


def _sentence(view: View, entry: Entry, scripts: list[Script | None]) -> str:
    values = [
        f"{escape(pair.name)} {100 * values[0]:.1f}"
        for pair, values in zip(view.pairs, entry.values, strict=True)
        if values is not None
    ]
    edits = [
        f"<h4>{escape(pair.name)}</h4>{_edits(script, why)}"
        for pair, script, why in zip(view.pairs, scripts, entry.absent, strict=True)
    ]
    graphs = [
        f"<div><h4>{escape(name)}</h4><pre>{escape(text(graph), quote=False)}</pre></div>"
        for name, graph in zip(view.sides, entry.graphs, strict=True)
        if graph is not None
    ]
    return (
        f"<details><summary>{escape(entry.name)} · {' · '.join(values)} · {escape(entry.text)}"
        f'</summary>{"".join(edits)}<div class="both">{"".join(graphs)}</div></details>'
    )


def _edits(script: Script | None, why: str) -> str:
    if script is None or script.gold is None or script.pred is None:
        return f"<p>{escape(why)}</p>"
    if not script.edits:
        return "<p>The graphs are the same.</p>"
    items = [
        f"<li>{100 * (edit.cost or 0):.2f} {edit.code} {escape(edit.message, quote=False)}</li>"
        for edit in script.edits
    ]
    return f"<ol>{''.join(items)}</ol>"


def text(graph: Graph) -> str:
    """Return a graph as text; one that cannot be written, because it falls apart, as triples."""
    try:
        return graph.to_penman()
    except InputError:
        return "\n".join(f"{s} {role} {t or ''}" for s, role, t in graph.triples)
