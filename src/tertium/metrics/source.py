"""The source of a custom metric, as a hash for its signature.

    mine|function:overlap:dice|source:1d6e0f1c83a2|version:0.2.0

A number that a function computed can be reproduced only if the function is the same. The hash is
that of the whole file in which it is defined, since the functions beside it may matter. A function
without a file, such as one from a notebook, has the hash of its own lines; one without any source
says so.
"""

from __future__ import annotations

from os.path import isfile
from typing import Any

from tertium.errors import FileError
from tertium.files import read_bytes

UNKNOWN = "unknown"
"""Stands where no source can be found."""

_OURS = ("tertium", "abc", "builtins")
_DIGITS = 12


def foreign_source(cls: type) -> str | None:
    """Return the hash of the first class that is not Tertium's own; None if all are."""
    foreign = (one for one in cls.__mro__ if one.__module__.partition(".")[0] not in _OURS)
    return next(map(source_hash, foreign), None)


def source_hash(thing: Any) -> str:
    """Return a hash of the file in which a function or class is defined, or of its lines."""
    import hashlib
    import inspect

    defined = _definition(thing)
    file = _file(defined)
    try:
        text = read_bytes(file) if file else inspect.getsource(defined).encode()
    except (FileError, OSError, TypeError):
        return UNKNOWN
    return hashlib.sha256(text).hexdigest()[:_DIGITS]


def _definition(thing: Any) -> Any:
    """Return the function or class that a callable was made of."""
    import functools
    import inspect

    while isinstance(thing, functools.partial):
        thing = thing.func
    thing = inspect.unwrap(thing)
    is_defined = inspect.isclass(thing) or inspect.isfunction(thing) or inspect.ismethod(thing)
    return thing if is_defined else type(thing)


def _file(thing: Any) -> str | None:
    """Return the file of a definition.

    That of a class is where its functions are: two files of the same name are one module to Python.
    """
    import inspect

    functions = filter(inspect.isfunction, vars(thing).values()) if inspect.isclass(thing) else ()
    names = [function.__code__.co_filename for function in functions]
    try:
        names.append(inspect.getfile(thing))
    except (OSError, TypeError):
        names.append("")  # defined in C, or typed into a prompt
    return next(filter(isfile, names), None)
