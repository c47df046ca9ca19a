"""The metrics, by name.

>>> metric("smatch:top=concept").top
'concept'

A metric of one's own is a function of two graphs, a program, or a subclass of `Metric` (see
`tertium.metrics.own`). `register` enters a class by its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

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

if TYPE_CHECKING:
    from tertium.metrics.own import Function

__all__ = [
    "REGISTRY",
    "Metric",
    "MetricLike",
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
    if not (isinstance(cls, type) and issubclass(cls, Metric)):
        raise OptionError(f"{cls!r} is no subclass of Metric; a function needs no registration")
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


MetricLike: TypeAlias = "str | Metric | type[Metric] | Function"
"""Whatever `metric` takes."""


def metric(spec: MetricLike) -> Metric:
    """Return the metric that *spec* describes.

    That is ``name``, ``name:option=value,...``, ``module:function``, ``module:Class:option=value``,
    ``command:program``, or a metric, class or function itself.
    """
    if isinstance(spec, Metric):
        return spec
    if not isinstance(spec, str):
        return _made(spec, getattr(spec, "__name__", repr(spec)), "")
    name, _, text = spec.partition(":")
    if name in REGISTRY:
        return _made(REGISTRY[name], name, text)
    from tertium.metrics import own  # few need it, and all would wait for it

    if name == "command":
        return own.of_command(text)
    attribute, _, options = text.partition(":")
    if attribute.isidentifier():
        return _made(own.find(name, attribute), f"{name}:{attribute}", options)
    raise OptionError(f"there is no metric '{name}'; {_suggest(name, REGISTRY)}")


def _made(thing: object, name: str, text: str) -> Metric:
    """Return the metric that a class with options, or a function, is."""
    if isinstance(thing, Metric):
        return thing
    if isinstance(thing, type) and issubclass(thing, Metric):
        given = [part for part in text.split(",") if part]
        return thing(**read_options(thing, given, name))
    if not callable(thing):
        raise OptionError(f"{name} is no metric: neither a function nor a subclass of Metric")
    if text:
        raise OptionError(f"{name} is a function; it has no options")
    from tertium.metrics.own import of_function

    return of_function(thing, name)


def _suggest(name: str, known: dict[str, type[Metric]]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=1)
    return f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(known)}"
