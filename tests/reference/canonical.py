"""The canonical alignment by trying all: what it must have the most of, in this order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations, takewhile

from tertium import Convention, Graph
from tests.reference.brute_force import facts, matches

LEVELS = 64

Alike = Callable[[str, str], float]
Merits = tuple[float, int, int, int]


def written_alike(x: str, y: str) -> float:
    """Return how similarly two different concepts are spelled."""
    x, y = (re.sub(r"(?<=.)-[0-9]+$", "", concept) for concept in (x, y))
    if x == y:
        return 1.0
    equal = (p == q for p, q in zip(x, y, strict=False))
    common = sum(1 for _ in takewhile(bool, equal))
    return 2 * common / (len(x) + len(y)) if common >= 3 else 0.0


def _concepts(graph: Graph) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {name: [] for name in graph.variables}
    for source, role, target in graph.triples:
        if role == ":instance" and target is not None:
            found[source].append(target)
    return found


def _edges(graph: Graph) -> set[tuple[str, str]]:
    names = set(graph.variables)
    return {
        (source, target)
        for source, role, target in graph.triples
        if role != ":instance" and target is not None and target in names and source != target
    }


def merits(
    a: Graph, b: Graph, convention: Convention, mapping: dict[str, str], alike: Alike
) -> Merits:
    """Return matched triples, equal concepts, levels of similarity and unlabelled edges."""
    matched = matches(facts(a, convention), facts(b, convention), mapping)
    a, b = convention.apply(a), convention.apply(b)
    of_a, of_b = _concepts(a), _concepts(b)
    equal = similar = 0
    for x, y in mapping.items():
        equal += sum((Counter(of_a[x]) & Counter(of_b[y])).values())
        degrees = [alike(c, d) for c in of_a[x] for d in of_b[y] if c != d]
        similar += int(LEVELS * max(degrees, default=0.0))
    kept = {(mapping.get(x), mapping.get(y)) for x, y in _edges(a)}
    return matched, equal, similar, len(kept & _edges(b))


def every_mapping(a: Graph, b: Graph, convention: Convention) -> Iterator[dict[str, str]]:
    """Yield the mappings that align as many variables as there are."""
    a, b = convention.apply(a), convention.apply(b)
    small, large = (a, b) if len(a.variables) <= len(b.variables) else (b, a)
    for image in permutations(large.variables, len(small.variables)):
        mapping = dict(zip(small.variables, image, strict=True))
        yield mapping if small is a else {x: y for y, x in mapping.items()}


def best_merits(a: Graph, b: Graph, convention: Convention, alike: Alike) -> Merits:
    """Return the merits of the canonical alignment."""
    return max(merits(a, b, convention, m, alike) for m in every_mapping(a, b, convention))
