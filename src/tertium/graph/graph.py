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

A graph that was read knows the line and column of each triple. A standard form (`tertium.standard`)
knows the graph that it was made from, and for each of its triples the ones that it comes from:

    (k / knife :ARG1-of (b / be-located-at-91 :ARG2 (d / drawer)))     `written`, triples 0 to 4
    (k / knife :location (d / drawer))                                 `sources` (0,) (1, 2, 3) (4,)

The graphs of a file share its text, which stays in memory as long as one of them does.

A graph is one native object: the class here adds to it what Python users see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os.path import isfile
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeAlias, cast, runtime_checkable

from tertium import _native
from tertium.errors import InputError, Place
from tertium.graph import notation
from tertium.graph._given import Triple, checked_triples, first_bad
from tertium.graph.networkx import is_networkx, networkx_triples
from tertium.introduced import hashed
from tertium.terminal import spelled_out
from tertium.written import rendered


@runtime_checkable
class PenmanGraph(Protocol):
    """A graph of the penman package, known by its attributes so that nothing is imported."""

    triples: Any
    top: Any
    metadata: Any
    epidata: Any


GraphLike: TypeAlias = "Graph | str | PenmanGraph | Iterable[Triple]"
"""Whatever `as_graph` takes; graphs of networkx count as iterables."""


class WrittenTriple(NamedTuple):
    """A triple as somebody wrote it."""

    variable: str
    role: str  #: as it is spelled, such as ``:ARG0-of``
    value: str | None  #: a variable, concept or constant as it is spelled, with its quotes
    place: Place | None  #: None if the graph was not read from a text


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
        """Read one graph from PENMAN text."""
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
        graph = _make(checked_triples(triples), top or "")
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
        """The ``# ::key value`` pairs above the graph."""
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

    def place(self, index: int) -> Place | None:
        """Return the line and column of a triple, or None if the graph was not read from a text.

        The triple of a node stands at its concept, or at its variable if it has none; others stand
        at the colon of their role. Lines are those of the file, or of the text that was given.

        >>> graph = Graph.from_penman("(g / go-02\\n    :ARG0 (b / boy))")
        >>> [str(graph.place(i)) for i in range(len(graph))]
        ['line 1, column 6', 'line 2, column 5', 'line 2, column 16']
        """
        return self._places()[index]

    @property
    def as_written(self) -> tuple[WrittenTriple, ...]:
        """The triples as they are spelled, with their places; inverse edges are not turned around.

        >>> Graph.from_triples([("g", "ARG0-of", "g")]).as_written
        (WrittenTriple(variable='g', role=':ARG0-of', value='g', place=None),)
        """
        both = zip(self._raw_triples(), self._places(), strict=True)
        return tuple(WrittenTriple(*triple, place) for triple, place in both)

    @property
    def written(self) -> Graph:
        """The graph that this standard form was made from, or else the graph itself."""
        return cast("Graph", self._written or self)

    @property
    def sources(self) -> tuple[tuple[int, ...], ...]:
        """For each triple, the indices of the triples of `written` that it comes from."""
        return self._sources() or tuple((i,) for i in range(len(self)))

    def top_sources(self, variable: str | None = None) -> tuple[int, ...]:
        """Return the triples of `written` that a top comes from: the node of its variable.

        By default that is `top`. A variable that a standard form added, as reification does, comes
        from the role that it stands for.
        """
        name = self.top if variable is None else variable
        written = self.written._raw_triples()
        own = [i for i, triple in enumerate(written) if triple[0] == name]
        if own:
            return (next((i for i in own if written[i][1] == ":instance"), own[0]),)
        both = zip(self.triples, self.sources, strict=True)
        return next((found for triple, found in both if triple[:2] == (name, ":instance")), ())

    def _places(self) -> list[Place | None]:
        known = self._locations()
        if known is None:
            return [None] * len(self)
        return [Place(id=self.id, line=line, column=column) for line, column in known]

    def to_penman(
        self, *, one_line: bool = False, marks: bool = False, metadata: bool = False
    ) -> str:
        """Return the graph in PENMAN; a graph that was read keeps its layout.

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
            read = self._written_text() or (self.to_penman(one_line=True, marks=True), 0, 0)
            return _restore_text, (*read, metadata)
        origin = self._written, self._sources()
        return _restore, (self._raw_triples(), self.top, metadata, *origin)


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
        if "(" not in thing and isfile(thing):
            raise InputError(f"{thing} is a file, not a graph; score_corpus compares files")
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
        raise InputError(f"this is no valid Unicode: {first_bad(triples) or top!r}") from None
    except ValueError as error:
        raise InputError(spelled_out(str(error))) from None


def _restore(
    triples: list[Triple],
    top: str,
    metadata: dict[str, str],
    written: Graph | None,
    sources: tuple[tuple[int, ...], ...] | None,
) -> Graph:
    graph = Graph.from_triples(triples, top=top, metadata=metadata)
    if written is not None and sources is not None:
        graph._come_from(written, sources)
    return graph


def _restore_text(text: str, line: int, column: int, metadata: dict[str, str]) -> Graph:
    graph = Graph.from_penman(text)
    graph._move_to(line, column)
    graph._metadata = MappingProxyType(metadata)
    return graph
