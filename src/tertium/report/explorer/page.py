"""Pages: a corpus with its systems or annotators, and a single pair.

Everything that is shown is in the file. Its security policy names the script and the style by their
hashes, so nothing else runs, whatever an id or a sentence contains, and nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from tertium._version import __version__
from tertium.errors import counted
from tertium.report import agreement as agreement_report
from tertium.report import charts, comparison, scores
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
from tertium.report.model import Notes, sentence
from tertium.report.policy import policy

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation
    from tertium.evaluation.agreement import Agreement
    from tertium.evaluation.comparison import Comparison
    from tertium.explain import Script
    from tertium.metrics import Progress

LIMIT = 5000
"""Sentences whose graphs a page has, unless asked for more."""
_ORDERS = {
    "text": "in the order of the corpus",
    "apart": "where {pairs} differ most",
    "worst": "lowest value first",
    "best": "highest value first",
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
    table = scores.report_of(evaluation).tables[0]
    notes = [sentence(table.notes.scale), *map(sentence, table.notes.lines)]
    notes += [
        f"{system.name}: {counted(len(system.corpus.errors), 'graph')} cannot be read."
        for system in evaluation.systems
        if system.corpus.errors
    ]
    over = f"<h2>Systems</h2>{systems_table(evaluation, found.base)}{_paragraphs(notes)}"
    more = [
        "<h2>Scores</h2>",
        html.table(table),
        _comparison(compared) if compared is not None else "",
        "<h2>Plots</h2>",
        *charts.figures(evaluation).values(),
        _signatures(table.notes.signatures),
    ]
    return _page(view, found, over, more, limit)


def agreement_page(
    found: Agreement, *, limit: int = LIMIT, progress: Progress | None = None
) -> str:
    """Return the page of annotators against each other."""
    view = view_of_agreement(found)
    edits = explained(view, progress)
    matrices = [agreement_report.matrix_table(found, result) for result in found.results]
    tables = [
        f"<h3>{escape(label)}: mean {100 * result.mean:.2f}</h3>{html.table(matrix)}"
        for label, result, matrix in zip(view.labels, found.results, matrices, strict=True)
    ]
    notes = [note for part in agreement_report.report_of(found, 0).body if isinstance(part, Notes)
             for note in (sentence(part.scale), *map(sentence, part.lines))]  # fmt: skip
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
        f'<p class="snt">{escape(said)}</p>' if said else "",
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
            f'<noscript><div class="static">{fallback}{static_edits(found)}{texts}</div></noscript>',
            _key(gold, pred),
            f'<script id="data" type="application/json">{embedded(data)}</script>',
        ]
    body.append(f'<p class="note"><code>{escape(script.metric.signature)}</code></p>')
    inner = f'<main><section class="card pair">{"".join(body)}</section></main>'
    return _shell(f"{title}: {pred} against {gold}", inner, ("draw.js", "one.js"))


def _page(view: View, found: Explained, over: str, more: Sequence[str], limit: int) -> str:
    sentences: list[str] = []
    lines: dict[str, list[str]] = {part: [] for part in PARTS}
    for entry, pairs in pairs_of(view, found, limit):
        for part, known in lines.items():
            known.append(written([pair[part] for pair in pairs]))
        sentences.append(static_sentence(view, entry, pairs))
    lost = f"Where the points are lost, by {found.metric.label}"
    body = f"""<main>
<h1><b>{escape(", ".join(view.sides[view.has_gold :]))}</b>{_against(view)}</h1>
<div class="over">
<section class="card">{over}{distributions(view)}</section>
<section class="card"><h2>{escape(lost)}</h2>{losses_table(view, found)}</section>
</div>
{_tools(view, found)}
<div id="list"></div><p id="none" class="none" hidden>No sentence fits the filter.</p><div id="end"></div>
<noscript><section class="card static"><h2>Sentences</h2>{chr(10).join(sentences)}</section></noscript>
<details class="card more"><summary>All numbers, tests, plots and signatures</summary>
{"".join(more)}</details>
<p class="note">tertium {__version__}</p>
</main>
<script id="index" type="application/json">{embedded(index_of(view, found))}</script>
<script id="pairs" type="text/plain">{packed(lines)}</script>"""
    return _shell(view.title, body, ("draw.js", "parts.js", "list.js"))


def _against(view: View) -> str:
    said = counted(len(view.entries), "sentence")
    return f" against gold · {said}" if view.has_gold else f" · {said}"


def _tools(view: View, found: Explained) -> str:
    pairs = "systems" if view.has_gold else "pairs of annotators"
    orders = {key: text.format(pairs=pairs) for key, text in _ORDERS.items()}
    if len(view.pairs) < 2:
        del orders["apart"]
    orders |= {str(k): f"lowest of {p.name} first" for k, p in enumerate(view.pairs)}
    orders |= {f"c{k}": f"with {name} first" for k, name in enumerate(found.classes)}
    metrics = dict(enumerate(view.labels))
    names = "".join(f"<span>{escape(pair.name)}</span>" for pair in view.pairs)
    first, kind = view.pairs[0].key, found.classes[0] if found.classes else "role"
    return f"""<div class="only-script" hidden><div class="tools">
