"""WLK as the authors' program of version 0.2 computes it, to show why its figures differ.

    tertium bamboo DIR -m tests/reference/wlk_by_label.py:wlk_by_label

In each step the program stores what a node hears under the node's *label*. Nodes with the same
label overwrite each other: all of them get the neighbours of the one that comes last, and the order
depends on the hash seed of Python. In

    (a / and :op1 (b / boy :mod (t / tall)) :op2 (c / boy))

both boys are tall if `b` comes last, and neither is if `c` does. Here the order is that of the
text, constants last; `wlk_by_label_reversed` has the opposite order. `tertium.metrics.wlk` has
neighbours for each node.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt

from tertium import Convention, Graph
from tests.reference.nodes import nodes_and_edges

_AS_READ = Convention(inverse="all", mod="keep", top="none")


def wlk_by_label(gold: Graph, pred: Graph) -> float:
    """Return the cosine of two graphs' features; the last node of a label speaks for all."""
    return _cosine(_features(gold, reverse=False), _features(pred, reverse=False))


def wlk_by_label_reversed(gold: Graph, pred: Graph) -> float:
    """Return the same with the nodes in the opposite order: the first of a label speaks for all."""
    return _cosine(_features(gold, reverse=True), _features(pred, reverse=True))


def _features(graph: Graph, *, reverse: bool) -> dict[str, float]:
    labels, edges = nodes_and_edges(graph, _AS_READ)
    order = list(reversed(labels)) if reverse else list(labels)
    found = dict.fromkeys(labels.values(), 1.0)
    found |= {f"{labels[s]} {role} {labels[t]}": 1.0 for s, role, t in edges}
    for step in (1, 2):
        heard: dict[str, str] = {}
        for node in order:
            messages = [f":{role}_{labels[t]}" for s, role, t in edges if s == node]
            messages += [f":{role}_{labels[s]}" for s, role, t in edges if t == node]
            heard[labels[node]] = " ::: ".join(sorted([labels[node], *messages]))
        labels = {node: heard[label] for node, label in labels.items()}
        found |= dict.fromkeys((f"{step} {label}" for label in labels.values()), 1 / (1 + step))
    return found


def _cosine(a: dict[str, float], b: dict[str, float]) -> float:
    product = sum(weight * b.get(feature, 0.0) for feature, weight in a.items())
    return product / sqrt(_square(a.values()) * _square(b.values()))


def _square(weights: Iterable[float]) -> float:
    return sum(weight**2 for weight in Counter(list(weights)).elements())
