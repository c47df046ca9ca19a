"""WWLK as its authors' program of 2021 computed it, to show what moves the published figures.

The weights of roles are those of ``wwlk:preset=paper``; what nodes begin with is different:

    make-up-08     the maximum of *make* and *up*, number by number, not their mean
    -              the vector of *no*
    xqzt           100 numbers drawn from 0 to 1: long, and all in one corner of the space
    :op1 2 :op2 2  one node for both: equal constants of a graph are the same node

Two ways are told apart by an inverse edge with a role of its own, ``ARG0-of``, so its weight is the
smallest of ten draws, while ARG0 and ARG1 have the first one.

Nothing was seeded, so the published row is one draw of many; ``seed`` chooses one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tertium import Graph, _native
from tertium.alignment.vectors import load_vectors
from tertium.graph import Triple
from tertium.metrics.embedding import draw, role_weights
from tertium.metrics.wwlk import Wwlk

_SENSE = re.compile(r"-[0-9]+")


class EarlyWwlk(Wwlk):
    """``wwlk:preset=paper`` with the vectors of the first program."""

    name: ClassVar[str] = "early-wwlk"

    def batch(
        self, golds: Sequence[Graph | None], preds: Sequence[Graph | None]
    ) -> _native.PairBatch:
        """Return pairs with numbered labels and roles."""
        sides = ([graph and merged(graph) for graph in side] for side in (golds, preds))
        return super().batch(*sides)

    def embedding(self, batch: _native.PairBatch) -> _native.Embedding:
        """Return the vectors and weights for the labels and roles of *batch*."""
        words = np.array([[_vector(label, self.seed) for label in batch.labels]])
        return _native.Embedding(words, self.weights_of(batch.roles))

    def weights_of(self, roles: Sequence[str]) -> NDArray[np.float64]:
        """Return 1 × roles × 2: the weight along the edge, and against it."""
        along = against = role_weights(roles, 1, "wide", self.seed)[:, :, 0]
        if self.settings.direction == "two-way":
            inverse = [f"{role}-of" for role in roles]
            against = role_weights(inverse, 1, "wide", self.seed)[:, :, 0]
        return np.stack([along, against], axis=2)


@cache
def _vector(label: str, seed: int) -> NDArray[np.float64]:
    vectors = load_vectors(None)
    plain = "no" if label == "-" else _SENSE.sub("", label)
    found = (vectors.get(word) for word in plain.split("-"))
    known = [vector for vector in found if vector is not None]
    if known:
        best: NDArray[np.float64] = np.max(np.array(known, np.float64), axis=0)
        return best
    return draw(f"label {label} {seed}", 0, vectors.dimension)


@lru_cache(maxsize=100_000)  # every graph of the benchmark, under all seeds
def merged(graph: Graph) -> Graph:
    """Return a graph in which equal constants are one node.

    >>> print(merged(Graph.from_penman("(s / sum :op1 2 :op2 2)")))
    (s / sum
        :op1 (c0 / 2)
        :op2 c0)
    """
    names: dict[str, str] = {}
    triples: list[Triple] = []
    for (source, role, target), is_edge in zip(graph.triples, graph._edges(), strict=True):
        if is_edge or role == ":instance" or target is None:
            triples.append((source, role, target))
            continue
        if target not in names:
            name = f"c{len(names)}"
            while name in graph.variables:
                name += "_"
            names[target] = name
        triples.append((source, role, names[target]))
    triples += [(name, ":instance", value) for value, name in names.items()]
    return Graph.from_triples(triples, top=graph.top)
