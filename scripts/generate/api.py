"""docs/api.md: the reference of the public names, from their docstrings."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator
from functools import cached_property

import tertium

HEAD = """# API

For people who call Tertium from Python: every public name, imported from `tertium`. Where a graph
is expected (`GraphLike`), you can pass PENMAN text, a list of triples or a graph of the penman
package; where a corpus is expected (`CorpusLike`), a file name or a list of graphs; where a metric
is expected (`MetricLike`), its name with options, such as `"smatch:top=concept"`. The page is
generated from the docstrings (`scripts/make`), whose examples are tests.
"""


class _Bare(str):
    """An annotation that is shown without quotes."""

    def __repr__(self) -> str:
        return str(self)


def page(_: str) -> str:
    """Return the text of the page."""
    names = [name for name in tertium.__all__ if name != "__version__"]
    parts = [part for name in names for part in _entry(name)]
    return "\n".join(
        [HEAD, *parts, "## `__version__`\n", "The version, part of every signature.\n"]
    )


def _entry(name: str) -> Iterator[str]:
    thing = getattr(tertium, name)
    yield f"## `{name}`\n"
    if _callable(thing):
        yield f"```python\n{name}{_signature(thing)}\n```\n"
    yield _markdown(inspect.getdoc(thing) or "")
    if inspect.isclass(thing):
        yield from _members(name, thing)


def _callable(thing: object) -> bool:
    """Tell functions, and classes that users make themselves, from results and errors."""
    return inspect.isfunction(thing) or dataclasses.is_dataclass(thing)


def _members(name: str, cls: type) -> Iterator[str]:
    ours = [base for base in reversed(cls.__mro__) if base.__module__.startswith("tertium")]
    members = {member: value for base in ours for member, value in vars(base).items()}
    for member, value in members.items():
        thing = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        is_value = isinstance(thing, property | cached_property)
        if member.startswith("_") or not (is_value or inspect.isfunction(thing)):
            continue
        shape = "" if is_value else str(_signature(thing, method=True))
        yield f"### `{name}.{member}{shape}`\n"
        yield _markdown(inspect.getdoc(thing) or "")


def _signature(thing: object, *, method: bool = False) -> inspect.Signature:
    assert callable(thing)
    signature = inspect.signature(thing)
    parameters = [
        each.replace(annotation=_bare(each.annotation))
        for each in signature.parameters.values()
        if not (method and each.name in ("self", "cls"))
    ]
    answer = inspect.Signature.empty if inspect.isclass(thing) else signature.return_annotation
    return signature.replace(parameters=parameters, return_annotation=_bare(answer))


def _bare(annotation: object) -> object:
    return _Bare(annotation) if isinstance(annotation, str) else annotation


def _markdown(doc: str) -> str:
    """Turn a docstring into Markdown: examples and what is indented become blocks."""
    paragraphs = [_paragraph(text) for text in re.split(r"\n\s*\n", doc)]
    return "\n\n".join(paragraphs) + "\n"


def _paragraph(text: str) -> str:
    if text.startswith(">>>"):
        return f"```python\n{text}\n```"
    return text if text.startswith("    ") else text.replace("``", "`")
