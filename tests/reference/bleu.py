"""SEMBLEU by its definition: list all paths, count them, multiply precisions."""

from __future__ import annotations

from collections import Counter
from math import exp, log

from tertium import Convention, Graph
from tests.reference.nodes import nodes_and_edges

Grams = dict[int, Counter[tuple[str, ...]]]


def grams(graph: Graph, convention: Convention, n: int) -> tuple[Grams, int]:
    """Return the k-grams of each order, and nodes plus edges."""
    labels, edges = nodes_and_edges(graph, convention)
    found: Grams = {k: Counter() for k in range(1, n + 1)}

    def walk(node: str, path: tuple[str, ...], used: list[int]) -> None:
        found[len(used) + 1][path] += 1
        if len(used) + 1 == n:
            return
        for number, (source, role, target) in enumerate(edges):
            if source == node and number not in used:
                walk(target, (*path, role, labels[target]), [*used, number])

    for node, label in labels.items():
        walk(node, (label,), [])
    return found, len(labels) + len(edges)


def sembleu(pred: Graph, gold: Graph, convention: Convention, n: int) -> float:
    """Return SEMBLEU with uniform weights and NIST smoothing."""
    grams_pred, size_pred = grams(pred, convention, n)
    grams_gold, size_gold = grams(gold, convention, n)
    logs, missed = [], 0
    for k in range(1, n + 1):
        total = sum(grams_pred[k].values())
        matched = sum((grams_pred[k] & grams_gold[k]).values())
        if total == 0:
            continue
        if matched == 0:
            if k == 1:
                return 0.0
            missed += 1
            logs.append(log(1 / (2**missed * total)))
        else:
            logs.append(log(matched / total))
    return exp(sum(logs) / len(logs) + min(0.0, 1 - size_gold / size_pred))
