"""The best alignment under graded matches, by trying them all."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations

from tertium import Convention, Graph
from tests.reference.brute_force import Labelled, facts

Similar = Callable[[str, str], float]


def distances(graph: Graph) -> dict[str, int]:
    """Return how far variables are from the top; those out of reach are missing."""
    names = set(graph.variables)
    found = {graph.top: 0}
    queue = deque([graph.top])
    while queue:
        here = queue.popleft()
        for source, role, target in graph.triples:
            if role == ":instance" or target not in names or here not in (source, target):
                continue
            there = target if here == source else source
            if there is not None and there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


class Side:
    """The triples of one graph with what they are worth."""

    def __init__(self, graph: Graph, convention: Convention, weights: Sequence[float]) -> None:
        self.graph = convention.apply(graph)
        self.facts = facts(graph, convention)
        self._distance = distances(self.graph)
        self._weights = list(weights) or [1.0]

    def at(self, variable: str, further: int = 0) -> float:
        distance = self._distance.get(variable, len(self._weights)) + further
        return self._weights[min(distance, len(self._weights) - 1)]

    def worth(self, fact: Labelled) -> float:
        source, role, target, is_variable = fact
        if is_variable and target is not None:
            return min(self.at(source), self.at(target))
        return self.at(source, 0 if role in (":instance", ":TOP") else 1)

    @property
    def total(self) -> float:
        return sum(map(self.worth, self.facts))

    def concepts(self, variable: str, role: str) -> list[str | None]:
        return [t for s, r, t, _ in self.facts if s == variable and r == role]


def _best_matching(a: list[str | None], b: list[str | None], similar: Similar) -> float:
    small, large = sorted((a, b), key=len)
    same = lambda x, y: 1.0 if x == y else similar(x, y) if x and y else 0.0  # noqa: E731
    return max(sum(map(same, small, image)) for image in permutations(large, len(small)))


def _earned(a: Side, b: Side, mapping: dict[str, str], similar: Similar) -> float:
    earned = 0.0
    for x, y in mapping.items():
        for role in (":instance", ":TOP"):
            matched = _best_matching(a.concepts(x, role), b.concepts(y, role), similar)
            earned += matched * min(a.at(x), b.at(y))
    in_b = Counter(b.facts)
    for fact, count in Counter(a.facts).items():
        source, role, target, is_variable = fact
        if role in (":instance", ":TOP") or source not in mapping:
            continue
        image = mapping.get(target, "") if is_variable and target is not None else target
        partner = (mapping[source], role, image, is_variable)
        if in_b[partner]:
            earned += min(count, in_b[partner]) * min(a.worth(fact), b.worth(partner))
    return earned


def _mappings(a: Graph, b: Graph) -> Iterator[dict[str, str]]:
    if len(a.variables) <= len(b.variables):
        for image in permutations(b.variables, len(a.variables)):
            yield dict(zip(a.variables, image, strict=True))
    else:
        for image in permutations(a.variables, len(b.variables)):
            yield dict(zip(image, b.variables, strict=True))


def best_graded(
    a: Graph, b: Graph, convention: Convention, similar: Similar, weights: Sequence[float]
) -> float:
    """Return what the best of all mappings earns."""
    side_a, side_b = Side(a, convention, weights), Side(b, convention, weights)
    mappings = _mappings(side_a.graph, side_b.graph)
    return max(_earned(side_a, side_b, mapping, similar) for mapping in mappings)
