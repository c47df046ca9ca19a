"""Charts of an evaluation, as SVG elements for a page.

    evaluation ──data──▶ panels of points ──distribution, by_size, scatter, forest──▶ SVG

What is drawn is computed in `data`, which `tertium.report.plots` reads as well. The elements have
classes, not colours: the page gives them its own, in light and in dark. They need no other library.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tertium.report.charts import by_size, data, distribution, forest, scatter

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation

CAPTIONS = {
    "distribution": "How many pairs have which value.",
    "by-size": "Mean value of pairs, by size of the gold graph in groups of equal number.",
    "scatter": "Each dot is a pair, a larger one several; above the line the other system is "
    "better.",
    "forest": "Scores and their intervals.",
}


def figures(evaluation: Evaluation) -> dict[str, str]:
    """Return all charts that make sense for an evaluation as figure elements, by name."""
    names = data.drawable(evaluation)
    drawn = {
        "distribution": lambda: distribution.draw(data.distribution(evaluation)),
        "by-size": lambda: by_size.draw(data.by_size(evaluation)),
        "scatter": lambda: scatter.draw(data.scatter(evaluation), evaluation.systems[0].name),
        "forest": lambda: [forest.draw(data.forest(evaluation))],
    }
    systems = [system.name for system in evaluation.systems]
    return {name: _figure(name, drawn[name](), systems) for name in names}


def _figure(name: str, panels: list[str], systems: list[str]) -> str:
    named = list(enumerate(systems))[1 if name == "scatter" else 0 :]
    legend = _legend(named) if len(named) > 1 and name != "forest" else ""
    kind = "panels" if len(panels) > 1 else "panel"
    inner = "\n".join(panels)
    caption = f"<figcaption>{CAPTIONS[name]}</figcaption>"
    return f'<figure>\n<div class="{kind}">\n{inner}\n</div>\n{legend}{caption}\n</figure>'


def _legend(systems: list[tuple[int, str]]) -> str:
    entries = [
        f'<span class="s{number % data.COLOURS}"><svg class="swatch" viewBox="0 0 22 10" '
        f'aria-hidden="true"><path class="line" d="M1 5H21"/></svg> <span>{escape(name)}</span>'
        "</span>"
        for number, name in systems
    ]
    return f'<p class="legend">{" ".join(entries)}</p>\n'
