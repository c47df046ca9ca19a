"""REMATCH with sets of tuples."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

from tertium import Convention, Graph


def motifs(graph: Graph, convention: Convention) -> set[tuple[object, ...]]:
    """Return the motifs of a graph."""
    form = convention.apply(graph)
    concepts: dict[str, str] = {}
    attributes: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    relations = []
    for (source, role, target), is_edge in zip(form.triples, form._edges(), strict=True):
        if role == ":instance" and source not in concepts:
            concepts[source] = target or ""
        elif is_edge:
            relations.append((source, role, target or ""))
        elif role != ":instance" or target is not None:
            attributes[source].append((role.removesuffix("-of"), target or ""))
    nodes: dict[str, set[tuple[str, ...]]] = {}
    for name in form.variables:
        concept = concepts.get(name, "")
        nodes[name] = {(concept, *pair) for pair in attributes[name]} or {(concept,)}
    found: set[tuple[object, ...]] = {pair for pairs in attributes.values() for pair in pairs}
    found |= {("node", motif) for motifs in nodes.values() for motif in motifs}
    for source, role, target in relations:
        found |= {(a, role, b) for a, b in product(nodes[source], nodes[target])}
    return found
