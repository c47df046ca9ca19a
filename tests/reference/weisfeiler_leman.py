"""WLK and WWLK by their definitions, with nested tuples for labels and vectors for nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import exp, sqrt
from typing import TYPE_CHECKING, Any

from tertium import Convention, Graph
from tests.reference.nodes import Edge, nodes_and_edges

if TYPE_CHECKING:
    from numpy.typing import NDArray

Messages = list[tuple[str, str, str, bool]]
"""To, from, role, against the edge."""


def messages(graph: Graph, convention: Convention, direction: str) -> Messages:
    """Return who hears from whom."""
    found: Messages = []
    for source, role, target in nodes_and_edges(graph, convention)[1]:
        if direction != "bottom-up":
            found.append((target, source, role, False))
        if direction != "top-down":
            found.append((source, target, role, direction == "two-way"))
    return found


def features(graph: Graph, convention: Convention, direction: str, k: int) -> Counter[Any]:
    """Return the labels of all steps, counted."""
    labels: dict[str, Any] = dict(nodes_and_edges(graph, convention)[0])
    heard = messages(graph, convention, direction)
    found: Counter[Any] = Counter((0, label) for label in labels.values())
    for step in range(1, k + 1):
        labels = {
            node: (
                label,
                tuple(sorted((r, b, repr(labels[u])) for v, u, r, b in heard if v == node)),
            )
            for node, label in labels.items()
        }
        found.update((step, label) for label in labels.values())
    return found


def early_features(
    graph: Graph, convention: Convention, direction: str, k: int
) -> dict[Any, float]:
    """Return the features of the first release: every label is unique, step h weighs e^-h."""
    labels, edges = numbered(*nodes_and_edges(graph, convention))
    heard = [(t, s, r, False) for s, r, t in edges if direction != "bottom-up"]
    back = direction == "two-way"
    heard += [(s, t, r, back) for s, r, t in edges if direction != "top-down"]
    triples = Counter((labels[s], r, labels[t]) for s, r, t in edges)
    found: dict[Any, float] = {(0, label): 1.0 for label in labels.values()} | dict(triples)
    now: dict[str, Any] = dict(labels)
    for step in range(1, k + 1):
        now = {
            node: (label, tuple(sorted((r, b, repr(now[u])) for v, u, r, b in heard if v == node)))
            for node, label in now.items()
        }
        found |= {(step, label): exp(-step) for label in now.values()}
    return found


def numbered(labels: dict[str, str], edges: list[Edge]) -> tuple[dict[str, str], list[Edge]]:
    """Tell nodes of one concept apart, and make one node of equal constants."""
    variables = [node for node in labels if " " not in node]
    left = Counter(labels[node] for node in variables)
    names = {}
    for node in variables:
        names[node] = f"{labels[node]} {left[labels[node]]}"
        left[labels[node]] -= 1
    place = {node: node for node in variables}
    for node in labels.keys() - place.keys():
        constant = labels[node]
        place[node] = f"constant {constant}"
        names[place[node]] = constant if constant in left else f"{constant} 1"
    if len(labels) == 1 and not edges:
        edges = [(variables[0], "instance", variables[0])]
    return names, [(place[s], role, place[t]) for s, role, t in edges]


def cosine(a: Mapping[Any, float], b: Mapping[Any, float]) -> float:
    """Return the cosine of two vectors of counts."""
    product = sum(count * b.get(feature, 0) for feature, count in a.items())
    return product / sqrt(sum(x * x for x in a.values()) * sum(x * x for x in b.values()))


def embed(
    graph: Graph,
    convention: Convention,
    direction: str,
    k: int,
    vector: dict[str, NDArray[Any]],
    weight: dict[tuple[str, bool], float],
    halve: bool = True,
) -> NDArray[Any]:
    """Return the embeddings of the nodes, in the order of `nodes_and_edges`."""
    import numpy as np

    labels, _ = nodes_and_edges(graph, convention)
    heard = messages(graph, convention, direction)
    now = {node: vector[label] for node, label in labels.items()}
    steps = [now]
    for _ in range(k):
        after = {}
        for node, x in now.items():
            parts = [weight[r, b] * now[u] for v, u, r, b in heard if v == node]
            moved = x + (np.mean(parts, axis=0) if parts else 0)
            after[node] = moved / 2 if halve else moved
        steps.append(now := after)
    rows = [np.concatenate([step[node] for step in steps]) for node in labels]
    return np.array([row / np.linalg.norm(row) for row in rows])
