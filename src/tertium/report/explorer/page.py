"""Pages: a corpus with its systems or annotators, and a single pair.

Everything that is shown is in the file. Its security policy names the script and the style by their
hashes, so nothing else runs, whatever an id or a sentence contains, and nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from tertium._version import __version__
from tertium.errors import counted
from tertium.report import agreement as agreement_report
from tertium.report import charts, comparison, scores
from tertium.report.explorer import LIMIT
from tertium.report.explorer.data import (
    PARTS,
    embedded,
    index_of,
    packed,
    pair_data,
    pairs_of,
    written,
)
from tertium.report.explorer.losses import Explained, explained
from tertium.report.explorer.static import static_edits, static_graphs, static_sentence
from tertium.report.explorer.tables import distributions, losses_table, systems_table
from tertium.report.explorer.view import View, view_of, view_of_agreement
from tertium.report.formats import html
from tertium.report.look import Look
from tertium.report.model import sentence
from tertium.report.policy import policy

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation
    from tertium.evaluation.agreement import Agreement
    from tertium.evaluation.comparison import Comparison
    from tertium.explain import Script
    from tertium.metrics import Progress

_SPACED = re.compile(r" (=>|[!=]==|&&|\|\||[<>]=|\?) |(?<=\)) (?=\{)")
_BESIDE = 3  # pairs of graphs whose losses fit beside the systems; more stand below them
_ORDERS = {
    "text": "in the order of the corpus",
    "apart": "where {pairs} differ most",
    "worst": "lowest value first",
    "large": "largest first",
    "kinds": "most kinds of edits first",
}


def corpus_page(
    evaluation: Evaluation,
    compared: Comparison | None = None,
    *,
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> str:
    """Return the page of systems against a gold; only the worst *limit* sentences are drawn."""
    view = view_of(evaluation)
    found = explained(view, progress)
    look = Look(details=True)
    tables, said = scores.score_tables(evaluation, look), scores.notes_of(evaluation, look)
    scale = said.scale if compared is None else comparison.notes_of(compared, look)
    notes = [sentence(line) for line in (scale, *said.lines)]
    notes += [
        f"{system.name}: {counted(len(system.corpus.errors), 'graph')} cannot be read."
        for system in evaluation.systems
        if system.corpus.errors
    ]
    over = f"<h2>Systems</h2>{systems_table(evaluation, found.base, compared)}{_paragraphs(notes)}"
    more = [
        "<h2>Scores</h2>",
        *(html.table(table, look) for table in tables),
        _comparison(compared) if compared is not None else "",
        "<h2>Plots</h2>",
        *charts.figures(evaluation).values(),
        _signatures(said.signed(Look(signature="full"))),
    ]
    return _page(view, found, over, more, limit)


def agreement_page(
    found: Agreement, *, limit: int = LIMIT, progress: Progress | None = None
) -> str:
    """Return the page of annotators against each other."""
    view = view_of_agreement(found)
    edits = explained(view, progress)
    matrices = [agreement_report.matrix_table(found, result) for result in found.results]
    tables = [f"<h3>{escape(matrix.title)}</h3>{html.table(matrix)}" for matrix in matrices]
    said = agreement_report.report_of(found, 0).tables[-1].notes
    notes = [sentence(line) for line in (said.scale, *said.lines)]
    over = f"<h2>Agreement</h2>{''.join(tables)}{_paragraphs(notes)}"
    return _page(view, edits, over, [_signatures([m.signature for m in view.metrics])], limit)


def pair_page(script: Script, label: str = "", fallback: str = "") -> str:
    """Return the page of one pair; *fallback* is HTML for readers without scripts."""
    gold, pred = script.names
    graph = script.gold or script.pred
    title = label or (graph.id if graph is not None else None) or "one pair"
    said = graph.sentence if graph is not None else None
    body = [
        f"<h1>{escape(title)} · <b>{escape(pred)}</b> against {escape(gold)}</h1>",
        f'<p class="snt" dir="auto">{escape(said)}</p>' if said else "",
        _paragraphs([sentence(note) for note in script.notes]),
    ]
    if script.gold is None or script.pred is None:
        missing = gold if script.gold is None else pred
        body.append(f'<p class="none">The graph of {escape(missing)} cannot be read.</p>')
    else:
        found = pair_data(script)
        data = {"d": found, "names": [gold, pred], "label": script.metric.label}
        texts = static_graphs([(gold, script.gold), (pred, script.pred)])
        body += [
            '<div id="pair"></div>',
            f'<noscript><div class="static">{fallback}{static_edits(found)}{texts}</div>',
            "</noscript>",
            _filled("key.html", gold=escape(gold), pred=escape(pred)),
            f'<script id="data" type="application/json">{embedded(data)}</script>',
        ]
    short, full = map(_code, (script.metric.short_signature, script.metric.signature))
    body.append(f'<details class="note"><summary>{short}</summary>{full}</details>')
    inner = f'<main><section class="card pair">{"".join(body)}</section></main>'
    return shell(f"{title}: {pred} against {gold}", inner, ("draw.js", "one.js"))


def _page(view: View, found: Explained, over: str, more: Sequence[str], limit: int) -> str:
    sentences: list[str] = []
    lines: dict[str, list[str]] = {part: [] for part in PARTS}
    for entry, pairs in pairs_of(view, found, limit):
        for part, known in lines.items():
            known.append(written([pair[part] for pair in pairs]))
        sentences.append(static_sentence(view, entry, pairs))
    body = _filled(
        "corpus.html",
        **_words(view, found),
        over=over + distributions(view),
        losses=losses_table(view, found),
        sentences="\n".join(sentences),
        more="\n".join(filter(None, more)),
        version=__version__,
        index=embedded(index_of(view, found)),
        packed=packed(lines),
    )
    return shell(view.title, body, ("draw.js", "parts.js", "list.js"))


def _words(view: View, found: Explained) -> dict[str, str]:
    """Return the names, choices and examples that a page shows."""
    pairs = "systems" if view.has_gold else "pairs of annotators"
    gold, pred = map(escape, view.names(0))
    said = counted(len(view.entries), "sentence")
    return {
        "names": escape(", ".join(view.sides[view.has_gold :])),
        "against": f" against gold · {said}" if view.has_gold else f" · {said}",
        "many": " many" * (len(view.pairs) > _BESIDE),
        "metric": escape(found.metric.label),
        "kind": found.classes[0] if found.classes else "role",
        "first": escape(view.pairs[0].key),
        "label": escape(view.labels[0]),
        "one": " hidden" * (len(view.labels) < 2),
        "metrics": _options(dict(enumerate(view.labels))),
        "orders": _options(_orders(view, found, pairs)),
        "key": _filled("key.html", gold=gold, pred=pred),
        "gold": gold,
        "pairs": pairs,
        "heads": "".join(f"<span>{escape(pair.name)}</span>" for pair in view.pairs),
    }


def _orders(view: View, found: Explained, pairs: str) -> dict[str, str]:
    orders = {key: text.format(pairs=pairs) for key, text in _ORDERS.items()}
    if len(view.pairs) < 2:
        del orders["apart"]
    orders |= {str(k): f"lowest of {p.name} first" for k, p in enumerate(view.pairs)}
    return orders | {f"c{k}": f"most lost by {name} first" for k, name in enumerate(found.classes)}


def _options(choices: Mapping[str, str] | Mapping[int, str]) -> str:
    return "".join(f'<option value="{k}">{escape(v)}</option>' for k, v in choices.items())


def _comparison(compared: Comparison) -> str:
    look = Look(details=True)
    report = comparison.report_of(compared, look, disagreement=True, structure=True)
    titles = [f"<h3>{escape(table.title)}</h3>\n" if table.title else "" for table in report.tables]
    tables = [
        title + html.table(table, look) + html.legend(table, look)
        for title, table in zip(titles, report.tables, strict=True)
    ]
    notes = _paragraphs([sentence(comparison.notes_of(compared, look))])
    return f'<h2>Comparison</h2>\n<div class="capital">{"".join(tables)}{notes}</div>'


def _paragraphs(lines: Sequence[str]) -> str:
    kinds = {line: "warning" if line.startswith("WARNING") else "note" for line in lines}
    return "".join(f'<p class="{kind}">{escape(line)}</p>' for line, kind in kinds.items())


def _signatures(signatures: Sequence[str]) -> str:
    lines = [f"<p>{_code(signature)}</p>" for signature in signatures]
    return "\n".join(["<h2>Signatures</h2>", *lines])


def _code(signature: str) -> str:
    return f"<code>{escape(signature)}</code>"


def shell(title: str, body: str, scripts: Sequence[str]) -> str:
    """Return a whole document."""
    style, script = _asset("style.css"), "".join(map(_script, scripts))
    return _filled(
        "shell.html",
        policy=policy(script, style),
        title=escape(title),
        style=style,
        body=body,
        script=script,
    )


def _filled(name: str, **parts: str) -> str:
    return Template(_asset(name)).substitute(parts)


@cache
def _asset(name: str) -> str:
    return files("tertium.report.explorer").joinpath(name).read_text(encoding="utf-8")


@cache
def _script(name: str) -> str:
    """Return a script without comments, indents and what else only people need.

    A comment begins a line. These operators are in no text that a page shows.
    """
    lines = (re.sub(r"^//.*", "", line.strip()) for line in _asset(name).splitlines())
    return _SPACED.sub(r"\1", "".join(f"{line}\n" for line in lines if line))
