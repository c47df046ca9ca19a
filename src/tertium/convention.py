"""Conventions: everything before the alignment that can change a number.

Is ``"New York"`` one word or two? Does the top count? Is ``:mod`` the inverse of ``:domain``? Tools
give different answers, so they give different scores for one pair. Here each answer has a name, a
metric spells all of them in its signature, and a preset holds those of a public tool.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, get_args, get_type_hints

from tertium import _native
from tertium.errors import OptionError
from tertium.graph import Graph

Top = Literal["flag", "concept", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Convention:
    """The answers; the defaults are what AMR means, without any tool's accidents."""

    case: Literal["lower", "keep"] = "lower"
    """Whether ``Boy`` and ``boy`` are the same."""
    quotes: Literal["drop", "keep"] = "drop"
    """Whether ``"5"`` and ``5`` are the same."""
    strings: Literal["whole", "first-word"] = "whole"
    """What is left of ``"New York"``. ``first-word`` also takes underscores off the end."""
    inverse: Literal["amr", "all", "keep"] = "amr"
    """Which ``X-of`` edges are turned around: all but ``consist-of``, ``prep-out-of`` and
    ``prep-on-behalf-of``; all, as often as it takes; none."""
    mod: Literal["keep", "domain", "mod", "smatch"] = "domain"
    """Whether ``:mod`` becomes the inverse of ``:domain``, or the other way around; ``smatch`` is
    ``domain``, but leaves ``:mod-of`` alone."""
    constants: Literal["keep", "drop"] = "keep"
    """Whether a constant under an inverse role or ``:mod`` counts."""
    duplicates: Literal["count", "drop"] = "count"
    """Whether a triple that is written twice counts twice. It never matches more often than it is
    there in both graphs."""
    wiki: Literal["keep", "drop"] = "keep"
    """Whether ``:wiki`` counts."""
    top: Top = "flag"
    """What the top is: a triple of its own, a triple with the top's concept, nothing."""

    def __post_init__(self) -> None:
        for name, kind in get_type_hints(Convention).items():
            value, choices = getattr(self, name), get_args(kind)
            if value not in choices:
                raise OptionError(f"{name}={value!r}; choose from {', '.join(choices)}")

    @property
    def signature(self) -> str:
        """All answers in one line.

        >>> Convention(top="none").signature.split("|")[-1]
        'top:none'
        """
        return "|".join(f"{field.name}:{getattr(self, field.name)}" for field in fields(self))

    def apply(self, graph: Graph) -> Graph:
        """Return the standard form of *graph*: what is compared, the top aside.

        >>> print(Convention().apply(Graph.from_penman('(c / City :mod (b / "Big"))')))
        (c / city
            :domain-of (b / big))
        """
        return Graph._wrap(_native.standardise(graph._core, self._native()))

    def _native(self) -> _native.Convention:
        native = _native.Convention()
        native.lower_case = self.case == "lower"
        native.drop_quotes = self.quotes == "drop"
        native.strings = _native.Strings[self.strings.replace("-", "_")]
        native.inversion = _native.Inversion[self.inverse]
        native.mod = _native.Mod[self.mod]
        native.drop_inverse_constants = self.constants == "drop"
        native.drop_duplicates = self.duplicates == "drop"
        native.drop_wiki = self.wiki == "drop"
        native.top = _native.Top[self.top]
        return native


SMATCH = Convention(strings="first-word", mod="smatch", constants="drop")
"""The triples that smatch 1.0.4 reads."""
