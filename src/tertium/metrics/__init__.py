"""The metrics, by name.

>>> metric("smatch:top=concept").top
'concept'

A metric of one's own is a subclass of `Metric` with a name, entered by `register`; then the command
line and everything else knows it.
"""

from __future__ import annotations

from tertium.errors import OptionError
from tertium.metrics.base import (
    Metric,
    Progress,
    Score,
    Statistics,
    StatisticsTable,
)
from tertium.metrics.s2match import S2match
from tertium.metrics.sema import Sema
from tertium.metrics.sembleu import Sembleu
from tertium.metrics.smatch import Smatch
from tertium.metrics.smatchpp import SmatchPP
from tertium.metrics.smatchsharp import SmatchSharp
from tertium.metrics.wlk import Wlk
from tertium.metrics.wsmatch import Wsmatch
from tertium.metrics.wwlk import Wwlk
from tertium.metrics.wwlk_e2n import WwlkE2n
from tertium.metrics.wwlk_theta import WwlkTheta
from tertium.options import read_options

__all__ = [
    "REGISTRY",
    "Metric",
    "Progress",
    "S2match",
    "Score",
    "Sema",
    "Sembleu",
    "Smatch",
    "SmatchPP",
    "SmatchSharp",
    "Statistics",
    "StatisticsTable",
    "Wlk",
    "Wsmatch",
    "Wwlk",
    "WwlkE2n",
    "WwlkTheta",
    "metric",
    "register",
]

REGISTRY: dict[str, type[Metric]] = {}
"""Metric classes by name."""


def register(cls: type[Metric]) -> type[Metric]:
    """Make a metric known by its name."""
    REGISTRY[cls.name] = cls
    return cls


for _cls in (
    Smatch,
    SmatchPP,
    SmatchSharp,
    S2match,
    Wsmatch,
    Sembleu,
    Sema,
    Wlk,
    Wwlk,
    WwlkE2n,
    WwlkTheta,
):
    register(_cls)


def metric(spec: str | Metric | type[Metric]) -> Metric:
    """Return the metric that *spec* describes: ``name`` or ``name:option=value,...``."""
    if isinstance(spec, Metric):
        return spec
    if isinstance(spec, type):
        return spec()
    name, _, text = spec.partition(":")
    if name not in REGISTRY:
        raise OptionError(f"there is no metric '{name}'; {_suggest(name, REGISTRY)}")
    cls = REGISTRY[name]
    given = [part for part in text.split(",") if part]
    return cls(**read_options(cls, given, name))


def _suggest(name: str, known: dict[str, type[Metric]]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=1)
    return f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(known)}"
