"""Selections: which triples of a graph belong to a part of it.

    (e / eat-01 :ARG0 (c / cat) :time (d / day :mod (n / next)))

    roles=("time",)               e :time d; concepts of e and d
    roles=("time",), full=True    e :time d, d :mod n; concepts of e, d and n

Patterns are compared in lower case; ``*`` stands for any characters, ``#`` for a digit. Parts are
taken from graphs in standard form, without inverse edges.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal, cast

from tertium import _native
from tertium.graph import Graph
from tertium.standard.convention import Convention

_LABELS = ("", "sources", "targets")  # as the native enumeration has them


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which triples belong to an aspect.

    The concepts of all variables in the selected triples belong to it too.
    """

    roles: tuple[str, ...] = ()
    """Edges and attributes with these roles."""
    concepts: tuple[str, ...] = ()
    """What the variables with these concepts say."""
    instances: tuple[str, ...] = ()
    """Concepts themselves."""
    everything: bool = False
    parents: bool = False
    """The edges that point at the variables found by concept."""
    reentrancies: bool = False
    """Edges that point at a variable with more than one of them."""
    top: bool = False
    """The concept of the top."""
    full: bool = False
    """The full sub-graph below what was found: what it leads to along edges, and what hangs on that
    alone, so has no other way to the top or to what the relation belongs to."""
    shallow: tuple[str, ...] = ()
    """In a full sub-graph, roles of the variables found by concept whose targets count by their
    concept only."""
    depth: int = 0
    """If it is not full: how many edges are followed down from what was found."""
    smatchpp: bool = False
    """As SMATCH++ 1.8.0: the top is a triple ``:root``, a constant is as good as a concept."""
    predicates: bool = False
    """The edge of a variable that says nothing else and that nothing points at, into what was
    found."""
    above: bool = False
    """The edges that point at the sources of what was found."""
    labels: Literal["", "sources", "targets"] = ""
    """Then only a set of labels is left: of the sources or targets of what was found by role, and
    of the variables found by concept."""
    unlabeled: bool = False
    """Then all roles become one."""
    senseless: bool = False
    """Then ``want-01`` becomes ``want``."""
    bag: bool = False
    """Then variables become their concepts, so that nothing is aligned."""
    distinct: bool = False
    """Then equal triples become one."""

    @property
    def aligned(self) -> bool:
        """Whether variables are left to align."""
        return not (self.bag or self.labels)

    def apply(self, graph: Graph, convention: Convention) -> Graph:
        """Return the part of *graph*, in standard form."""
        (part,) = select_parts([graph], convention, self)
        assert part is not None
        return part

    def _native(self) -> _native.Selection:
        native = _native.Selection()
        for name, value in (asdict(self) | {"labels": _LABELS.index(self.labels)}).items():
            setattr(native, name, list(value) if isinstance(value, tuple) else value)
        return native


def select_parts(
    graphs: list[Graph | None], convention: Convention, selection: Selection
) -> list[Graph | None]:
    """Return the parts of graphs, in standard form; None stays None."""
    parts = _native.select(graphs, convention._native(), selection._native())
    return cast("list[Graph | None]", parts)
