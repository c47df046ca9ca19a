"""Where the triples of a standard form come from in the graph as it was written.

(b / Boy :mod (t / tall))        (b :instance boy)    from  (b :instance Boy)
                                 (t :domain b)        from  (b :mod t)
"""

from __future__ import annotations

from collections import defaultdict, deque

from tertium.graph import Graph, Triple

_TURNED = {":mod": ":domain", ":domain": ":mod"}


def written_places(written: Graph, standard: Graph) -> list[int]:
    """Return for each triple of a standard form its place in the graph as written, or -1."""
    there: defaultdict[tuple[str, ...], deque[int]] = defaultdict(deque)
    kinds = written._edges()
    for place, (source, role, target) in enumerate(written.triples):
        name = role.lower()
        if kinds[place]:
            there[source, name, target or ""].append(place)
            if name in _TURNED:
                there[target or "", _TURNED[name], source].append(place)
        else:
            there[source, name].append(place)
    found, used = [], set()
    for (source, role, target), is_edge in zip(standard.triples, standard._edges(), strict=True):
        key = (source, role.lower(), target or "") if is_edge else (source, role.lower())
        queue = there.get(key, deque())
        while queue and queue[0] in used:
            queue.popleft()
        place = queue.popleft() if queue else -1
        used.add(place)
        found.append(place)
    return found


def spelled(written: Graph, standard: Graph, places: list[int], number: int) -> Triple:
    """Return a triple of a standard form as it was written, if that is known."""
    if number < 0:
        return standard.variables[-1 - number], ":TOP", "top"
    place = places[number]
    return written.triples[place] if place >= 0 else standard.triples[number]
