"""Graph: what a meaning graph is.

A graph is a list of triples and a top. The sentence "The boy does not want to go" is

    (w / want-01                 w  :instance  want-01      top
        :polarity -              w  :polarity  -
        :ARG0 (b / boy)          w  :ARG0      b
        :ARG1 (g / go-02         b  :instance  boy
            :ARG0 b))            ...

`w`, `b` and `g` are variables; their names mean nothing. Targets are variables, concepts (of
``:instance``) or constants. An inverse role such as ``:ARG0-of`` is turned around in `triples`, so
that ``(b / boy :ARG0-of (g / go-02))`` has the triple ``(g, :ARG0, b)``; `str` gives back what was
written. Graphs are immutable and hashable; equal graphs have the same triples in the same order
and the same top.

A graph is one native object: the class here adds to it what Python users see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias, cast, runtime_checkable

from tertium import _native
from tertium.errors import InputError
from tertium.graph import notation
from tertium.graph.networkx import is_networkx, networkx_triples
from tertium.introduced import hashed
from tertium.terminal import spelled_out
from tertium.written import rendered

Triple: TypeAlias = tuple[str, str, str | None]
"""Source, role with its colon, target; None where a concept or value is missing."""


@runtime_checkable
class PenmanGraph(Protocol):
    """A graph of the penman package, known by its attributes so that nothing is imported."""

    triples: Any
    top: Any
    metadata: Any
    epidata: Any


_ROWS = (tuple, list)
_VALUES = (str, int, float, type(None))

GraphLike: TypeAlias = "Graph | str | PenmanGraph | Iterable[Triple]"
"""Whatever `as_graph` takes; graphs of networkx count as iterables."""


class Graph(_native.GraphCore):
    """A meaning graph.

    >>> graph = Graph.from_penman("(g / go-02 :ARG0 (b / boy))")
    >>> graph.triples
    (('g', ':instance', 'go-02'), ('g', ':ARG0', 'b'), ('b', ':instance', 'boy'))
    >>> graph.top, graph.variables
    ('g', ('g', 'b'))
    """

    __slots__ = ()

    def __init__(self) -> None:
        raise TypeError("use Graph.from_penman, Graph.from_triples, or tertium.read")

    @classmethod
    def from_penman(cls, text: str) -> Graph:
        """Read the one graph that *text* holds."""
        if not isinstance(text, str):
            raise InputError(f"expected PENMAN text, not {type(text).__name__}")
        return cast("Graph", notation.parse(text))

    @classmethod
    def from_triples(
        cls,
        triples: Iterable[Triple],
        *,
        top: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> Graph:
        """Make a graph of *triples*; the top is the first source unless given.

        >>> print(Graph.from_triples([("b", "instance", "boy"), ("g", "ARG0", "b")], top="b"))
        (b / boy
            :ARG0-of (g))
        """
        graph = _make(_checked(triples), top or "")
        graph._metadata = MappingProxyType(dict(metadata or {}))
        return graph

    @property
    def triples(self) -> tuple[Triple, ...]:
        """The triples, in the order of the text, inverse edges turned around."""
        return self._triples

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables, in order of appearance."""
        return self._variables

    @property
    def top(self) -> str:
        """The variable that the graph is about."""
        return self._top

    @property
    def id(self) -> str | None:
        """The ``# ::id`` of the graph."""
        given = self._metadata
        return (self._id if given is None else given.get("id")) or None

    @property
    def sentence(self) -> str | None:
        """The ``# ::snt`` of the graph."""
        given = self._metadata
        return (self._sentence if given is None else given.get("snt")) or None

    @property
    def metadata(self) -> Mapping[str, str]:
        """What the ``# ::key value`` lines above the graph say."""
        known = self._metadata
        if known is None:
            known = self._metadata = MappingProxyType(self._read_metadata())
        return known

    @property
    def alignments(self) -> dict[Triple, str]:
        """The ``~e.4,5`` marks on values; marks on roles are in `role_alignments`."""
        return {self.triples[i]: mark for i, on_role, mark in self._marks() if not on_role}

    @property
    def role_alignments(self) -> dict[Triple, str]:
        """The ``~e.4,5`` marks on roles."""
        return {self.triples[i]: mark for i, on_role, mark in self._marks() if on_role}

    def to_penman(
        self, *, one_line: bool = False, marks: bool = False, metadata: bool = False
    ) -> str:
        """Return the graph in PENMAN, as it was written if it was read.

        With *marks*, the `alignments` stand in it; with *metadata*, its comment lines above it.

        >>> Graph.from_penman("(b / boy~e.4 :mod (t / tall))").to_penman(one_line=True, marks=True)
        '(b / boy~e.4 :mod (t / tall))'
        """
        try:
            text = self._penman(one_line, marks)
        except ValueError as error:
            raise InputError(spelled_out(str(error))) from None
        if not metadata:
            return text
        return "\n".join([*comment_lines(self.metadata), text])

    def canonical_hash(self) -> str:
        """Return a hash of what the graph means, the same for every way to write it.

        >>> one = Graph.from_penman("(b / boy :ARG0-of (g / go-02))")
        >>> other = Graph.from_penman("(a / go-02 :ARG0 (z / boy))")
        >>> one.canonical_hash() == other.canonical_hash()
        True
        """
        return hashed(self)

    def __len__(self) -> int:
        """Return the number of triples."""
        return super().__len__()

    def __str__(self) -> str:
        return self.to_penman()

    def _repr_html_(self) -> str:
        """Show the graph as a drawing in a notebook."""
        return rendered(self, "html")

    def __repr__(self) -> str:
        name = f" {self.id}" if self.id else ""
        return f"<Graph{name}: {len(self.variables)} variables, {len(self)} triples>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return self.top == other.top and self.triples == other.triples

    def __hash__(self) -> int:
        return hash((self.top, self.triples))

    def __reduce__(self) -> tuple[Any, ...]:
        metadata = dict(self.metadata)
        if self._laid_out:
            return _restore, (self.to_penman(one_line=True, marks=True), self.top, metadata)
        return _restore, (self._raw_triples(), self.top, metadata)


