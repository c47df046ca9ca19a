"""A report as one page: tables, plots, and the worst pairs with their graphs drawn side by side.

The page holds everything it needs and asks no server for anything; it can be read without
JavaScript, which only adds sorting and shows partners. Plots are there if matplotlib is.
"""

from __future__ import annotations

from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from tertium._version import __version__
from tertium.errors import MissingExtraError, counted
from tertium.report import plots
from tertium.report.comparison import html_section
from tertium.report.drawing import draw_pair
from tertium.report.legend import pictured, scale, signatures
from tertium.report.marking import marked_pair, shown_alignment
from tertium.report.scores import score_table
from tertium.report.worst import sentence, worst_pairs

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation, Pair
    from tertium.evaluation.comparison import Comparison
    from tertium.metrics import Metric
    from tertium.report.table import Table

_CAPTIONS = {
    "distribution": "How many pairs have which value.",
    "by-size": "Mean value of pairs, by size of the gold graph in groups of equal number.",
    "scatter": "Each dot is a pair; above the line the other system is better.",
    "forest": "Scores and their intervals.",
}
_LEGEND = """<p>In the graphs, <span class="same">what both have</span>,
<span class="gold"><span class="other">what only the gold has</span></span> and
<span class="pred"><span class="other">what only the prediction has</span></span>, under the best
alignment; what is plain was not compared as it stands. Lines are
<svg class="graph sample"><path class="same" d="M0 8h36"/></svg> for both,
<svg class="graph sample gold"><path class="other" d="M0 8h36"/></svg> for the gold and
<svg class="graph sample pred"><path class="other" d="M0 8h36"/></svg> for the prediction alone.
Boxes with the same number are aligned; the thick one is the top, and curved arrows lead to what
another arrow reaches, too.</p>"""


def render(evaluation: Evaluation, comparison: Comparison | None = None, worst: int = 10) -> str:
    """Return the page."""
    names = ", ".join(system.name for system in evaluation.systems)
    title = f"{names} against {evaluation.gold.label}"
    summary = (
        f"{counted(len(evaluation.gold), 'gold graph')}, "
        f"{counted(len(evaluation.systems), 'system')}, "
        f"{counted(len(evaluation.metrics), 'metric')}; tertium {__version__}."
    )
    parts = [_scores(evaluation)]
    if comparison is not None:
        parts.append(f'<h2>Comparison</h2>\n<div class="capital">{html_section(comparison)}</div>')
    parts += [
        _plots(evaluation),
        _worst(evaluation, worst) if worst else "",
        _signatures(evaluation),
    ]
    page = Template(files("tertium.report").joinpath("page.html").read_text(encoding="utf-8"))
    return page.substitute(title=escape(title), summary=escape(summary), body="\n".join(parts))


def _scores(evaluation: Evaluation) -> str:
    bad = [
        f"<p>{escape(system.name)}: {counted(len(system.corpus.errors), 'graph')} cannot be read."
        "</p>"
        for system in evaluation.systems
        if system.corpus.errors
    ]
    return "\n".join(
        [
            "<h2>Scores</h2>",
            _scrolled(score_table(evaluation)),
            f"<p>{escape(scale(evaluation).capitalize())}.</p>",
            *bad,
        ]
    )


def _scrolled(table: Table) -> str:
    return f'<div class="wide">{table.to_html()}</div>'


def _plots(evaluation: Evaluation) -> str:
    try:
        drawn = plots.figures(evaluation)
    except MissingExtraError as error:
        return f"<h2>Plots</h2>\n<p>{escape(str(error))}</p>"
    shown = [
        f"<figure>{plots.svg(figure)}</figure>\n<p>{_CAPTIONS[name]}</p>"
        for name, figure in drawn.items()
    ]
    return "\n".join(["<h2>Plots</h2>", *shown])


def _worst(evaluation: Evaluation, count: int) -> str:
    parts = ["<h2>Worst pairs</h2>", _LEGEND]
    for system in evaluation.systems:
        for k in pictured(evaluation):
            label, result = evaluation.labels[k], system.results[k]
            parts.append(f"<h3>{escape(system.name)}, {escape(label)}</h3>")
            parts += [
                _pair(pair, value, result.metric)
                for pair, value in worst_pairs(system, result, count)
            ]
    return "\n".join(parts)


def _pair(pair: Pair, value: float, metric: Metric) -> str:
    name = pair.id or f"pair {pair.index + 1}"
    head = f"<b>{100 * value:.2f}</b> {escape(name)} {escape(sentence(pair))}"
    return f"<details><summary>{head}</summary>\n{_graphs(pair, metric)}</details>"


def _graphs(pair: Pair, metric: Metric) -> str:
    if pair.gold is None or pair.pred is None:
        missing = "(cannot be read)" if pair.status != "ok" else "(not kept)"
        gold, pred = (missing if g is None else escape(str(g)) for g in (pair.gold, pair.pred))
        return _both("both", f"<pre>{gold}</pre>", f"<pre>{pred}</pre>")
    found = shown_alignment(metric, pair.gold, pair.pred)
    left, right = draw_pair(pair.gold, pair.pred, found)
    gold, pred = marked_pair(pair.gold, pair.pred, found)
    return _both("drawn", left, right) + _both("both", f"<pre>{gold}</pre>", f"<pre>{pred}</pre>")


def _both(kind: str, gold: str, pred: str) -> str:
    return (
        f'<div class="{kind}">\n<div class="gold">gold\n{gold}</div>\n'
        f'<div class="pred">prediction\n{pred}</div>\n</div>\n'
    )


def _signatures(evaluation: Evaluation) -> str:
    lines = [f"<p><code>{escape(signature)}</code></p>" for signature in signatures(evaluation)]
    return "\n".join(["<h2>Signatures</h2>", *lines])
