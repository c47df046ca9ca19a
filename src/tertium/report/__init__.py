"""Reports: results as tables, pages and pictures.

    result ──scores, comparison, errors, script, agreement, …──▶ Report ──formats──▶ text
    evaluation ──charts──▶ SVG, ──plots──▶ matplotlib; ──page──▶ one page of HTML

Results do not know how they are rendered: a module of this package knows one kind of result and
turns it into a `Report`; `formats` has a writer for each format and knows no result.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, get_args

from tertium.report.look import PLAIN, Look

if TYPE_CHECKING:
    from tertium.report.model import Report

ImageFormat = Literal["svg", "png", "pdf"]
IMAGE_FORMATS: tuple[ImageFormat, ...] = get_args(ImageFormat)
"""What `tertium.report.plots` saves plots as."""
PLOTS = ("distribution", "by-size", "scatter", "forest")
"""The plots that there are; which of them are drawn depends on the evaluation."""

_HOMES = {
    "Alignment": "notebook",
    "Agreement": "agreement",
    "Benchmark": "bamboo",
    "Comparison": "comparison",
    "Description": "description",
    "ErrorTable": "errors",
    "Evaluation": "scores",
    "Explanation": "explanation",
    "Graph": "notebook",
    "Preference": "preference",
    "Quality": "quality",
    "Script": "script",
}
"""The module that makes a report of a result, by the name of its class."""

_SHAPED = ("Agreement", "Comparison", "Evaluation")
"""Results whose tables depend on what was asked for."""

_DRAWN = ("Alignment", "Graph", "Script")
"""Results that a notebook shows as a drawing."""


def report_of(result: object, look: Look = PLAIN, **options: Any) -> "Report":
    """Return the report of a result; *options* are those of the module that makes it."""
    module = import_module(f"tertium.report.{_HOMES[type(result).__name__]}")
    shaped = {"look": look} if type(result).__name__ in _SHAPED else {}
    report: Report = module.report_of(result, **shaped, **options)
    return report


def render(result: object, format: str, look: Look = PLAIN, **options: Any) -> str:
    """Return a result as text, json, csv, markdown, latex or html."""
    if format == "html":
        from tertium.report.notebook import show_html, show_report

        drawn = type(result).__name__ in _DRAWN
        return show_html(result) if drawn else show_report(report_of(result, look, **options))
    from tertium.report.formats import write

    return write(report_of(result, look, **options), format, look)
