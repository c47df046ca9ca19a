"""Closure: what follows from the relations of a document.

    a :temporal.before b,  c :temporal.after b         also  a :temporal.before c
    a :coref.same-entity b,  b :coref.same-entity c    also  a and c, each way

Two annotators may say the same with different relations: one writes that a is before b and b before
c, the other that c is after a as well. `close` adds what follows, in one form: ``after`` becomes
``before`` and ``contained`` becomes ``contains`` from the other side, both transitive; ``overlap``,
``same-entity`` and ``same-event`` hold both ways, and the last two among all members of a cluster.
A relation that holds both ways is two triples.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from types import MappingProxyType

from tertium.errors import InputError
from tertium.graph import Graph, Triple, with_edges

_TURNED = {
    ":temporal.after": ":temporal.before",
    ":temporal.contained": ":temporal.contains",
    ":temporal.included": ":temporal.contains",
    ":temporal.includes": ":temporal.contains",
}
_TRANSITIVE = (":temporal.before", ":temporal.contains")
_SYMMETRIC = (":temporal.overlap",)
_CLUSTERS = (":coref.same-entity", ":coref.same-event")
_MOST = 1_000_000


def close(graph: Graph) -> Graph:
    """Return a document with everything that follows from its relations.

    >>> text = "(d / x :snt1 (a / y :temporal.before (b / y :temporal.before (c / z))))"
    >>> print(close(Graph.from_penman(text)).to_penman(one_line=True))
    (d / x :snt1 (a / y :temporal.before (b / y :temporal.before (c / z)) :temporal.before c))
    """
    edges: defaultdict[str, dict[tuple[str, str], None]] = defaultdict(dict)
    kept: list[Triple] = []
    for (source, role, target), edge in with_edges(graph):
        role_now = _TURNED.get(role.lower(), role.lower())
        if not edge or target is None or role_now not in (*_TRANSITIVE, *_SYMMETRIC, *_CLUSTERS):
            kept.append((source, role, target))
        elif role.lower() in _TURNED and role.lower() != ":temporal.includes":
            edges[role_now][target, source] = None
        else:
            edges[role_now][source, target] = None
    if not edges:
        return graph
    for role in edges:
        kept += [(a, role, b) for a, b in _closed(role, edges[role])]
        if len(kept) > _MOST:
            raise InputError(f"more than {_MOST:,} relations follow from those of a document")
    closed = Graph.from_triples(kept, top=graph.top)
    closed._metadata = MappingProxyType(dict(graph.metadata))
    return closed


def _closed(role: str, pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the pairs that follow, given ones first."""
    found = dict.fromkeys(pairs)
    if role in _SYMMETRIC:
        yield from dict.fromkeys([*found, *((b, a) for a, b in found)])
        return
    after: defaultdict[str, list[str]] = defaultdict(list)
    for a, b in found:
        after[a].append(b)
        if role in _CLUSTERS:
            after[b].append(a)
    yield from found
    for start in list(after):
        for end in _beyond(start, after):
            if (start, end) not in found and (start != end or role in _TRANSITIVE):
                yield start, end


def _beyond(start: str, after: dict[str, list[str]]) -> list[str]:
    """Return what can be reached from a node, in order; the node itself only on a cycle."""
    seen: dict[str, None] = {}
    stack = list(reversed(after.get(start, ())))
    while stack:
        name = stack.pop()
        if name not in seen:
            seen[name] = None
            stack += reversed(after.get(name, ()))
    return list(seen)
