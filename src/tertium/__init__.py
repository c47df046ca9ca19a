"""Compare meaning graphs: how similar two AMRs are in meaning, with a proof where one exists.

>>> import tertium
>>> print(tertium.score("(g / go-02 :ARG0 (b / boy))", "(x / go-02 :ARG0 (y / girl))"))
smatch 75.00 (P 75.00, R 75.00)

A public name is imported when it is first used, so that a command line that needs little starts
quickly. ``__init__.pyi`` says the same to type checkers.
"""

from importlib import import_module

from tertium._version import __version__ as __version__
from tertium.introduced import hash_with
from tertium.written import render_with

_HOMES = {
    "alignment": ("Solving", "align"),
    "alignment.alignment": ("Alignment",),
    "standard": ("Convention",),
    "errors": ("TertiumError",),
    "evaluation": ("Evaluation", "evaluate", "score", "score_corpus"),
    "evaluation.agreement": ("Agreement", "agree"),
    "evaluation.columns": ("scores",),
    "evaluation.comparison": ("Comparison", "compare"),
    "evaluation.matrix": ("matrix",),
    "explain.diff": ("diff",),
    "explain.script": ("Edit", "Script"),
    "explain.table": ("ErrorTable", "error_table"),
    "graph": ("Corpus", "Graph", "read"),
    "graph.rows": ("RowFile",),
    "metrics.explanation": ("Contribution", "Explanation"),
    "metrics": ("Metric", "Score", "Statistics", "StatisticsTable", "metric", "register"),
    "statistics": ("Confidence", "Resampling"),
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted([*_MODULES, "__version__"])


def __getattr__(name: str) -> object:
    """Import a public name, or a module of the package."""
    if name in _MODULES:
        thing: object = getattr(import_module(f"tertium.{_MODULES[name]}"), name)
        globals()[name] = thing
        return thing
    try:
        return import_module(f"tertium.{name}")
    except ModuleNotFoundError:
        raise AttributeError(f"module 'tertium' has no attribute '{name}'") from None


def _render(result: object, format: str) -> str:
    """Return a result in a format, which only the top of the package may ask the report for."""
    text: str = import_module("tertium.report").render(result, format)
    return text


def _hash(graph: object) -> str:
    """Return the hash of what a graph means."""
    text: str = import_module("tertium.standard.canonical").canonical_hash(graph)
    return text


render_with(_render)
hash_with(_hash)


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
