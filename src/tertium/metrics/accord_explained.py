"""Where the value of `accord` comes from, node by node and edge by edge.

    gold  (d / drink-01 :ARG0 (k / kitten))      pred  (s / sip-01 :ARG0 (c / cat))

    gist   k kitten   most like cat     weight 2.1   similarity 0.83   adds 0.16   lost 0.03
    node   k kitten   aligned with cat  weight 4.7   similarity 0.88   adds 0.07   lost 0.02
    edge   :ARG0      aligned :ARG0     weight 6.2   similarity 0.52   adds 0.06   lost 0.08

A head's value is a power of its share of earned credit. It is handed out to the parts in proportion
to what they earned, and what is missing to 1 in proportion to what they missed. So all that is
added sums up to the value, and all that is lost to 1 - value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tertium import _native
from tertium.graph import Graph, Triple
from tertium.metrics.accord_labels import label_reader, role_class
from tertium.metrics.accord_weights import COSINES, Head
from tertium.metrics.explanation import Contribution, Explanation, PartKind
from tertium.metrics.nodes import nodes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._types import Array
    from tertium.metrics.accord import Accord

_EQUAL, _LEMMA, _ANTONYM, _GRADED = range(4)


class WeighedPart(NamedTuple):
    """A node or edge of one graph, or one of each, and what it earns of its weight."""

    kind: PartKind
    gold: Triple | None
    pred: Triple | None
    weight: float
    alike: float

    @property
    def earned(self) -> float:
        """The credit."""
        return self.weight * self.alike

    @property
    def missed(self) -> float:
        """What is missing to the whole weight."""
        return self.weight * (1 - self.alike)


def explain_pair(metric: Accord, gold: Graph, pred: Graph) -> Explanation:
    """Return the explanation of a pair."""
    pair = PairParts(metric, gold, pred)
    found, parts = pair.scores, tuple(pair.contributions())
    handed = fsum(part.adds["value"] for part in parts)
    return Explanation(
        metric=metric,
        gold=pair.forms[0],
        pred=pair.forms[1],
        contributions=parts,
        whole={
            "value": pair.value - handed,  # of an empty graph, or what rounding left
            "upper": float(found["upper"][0]),
            "proven": float(found["proven"][0]),
            "pairs": 1.0,
        },
        mapping=pair.partners,
    )


class PairParts:
    """The parts of a pair."""

    def __init__(self, metric: Accord, gold: Graph, pred: Graph) -> None:
        self.forms = metric.convention.apply(gold), metric.convention.apply(pred)
        batch = metric.batch([gold], [pred])
        self.scores = batch.align(metric.model(batch), metric.native_options, 1, None)
        self.value = float(self.scores["value"][0])
        self._learned = metric.learned().parameters
        self._labels = [batch.side(side)[1] for side in (0, 1)]
        self._weigh(metric, batch)
        self._nodes = [nodes_of(form) for form in self.forms]
        self._edges = [edges_of(form) for form in self.forms]

    def _weigh(self, metric: Accord, batch: _native.AccordBatch) -> None:
        """Find the weights of all nodes and edges."""
        facts, _ = label_reader(metric.word_table()).read(batch.labels)
        classes = metric.learned().classes(batch.labels, facts)
        strict, gist = (classes.weights(head.nodes) for head in self._heads)
        self._strict = [strict[labels] for labels in self._labels]
        self._gist = [gist[labels] for labels in self._labels]
        by_class, roles = np.array(self._learned.edges), batch.roles
        self._edge_weights: list[Array] = []
        for side, labels in enumerate(self._labels):
            source, role, target = batch.side(side)[3].reshape(-1, 3).T
            both = classes.rare[labels[source]] & classes.rare[labels[target]]
            kinds = np.array([role_class(name) for name in roles], np.int64)[role]
            self._edge_weights.append(by_class[kinds, both.astype(np.int64)])

    @property
    def _heads(self) -> tuple[Head, Head]:
        return self._learned.strict, self._learned.gist

    @property
    def partners(self) -> dict[str, str]:
        """The variables of the gold that are aligned, with their partners."""
        golds, preds = (form.variables for form in self.forms)
        aligned = enumerate(self.scores["aligned"].tolist())
        return {golds[i]: preds[j] for i, j in aligned if 0 <= j < len(preds) and i < len(golds)}

    def gist_parts(self) -> Iterator[WeighedPart]:
        """Yield each node of both graphs with the most similar node of the other."""
        head, found = self._learned.gist, self.scores
        for side, name in enumerate("ab"):
            alike = similarities(head, found[f"gist_relation_{name}"], found[f"gist_cosine_{name}"])
            for node, partner in enumerate(found[f"gist_{name}"].tolist()):
                own = self._nodes[side][node]
                other = self._nodes[1 - side][partner] if partner >= 0 else None
                gold, pred = (own, other) if side == 0 else (other, own)
                weight = float(self._gist[side][node])
                yield WeighedPart("gist", gold, pred, weight, float(alike[node]))

    def strict_parts(self) -> Iterator[WeighedPart]:
        """Yield each node and edge, with its partner if it has one."""
        found = self.scores
        alike = similarities(self._learned.strict, found["relation"], found["cosine"])
        yield from _joined("node", self._nodes, self._strict, found["aligned"].tolist(), alike)
        roles = np.array(self._learned.roles).ravel()
        partners = found["edges"].tolist()
        similar = np.where(found["slots"] >= 0, roles[found["slots"]], 0.0)
        yield from _joined("edge", self._edges, self._edge_weights, partners, similar)

    @property
    def empty(self) -> bool:
        """Whether a graph has no nodes; the value is then that of the pair as a whole."""
        return not all(self._nodes)

    def contributions(self) -> Iterator[Contribution]:
        """Yield what each part adds to the value, and what it loses."""
        if self.empty:
            return
        alpha, found = self._learned.alpha, self.scores
        yield from handed_out(self.gist_parts(), float(found["gist"][0]), 1 - alpha)
        yield from handed_out(self.strict_parts(), float(found["strict"][0]), alpha)


def handed_out(parts: Iterable[WeighedPart], head: float, weight: float) -> Iterator[Contribution]:
    """Yield the shares of parts in a head's value, and in what is missing to 1."""
    parts = list(parts)
    earned = sum(part.earned for part in parts)
    missed = sum(part.missed for part in parts)
    for part in parts:
        adds = weight * head * part.earned / earned if earned else 0.0
        lost = weight * (1 - head) * part.missed / missed if missed else 0.0
        yield Contribution(
            part.kind, part.gold, part.pred, {"value": adds}, part.alike,
            weight=part.weight, lost=lost,
        )  # fmt: skip


