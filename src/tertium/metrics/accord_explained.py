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

from tertium.graph import Graph, Triple
from tertium.metrics.explanation import Contribution, Explanation, PartKind
from tertium.metrics.nodes import nodes_of

if TYPE_CHECKING:
    from tertium.metrics.accord import Accord


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
    """The parts of a pair, with the weights and similarities that the native heads added up."""

    def __init__(self, metric: Accord, gold: Graph, pred: Graph) -> None:
        self.forms = metric.convention.apply(gold), metric.convention.apply(pred)
        batch = metric.batch([gold], [pred])
        self.scores = batch.align(metric.model(batch), metric.native_options, 1, None)
        self.value = float(self.scores["value"][0])
        learned = metric.learned().parameters
        self._alpha, self._lead = learned.alpha, learned.lead
        self._nodes = [nodes_of(form) for form in self.forms]
        self._edges = [edges_of(form) for form in self.forms]

    @property
    def partners(self) -> dict[str, str]:
        """The variables of the gold that are aligned, with their partners."""
        golds, preds = (form.variables for form in self.forms)
        aligned = enumerate(self.scores["strict_partner"].tolist())
        return {golds[i]: preds[j] for i, j in aligned if 0 <= j < len(preds) and i < len(golds)}

    def gist_parts(self) -> Iterator[WeighedPart]:
        """Yield each node of both graphs with the most similar node of the other."""
        shares = self._sides_of_gist()
        for side, name in enumerate("ab"):
            partners = self._numbers(f"gist_{name}_partner")
            alike = self._numbers(f"gist_{name}_similarity")
            weights = [shares[side] * weight for weight in self._numbers(f"gist_weight_{name}")]
            for node, partner in enumerate(map(int, partners)):
                own = self._nodes[side][node]
                other = self._nodes[1 - side][partner] if partner >= 0 else None
                gold, pred = (own, other) if side == 0 else (other, own)
                yield WeighedPart("gist", gold, pred, weights[node], alike[node])

    def _sides_of_gist(self) -> list[float]:
        """Return by how much the weights of a side count: those of the better covered one more."""
        weights = [np.array(self._numbers(f"gist_weight_{name}")) for name in "ab"]
        alike = [np.array(self._numbers(f"gist_{name}_similarity")) for name in "ab"]
        total = [float(w.sum()) for w in weights]
        covered = [float(w @ s) / t for w, s, t in zip(weights, alike, total, strict=True)]
        shares = [1 - self._lead] * 2
        better = covered.index(max(covered))
        shares[better] += self._lead * sum(total) / total[better]
        return shares

    def strict_parts(self) -> Iterator[WeighedPart]:
        """Yield each node and edge, with its partner if it has one."""
        yield from self._joined("node", self._nodes, "strict")
        yield from self._joined("edge", self._edges, "edge")

    def _numbers(self, name: str) -> list[float]:
        found: list[float] = self.scores[name].tolist()
        return found

    def _joined(
        self, kind: PartKind, triples: list[list[Triple]], name: str
    ) -> Iterator[WeighedPart]:
        """Yield what both graphs have, then what one of them has."""
        (golds, preds), alike = triples, self._numbers(f"{name}_similarity")
        of_gold, of_pred = (self._numbers(f"{name}_weight_{side}") for side in "ab")
        partners = [int(partner) for partner in self._numbers(f"{name}_partner")]
        for place, partner in enumerate(partners):
            weight = of_gold[place]
            if partner < 0:
                yield WeighedPart(kind, golds[place], None, weight, 0.0)
            else:
                both = weight + of_pred[partner]
                yield WeighedPart(kind, golds[place], preds[partner], both, alike[place])
        taken = set(partners)
        for place, triple in enumerate(preds):
            if place not in taken:
                yield WeighedPart(kind, None, triple, of_pred[place], 0.0)

    @property
    def empty(self) -> bool:
        """Whether a graph has no nodes; the value is then that of the pair as a whole."""
        return not all(self._nodes)

    def contributions(self) -> Iterator[Contribution]:
        """Yield what each part adds to the value, and what it loses."""
        if self.empty:
            return
        alpha, found = self._alpha, self.scores
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


def edges_of(form: Graph) -> list[Triple]:
    """Return the edges and attributes of a graph in standard form, in the order of its triples."""
    whole = nodes_of(form, edges_to_nodes=True)
    return whole[len(nodes_of(form)) :]
