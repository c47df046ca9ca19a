"""The metrics, by name.

>>> metric("smatch:top=concept").top
'concept'

A metric of one's own is a subclass of `Metric` with a name, entered by `register`; then the command
line and everything else knows it.
"""

from __future__ import annotations

from difflib import get_close_matches
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tertium.errors import OptionError
from tertium.metrics.base import (
    Metric,
    Progress,
    Score,
    Statistics,
    StatisticsTable,
    options_of,
)
from tertium.metrics.s2match import S2match
from tertium.metrics.smatch import Smatch
from tertium.metrics.wsmatch import Wsmatch

__all__ = [
    "REGISTRY",
    "Metric",
    "Progress",
    "S2match",
    "Score",
    "Smatch",
    "Statistics",
    "StatisticsTable",
    "Wsmatch",
    "metric",
    "register",
]

REGISTRY: dict[str, type[Metric]] = {}
"""Metric classes by name."""


def register(cls: type[Metric]) -> type[Metric]:
    """Make a metric known by its name."""
    REGISTRY[cls.name] = cls
    return cls


for _cls in (Smatch, S2match, Wsmatch):
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
    return cls(**dict(_option(cls, part) for part in given))


def _option(cls: type[Metric], text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    known = [option.name for option in options_of(cls)]
    if key not in known:
        raise OptionError(f"{cls.name} has no option '{key}'; it has: {', '.join(known)}")
    if not equals:
        raise OptionError(f"{cls.name}: write {key}=VALUE")
    try:
        return key, _convert(value, get_type_hints(cls)[key])
    except ValueError as error:
        raise OptionError(f"{cls.name}: {key}={value}: {error}") from None


def _convert(text: str, kind: Any) -> Any:
    """Read *text* as a value of the type *kind*."""
    origin = get_origin(kind)
    if origin is Literal:
        choices = get_args(kind)
        if text not in choices:
            raise ValueError(f"choose from {', '.join(map(str, choices))}")
        return text
    if origin in (Union, UnionType):
        inner = [arg for arg in get_args(kind) if arg is not type(None)]
        return (
            None
            if text == "none" and len(inner) < len(get_args(kind))
            else _convert(text, inner[0])
        )
    if origin is tuple:
        return tuple(_convert(part, get_args(kind)[0]) for part in text.split("+"))
    if kind is bool:
        if text not in ("yes", "no", "true", "false"):
            raise ValueError("choose yes or no")
        return text in ("yes", "true")
    if kind in (int, float):
        return _number(text, kind)
    return text


def _number(text: str, kind: type[int] | type[float]) -> int | float:
    try:
        return kind(text.replace("_", ""))
    except ValueError:
        raise ValueError("not a whole number" if kind is int else "not a number") from None


def _suggest(name: str, known: dict[str, type[Metric]]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(known)}"
