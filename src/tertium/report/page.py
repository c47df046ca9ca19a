"""A report as one page: tables, charts, and the worst pairs with their graphs drawn side by side.

The page holds everything it needs and asks no server for anything; it can be read without
JavaScript, which only adds sorting and shows partners.
"""

from __future__ import annotations

from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from tertium._version import __version__
from tertium.errors import counted
from tertium.report import charts, comparison, scores
from tertium.report.drawing import draw_pair
from tertium.report.formats import html
from tertium.report.legend import pictured
from tertium.report.marking import marked_pair, meaning
from tertium.report.model import Table, sentence
from tertium.report.pairs import SENTENCE, sentence_of, worst_pairs
from tertium.report.policy import policy
from tertium.report.width import shorten

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation, Pair
    from tertium.evaluation.comparison import Comparison
    from tertium.evaluation.results import Status
    from tertium.metrics import Metric
    from tertium.metrics.explanation import Explanation

_LEGEND = """<p>The graphs show <span class="same">what both share</span>
<svg class="graph sample"><path class="same" d="M0 8h36"/></svg>,
<span class="gold"><span class="other">what differs in the gold</span></span>
<svg class="graph sample gold"><path class="other" d="M0 8h36"/></svg> and
<span class="pred"><span class="other">what differs in the prediction</span></span>
<svg class="graph sample pred"><path class="other" d="M0 8h36"/></svg>; plain parts were not
compared as they stand. The thick box is the top; curved arrows lead to a box that another arrow
reaches, too.</p>"""

_ABSENT: dict[Status, str] = {
    "ok": "(not kept)",
    "invalid-gold": "(cannot be read)",
    "invalid-pred": "(cannot be read)",
    "missing-pred": "(missing)",
}


def render(evaluation: Evaluation, compared: Comparison | None = None, worst: int = 10) -> str:
    """Return the page; *worst* is how many pairs are drawn for each system and metric."""
    report = scores.report_of(evaluation)
    summary = (
        f"{counted(len(evaluation.gold), 'gold graph')}, "
        f"{counted(len(evaluation.systems), 'system')}, "
        f"{counted(len(evaluation.metrics), 'metric')}; tertium {__version__}."
    )
    parts = [
        _scores(report.tables[0], evaluation),
        _comparison(compared) if compared is not None else "",
        _charts(evaluation),
        _worst(evaluation, worst) if worst else "",
        _signatures(report.tables[0].notes.signatures),
    ]
    page = files("tertium.report").joinpath("page.html").read_text(encoding="utf-8")
    return Template(page).substitute(
        policy=policy(page),
        title=escape(report.title),
        summary=escape(summary),
        body="\n".join(filter(None, parts)),
    )


def _scores(table: Table, evaluation: Evaluation) -> str:
    bad = [
        f"{system.name}: {counted(len(system.corpus.errors), 'graph')} cannot be read."
        for system in evaluation.systems
        if system.corpus.errors
    ]
    notes = _paragraphs([sentence(table.notes.scale), *table.notes.lines, *bad])
    return "\n".join(["<h2>Scores</h2>", html.table(table), *notes])


def _comparison(compared: Comparison) -> str:
    tables = [
        f"<h3>{escape(table.title)}</h3>\n{html.table(table)}"
        for table in comparison.report_of(compared).tables
    ]
    notes = _paragraphs([sentence(note) for note in comparison.notes_of(compared)])
    inner = "\n".join([*tables, *notes])
    return f'<h2>Comparison</h2>\n<div class="capital">{inner}</div>'


def _paragraphs(lines: list[str]) -> list[str]:
    return [f"<p>{escape(line)}</p>" for line in lines]


def _charts(evaluation: Evaluation) -> str:
    return "\n".join(["<h2>Plots</h2>", *charts.figures(evaluation).values()])


def _worst(evaluation: Evaluation, count: int) -> str:
    parts = ["<h2>Worst pairs</h2>", _LEGEND]
    for system in evaluation.systems:
        for k in pictured(evaluation):
            label, result = evaluation.labels[k], system.results[k]
            shown = worst_pairs(system, label, result, count)
            found = [_explained(scored.pair, result.metric) for scored in shown]
            said = meaning(result.metric, [one for one in found if one is not None])
            parts.append(f"<h3>{escape(system.name)}, {escape(label)}</h3>")
            parts += _paragraphs([said] if said else [])
            parts += [_pair(s.pair, s.value, one) for s, one in zip(shown, found, strict=True)]
    return "\n".join(parts)


def _explained(pair: Pair, metric: Metric) -> Explanation | None:
    # Metrics that know no parts are not asked: a program would run once more for each pair.
    if pair.gold is None or pair.pred is None or not metric.explains_parts:
        return None
    return metric.explain(pair.gold, pair.pred)


def _pair(pair: Pair, value: float, found: Explanation | None) -> str:
    name = pair.id or f"pair {pair.index + 1}"
    said = shorten(sentence_of(pair), SENTENCE)
    head = f"<b>{100 * value:.2f}</b> {escape(name)} {escape(said)}"
    return f"<details><summary>{head}</summary>\n{_graphs(pair, found)}</details>"


def _graphs(pair: Pair, found: Explanation | None) -> str:
    if pair.gold is None or pair.pred is None:
        missing = _ABSENT[pair.status]
        gold, pred = (missing if g is None else escape(str(g)) for g in (pair.gold, pair.pred))
        return _both("both", f"<pre>{gold}</pre>", f"<pre>{pred}</pre>")
    left, right = draw_pair(pair.gold, pair.pred, found)
    gold, pred = marked_pair(pair.gold, pair.pred, found)
    return _both("drawn", left, right) + _both("both", f"<pre>{gold}</pre>", f"<pre>{pred}</pre>")


def _both(kind: str, gold: str, pred: str) -> str:
    return (
        f'<div class="{kind}">\n<div class="gold">gold\n{gold}</div>\n'
        f'<div class="pred">prediction\n{pred}</div>\n</div>\n'
    )


def _signatures(signatures: tuple[str, ...]) -> str:
    lines = [f"<p><code>{escape(signature)}</code></p>" for signature in signatures]
    return "\n".join(["<h2>Signatures</h2>", *lines])
