"""Conventions: everything before the alignment that can change a number.

Is ``"New York"`` one word or two? Does the top count? Is ``:mod`` the inverse of ``:domain``? Tools
give different answers, so they give different scores for one pair. Here each answer has a name, a
metric spells all of them in its signature, and a preset holds those of a public tool.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Literal, cast

from tertium import _native
from tertium.graph import Graph, GraphLike, as_graph
from tertium.options import check_options
from tertium.standard import reification

Top = Literal["flag", "concept", "roots", "none"]
Reification = Literal["keep", "dereify", "reify", "canonical"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Convention:
    """What is done to a graph before it is compared: one answer to each question.

    >>> located = "(c / Cat :ARG1-of (b / be-located-at-91 :ARG2 (h / house)))"
    >>> print(Convention(reification="dereify").apply(located))
    (c / cat
        :location (h / house))

    The defaults follow the AMR guidelines, not the habits of any tool.
    """

    case: Literal["lower", "keep"] = "lower"
    """Whether ``Boy`` and ``boy`` are the same."""
    quotes: Literal["drop", "keep", "all"] = "drop"
    """Whether ``"5"`` and ``5`` are the same; ``all`` takes quotes off the middle of words too."""
    strings: Literal["whole", "first-word"] = "whole"
    """What is left of ``"New York"``. ``first-word`` keeps the first word of a constant, without
    the blanks around it, closes the spaces of a concept (``NewYork``), and takes underscores off
    the end."""
    inverse: Literal["amr", "all", "keep"] = "amr"
    """Which ``X-of`` edges are turned around: all but ``consist-of``, ``prep-out-of`` and
    ``prep-on-behalf-of``; all, as often as it takes; none."""
    mod: Literal["keep", "domain", "mod", "smatch"] = "domain"
    """Whether ``:mod`` becomes the inverse of ``:domain``, or the other way around; ``smatch`` is
    ``domain``, but leaves ``:mod-of`` alone, and knows ``mod`` and ``-of`` in small letters only,
    as in the text."""
    constants: Literal["keep", "drop"] = "keep"
    """Whether a constant under an inverse role or ``:mod`` counts."""
    duplicates: Literal["count", "drop"] = "count"
    """Whether a triple that is written twice counts twice. It never matches more often than it is
    there in both graphs."""
    wiki: Literal["keep", "drop"] = "keep"
    """Whether ``:wiki`` counts."""
    reification: Reification = "keep"
    """Whether nodes that stand for a role become that role where this is well defined
    (``dereify``), roles become nodes (``reify``), or both in this order (``canonical``)."""
    table: str = "standard"
    """The rules for that: ``standard``, ``full`` with the shortcuts, or the path of a file."""
    names: Literal["keep", "fold"] = "keep"
    """Whether ``:name (n / name :op1 "New" :op2 "York")`` becomes ``:name "New York"``."""
    compress: bool = False
    """Whether concepts that occur at most once in each graph name their variables (Opitz 2023,
    section 6.3): faster, and another score."""
    top: Top = "flag"
    """What the top is: a triple of its own, a triple with the top's concept, nothing; or a triple
    for each of the ``roots``, the variables that no edge points at."""

    def __post_init__(self) -> None:
        check_options(self)

    @property
    def signature(self) -> str:
        """All answers in one line.

        >>> Convention(top="none").signature.split("|")[-1]
        'top:none'
        """
        return "|".join(
            f"{field.name}:{spell(getattr(self, field.name))}" for field in fields(self)
        )

    def apply(self, graph: GraphLike) -> Graph:
        """Return the standard form of *graph*: what is compared, the top aside.

        >>> print(Convention().apply(Graph.from_penman('(c / City :mod (b / "Big"))')))
        (c / city
            :domain-of (b / big))
        """
        return cast("Graph", _native.standardise(as_graph(graph), self._native()))

    @lru_cache(maxsize=64)  # noqa: B019 - conventions are few and small
    def _made(self, _: tuple[int, int] | None) -> _native.Convention:
        # The state of a table is part of the key, so that a changed one is read again.
        answers = {field.name: spell(getattr(self, field.name)) for field in fields(self)}
        name = answers.pop("table")
        table = None
        if self.reification != "keep":
            table = reification.native_table(name, self.case == "lower")
        return _native.Convention(answers, table)

    def _native(self) -> _native.Convention:
        unused = self.reification == "keep"
        return self._made(None if unused else reification.table_state(self.table))


def spell(value: object) -> str:
    """Return how a signature spells a value."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "+".join(map(spell, value))
    return str(value)


AS_IS = Convention(case="keep", quotes="keep", inverse="keep", mod="keep", top="none")
"""Nothing is changed, and the top does not count: for graphs that are in standard form."""

GENERIC = AS_IS
"""The same for graphs that are not AMR: triples as they are written, without a top."""

SMATCH = Convention(strings="first-word", mod="smatch", constants="drop")
"""The triples that smatch 1.0.4 reads."""

SMATCHPP_GENERIC = Convention(quotes="all", inverse="all", mod="keep")
"""SMATCH++ 1.8.0 for graphs of any kind."""

SMATCHPP = Convention(
    quotes="all",
    inverse="all",
    mod="mod",
    duplicates="drop",
    reification="dereify",
    top="concept",
)
"""SMATCH++ 1.8.0 for AMR: the best practice of Opitz (2023)."""

CANONICAL = Convention(
    mod="mod",
    duplicates="drop",
    reification="canonical",
    table="full",
    names="fold",
    top="roots",
)
"""One form for each meaning: root, order, names of variables, inversion, reification and
duplication leave no trace."""
