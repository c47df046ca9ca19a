"""The sentences for readers without scripts: values, edits in words, and the graphs as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from tertium.errors import InputError

if TYPE_CHECKING:
    from tertium.graph import Graph
    from tertium.report.explorer.view import Entry, View


def static_sentence(view: View, entry: Entry, pairs: Sequence[Mapping[str, Any]]) -> str:
    """Return a closed element for a sentence, with its edits and graphs; *pairs* are its data."""
    values = [
        f"{escape(pair.name)} {100 * values[0]:.1f}"
        for pair, values in zip(view.pairs, entry.values, strict=True)
        if values is not None
    ]
    edits = [
        f"<h4>{escape(pair.name)}</h4>{static_edits(data)}"
        for pair, data in zip(view.pairs, pairs, strict=True)
    ]
    graphs = static_graphs(zip(view.sides, entry.graphs, strict=True))
    return (
        f"<details><summary>{escape(entry.name)} · {' · '.join(values)} · {escape(entry.text)}"
        f"</summary>{''.join(edits)}{graphs}</details>"
    )


def static_graphs(named: Iterable[tuple[str, Graph | None]]) -> str:
    """Return graphs as texts side by side."""
    texts = [
        f"<div><h4>{escape(name)}</h4><pre>{escape(_text(graph), quote=False)}</pre></div>"
        for name, graph in named
        if graph is not None
    ]
    return f'<div class="both">{"".join(texts)}</div>'


def static_edits(data: Mapping[str, Any]) -> str:
    """Return the edits of a pair in words, with what each costs."""
    if isinstance(data["h"], str):
        return f"<p>{escape(data['h'])}</p>"
    if not data["x"]:
        return "<p>The graphs are the same.</p>"
    items = [
        f"<li>{cost:.2f} {op}:{name} · {escape(message, quote=False)}</li>"
        for name, op, message, cost, *_ in data["x"]
    ]
    return f"<ol>{''.join(items)}</ol>"


def _text(graph: Graph) -> str:
    """Return a graph as text; one that cannot be written, because it falls apart, as triples."""
    try:
        return graph.to_penman().replace("    ", "  ")
    except InputError:
        return "\n".join(f"{s} {role} {t or ''}" for s, role, t in graph.triples)
