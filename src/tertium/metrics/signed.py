"""Signatures read back: what each field means, and the options that reproduce the number.

    smatch|top:concept|version:0.2.0   ──▶   top: concept (default: flag), -m smatch:top=concept

A signature names what a number depends on, not how it was asked for: a preset stands there as the
answers that it gives. So options are found by trying: those that the fields name, and where these
are not enough, one more that signatures do not show. What is found is a metric, and its own
signature says whether it is the same.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields, replace
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple, get_args, get_type_hints

from tertium._version import __version__
from tertium.errors import OptionError, TertiumError, shortened
from tertium.metrics import REGISTRY, metric
from tertium.metrics.base import Metric
from tertium.metrics.signing import defaults, spelled
from tertium.standard import Convention

_VERSION = "version"
_NAMED = re.compile(r"``([\w-]+)``")


class SignedField(NamedTuple):
    """A field of a signature."""

    name: str
    value: str
    default: str | None  #: what it is if nothing was asked for; None if there is no such thing
    meaning: str
    here: str | None  #: what it is with the options that were found


@dataclass(frozen=True)
class Signed:
    """What a signature says."""

    name: str
    version: str  #: with which it was made; empty if it does not say
    fields: tuple[SignedField, ...]
    metric: Metric  #: the one that comes closest

    @property
    def differing(self) -> tuple[SignedField, ...]:
        """The fields that the metric has otherwise."""
        return tuple(field for field in self.fields if field.here != field.value)

    @property
    def reproduced(self) -> bool:
        """Whether the metric is the one that was signed, as far as this version can tell."""
        return not self.differing and self.version in ("", __version__)


def read_signature(text: str) -> Signed:
    """Return what a signature says, short or full; a metric with options is signed first.

    >>> found = read_signature("sembleu|n:2|version:0.1.0")
    >>> found.metric.spec, found.fields[0].default
    ('sembleu:n=2', '3')
    """
    if "|" not in text:
        text = metric(text).signature
    name, given = _fields(text)
    version = given.pop(_VERSION, "")
    if "function" in given:  # of a function nothing is known but where it is
        found, usual = metric(name if ":" in name else given["function"]), {}
        meanings = {"function": "The module and the function."}
    else:
        cls = _class(name)
        found, usual, meanings = _found(cls, given), defaults(cls), _meanings(cls)
    meanings["source"] = "A hash of the file that defines it."
    own = _fields(found.signature)[1]
    shown = tuple(
        SignedField(k, v, usual.get(k), meanings.get(k, ""), own.get(k)) for k, v in given.items()
    )
    return Signed(name, version, shown, found)


def _fields(text: str) -> tuple[str, dict[str, str]]:
    """Return the name of the metric, and the fields."""
    name, *parts = text.strip().split("|")
    found: dict[str, str] = {}
    for part in parts:
        key, colon, value = part.partition(":")
        if not colon:
            raise OptionError(f"'{shortened(part)}' is not a field; a field is NAME:VALUE")
        found[key] = value
    return name, found


def _class(name: str) -> type[Metric]:
    if name not in REGISTRY:
        raise OptionError(
            f"'{shortened(name)}' is not a metric; a signature begins with one of: "
            f"{', '.join(REGISTRY)}"
        )
    return REGISTRY[name]


def _found(cls: type[Metric], given: Mapping[str, str]) -> Metric:
    """Return the metric whose signature is nearest."""
    usual = defaults(cls)
    known = {option.name for option in fields(cls)}
    named = {k: v for k, v in given.items() if k in known and usual.get(k) != v}
    nearest, apart = cls(), len(given) + 1
    # A field such as the hash of a file may follow from another option, so each is left out once.
    partly = [{k: v for k, v in named.items() if k != left_out} for left_out in named]
    for options in (*(named | more for more in _hidden(cls, given)), *partly):
        made = _made(cls, options)
        if made is not None and (own := _distance(made, given)) < apart:
            nearest, apart = made, own
        if not apart:
            break
    return _without_needless(nearest, given)


def _without_needless(made: Metric, given: Mapping[str, str]) -> Metric:
    """Return a metric without the options that follow from others."""
    for option in fields(made):
        if option.name in made.changed_options and option.default is not MISSING:
            with suppress(TertiumError):
                fewer = replace(made, **{option.name: option.default})
                if _distance(fewer, given) <= _distance(made, given):
                    made = fewer
    return made


def _hidden(cls: type[Metric], given: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield nothing, and then each value of an option that the signature does not show.

    Bundled files are shown by a hash; their names are in the documentation of the option.
    """
    yield {}
    hints, texts = get_type_hints(cls), _documented(cls)
    for option in fields(cls):
        name = option.name
        if name not in given:
            choices = _choices(hints[name])
        else:
            choices = _NAMED.findall(texts.get(name, "")) if hints[name] is str else []
        yield from ({name: choice} for choice in choices)


def _choices(kind: Any) -> list[str]:
    found = [arg for arg in get_args(kind) if isinstance(arg, str)]
    return found + [c for arg in get_args(kind) if not isinstance(arg, str) for c in _choices(arg)]


def _made(cls: type[Metric], options: Mapping[str, str]) -> Metric | None:
    """Return the metric with options as signatures spell them; a file is known by name only."""
    texts = [f"{k}={'none' if v == 'None' else v.partition('#')[0]}" for k, v in options.items()]
    try:
        made = metric(f"{cls.name}:{','.join(texts)}")
        spelled(made)  # which reads the files that it names
    except (TertiumError, OSError):
        return None
    return made


def _distance(made: Metric, given: Mapping[str, str]) -> int:
    """Return how many fields differ."""
    own = spelled(made)
    return sum(own.get(k) != v for k, v in given.items())


def _meanings(cls: type[Metric]) -> dict[str, str]:
    """Return the first sentence about each field."""
    both = _documented(Convention) | _documented(cls)
    return {name: _sentence(text) for name, text in both.items()}


@cache
def _documented(cls: type) -> dict[str, str]:
    """Return the texts below the fields of a class, from its source."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        try:
            tree = ast.parse(inspect.cleandoc("\n" + inspect.getsource(base)))
        except (OSError, TypeError, SyntaxError):  # no source, as in an interactive session
            continue
        body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
        for field, text in pairwise(body):
            if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                said = text.value.value if isinstance(text.value, ast.Constant) else ""
                found[ast.unparse(field.target)] = str(said)
    return found


def _sentence(text: str) -> str:
    whole = " ".join(text.split()).replace("``", "").replace("`", "")
    first, stop, _ = whole.partition(". ")
    return f"{first}." if stop else whole
