"""Agreement of annotators, in every format of ``tertium agree``."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, Literal

from tertium._version import __version__
from tertium.report.scores import Format
from tertium.report.table import Table, latex_code, percent

if TYPE_CHECKING:
    from tertium.evaluation.agreement import Agreement, MetricAgreement, Sentence

_SENTENCE = 70  # characters of a sentence that a table shows


def render(agreement: Agreement, format: Format | Literal["html"], worst: int = 10) -> str:
    """Return the matrices, and so many of the sentences with least agreement."""
    if format == "json":
        return json.dumps(agreement_json(agreement, worst), ensure_ascii=False, indent=1)
    if format == "csv":
        return _exact_table(agreement).to_csv()
    if format == "latex":
        parts = [
            matrix_table(agreement, result).to_latex(
                f"Agreement, values times 100. {latex_code(result.metric.signature)}"
            )
            for result in agreement.results
        ]
        return "\n".join(["% needs \\usepackage{booktabs}", *parts])
    if format == "html":
        return "\n".join(_html_section(agreement, result, worst) for result in agreement.results)
    sections = [_section(agreement, result, format, worst) for result in agreement.results]
    skipped = f"{agreement.skipped} sentences left out" if agreement.skipped else ""
    return "\n\n".join([*sections, "\n".join(filter(None, ["values times 100", skipped]))])


def _html_section(agreement: Agreement, result: MetricAgreement, worst: int) -> str:
    from html import escape

    title = f"<p>{escape(result.metric.signature)}, mean {percent(result.mean)}</p>"
    least = least_table(result.least(worst))
    return "\n".join([title, matrix_table(agreement, result).to_html(), least.to_html()])


def _section(agreement: Agreement, result: MetricAgreement, format: Format, worst: int) -> str:
    matrix, least = matrix_table(agreement, result), least_table(result.least(worst))
    if format == "markdown":
        title = f"**`{result.metric.signature}`**, mean {percent(result.mean)}"
        shown = [matrix.to_markdown()] + ([least.to_markdown()] if worst else [])
        return "\n\n".join([title, *shown])
    title = f"{result.metric.name}: mean {percent(result.mean)}"
    listing = ["", "least agreement", least.to_text()] if worst else []
    return "\n".join([title, matrix.to_text(), *listing, "", result.metric.signature])


def matrix_table(agreement: Agreement, result: MetricAgreement) -> Table:
    """Return the values of all pairs of annotators, and the means."""
    rows = [
        (name, *(percent(_known(value)) for value in line), percent(mean))
        for name, line, mean in zip(
            agreement.annotators, result.matrix.tolist(), result.means, strict=True
        )
    ]
    corner = "" if result.metric.symmetric else "gold \\ prediction"
    return Table((corner, *agreement.annotators, "mean"), tuple(rows))


def least_table(sentences: list[Sentence]) -> Table:
    """Return the given sentences with their values."""
    rows = [
        (sentence.id or str(sentence.index + 1), _short(sentence.text), percent(sentence.value))
        for sentence in sentences
    ]
    return Table(("id", "sentence", "value"), tuple(rows), text_columns=2)


def agreement_json(agreement: Agreement, worst: int) -> dict[str, Any]:
    """Return everything, values in [0, 1]; null on the diagonal."""
    return {
        "tertium": __version__,
        "annotators": list(agreement.annotators),
        "skipped": agreement.skipped,
        "results": [
            {
                "metric": result.metric.name,
                "signature": result.metric.signature,
                "sentences": len(result.sentences),
                "mean": result.mean,
                "means": result.means,
                "matrix": [[_known(value) for value in line] for line in result.matrix.tolist()],
                "least": [
                    {"index": s.index, "id": s.id, "sentence": s.text, "value": s.value}
                    for s in result.least(worst)
                ],
            }
            for result in agreement.results
        ],
    }


def _exact_table(agreement: Agreement) -> Table:
    names = agreement.annotators
    rows = [
        (result.metric.name, result.metric.signature, names[i], names[j], str(value))
        for result in agreement.results
        for i, line in enumerate(result.matrix.tolist())
        for j, value in enumerate(line)
        if i != j
    ]
    return Table(("metric", "signature", "annotator", "other", "value"), tuple(rows))


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


def _short(text: str | None) -> str:
    if not text:
        return "–"
    return text if len(text) <= _SENTENCE else text[: _SENTENCE - 1] + "…"
