"""Sentences: which variables of a document belong to which sentence, and what links them.

    (d / document
        :snt1 (g / go-02 :ARG0 (b / boy))              g: 1    b: 1, 2
        :snt2 (s / sing-01 :ARG0 b))                   s: 2    d: none

A document is a graph whose top has edges ``:snt1``, ``:snt2`` and so on. A variable belongs to the
sentences that lead to it. In a document that keeps its sentences apart these are its connected
parts; where mentions were merged, edges are followed as they are written, so a shared node
belongs to each of its sentences. ``:coref`` and the relations of UMR (``:temporal.before``) are
never followed; a ``coref-entity`` belongs to the sentences of its members.

Two variables may be aligned if they share a sentence. With ``anchor=words`` they must also share a
word, by the marks of an alignment (``boy~e.4``), or both have none.

A document has four *parts*: ``coref`` are nodes and edges that link sentences, ``temporal`` and
``modal`` the relations of UMR, ``sentences`` the rest.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, get_args

from tertium.graph import Graph, Triple, with_edges

Part = Literal["all", "sentences", "temporal", "modal", "coref"]
PARTS: tuple[Part, ...] = get_args(Part)
Scope = Literal["sentence", "document"]
Anchor = Literal["none", "words"]

_SENTENCE = re.compile(r":snt(\d{1,9})", re.IGNORECASE)
_RELATION = re.compile(r":(temporal|modal|coref)\.", re.IGNORECASE)
_WORDS = re.compile(r"\d+")


def sentences_of(graph: Graph) -> dict[str, frozenset[int]]:
    """Return the sentences of each variable; empty for a graph that is not a document."""
    found = _Membership(graph)
    return {name: frozenset(numbers) for name, numbers in found.sets.items()}


def labels_of(graph: Graph, scope: Scope, anchor: Anchor) -> dict[str, tuple[str, ...]]:
    """Return labels for the variables: two may be aligned if they share one."""
    labels: dict[str, tuple[str, ...]] = {}
    members = sentences_of(graph) if scope == "document" else {}
    if members:
        concepts = {s: t for s, role, t in reversed(graph.triples) if role == ":instance"}
        for name in graph.variables:
            own = sorted(members.get(name, ()))
            apart = "top" if name == graph.top else (concepts.get(name) or "").lower()
            labels[name] = tuple(map(str, own)) or (f"/{apart}",)
    if anchor == "words":
        words = _words(graph)
        labels = {
            name: tuple(
                f"{label}~{word}"
                for label in labels.get(name, ("",))
                for word in words.get(name, ("",))
            )
            for name in graph.variables
        }
    return labels


def parts_of(graph: Graph, triples: Iterable[Triple]) -> Iterator[Part]:
    """Yield the part of each of *triples*, which are those of *graph* in a standard form."""
    members = sentences_of(graph)
    linking = {
        end
        for source, _, target in graph.triples
        for end, other in ((source, target), (target, source))
        if end in members
        and other in members
        and len(members[end]) > 1
        and members[end] != members[other]
    }
    for source, role, target in triples:
        if found := _RELATION.match(role):
            yield _part(found[1].lower())
        elif role == ":instance":
            yield "coref" if source in linking else "sentences"
        else:
            apart = source in members and members.get(target or "", members[source])
            links = role.lower() == ":coref" or (apart and apart != members[source])
            yield "coref" if links else "sentences"


def _part(name: str) -> Part:
    return next(part for part in PARTS if part == name)


def _words(graph: Graph) -> dict[str, tuple[str, ...]]:
    """Return the words of variables, from the marks of their concepts."""
    found: dict[str, tuple[str, ...]] = {}
    for (source, role, _), mark in graph.alignments.items():
        if role == ":instance":
            found[source] = tuple(sorted(set(_WORDS.findall(mark))))
    return found


class _Membership:
    """The sentences of variables, while they are found."""

    def __init__(self, graph: Graph) -> None:
        self.sets: defaultdict[str, set[int]] = defaultdict(set)
        self.down: defaultdict[str, list[str]] = defaultdict(list)
        self.around: defaultdict[str, list[str]] = defaultdict(list)
        self.starts: dict[int, list[str]] = defaultdict(list)
        self.links: list[tuple[str, str]] = []
        for triple, edge in with_edges(graph, written=True):
            if edge:
                self._sort(triple, graph.top)
        if self.starts:
            self._find(graph.top)

    def _sort(self, triple: Triple, top: str) -> None:
        source, role, target = triple
        assert target is not None
        if source == top and (found := _SENTENCE.fullmatch(role)):
            self.starts[int(found[1])].append(target)
        elif role.lower() == ":coref":
            self.links.append((source, target))
        elif role.lower() == ":coref-of":
            self.links.append((target, source))
        elif not _RELATION.match(role) and top not in (source, target):
            self.down[source].append(target)
            self.around[source].append(target)
            self.around[target].append(source)

    def _find(self, top: str) -> None:
        for number, tops in self.starts.items():
            for name in _reached(tops, self.around):
                self.sets[name].add(number)
        shared = {name for name, numbers in self.sets.items() if len(numbers) > 1}
        if shared:
            self._part(shared)
        for source, target in self.links:
            if source != top:
                self.sets[source] |= self.sets.get(target, set())
        for name in [name for name, numbers in self.sets.items() if not numbers]:
            del self.sets[name]

    def _part(self, shared: set[str]) -> None:
        """Sort nodes of connected sentences by the way edges are written."""
        for name in shared:
            self.sets[name] = set()
        for number, tops in self.starts.items():
            for name in _reached([top for top in tops if top in shared], self.down):
                self.sets[name].add(number)
        while left := [name for name in shared if not self.sets[name]]:
            near = {name: self._near(name) for name in left}
            for name in left:
                self.sets[name] |= near[name]

    def _near(self, name: str) -> set[int]:
        """Return the sentences of the neighbours that belong to the fewest."""
        sets = [self.sets[other] for other in self.around[name] if self.sets[other]]
        fewest = min(map(len, sets), default=0)
        return {number for numbers in sets if len(numbers) == fewest for number in numbers}


def _reached(starts: Iterable[str], edges: Mapping[str, list[str]]) -> set[str]:
    stack = list(starts)
    seen = set(stack)
    while stack:
        fresh = set(edges.get(stack.pop(), ())) - seen
        seen |= fresh
        stack += fresh
    return seen
