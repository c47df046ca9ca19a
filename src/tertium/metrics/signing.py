"""Signatures: what a number depends on, in one line.

    smatch|solver:exact|budget:200000|case:lower|...|top:concept|version:0.2.0     full
    smatch|top:concept|version:0.2.0                                               short

The full one spells everything that can change a number. The short one leaves out what is as the
metric has it by default; the version pins the defaults. A custom metric has a hash of its source
in both, because no version pins it.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from tertium._version import __version__
from tertium.errors import TertiumError
from tertium.metrics.source import foreign_source
from tertium.standard import spell

if TYPE_CHECKING:
    from tertium.metrics.base import Metric


def full_signature(metric: Metric) -> str:
    """Return the metric with all that can change its numbers, the version last."""
    return _line(metric, spelled(metric))


def short_signature(metric: Metric) -> str:
    """Return the metric with what differs from its defaults, the version last.

    >>> from tertium.metrics import Smatch
    >>> short_signature(Smatch(top="concept")).partition("|version")[0]
    'smatch|top:concept'
    """
    try:
        usual = defaults(type(metric))
    except (TypeError, TertiumError):  # a metric without defaults, such as a function
        return full_signature(metric)
    own = spelled(metric)
    return _line(metric, {k: v for k, v in own.items() if usual.get(k) != v})


def spelled(metric: Metric) -> dict[str, str]:
    """Return the fields of a signature without the version."""
    return {name: spell(value) for name, value in metric.signature_fields.items()}


def defaults(cls: type[Metric]) -> dict[str, str]:
    """Return what fields are by default, those included that only some options bring."""
    plain = cls()
    options = {option.name: spell(getattr(plain, option.name)) for option in fields(plain)}
    return options | spelled(plain)


def _line(metric: Metric, parts: dict[str, str]) -> str:
    source = foreign_source(type(metric))
    named = parts | ({"source": source} if source else {}) | {"version": __version__}
    return "|".join([metric.name, *(f"{k}:{v}" for k, v in named.items())])
