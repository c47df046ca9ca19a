"""Options written as text: ``top=concept`` for the field `top` of a dataclass.

The type of the field says what is allowed: a choice, a number, yes or no, several values joined by
``+``. The same holds for values that are given in Python, see `check_options`.
"""

from __future__ import annotations

from dataclasses import fields
from numbers import Integral, Real
from os import PathLike
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tertium.errors import OptionError, shortened

_KINDS: dict[type, dict[str, Any]] = {}
_LONGEST = 100  # characters of a number


def read_options(cls: type, texts: list[str], owner: str) -> dict[str, Any]:
    """Return the values of ``name=value`` texts for fields of the dataclass *cls*.

    *owner* is how messages call it.
    """
    values: dict[str, Any] = {}
    for name, value in (_read(cls, text, owner) for text in texts):
        if name in values:
            raise OptionError(f"{owner}: {name} is there twice")
        values[name] = value
    return values


def check_options(thing: Any) -> None:
    """Refuse a dataclass whose fields have values that their types do not allow."""
    try:
        kinds = _kinds(type(thing))
    except NameError:  # a class inside a function may have types that cannot be found from here
        return
    for field in fields(thing):
        kind, value = kinds[field.name], getattr(thing, field.name)
        if not _allows(kind, value):
            choices = _choices(kind)
            wanted = f"choose from {', '.join(choices)}" if choices else f"expected {_named(kind)}"
            raise OptionError(f"{field.name}={_shown(value)}; {wanted}")
        _require_sane(field.name, value)


LARGEST = 10**100
"""No number of an option is larger; those that mean something have bounds of their own."""


def _require_sane(name: str, value: object) -> None:
    """Refuse numbers that are not finite, or too large for a computer's own."""
    for number in value if isinstance(value, tuple) else (value,):
        if isinstance(number, int | float) and not -LARGEST <= number <= LARGEST:
            raise OptionError(f"{name}={_shown(number)}; expected a finite number up to 1e100")


def _shown(value: object) -> str:
    """Return a value as messages show it; Python refuses to spell very long numbers."""
    if isinstance(value, int) and abs(value) > LARGEST:
        return "1e100..." if value > 0 else "-1e100..."
    return shortened(repr(value))


_NAMES = {int: "a whole number", float: "a number", bool: "True or False", str: "text"}
_CLASSES: dict[type, Any] = {int: Integral, float: Real, bool: bool, str: (str, PathLike)}


def _allows(kind: Any, value: object) -> bool:
    """Return whether *value* is one of the type *kind*; types that are no options allow all."""
    if type(value) is kind:  # most are, and every comparison asks
        return True
    if get_origin(kind) is Literal:
        return isinstance(value, str) and value in get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return any(_allows(part, value) for part in get_args(kind))
    if get_origin(kind) is tuple:
        return isinstance(value, tuple) and all(_allows(get_args(kind)[0], v) for v in value)
    if kind is type(None):
        return value is None
    if kind in (int, float) and isinstance(value, bool):
        return False
    if isinstance(kind, type) and not getattr(kind, "_is_protocol", False):
        return isinstance(value, _CLASSES.get(kind, kind))
    return True


def _named(kind: Any) -> str:
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(map(_named, get_args(kind)))
    if get_origin(kind) is tuple:
        return f"a tuple, each {_named(get_args(kind)[0])}"
    return "None" if kind is type(None) else _NAMES.get(kind, getattr(kind, "__name__", str(kind)))


def require(kind: type, thing: object, what: str) -> None:
    """Refuse a *thing* that is not of the class *kind*."""
    if not isinstance(thing, kind):
        raise OptionError(f"{what}: expected {kind.__name__}, not {type(thing).__name__}")


def _kinds(cls: type) -> dict[str, Any]:
    """Return the types of a class's fields; they are kept, since finding them takes long."""
    if cls not in _KINDS:
        _KINDS[cls] = get_type_hints(cls)
    return _KINDS[cls]


def _read(cls: type, text: str, owner: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    known = [field.name for field in fields(cls)]
    if name not in known:
        from difflib import get_close_matches

        near = get_close_matches(name, known, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"it has: {', '.join(known)}"
        raise OptionError(f"{owner} has no option '{shortened(name)}'; {hint}")
    if not equals:
        raise OptionError(f"{owner}: write {name}=VALUE")
    try:
        return name, _convert(value, _kinds(cls)[name])
    except ValueError as error:
        raise OptionError(f"{owner}: {name}={shortened(value)}: {error}") from None


def _convert(text: str, kind: Any) -> Any:
    """Read *text* as a value of the type *kind*."""
    choices = _choices(kind)
    if choices:
        if text not in choices:
            raise ValueError(f"choose from {', '.join(choices)}")
        return text
    if get_origin(kind) in (Union, UnionType):
        inner = next(arg for arg in get_args(kind) if arg is not type(None))
        return None if text == "none" else _convert(text, inner)
    if get_origin(kind) is tuple:
        return tuple(_convert(part, get_args(kind)[0]) for part in text.split("+"))
    if kind is bool:
        if text not in ("yes", "no", "true", "false"):
            raise ValueError("choose yes or no")
        return text in ("yes", "true")
    if kind in (int, float):
        return _number(text, kind)
    return text


def _choices(kind: Any) -> tuple[str, ...]:
    """Return what a Literal, or a union of Literals, allows."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else ()
    if parts and all(get_origin(part) is Literal for part in parts):
        return tuple(choice for part in parts for choice in get_args(part))
    return ()


def _number(text: str, kind: type[int] | type[float]) -> int | float:
    if len(text) > _LONGEST:
        raise ValueError("too many digits")
    try:
        return kind(text)
    except ValueError:
        raise ValueError("not a whole number" if kind is int else "not a number") from None
