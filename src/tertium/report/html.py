"""A report as one page: tables, plots, and the worst pairs with their graphs side by side.

The page holds everything it needs and asks no server for anything; it can be read without
JavaScript, which only adds sorting. Plots are there if matplotlib is.
"""

from __future__ import annotations

from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from tertium._version import __version__
from tertium.errors import MissingExtraError
from tertium.report import plots
from tertium.report.comparison import html_section
from tertium.report.legend import pictured, scale, signatures
from tertium.report.marking import marked_pair
from tertium.report.scores import score_table
from tertium.report.worst import sentence, worst_pairs

if TYPE_CHECKING:
    from tertium.comparison import Comparison
    from tertium.evaluation import Evaluation, Pair
    from tertium.metrics import Metric
    from tertium.report.table import Table

_CAPTIONS = {
    "distribution": "How many pairs have which value.",
    "by-size": "Mean value of pairs, by size of the gold graph in groups of equal number.",
    "scatter": "Each dot is a pair; above the line the other system is better.",
    "forest": "Scores and their intervals.",
}
_LEGEND = (
    '<p>In the graphs, <span class="same">what both have</span> and <span class="other">what only '
    "this one has</span>, under the best alignment.</p>"
)


def render(evaluation: Evaluation, comparison: Comparison | None = None, worst: int = 10) -> str:
    """Return the page."""
    names = ", ".join(system.name for system in evaluation.systems)
    title = f"{names} against {evaluation.gold.label}"
    summary = (
        f"{len(evaluation.gold)} gold graphs, {len(evaluation.systems)} systems, "
        f"{len(evaluation.metrics)} metrics; tertium {__version__}."
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
        f"<p>{escape(system.name)}: {len(system.corpus.errors)} graphs cannot be read.</p>"
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
    gold, pred = _graphs(pair, metric)
    return (
        f'<details><summary>{head}</summary>\n<div class="both">\n'
        f"<div>gold<pre>{gold}</pre></div>\n<div>prediction<pre>{pred}</pre></div>\n"
        "</div></details>"
    )


def _graphs(pair: Pair, metric: Metric) -> tuple[str, str]:
    if pair.gold is not None and pair.pred is not None:
        return marked_pair(metric, pair.gold, pair.pred)
    missing = "(cannot be read)" if pair.status != "ok" else "(not kept)"
    gold, pred = (missing if g is None else escape(str(g)) for g in (pair.gold, pair.pred))
    return gold, pred


def _signatures(evaluation: Evaluation) -> str:
    lines = [f"<p><code>{escape(signature)}</code></p>" for signature in signatures(evaluation)]
    return "\n".join(["<h2>Signatures</h2>", *lines])
