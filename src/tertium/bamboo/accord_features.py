"""What the value of `accord` is made of, in numbers that training can differentiate.

    credit of a head in a pair
        =  sum over p, s, c of  count[p, s, c] · standing[p] · similarity[s] · weight[c]

A node counts in one class c of weights or is mixed from two, and its similarity with its partner is
one of 17 numbers s or mixed from two: 1 for equal labels, those of one lemma and of antonyms, and
those at the seven knots of the cosine, of concepts and of constants. It is multiplied by one of six
numbers p for how the two stand in their graphs, 1 if alike. Edges count in a similar way, by 20
similarities and 24 weights. While the alignment stays, counts stay, so values and their gradients
are sums over the counts that are not 0, for all pairs at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tertium import _native
from tertium.alignment.word_table import WordTable
from tertium.graph import Graph
from tertium.metrics.accord import CONVENTION
from tertium.metrics.accord_classes import NODE_CLASSES, NodeClasses
from tertium.metrics.accord_labels import (
    APART,
    GRADED,
    ROLE_CLASSES,
    WRITTEN,
    RarityScale,
    label_reader,
    role_class,
)
from tertium.metrics.accord_weights import (
    COSINES,
    LEVELS,
    ROLE_PAIRS,
    STANDINGS,
    Parameters,
    native_model,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._types import Array

    Places = NDArray[np.int64]

NODES = len(NODE_CLASSES)
EDGES = 2 * len(ROLE_CLASSES)
ROLES = len(ROLE_PAIRS) * len(LEVELS)
ALIKE = 3 + 2 * len(COSINES)
"""Equal, one lemma, antonyms, and the knots of the cosine, of concepts and of constants."""
WAYS = 1 + len(STANDINGS)
"""How two nodes stand: alike, or one of `STANDINGS`."""


class Counts(NamedTuple):
    """Counts of pairs by place, of which few are above 0."""

    pairs: int
    places: int
    pair: Places  #: of each count, sorted
    place: Places
    number: Array

    @classmethod
    def of(cls, pairs: int, places: int, found: Sequence[tuple[Places, Places, Array]]) -> Counts:
        """Add up counts that are given by pair and place."""
        columns = zip(*found, strict=True)
        pair, place, count = (np.concatenate(part) for part in columns)
        keys, which = np.unique(pair * places + place, return_inverse=True)
        counts = np.bincount(which, count, len(keys)).astype(np.float64)
        some = counts > 0
        return cls(pairs, places, keys[some] // places, keys[some] % places, counts[some])

    def first(self, pairs: int) -> Counts:
        """Return the first *pairs*."""
        end = int(np.searchsorted(self.pair, pairs))
        return Counts(
            min(pairs, self.pairs), self.places,
            self.pair[:end], self.place[:end], self.number[:end],
        )  # fmt: skip

    def by_pair(self, values: Array) -> Array:
        """Return what each pair earns if a place is worth its value."""
        earned = np.bincount(self.pair, self.number * values[self.place], self.pairs)
        return earned.astype(np.float64)

    def by_place(self, slope: Array) -> Array:
        """Return the derivatives by the values of places, from those by what pairs earn."""
        change = np.bincount(self.place, self.number * slope[self.pair], self.places)
        return change.astype(np.float64)


class PairFeatures(NamedTuple):
    """Counts of pairs."""

    gist: tuple[Counts, Counts]  #: standing × similarity × class of node, in both graphs
    strict: Counts
    edges: Counts  #: similarity × class of edge
    nodes: tuple[Array, Array]  #: classes of nodes, in both graphs; the first axis is the pair
    relations: tuple[Array, Array]  #: classes of edges

    def first(self, pairs: int) -> PairFeatures:
        """Return the first *pairs*."""
        (a, b), (c, d), (e, f) = self.gist, self.nodes, self.relations
        return PairFeatures(
            (a.first(pairs), b.first(pairs)), self.strict.first(pairs), self.edges.first(pairs),
            (c[:pairs], d[:pairs]), (e[:pairs], f[:pairs]),
        )  # fmt: skip


class _Partners(NamedTuple):
    """How nodes are related to their partners."""

    relation: NDArray[np.int32]
    standing: NDArray[np.int32]
    cosine: Array

    @classmethod
    def of(cls, found: dict[str, NDArray[Any]], head: str) -> _Partners:
        """Return those of a head."""
        return cls(*(found[f"{head}_{name}"] for name in cls._fields))

    def where(self, kept: NDArray[np.bool_]) -> _Partners:
        """Return some."""
        return _Partners(self.relation[kept], self.standing[kept], self.cosine[kept])


class _Side(NamedTuple):
    """The graphs on one side of all pairs, one after the other."""

    starts: NDArray[np.int32]  #: where the nodes of each graph begin
    mentions: NDArray[np.int32]  #: of the nodes: twice the label, and 1 if the node is named
    edge_starts: NDArray[np.int32]
    edges: NDArray[np.int32]  #: source, role, target; nodes count from 0 in each graph

    @property
    def labels(self) -> NDArray[np.int32]:
        return self.mentions // 2

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
        sizes = len(self), WAYS * ALIKE * NODES
        in_a, in_b = (
            Counts.of(*sizes, self._nodes(
                side.pair_of_node, side.mentions,
                _Partners.of(found, f"gist_{name}"), 3,
            ))
            for side, name in ((a, "a"), (b, "b"))
        )  # fmt: skip
        partner = found["strict_partner"]
        there = partner >= 0
        pair = a.pair_of_node[there]
        partners = _Partners.of(found, "strict").where(there)
        others = b.mentions[partner[there] + b.starts[pair]]
        strict = self._nodes(pair, a.mentions[there], partners, 2)
        strict += self._nodes(pair, others, partners, 2)
        return PairFeatures(
            (in_a, in_b),
            Counts.of(*sizes, strict),
            self._edges(found["edge_partner"], found["edge_slot"]),
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
        mentions: NDArray[np.int32],
        partners: _Partners,
        antonym: int,
    ) -> list[tuple[Places, Places, Array]]:
        """Count nodes by standing, similarity and class; antonyms have the similarity *antonym*."""
        kept = partners.relation != APART
        pair, mentions = pair[kept], mentions[kept]
        relation, standing, cosine = partners.where(kept)
        way = standing.astype(np.int64) * ALIKE
        knot, part = _knots(cosine)
        graded = (relation == GRADED) | (relation == WRITTEN)
        base = np.array([0, 1, antonym, 3, 3 + len(COSINES)])[relation]
        first = base + graded * knot
        ends = [(first, np.where(graded, 1 - part, 1.0)), (first + graded, graded * part)]
        classes = self.classes
        mixed = [(classes.first[mentions], classes.share[mentions])]
        mixed.append((classes.second[mentions], 1 - classes.share[mentions]))
        return [
            (pair, (way + slot) * NODES + group, share * weight)
            for slot, share in ends
            for group, weight in mixed
        ]

    def _sizes(self, side: _Side) -> Array:
        classes, mentions, pair = self.classes, side.mentions, side.pair_of_node
        counts = np.zeros(len(self) * NODES)
        for group, share in (
            (classes.first[mentions], classes.share[mentions]),
            (classes.second[mentions], 1 - classes.share[mentions]),
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

    def _edges(self, partner: NDArray[np.int32], slots: NDArray[np.int32]) -> Counts:
        """Count matched edges by similarity and class."""
        a, b = self.sides
        there = partner >= 0
        pair = a.pair_of_edge[there]
        others = partner[there] + b.edge_starts[pair]
        groups = (self._edge_classes(a)[there], self._edge_classes(b)[others])
        found = [(pair, slots[there] * EDGES + group, np.ones(len(pair))) for group in groups]
        return Counts.of(len(self), ROLES * EDGES, found)


def _side(batch: _native.AccordBatch, side: int) -> _Side:
    starts, mentions, edge_starts, edges = batch.side(side)
    return _Side(starts, mentions, edge_starts, edges.reshape(-1, 3))


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