_native.set_graph_type(Graph)  # what the native core makes when it makes a graph


def comment_lines(metadata: Mapping[str, str]) -> list[str]:
    """Return metadata as the lines that stand above a graph."""
    return [f"# ::{key} {value}".rstrip(" ") for key, value in metadata.items()]


def as_graph(thing: GraphLike) -> Graph:
    """Return *thing* as a graph: a graph, PENMAN text, triples, or a graph of penman or networkx.

    >>> as_graph("(b / boy)") == as_graph([("b", ":instance", "boy")])
    True
    """
    if isinstance(thing, Graph):
        return thing
    if isinstance(thing, str):
        return Graph.from_penman(thing)
    if hasattr(thing, "epidata") and isinstance(thing, PenmanGraph):  # the first is much quicker
        return _from_penman_package(thing)
    if is_networkx(thing):
        triples, top, metadata = networkx_triples(thing)
        return Graph.from_triples(triples, top=top, metadata=metadata)
    if isinstance(thing, Iterable) and not isinstance(thing, bytes | bytearray):
        return Graph.from_triples(thing)
    raise InputError(f"expected a graph, PENMAN text or triples, not {type(thing).__name__}")


def _from_penman_package(given: PenmanGraph) -> Graph:
    """Return a ``penman.Graph`` as a graph; only one that is odd is checked triple by triple."""
    triples = list(given.triples)
    try:
        if all(source and role for source, role, _ in triples):
            graph = cast("Graph", _native.from_triples(triples, given.top or ""))
            graph._metadata = MappingProxyType(dict(given.metadata or {}))
            return graph
    except (TypeError, ValueError):
        pass
    return Graph.from_triples(triples, top=given.top, metadata=given.metadata)


def _make(triples: list[Triple], top: str) -> Graph:
    try:
        return cast("Graph", _native.from_triples(triples, top))
    except TypeError:  # a string with a lone surrogate, which cannot be encoded
        raise InputError(f"this is no valid Unicode: {_first_bad(triples) or top!r}") from None
    except ValueError as error:
        raise InputError(spelled_out(str(error))) from None


def _first_bad(triples: list[Triple]) -> Triple | None:
    def is_bad(triple: Triple) -> bool:
        return any("\ud800" <= c <= "\udfff" for part in triple for c in part or "")

    return next(filter(is_bad, triples), None)


def _checked(triples: Iterable[Triple]) -> list[Triple]:
    if not isinstance(triples, Iterable):
        raise InputError(f"expected triples, not {type(triples).__name__}")
    checked = [_triple(number, triple) for number, triple in enumerate(triples, start=1)]
    if not checked:
        raise InputError("a graph needs at least one triple")
    return checked


def _triple(number: int, given: object) -> Triple:
    if isinstance(given, _ROWS) and len(given) == 3:
        source, role, target = given
        named = isinstance(source, str) and isinstance(role, str) and source and role
        if named and isinstance(target, _VALUES):
            return source, role, None if target is None else str(target)
    raise InputError(f"triple {number} is not (source, role, target): {given!r}")


def _restore(form: str | list[Triple], top: str, metadata: dict[str, str]) -> Graph:
    if isinstance(form, str):
        graph = Graph.from_penman(form)
        graph._metadata = MappingProxyType(metadata)
        return graph
    return Graph.from_triples(form, top=top, metadata=metadata)
