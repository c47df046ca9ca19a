"""The best alignment by trying them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations

from tertium import Convention, Graph

Labelled = tuple[str, str, str | None, bool]


def facts(graph: Graph, convention: Convention) -> list[Labelled]:
    """Return all triples that count, each with whether its target is a variable."""
    standard = convention.apply(graph)
    names = set(standard.variables)
    found: list[Labelled] = [
        (source, role, target, role != ":instance" and target in names)
        for source, role, target in standard.triples
        if role != ":instance" or target is not None
    ]
    if convention.top == "flag":
        found.append((standard.top, ":TOP", "top", False))
    if convention.top == "roots":
        targets = {t for s, _, t, is_variable in found if is_variable and s != t}
        found += [(v, ":TOP", "top", False) for v in standard.variables if v not in targets]
    if convention.top == "concept":
        concepts = [t for s, r, t in standard.triples if s == standard.top and r == ":instance"]
        found.append((standard.top, ":TOP", concepts[0] if concepts else None, False))
    return found


def matches(
    a: list[Labelled],
    b: list[Labelled],
    mapping: dict[str, str],
    worth: Callable[[Labelled], float] = lambda fact: 1,
) -> float:
    """Return what matches under a mapping, each triple as often as it is there in both."""
    translated = Counter(
        (mapping[s], r, mapping[t] if is_variable and t is not None else t, is_variable)
        for s, r, t, is_variable in a
        if s in mapping and (not is_variable or t in mapping)
    )
    return sum(count * worth(fact) for fact, count in (translated & Counter(b)).items())


def best_match(
    a: Graph,
    b: Graph,
    convention: Convention,
    worth: Callable[[Labelled], float] = lambda fact: 1,
) -> float:
    """Return what matches under the best of all mappings; each triple counts *worth*."""
    facts_a, facts_b = facts(a, convention), facts(b, convention)
    a, b = convention.apply(a), convention.apply(b)
    small, large = (a, b) if len(a.variables) <= len(b.variables) else (b, a)
    best = 0.0
    for image in permutations(large.variables, len(small.variables)):
        mapping = dict(zip(small.variables, image, strict=True))
        if small is not a:
            mapping = {x: y for y, x in mapping.items()}
        best = max(best, matches(facts_a, facts_b, mapping, worth))
    return best
