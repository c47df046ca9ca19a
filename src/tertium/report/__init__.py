"""Reports: results as tables, pages and pictures."""

from importlib import import_module

_HOMES = {"Agreement": "agreement", "Comparison": "comparison", "Evaluation": "scores"}
"""The module that renders a result, by the name of its class."""


def render(result: object, format: str) -> str:
    """Return a result as text, json, csv, markdown, latex or html."""
    module = import_module(f"tertium.report.{_HOMES[type(result).__name__]}")
    text: str = module.render(result, format)
    return text
