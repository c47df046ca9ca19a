"""Where the triples of a standard form come from in the graph as it was written.

    (b / Boy :mod (t / tall))        (b :instance boy)    from  (b :instance Boy)
                                     (t :domain b)        from  (b :mod t)

A standard form that knows its sources says so itself. For others, triples are found again by their
variables and roles, and a triple that a reification made comes from none.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TypeAlias

from tertium.graph import Graph

Sources: TypeAlias = tuple[tuple[int, ...], ...]
"""For each triple of a standard form, the written triples that it comes from."""

_TURNED = {":mod": ":domain", ":domain": ":mod"}


def sources_of(written: Graph, standard: Graph) -> Sources:
    """Return where the triples of a standard form come from."""
    known: Sources | None = getattr(standard, "sources", None)
    return _found_again(written, standard) if known is None else known


def _found_again(written: Graph, standard: Graph) -> Sources:
    there: defaultdict[tuple[str, ...], deque[int]] = defaultdict(deque)
    for place, ((source, role, target), is_edge) in enumerate(_kinds(written)):
        name = role.lower()
        if is_edge:
            there[source, name, target or ""].append(place)
            if name in _TURNED:
                there[target or "", _TURNED[name], source].append(place)
        else:
            there[source, name].append(place)
    found: list[tuple[int, ...]] = []
    used: set[int] = set()
    for (source, role, target), is_edge in _kinds(standard):
        key = (source, role.lower(), target or "") if is_edge else (source, role.lower())
        queue = there.get(key, deque())
        while queue and queue[0] in used:
            queue.popleft()
        found.append((queue.popleft(),) if queue else ())
        used.update(found[-1])
    return tuple(found)


def _kinds(graph: Graph) -> list[tuple[tuple[str, str, str | None], bool]]:
    return list(zip(graph.triples, graph._edges(), strict=True))
