"""The metrics, by name.

>>> metric("smatch:top=concept").top
'concept'

`_registered` lists the metrics of this package. ``scripts/make`` writes it from the classes, and
the module of a metric is imported when the metric is first used.

A custom metric is a function of two graphs, a program, or a subclass of `Metric` (see
`tertium.metrics.custom`). `register` enters a class by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, MutableMapping
from functools import lru_cache
from importlib import import_module
from os.path import isfile
from typing import TYPE_CHECKING, TypeAlias, cast

from tertium.alignment import Progress
from tertium.errors import OptionError, shortened
from tertium.metrics import _registered
from tertium.metrics.base import Metric
from tertium.metrics.score import Score
from tertium.metrics.statistics import Statistics, StatisticsTable
from tertium.options import read_options

if TYPE_CHECKING:
    from tertium.metrics._registered import *  # noqa: F403
    from tertium.metrics.functions import Function

__all__ = [
    "REGISTRY",
    "Metric",
    "MetricLike",
    "Progress",
    "Score",
    "Statistics",
    "StatisticsTable",
    "metric",
    "register",
]
__all__ += _registered.__all__


class Registry(MutableMapping[str, type[Metric]]):
    """Metric classes by name."""

    def __init__(self) -> None:
        self._classes: dict[str, type[Metric] | None] = dict.fromkeys(_registered.HOMES)

    def __getitem__(self, name: str) -> type[Metric]:
        cls = self._classes[name]
        return _import(*_registered.HOMES[name]) if cls is None else cls

    def __setitem__(self, name: str, cls: type[Metric]) -> None:
        self._classes[name] = cls

    def __delitem__(self, name: str) -> None:
        del self._classes[name]

    def __contains__(self, name: object) -> bool:
        return name in self._classes  # without an import

    def __iter__(self) -> Iterator[str]:
        return iter(self._classes)

    def __len__(self) -> int:
        return len(self._classes)


def _import(module: str, cls: str) -> type[Metric]:
    return cast("type[Metric]", getattr(import_module(f"tertium.metrics.{module}"), cls))


def __getattr__(name: str) -> type[Metric]:
    """Import the class of a metric."""
    for module, cls in _registered.HOMES.values():
        if cls == name:
            return _import(module, cls)
    raise AttributeError(f"module 'tertium.metrics' has no attribute '{name}'")


REGISTRY: MutableMapping[str, type[Metric]] = Registry()
"""Metric classes by name."""


def register(cls: type[Metric]) -> type[Metric]:
    """Make a metric class known by its name, so that ``-m NAME`` finds it."""
    if not (isinstance(cls, type) and issubclass(cls, Metric)):
        raise OptionError(f"{cls!r} is no subclass of Metric; a function needs no registration")
    REGISTRY[cls.name] = cls
    return cls


MetricLike: TypeAlias = "str | Metric | type[Metric] | Function"
"""Whatever `metric` takes."""


def metric(spec: MetricLike) -> Metric:
    """Return the metric that *spec* describes.

    >>> smatch = metric("smatch:top=concept")
    >>> smatch.values(["(b / boy)", "(c / cat)"], ["(b / boy)", "(d / dog)"])
    [1.0, 0.0]

    *spec* is ``name``, ``name:option=value,...``, ``module:function``, ``command:program``,
    ``module:Class:option=value``, or a metric, class or function itself. ``mine=module:function``
    gives a custom metric a name.
    """
    if isinstance(spec, Metric):
        return spec
    if not isinstance(spec, str):
        return _made(spec, getattr(spec, "__name__", repr(spec)), "")
    given, spec = _chosen_name(spec)
    name, _, text = spec.partition(":")
    if given and name in REGISTRY:
        raise OptionError(f"{given}={shortened(spec)}: {name} keeps its name; only custom metrics "
                          "can be given one, as in mine=module:function")  # fmt: skip
    if name in REGISTRY:
        return _made(REGISTRY[name], name, text)
    from tertium.metrics import custom  # few need it, and all would wait for it

    if name == "command":
        return custom.of_command(text, given)
    attribute, _, options = text.partition(":")
    if attribute.isidentifier():
        return _made(custom.find(name, attribute), f"{name}:{attribute}", options, given)
    hint = "this is a file; in Python, several files are one list"
    hint = hint if isfile(name) else _suggest(name, REGISTRY)
    raise OptionError(f"there is no metric '{shortened(name)}'; {hint}")


def _chosen_name(spec: str) -> tuple[str, str]:
    """Return the name that a spec gives to a custom metric, if any, and the rest.

    >>> _chosen_name("mine=overlap.py:dice"), _chosen_name("smatch:top=concept")
    (('mine', 'overlap.py:dice'), ('', 'smatch:top=concept'))
    """
    head = spec.partition(":")[0]
    if "=" not in head or isfile(head):
        return "", spec
    given, _, rest = spec.partition("=")
    if given in REGISTRY or not re.fullmatch(r"[^\s=:,|]+", given):
        reason = "is the name of another metric" if given in REGISTRY else "cannot be a name"
        raise OptionError(f"'{shortened(given)}' {reason}; write mine=module:function")
    return given, rest


def _made(thing: object, name: str, text: str, given: str = "") -> Metric:
    """Return the metric that a class with options, or a function, is; *given* is a name for it."""
    if isinstance(thing, Metric):
        if given:
            raise OptionError(f"{name} is a metric already; only functions and classes get a name")
        return thing
    if isinstance(thing, type) and issubclass(thing, Metric):
        if given:
            from tertium.metrics.custom import named

            own: type[Metric] = named(thing, given, f"{name}:{text}" if text else name)
            return _with_options(own, name, text)
        return _with_options(thing, name, text)
    if not callable(thing):
        raise OptionError(f"{name} is not a metric: neither a function nor a subclass of Metric")
    if text:
        raise OptionError(f"{name} is a function; it has no options")
    from tertium.metrics.custom import of_function

    return of_function(thing, given or name, name if given else "")


def _with_options(cls: type[Metric], name: str, text: str) -> Metric:
    """Return a metric with options; the same one for the same words, unless they name a file.

    A metric never changes, but a file of weights or vectors may, and is then read again.
    """
    if any(isfile(part.partition("=")[2]) for part in text.split(",")):
        return _read_metric(cls, name, text)
    return _known_metric(cls, name, text)


def _read_metric(cls: type[Metric], name: str, text: str) -> Metric:
    return cls(**read_options(cls, [part for part in text.split(",") if part], name))


_known_metric = lru_cache(maxsize=256)(_read_metric)


def _suggest(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=1)
    return f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(known)}"
