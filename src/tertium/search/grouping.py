"""Near-duplicates and clusters, from the pairs of graphs that are close.

    pairs of at least 0.9      a-b, b-c, d-e
    duplicates                 a stays, b goes for a; c stays, because b is gone; d stays, e goes
    clusters                   a b c, d e

Everything follows from `Index.pairs`, which finds them all, so nothing depends on chance or order.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from tertium.errors import OptionError

if TYPE_CHECKING:
    from tertium.search.division import JoinedPairs

Linkage = Literal["single", "average"]
LINKAGES: tuple[Linkage, ...] = get_args(Linkage)


class Dropped(NamedTuple):
    """A near-duplicate, by the positions of the graph and of the one that is kept for it."""

    position: int
    kept: int
    value: float


@dataclass(frozen=True, slots=True)
class Deduplication:
    """Which graphs are kept, and which are dropped for which."""

    kept: tuple[int, ...]
    dropped: tuple[Dropped, ...]
    unproven: int = 0  #: graphs that are kept although they may be close to an earlier one


def deduplicate(count: int, pairs: JoinedPairs) -> Deduplication:
    """Keep the first of near-duplicates: a graph goes if it is close to one that is kept before it.

    It goes for the closest of these, of equally close ones for the first. A pair whose value is not
    proven has the highest value that is possible; no graph goes for that.
    """
    before: dict[int, list[tuple[float, int, bool]]] = {}
    for a, b, value, proven in pairs.rows():
        before.setdefault(b, []).append((-value, a, proven))
    gone: set[int] = set()
    dropped = []
    unproven = 0
    for position in sorted(before):
        found = [hit for hit in before[position] if hit[1] not in gone]
        close = [(value, other) for value, other, proven in found if proven]
        if close:
            value, other = min(close)
            gone.add(position)
            dropped.append(Dropped(position, other, -value))
        elif found:
            unproven += 1
    kept = tuple(i for i in range(count) if i not in gone)
    return Deduplication(kept, tuple(dropped), unproven)


def clusters(
    count: int, pairs: JoinedPairs, at_least: float, linkage: Linkage = "single"
) -> list[int]:
    """Return the cluster of each graph, numbered from 1 in the order of their first graphs.

    ``single``: graphs that are connected by pairs are a cluster. ``average``: the two clusters
    whose graphs are closest on average are merged, as long as that is at least *at_least*. Pairs
    that were not found count as 0, so the true averages are higher, never lower.
    """
    if linkage not in LINKAGES:
        raise OptionError(f"linkage={linkage!r}; choose from {', '.join(LINKAGES)}")
    leader = _connected(count, pairs) if linkage == "single" else _averaged(count, pairs, at_least)
    numbers: dict[int, int] = {}
    return [numbers.setdefault(first, len(numbers) + 1) for first in leader]


def _connected(count: int, pairs: JoinedPairs) -> list[int]:
    """Return the first graph of each graph's component."""
    leader = list(range(count))

    def find(position: int) -> int:
        while leader[position] != position:
            leader[position] = position = leader[leader[position]]
        return position

    for a, b, *_ in pairs.rows():
        low, high = sorted((find(a), find(b)))
        leader[high] = low
    return [find(position) for position in range(count)]


_Links: TypeAlias = dict[int, dict[int, float]]
"""For each cluster the sums of values with other clusters."""


def _averaged(count: int, pairs: JoinedPairs, at_least: float) -> list[int]:
    """Return the first graph of each graph's cluster by average linkage."""
    links: _Links = {}
    for a, b, value, _ in pairs.rows():
        links.setdefault(a, {})[b] = links.setdefault(b, {})[a] = value
    members = {position: [position] for position in range(count)}
    queue = [(-value, a, b) for a, b, value, _ in pairs.rows() if value >= at_least]
    heapq.heapify(queue)
    while queue:
        value, a, b = heapq.heappop(queue)
        known = links.get(a, {}).get(b)
        if known is None or value != -known / (len(members[a]) * len(members[b])):
            continue  # one of the two was merged meanwhile
        members[a] += members.pop(b)
        _merge(links, a, b)
        for other, total in links[a].items():
            average = total / (len(members[a]) * len(members[other]))
            if average >= at_least:
                heapq.heappush(queue, (-average, min(a, other), max(a, other)))
    leader = [0] * count
    for first, positions in members.items():
        for position in positions:
            leader[position] = first
    return leader


def _merge(links: _Links, a: int, b: int) -> None:
    """Add the sums of *b* to those of *a*."""
    del links[a][b]
    for other, total in links.pop(b).items():
        if other == a:
            continue
        links[a][other] = links[other][a] = links[a].get(other, 0.0) + total
        del links[other][b]
