"""docs/api.md: the reference of the public names, from their docstrings."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator
from functools import cached_property

import tertium

HEAD = """# Python

For people who call Tertium from Python: every name that you import from `tertium`, with an example.

```python
>>> import tertium
>>> print(tertium.score("(g / go-02 :ARG0 (b / boy))", "(x / go-02 :ARG0 (y / girl))"))
smatch 75.00 (P 75.00, R 75.00)

```

Some types in the signatures stand for several things that you can pass:

| type | you can pass |
|---|---|
| `GraphLike` | PENMAN text, a list of triples, a `Graph`, a graph of penman or networkx |
| `CorpusLike` | the path of a file, a list of graphs, a `Corpus` |
| `MetricLike` | a name with options, such as `"smatch:top=concept"`, a `Metric`, or a function |

This page is generated from the docstrings (`scripts/make`), and tests run the examples.
"""

GROUPS = {
    "Score graphs": ("score", "scores", "score_corpus", "evaluate", "compare", "agree", "matrix"),
    "See why": ("diff", "error_table", "align"),
    "Read and search": ("read", "Graph", "Corpus", "RowFile", "Index"),
    "Metrics": ("metric", "register", "Metric"),
    "Options": ("Convention", "Confidence", "Resampling", "Solving"),
    "Results": (
        *("Score", "Evaluation", "Comparison", "Agreement", "Script", "Edit", "ErrorTable"),
        *("Alignment", "Explanation", "Contribution", "Statistics", "StatisticsTable"),
    ),
    "Errors": ("TertiumError",),
}
"""The public names by what they are for, in the order of the page."""

_WIDTH = 88


class _Bare(str):
    """An annotation that is shown without quotes."""

    def __repr__(self) -> str:
        return str(self)


def page(_: str) -> str:
    """Return the text of the page."""
    names = [name for group in GROUPS.values() for name in group]
    if missing := set(tertium.__all__) ^ {*names, "__version__"}:
        raise ValueError(f"GROUPS in scripts/generate/api.py: {', '.join(sorted(missing))}")
    parts = [part for name in names for part in _entry(name)]
    version = ["## `__version__`\n", "The version, part of every signature.\n"]
    return "\n".join([HEAD, *map(_overview, GROUPS), *parts, *version])


def _overview(group: str) -> str:
    """Return a table of the names of a group, each with the first line of its docstring."""
    things = {name: inspect.getdoc(getattr(tertium, name)) or "" for name in GROUPS[group]}
    rows = [f"| {_linked(name)} | {_first(doc)} |" for name, doc in things.items()]
    return "\n".join([f"| {group.lower()} | |", "|---|---|", *rows, ""])


def _linked(name: str) -> str:
    """Return a link to a name; `score` and `Score` would share an anchor, so one has none."""
    taken = name != name.lower() and name.lower() in tertium.__all__
    return f"`{name}`" if taken else f"[`{name}`](#{name.lower()})"


def _first(doc: str) -> str:
    return doc.partition("\n")[0].replace("``", "`").removesuffix(".")


def _entry(name: str) -> Iterator[str]:
    thing = getattr(tertium, name)
    yield f"## `{name}`\n"
    if _callable(thing):
        yield f"```python\n{_call(name, _signature(thing))}\n```\n"
    yield _markdown(inspect.getdoc(thing) or "")
    if inspect.isclass(thing):
        yield from _members(name, thing)


def _call(name: str, signature: inspect.Signature) -> str:
    """Return a signature on one line, or with a line for each parameter if it is long."""
    line = f"{name}{signature}"
    if len(line) <= _WIDTH:
        return line
    lines, starred = [], False
    for each in signature.parameters.values():
        if each.kind is each.KEYWORD_ONLY and not starred:
            lines.append("    *,")
            starred = True
        lines.append(f"    {each},")
    answer = signature.return_annotation
    arrow = "" if answer is signature.empty else f" -> {answer}"
    return "\n".join([f"{name}(", *lines, f"){arrow}"])


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
        yield f"### `{name}.{member}`\n"
        if not is_value:
            yield f"```python\n{_call(member, _signature(thing, method=True))}\n```\n"
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
