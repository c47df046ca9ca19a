"""Joined graphs: the sentences of a document in one graph.

    (d / document
        :snt1 (s1.l / leave-02 :ARG0 (s1.p / person :name (s1.n / name :op1 "Lindsay")))
        :snt2 (s2.p / pay-01 :ARG0 (s2.s / she)))

Variables carry the number of their sentence. Who is who across sentences is a *cluster* of
mentions, ``[(1, "p"), (2, "s")]``, and there are three ways to say it in a graph, those of DocAMR
(Naseem et al. 2022):

    none     (c1 / coref-entity :coref s1.p :coref s2.s)      every mention stays
    names    mentions with a name become one node, the others are linked to it as above
    all      all mentions of a cluster become one node, so :ARG0 of pay-01 is s1.p

A merged node has the concept of a mention with a name, else of the first that is not a pronoun;
further concepts follow as ``:additional-type``. `join_umr` joins a UMR document, whose relations
become edges such as ``:temporal.before``, ``:modal.full-affirmative`` and ``:coref.same-entity``;
the constants ``root``, ``author`` and ``document-creation-time`` become nodes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Literal, TypeAlias, cast, get_args

from tertium import _native
from tertium.errors import InputError
from tertium.graph._given import Triple
from tertium.graph.graph import Graph
from tertium.graph.triples import with_edges
from tertium.graph.umr import GROUPS, UmrDocument

Merge = Literal["none", "names", "all"]
MERGES: tuple[Merge, ...] = get_args(Merge)
Mention: TypeAlias = tuple[int, str]
"""The number of a sentence, and a variable of its graph."""

TOP = "d"
_SENTENCE = re.compile(r":snt\d{1,9}", re.IGNORECASE)
CHAIN = "coref-entity"
_PRONOUNS = frozenset(
    ("i", "you", "he", "she", "it", "we", "they", "one", "this", "that", "these", "those", "who")
)


def join_sentences(
    graphs: Sequence[Graph] | Mapping[int, Graph],
    clusters: Iterable[Sequence[Mention]] = (),
    merge: Merge = "none",
    metadata: Mapping[str, str] | None = None,
) -> Graph:
    """Join sentence graphs, numbered from 1 unless their numbers are given.

    >>> first = Graph.from_penman("(g / go-02 :ARG0 (b / boy))")
    >>> second = Graph.from_penman("(s / sing-01 :ARG0 (h / he))")
    >>> print(join_sentences([first, second], [[(1, "b"), (2, "h")]], "all"))
    (d / document
        :snt1 (s1.g / go-02
            :ARG0 (s1.b / boy))
        :snt2 (s2.s / sing-01
            :ARG0 s1.b))
    """
    given = graphs if isinstance(graphs, Mapping) else dict(enumerate(graphs, start=1))
    if not given:
        raise InputError("a document needs at least one sentence")
    joining = _Joining(given)
    for number, cluster in enumerate(clusters, start=1):
        joining.add(number, cluster, merge)
    return _laid_out(list(joining.triples()), metadata)


def join_umr(document: UmrDocument, metadata: Mapping[str, str] | None = None) -> Graph:
    """Join the sentences of a UMR document that can be read, with its relations and alignments.

    A relation that is there twice counts once, and one that mentions a sentence that cannot be read
    is left out.
    """
    sentences = [s for s in document.sentences if isinstance(s.graph, Graph)]
    if not sentences:
        raise InputError("a document needs at least one sentence")
    graphs = {s.number: cast("Graph", s.graph) for s in sentences}
    triples: list[Triple] = list(_Joining(graphs, prefixed=True).triples())
    known = {source for source, role, _ in triples if role == ":instance"}
    relations: dict[Triple, None] = {}
    for sentence in document.sentences:
        for group in GROUPS:
            for source, role, target, _ in sentence.relations.get(group, ()):
                relations[source, f":{group}.{role[1:]}", target] = None
    ends = {end: None for source, _, target in relations for end in (source, cast("str", target))}
    constants = [end for end in ends if end not in known and not _is_variable(end)]
    known |= set(constants)
    triples += [(name, ":instance", name) for name in constants]
    triples += [t for t in relations if {t[0], t[2]} <= known]
    words = {
        v: f"e.{','.join(map(str, w))}" for s in sentences for v, w in s.alignment.items() if w
    }
    return _marked(_laid_out(_attached(triples), metadata), words)


def is_document(graph: Graph) -> bool:
    """Whether the top of a graph has sentences.

    >>> is_document(Graph.from_penman("(d / document :snt1 (b / boy))"))
    True
    """
    return any(s == graph.top and _SENTENCE.fullmatch(role) for s, role, _ in graph.triples)


def _is_variable(name: str) -> bool:
    from tertium.graph._umr_relations import sentence_of

    return sentence_of(name) is not None


def _attached(triples: list[Triple]) -> list[Triple]:
    """Let constants that nothing else reaches hang on the document, so that it can be written."""
    neighbours: dict[str, list[str]] = {}
    names = {source for source, _, _ in triples}
    for source, role, target in triples:
        if role != ":instance" and target in names:
            neighbours.setdefault(source, []).append(target)
            neighbours.setdefault(target, []).append(source)
    seen, stack = {TOP}, [TOP]
    while stack:
        fresh = [n for n in neighbours.get(stack.pop(), ()) if n not in seen]
        seen |= set(fresh)
        stack += fresh
    lonely = dict.fromkeys(source for source, _, _ in triples if source not in seen)
    found: list[Triple] = list(triples)
    for name in lonely:
        if name not in seen:
            found.append((TOP, ":constant", name))
            seen.add(name)
    return found


def _laid_out(triples: list[Triple], metadata: Mapping[str, str] | None) -> Graph:
    """Return the graph of triples in the order of its text, so that its text can be marked."""
    graph = Graph.from_triples(triples, top=TOP)
    with suppress(InputError):  # a string that PENMAN cannot spell
        graph = Graph.from_penman(graph.to_penman())
    graph._metadata = MappingProxyType(dict(metadata or {}))
    return graph


def _marked(graph: Graph, words: Mapping[str, str]) -> Graph:
    """Return a graph whose concepts carry the words of their variables, as ``~e.4`` does."""
    marks = [
        (index, words[source])
        for index, (source, role, _) in enumerate(graph.triples)
        if role == ":instance" and source in words
    ]
    marked = cast("Graph", _native.marked(graph, marks))
    marked._metadata = graph.metadata
    return marked


class _Joining:
    """The triples of a document, and which variables became which."""

    def __init__(self, graphs: Mapping[int, Graph], *, prefixed: bool = False) -> None:
        self.graphs = graphs
        self.prefixed = prefixed
        self.merged: dict[str, str] = {}
        self.added: list[Triple] = []
        self.seen: dict[Mention, int] = {}
        self.concepts: dict[str, str | None] = {}
        self.names: dict[str, list[str]] = {}
        for number, graph in graphs.items():
            for source, role, target in graph.triples:
                name = self.name(number, source)
                if role == ":instance":
                    self.concepts.setdefault(name, target)
                elif role == ":name" and target in graph.variables:
                    self.names.setdefault(name, []).append(self.name(number, target))

    def name(self, number: int, variable: str) -> str:
        return variable if self.prefixed else f"s{number}.{variable}"

    def add(self, number: int, cluster: Sequence[Mention], merge: Merge) -> None:
        """Merge or link the mentions of a cluster."""
        mentions = [self._mention(number, mention) for mention in cluster]
        if merge == "all":
            mentions = self._merge(mentions)
        elif merge == "names":
            named = [mention for mention in mentions if mention in self.names]
            kept = self._merge(named) if named else []
            mentions = kept + [mention for mention in mentions if mention not in named]
        if len(mentions) > 1:
            chain = f"c{number}"
            self.added.append((chain, ":instance", CHAIN))
            self.added += [(chain, ":coref", mention) for mention in mentions]

    def _mention(self, number: int, mention: Mention) -> str:
        sentence, variable = mention
        if sentence not in self.graphs:
            raise InputError(f"cluster {number}: there is no sentence {sentence}")
        if variable not in self.graphs[sentence].variables:
            raise InputError(f"cluster {number}: sentence {sentence} has no variable {variable}")
        if self.seen.setdefault((sentence, variable), number) != number:
            other = self.seen[sentence, variable]
            raise InputError(
                f"cluster {number}: {variable} of sentence {sentence} is in cluster {other} as well"
            )
        return self.name(sentence, variable)

    def _merge(self, mentions: list[str]) -> list[str]:
        """Make one node of mentions, and return it."""
        kept = next(
            (m for m in mentions if m in self.names),
            next((m for m in mentions if self.concepts.get(m) not in _PRONOUNS), mentions[0]),
        )
        told = {self.concepts.get(kept)}
        for mention in mentions:
            concept = self.concepts.get(mention)
            if mention == kept:
                continue
            self.merged[mention] = kept
            if concept not in told and concept not in _PRONOUNS:
                told.add(concept)
                self.added.append((kept, ":additional-type", f"{mention}.type"))
                self.added.append((f"{mention}.type", ":instance", concept))
        self._merge_names(kept, mentions)
        return [kept]

    def _merge_names(self, kept: str, mentions: list[str]) -> None:
        """Make one node of names that say the same."""
        texts: dict[tuple[Triple, ...], str] = {}
        for mention in [kept, *mentions]:
            for name in self.names.get(mention, ()):
                if name not in self.merged:
                    first = texts.setdefault(self._text(name), name)
                    if first != name:
                        self.merged[name] = first

    def _text(self, name: str) -> tuple[Triple, ...]:
        number, _, variable = name.partition(".")
        graph = self.graphs[int(number[1:])]
        return tuple(sorted(("", r, t) for s, r, t in graph.triples if s == variable and t))

    def triples(self) -> Iterator[Triple]:
        """Yield all triples, each once."""
        yield from dict.fromkeys(self._all())

    def _all(self) -> Iterator[Triple]:
        yield TOP, ":instance", "document"
        for number, graph in self.graphs.items():
            yield TOP, f":snt{number}", self._now(self.name(number, graph.top))
            for (source, role, target), is_edge in with_edges(graph, written=True):
                name = self.name(number, source)
                if role == ":instance" and name in self.merged:
                    continue
                end = self._now(self.name(number, target)) if is_edge and target else target
                yield self._now(name), role, end
        yield from self.added

    def _now(self, name: str) -> str:
        return self.merged.get(name, name)
