"""What the value of `accord` is made of, in numbers that training can differentiate.

    credit of a head in a pair  =  sum over s, c of  count[s, c] · similarity[s] · weight[c]

A node counts in one class c of weights or is mixed from two, and its similarity with its partner is
one of ten numbers s or mixed from two: 1 for equal labels, those of one lemma and of antonyms, and
those at the seven knots of the cosine. Edges count in the same way, by 20 similarities and 24
weights. While the alignment stays, counts stay, so values and their gradients are products of small
matrices for all pairs at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tertium import _native
from tertium.alignment.word_table import WordTable
from tertium.graph import Graph
from tertium.metrics.accord import CONVENTION
from tertium.metrics.accord_labels import (
    APART,
    GRADED,
    ROLE_CLASSES,
    RarityScale,
    label_reader,
    role_class,
)
from tertium.metrics.accord_weights import (
    COSINES,
    LEVELS,
    NODE_CLASSES,
    ROLE_PAIRS,
    NodeClasses,
    Parameters,
    native_model,
)  # fmt: skip

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._types import Array

    Places = NDArray[np.int64]

NODES = len(NODE_CLASSES)
EDGES = 2 * len(ROLE_CLASSES)
ROLES = len(ROLE_PAIRS) * len(LEVELS)
ALIKE = 3 + len(COSINES)
"""Equal, one lemma, antonyms, and the knots of the cosine."""


class PairFeatures(NamedTuple):
    """Counts of pairs; the first axis is the pair."""

    gist: Array  #: similarity × class of node
    strict: Array
    edges: Array  #: similarity × class of edge
    nodes: tuple[Array, Array]  #: classes of nodes, in both graphs
    relations: tuple[Array, Array]  #: classes of edges

    def first(self, pairs: int) -> PairFeatures:
        """Return the first *pairs*."""
        (a, b), (c, d) = self.nodes, self.relations
        return PairFeatures(
            self.gist[:pairs], self.strict[:pairs], self.edges[:pairs],
            (a[:pairs], b[:pairs]), (c[:pairs], d[:pairs]),
        )  # fmt: skip


class _Side(NamedTuple):
    """The graphs on one side of all pairs, one after the other."""

    starts: NDArray[np.int32]  #: where the nodes of each graph begin
    labels: NDArray[np.int32]
    edge_starts: NDArray[np.int32]
    edges: NDArray[np.int32]  #: source, role, target; nodes count from 0 in each graph

    @property
    def pair_of_node(self) -> Places:
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    @property
    def pair_of_edge(self) -> Places:
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.edge_starts))


@dataclass
class AccordPairs:
    """Pairs of graphs, ready to be compared under many parameters."""

    golds: Sequence[Graph]
    preds: Sequence[Graph]
    table: WordTable
    threads: int = 0

    def __post_init__(self) -> None:
        self.batch = _native.AccordBatch(CONVENTION._native(), self.golds, self.preds)
        self.labels, self.roles = self.batch.labels, self.batch.roles
        self.facts, self._antonyms = label_reader(self.table).read(self.labels)
        self.sides = tuple(_side(self.batch, side) for side in (0, 1))
        self._role_class = np.array([role_class(role) for role in self.roles], np.int64)

    def __len__(self) -> int:
        return len(self.batch)

    def set_classes(self, scale: RarityScale, knots: Sequence[float]) -> None:
        """Say what weights are mixed from."""
        rarity = scale.of(self.labels, self.facts.zipf)
        self.classes = NodeClasses(self.facts.kinds, rarity, knots)

    def values(self, parameters: Parameters) -> Array:
        """Return the values of all pairs."""
        table = self.batch.scores(self._model(parameters), _exact(), self.threads, None)
        found: Array = np.asarray(table)[:, 0].copy()
        return found

    def features(self, parameters: Parameters) -> PairFeatures:
        """Align all pairs under *parameters*, and count."""
        model = self._model(parameters)
        found = self.batch.align(model, _exact(), self.threads, None)
        a, b = self.sides
        gist = self._nodes(
            a.pair_of_node, a.labels, found["gist_a_relation"], found["gist_a_cosine"], 3
        ) + self._nodes(
            b.pair_of_node, b.labels, found["gist_b_relation"], found["gist_b_cosine"], 3
        )
        partner = found["strict_partner"]
        there = partner >= 0
        pair = a.pair_of_node[there]
        relation, cosine = found["strict_relation"], found["strict_cosine"]
        others = b.labels[partner[there] + b.starts[pair]]
        strict = self._nodes(pair, a.labels[there], relation[there], cosine[there], 2)
        strict += self._nodes(pair, others, relation[there], cosine[there], 2)
        return PairFeatures(
            gist, strict, self._edges(found["edge_partner"], found["edge_slot"]),
            (self._sizes(a), self._sizes(b)),
            (self._edge_sizes(a), self._edge_sizes(b)),
        )  # fmt: skip

    def _model(self, parameters: Parameters) -> _native.AccordModel:
        return native_model(
            parameters, self.classes, self.labels, self.roles, self.facts, self._antonyms
        )

    def _nodes(
        self,
        pair: Places,
        labels: NDArray[np.int32],
        relation: NDArray[np.int32],
        cosine: Array,
        antonym: int,
    ) -> Array:
        """Count nodes by similarity and class; antonyms have the similarity *antonym*."""
        kept = relation != APART
        pair, labels, relation, cosine = (x[kept] for x in (pair, labels, relation, cosine))
        knot, part = _knots(cosine)
        graded = relation == GRADED
        first = np.where(graded, 3 + knot, np.array([0, 1, antonym, 0, 0])[relation])
        ends = [(first, np.where(graded, 1 - part, 1.0)), (first + graded, graded * part)]
        classes = self.classes
        mixed = [(classes.first[labels], classes.share[labels])]
        mixed.append((classes.second[labels], 1 - classes.share[labels]))
        counts = np.zeros(len(self) * ALIKE * NODES)
        for slot, share in ends:
            for group, weight in mixed:
                place = (pair * ALIKE + slot) * NODES + group
                counts += np.bincount(place, share * weight, minlength=len(counts))
        return counts.reshape(len(self), ALIKE, NODES).astype(np.float32)

    def _sizes(self, side: _Side) -> Array:
        classes, labels, pair = self.classes, side.labels, side.pair_of_node
        counts = np.zeros(len(self) * NODES)
        for group, share in (
            (classes.first[labels], classes.share[labels]),
            (classes.second[labels], 1 - classes.share[labels]),
        ):
            counts += np.bincount(pair * NODES + group, share, minlength=len(counts))
        return counts.reshape(len(self), NODES)

    def _edge_classes(self, side: _Side) -> Places:
        pair, rare = side.pair_of_edge, self.classes.rare
        source, role, target = side.edges.T
        ends = (side.labels[end + side.starts[pair]] for end in (source, target))
        both = np.logical_and(*(rare[end] for end in ends))
        found: Places = self._role_class[role] * 2 + both
        return found

    def _edge_sizes(self, side: _Side) -> Array:
        place = side.pair_of_edge * EDGES + self._edge_classes(side)
        counts = np.bincount(place, minlength=len(self) * EDGES)
        return counts.reshape(len(self), EDGES).astype(np.float64)

    def _edges(self, partner: NDArray[np.int32], slots: NDArray[np.int32]) -> Array:
        """Count matched edges by similarity and class."""
        a, b = self.sides
        there = partner >= 0
        pair = a.pair_of_edge[there]
        others = partner[there] + b.edge_starts[pair]
        counts = np.zeros(len(self) * ROLES * EDGES)
        for group in (self._edge_classes(a)[there], self._edge_classes(b)[others]):
            place = (pair * ROLES + slots[there]) * EDGES + group
            counts += np.bincount(place, minlength=len(counts))
        return counts.reshape(len(self), ROLES, EDGES).astype(np.float32)


def _side(batch: _native.AccordBatch, side: int) -> _Side:
    starts, labels, edge_starts, edges = batch.side(side)
    return _Side(starts, labels, edge_starts, edges.reshape(-1, 3))


def _knots(cosine: Array) -> tuple[Places, Array]:
    """Return between which knots cosines lie, and how far from the first."""
    at = np.array(COSINES)
    inside = np.clip(cosine, at[0], at[-1])
    knot = np.clip(np.searchsorted(at, inside, side="right") - 1, 0, len(at) - 2)
    return knot, (inside - at[knot]) / (at[knot + 1] - at[knot])


def _exact() -> _native.AccordOptions:
    from tertium.alignment import DEFAULT_BUDGET

    options = _native.AccordOptions()
    options.budget = DEFAULT_BUDGET
    return options