def similarities(head: Head, relation: NDArray[np.int32], cosine: Array) -> Array:
    """Return how similar labels are, by how they are related."""
    graded = np.interp(cosine, COSINES, head.cosine)
    kinds = [relation == kind for kind in (_EQUAL, _LEMMA, _ANTONYM, _GRADED)]
    found: Array = np.select(kinds, [1.0, head.lemma, head.antonym, graded], 0.0)
    return found


def edges_of(form: Graph) -> list[Triple]:
    """Return the edges and attributes of a graph in standard form, in the order of its triples."""
    whole = nodes_of(form, edges_to_nodes=True)
    return whole[len(nodes_of(form)) :]


def _joined(
    kind: PartKind,
    triples: list[list[Triple]],
    weights: list[Array],
    partners: list[int],
    alike: Array,
) -> Iterator[WeighedPart]:
    """Yield what both graphs have, then what one of them has."""
    golds, preds = triples
    for place, partner in enumerate(partners):
        weight = float(weights[0][place])
        if partner < 0:
            yield WeighedPart(kind, golds[place], None, weight, 0.0)
        else:
            both = weight + float(weights[1][partner])
            yield WeighedPart(kind, golds[place], preds[partner], both, float(alike[place]))
    taken = set(partners)
    for place, triple in enumerate(preds):
        if place not in taken:
            yield WeighedPart(kind, None, triple, float(weights[1][place]), 0.0)