<input id="filter" type="search" aria-label="filter" placeholder="filter: word  :{kind}  {escape(first)}&lt;50  size&gt;=20" spellcheck="false">
<select id="metric" aria-label="metric"{" hidden" * (len(metrics) < 2)}>{_options(metrics)}</select>
<select id="sort" aria-label="order">{_options(orders)}</select><output id="count"></output>
<span class="keys"><kbd>j</kbd> <kbd>k</kbd> move <kbd>↵</kbd> open <kbd>s</kbd> <kbd>m</kbd> switch <kbd>/</kbd> filter</span></div>
<details class="help"><summary>What the signs mean, and how to filter</summary>{_key(*view.names(0))}
<p class="note">Bars: dark is F1, amber what is lost to triples only in {escape(view.names(0)[0])}, blue to the others; together 100.
The best is bold. All terms of the filter must hold: a word of a sentence, an id or a graph; <code>:{kind}</code> or <code>{escape(first)}:{kind}</code> for a class of edits;
<code>{escape(first)}&lt;50</code>, <code>{escape(first)}.{escape(view.labels[0])}&lt;50</code>, <code>mean&gt;80</code>, <code>size&gt;=20</code> (triples), <code>apart&gt;30</code> (points between {pairs}), <code>kinds&gt;3</code> (of edits).
Keys: <kbd>j</kbd> and <kbd>k</kbd> move, Enter opens, <kbd>s</kbd> or <kbd>1</kbd>–<kbd>9</kbd> switch the pair, <kbd>m</kbd> the metric, <kbd>/</kbd> goes to the filter, Esc closes. The address of the page holds the view.</p></details>
<div class="listhead" aria-hidden="true"><span>id</span><span>sentence</span><span>triples</span><span class="bars">{names}</span></div></div>"""


def _options(choices: dict[str, str] | dict[int, str]) -> str:
    return "".join(f'<option value="{k}">{escape(v)}</option>' for k, v in choices.items())


def _key(gold: str, pred: str) -> str:
    def sample(kind: str) -> str:
        return (
            f'<svg class="graph" viewBox="0 0 38 16" aria-hidden="true"><g class="e {kind}">'
            '<path d="M0 8h38"/></g></svg>'
        )

    return f"""<ul class="key" aria-label="signs">
<li>{sample("same")}in both</li>
<li>{sample("gold")}<span><b>+</b> only in {escape(gold)}: dashed</span></li>
<li>{sample("pred")}<span><b>−</b> only in {escape(pred)}: dotted</span></li>
<li>{sample("changed")}<span><del>is</del> → <ins>should be</ins></span></li>
<li><span><b class="turn">↷</b> moved: the dotted edge becomes the dashed one of its number</span></li>
<li><span class="b">3</span> number of the edit</li>
<li><svg class="graph" viewBox="0 0 38 16" aria-hidden="true"><g class="n top"><rect x="2" y="2" width="34" height="12" rx="3"/></g></svg>top</li>
</ul>"""


def _comparison(compared: Comparison) -> str:
    tables = [
        f"<h3>{escape(table.title)}</h3>\n{html.table(table)}"
        for table in comparison.report_of(compared).tables
    ]
    notes = _paragraphs([sentence(note) for note in comparison.notes_of(compared)])
    return f'<h2>Comparison</h2>\n<div class="capital">{"".join(tables)}{notes}</div>'


def _paragraphs(lines: Sequence[str]) -> str:
    return "".join(f'<p class="note">{escape(line)}</p>' for line in lines)


def _signatures(signatures: Sequence[str]) -> str:
    lines = [f"<p><code>{escape(signature)}</code></p>" for signature in signatures]
    return "\n".join(["<h2>Signatures</h2>", *lines])


def _shell(title: str, body: str, scripts: Sequence[str]) -> str:
    """Return a whole document."""
    style, script = _asset("style.css"), "".join(map(_script, scripts))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{escape(title)}</title>
<style>{style}</style>
</head>
<body>
{body}
<script>{script}</script>
</body>
</html>
"""


@cache
def _asset(name: str) -> str:
    return files("tertium.report.explorer").joinpath(name).read_text(encoding="utf-8")


@cache
def _script(name: str) -> str:
    """Return a script without comments and indents; a comment begins a line."""
    lines = (re.sub(r"^//.*", "", line.strip()) for line in _asset(name).splitlines())
    return "".join(f"{line}\n" for line in lines if line)
