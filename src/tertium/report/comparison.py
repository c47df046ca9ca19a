"""A comparison of systems, in every format of ``tertium compare``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

from tertium.report.latex import latex_table
from tertium.report.legend import WIDEST, leading, signatures
from tertium.report.scores import Format, as_json
from tertium.report.table import Table, percent, percent_interval

if TYPE_CHECKING:
    from tertium.evaluation.comparison import Comparison, Contrast, Difference

_TEST_NAMES = {
    "randomization": "paired approximate randomisation",
    "bootstrap": "paired bootstrap",
}


def render(comparison: Comparison, format: Format | Literal["html"]) -> str:
    """Return a comparison in a format."""
    if format == "json":
        return json.dumps(comparison_json(comparison), ensure_ascii=False, indent=1)
    if format == "csv":
        return _exact_table(comparison).to_csv()
    if format == "latex":
        test = f"{_TEST_NAMES[comparison.test]}, corrected by Holm"
        return latex_table(comparison.evaluation, significant_cells(comparison), test)
    if format == "html":
        return html_section(comparison)
    titled = tables(comparison)
    if format == "markdown":
        parts = [f"**{title}**\n\n{table.to_markdown()}" for title, table in titled]
        return "\n\n".join([*parts, *notes(comparison), *_quoted(comparison)])
    parts = [f"{title}\n{table.to_text()}\n" for title, table in titled]
    return "\n".join([*parts, *notes(comparison), *signatures(comparison.evaluation)])


def html_section(comparison: Comparison) -> str:
    """Return the tables and notes as HTML."""
    from html import escape

    parts = [
        f'<h3>{escape(title)}</h3>\n<div class="wide">{table.to_html()}</div>'
        for title, table in tables(comparison)
    ]
    return "\n".join([*parts, *(f"<p>{escape(note)}.</p>" for note in notes(comparison))])


def tables(comparison: Comparison) -> list[tuple[str, Table]]:
    """Return the tables with their titles."""
    found = [
        ("scores, ranks and structure error", rank_table(comparison)),
        (f"against {comparison.baseline}", contrast_table(comparison)),
    ]
    if comparison.disagreements:
        title = "pairs on which two metrics prefer different systems"
        found.append((title, disagreement_table(comparison)))
    return found


def notes(comparison: Comparison) -> list[str]:
    """Return how the numbers were made."""
    how = comparison.confidence
    return [
        f"Values times 100; {len(comparison.evaluation.systems[0].pairs)} pairs; p: "
        f"{_TEST_NAMES[comparison.test]}, two-sided, corrected by Holm over systems; "
        f"{100 * how.level:g} % intervals: bootstrap {how.method}; "
        f"{how.resampling.resamples} resamples, seed {how.resampling.seed}",
        "W/T/L: pairs won, tied, lost; sign p: exact sign test on them; d: mean difference over "
        "its standard deviation; † p < 0.05",
    ]


def significant_cells(comparison: Comparison) -> set[tuple[int, int]]:
    """Return which (system, metric) differ significantly from the baseline."""
    count = len(comparison.evaluation.metrics)
    return {
        (1 + place // count, place % count)
        for place, contrast in enumerate(comparison.contrasts)
        if contrast.micro.significant
    }


def rank_table(comparison: Comparison) -> Table:
    """Return the values with ranks, and the structure error of each system."""
    evaluation = comparison.evaluation
    labels = evaluation.labels
    ranks = [comparison.ranks(k) for k in range(len(labels))]
    rows, marked = [], significant_cells(comparison)
    for i, system in enumerate(evaluation.systems):
        cells = [
            f"{percent(result.score.value)}{'†' if (i, k) in marked else ''} ({ranks[k][i]})"
            for k, result in enumerate(system.results)
        ]
        error = comparison.structure[i]
        shown = (f"{error.degree:.3f}", f"{error.density:.4f}") if error else ("–", "–")
        rows.append((system.name, *cells, *shown))
    best = {(i, k + 1) for i, k in leading(evaluation)}
    header = ("system", *labels, "degree error", "density error")
    table = Table(header, tuple(rows), best=best)
    return table.transposed("metric") if len(labels) > WIDEST else table


def contrast_table(comparison: Comparison) -> Table:
    """Return a row for each system and metric."""
    labels = comparison.evaluation.labels
    level = f"{100 * comparison.confidence.level:g} %"
    micro, macro = ("Δ", level, "p"), ("macro Δ", f"macro {level}", "macro p")
    rows = [
        (
            contrast.system,
            labels[place % len(labels)],
            *_cells(contrast.micro),
            *_cells(contrast.macro),
            f"{contrast.effect.wins}/{contrast.effect.ties}/{contrast.effect.losses}",
            p_text(contrast.effect.sign_p),
            "–" if contrast.effect.d is None else f"{contrast.effect.d:+.2f}",
        )
        for place, contrast in enumerate(comparison.contrasts)
    ]
    header = ("system", "metric", *micro, *macro, "W/T/L", "sign p", "d")
    return Table(header, tuple(rows), text_columns=2)


def _cells(difference: Difference) -> tuple[str, str, str]:
    mark = "†" if difference.significant else ""
    return (
        f"{100 * difference.value:+.2f}",
        percent_interval(difference.interval),
        p_text(difference.p) + mark,
    )


def disagreement_table(comparison: Comparison) -> Table:
    """Return a row for each system and two metrics."""
    labels = dict(zip(comparison.evaluation.metrics, comparison.evaluation.labels, strict=True))
    rows = [
        (d.system, labels[d.first], labels[d.second], f"{100 * d.share:.1f} %", p_text(d.p))
        for d in comparison.disagreements
    ]
    header = ("system", "metric", "other metric", "disagree", "p of same Δ")
    return Table(header, tuple(rows), text_columns=3)


def p_text(p: float) -> str:
    """Return a p-value as tables show it.

    >>> p_text(0.0312), p_text(0.00001)
    ('0.031', '<0.001')
    """
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """Return everything, values in [0, 1]."""
    how = comparison.confidence
    whole = as_json(comparison.evaluation)
    for i, (system, error) in enumerate(zip(whole["systems"], comparison.structure, strict=True)):
        for k, score in enumerate(system["scores"]):
            score["rank"] = comparison.ranks(k)[i]
        if error is not None:
            system["structure_error"] = {"degree": error.degree, "density": error.density}
    return whole | {
        "baseline": comparison.baseline,
        "test": comparison.test,
        "level": how.level,
        "interval": how.method,
        "resamples": how.resampling.resamples,
        "seed": how.resampling.seed,
        "contrasts": [_contrast_json(contrast) for contrast in comparison.contrasts],
        "disagreements": [
            {
                "system": d.system,
                "metrics": [d.first.signature, d.second.signature],
                "share": d.share,
                "p": d.p,
            }
            for d in comparison.disagreements
        ],
    }


def _contrast_json(contrast: Contrast) -> dict[str, Any]:
    effect = contrast.effect
    return {
        "system": contrast.system,
        "metric": contrast.metric.name,
        "signature": contrast.metric.signature,
        **_difference_json(contrast.micro),
        "macro": _difference_json(contrast.macro),
        "wins": effect.wins,
        "ties": effect.ties,
        "losses": effect.losses,
        "sign_p": effect.sign_p,
        "d": effect.d,
        "superiority": effect.superiority,
    }


def _difference_json(difference: Difference) -> dict[str, Any]:
    return {
        "difference": difference.value,
        "interval": list(difference.interval),
        "p_randomization": difference.p_randomization,
        "p_bootstrap": difference.p_bootstrap,
        "p": difference.p,
    }


def _exact_table(comparison: Comparison) -> Table:
    rows = []
    for contrast in comparison.contrasts:
        row = _contrast_json(contrast)
        macro = row.pop("macro")
        row |= {f"macro_{name}": value for name, value in macro.items()}
        rows.append({k: v for name, value in row.items() for k, v in _columns(name, value)})
    return Table(tuple(rows[0]), tuple(tuple(map(str, row.values())) for row in rows))


def _columns(name: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, list):
        return [(f"{name}_low", value[0]), (f"{name}_high", value[1])]
    return [(name, "" if value is None else value)]


def _quoted(comparison: Comparison) -> list[str]:
    return [f"`{signature}`" for signature in signatures(comparison.evaluation)]
