"""WWLK: what it costs to move the nodes of one graph onto those of the other.

    (d / drink-01 :ARG0 (k / kitten))          (s / slurp-01 :ARG0 (c / cat))

Every node begins with the vector of its label and in each of k steps moves towards its neighbours;
its embedding is its vectors of all steps side by side, scaled to length 1. Here drink-01 and
slurp-01 end up near each other, and so do kitten and cat, although no triple matches. The cost of
moving a node to another is their distance, from 0 to 2. The cheapest transport of all nodes,
weighing 1/n each, onto those of the other graph, 1/m each, costs c on average: the value is 1 - c/2
(Opitz et al. 2021). The transport is solved exactly, and shown: `Wasserstein.align` tells how much
of which node goes where, an alignment of n nodes with m.

`Wasserstein` is what all metrics of this family share; see `embedding` for vectors and weights.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from tertium import _native
from tertium.alignment.vectors import Vectors, load_vectors
from tertium.errors import InputError, OptionError
from tertium.graph import Graph, GraphLike, Triple, as_graph
from tertium.metrics.base import Batch, Row
from tertium.metrics.embedding import Lookup, Weights, label_vectors, role_weights
from tertium.metrics.explanation import Contribution, Explanation
from tertium.metrics.nodes import nodes_of
from tertium.metrics.wlk import Direction, Refining

if TYPE_CHECKING:
    from tertium._types import Array, Rows

Preset = Literal["tuned", "v0.2", "paper"]
Update = Literal["halved", "added"]
Lengths = Literal["one", "kept"]

_MAX_SAMPLES = 1000
_BATCH = 4096  # pairs whose words are looked up at once


@dataclass(frozen=True, slots=True, eq=False)
class TransportPlan:
    """How the nodes of a prediction move onto those of the gold."""

    pred: tuple[str, ...]  #: labels of its nodes: variables, then constants
    gold: tuple[str, ...]
    flow: Array  #: a row for each node of the prediction; the sum of all is 1
    cost: Array  #: of moving one node to the other, from 0 to 2
    value: float

    @property
    def moves(self) -> list[tuple[str, str, float, float]]:
        """Label, label, flow and cost of every move, the most work first."""
        rows, columns = self.flow.nonzero()
        found = [
            (self.pred[i], self.gold[j], float(self.flow[i, j]), float(self.cost[i, j]))
            for i, j in zip(rows, columns, strict=True)
        ]
        return sorted(found, key=lambda move: (-move[2] * move[3], move))


@dataclass(frozen=True, kw_only=True)
class Wasserstein(Refining):
    """A metric that moves the nodes of one graph onto those of another."""

    edges_to_nodes: ClassVar[bool] = False

    mode: Literal["transport", "precision", "recall"] = "transport"
    """``precision`` lets every node of the prediction go to the nearest node of the gold,
    ``recall`` the other way around; neither is symmetric."""
    vectors: str | None = None
    """A file of word vectors; none: the bundled ones."""

    @property
    def symmetric(self) -> bool:
        return self.mode == "transport"

    @property
    def signature_fields(self) -> dict[str, object]:
        """As for all of the family, with the vectors by name and hash."""
        return {**super().signature_fields, "vectors": self._vectors().signature}

    def align(self, gold: GraphLike, pred: GraphLike) -> TransportPlan:
        """Show the transport that a pair's value rests on."""
        batch = self.batch([as_graph(gold)], [as_graph(pred)])
        plan = batch.plan(self.embedding(batch), 0)
        sides = [tuple(batch.labels[label] for label in batch.nodes(side)) for side in (0, 1)]
        shape = (plan.rows, plan.columns)
        flow, cost = (np.array(matrix).reshape(shape) for matrix in (plan.flow, plan.cost))
        return TransportPlan(sides[0], sides[1], flow, cost, plan.value)

    def batch(
        self, golds: Sequence[Graph | None], preds: Sequence[Graph | None]
    ) -> _native.PairBatch:
        """Return pairs with numbered labels and roles; predictions are the rows."""
        try:
            return _native.PairBatch(self._native_options, golds, preds)
        except ValueError as error:
            raise InputError(f"{self.name}: {error}") from None

    @cached_property
    def _native_options(self) -> _native.WassersteinOptions:
        return self._shared_options()

    def _shared_options(self) -> _native.WassersteinOptions:
        options = _native.WassersteinOptions()
        options.k = self.k
        options.direction = self._native_direction
        modes = {"transport": "transport", "precision": "nearest_a", "recall": "nearest_b"}
        options.mode = _native.Mode[modes[self.mode]]
        options.edges_to_nodes = self.edges_to_nodes
        options.convention = self.convention._native()
        return options

    @abstractmethod
    def embedding(self, batch: _native.PairBatch) -> _native.Embedding:
        """Return the vectors and weights for the labels and roles of *batch*."""

    def _vectors(self) -> Vectors:
        return load_vectors(self.vectors)

    def _pair(self, gold: Graph | None, pred: Graph | None) -> Row:
        (value,) = self._moved(Batch([gold], [pred]))
        return value, 1.0

    def _compare(self, batch: Batch) -> Rows:
        return [(value, 1.0) for part in batch.parts(_BATCH) for value in self._moved(part)]

    def _moved(self, batch: Batch) -> list[float]:
        """Return the values of pairs."""
        pairs = self.batch(batch.golds, batch.preds)
        embedding, places = self.embedding(pairs), np.arange(len(pairs))
        values: list[float] = pairs.values(
            embedding, places, batch.threads, batch.progress
        ).tolist()
        return values

    def _explain(self, gold: Graph, pred: Graph) -> Explanation:
        plan = self.align(gold, pred)
        forms = self.convention.apply(gold), self.convention.apply(pred)
        golds, preds = (nodes_of(form, self.edges_to_nodes) for form in forms)
        moves = [(int(i), int(j)) for i, j in zip(*plan.flow.nonzero(), strict=True)]
        partners = _partners(plan, len(forms[0].variables), len(forms[1].variables))
        return Explanation(
            metric=self,
            gold=forms[0],
            pred=forms[1],
            contributions=tuple(_move(plan, i, j, preds[i], golds[j]) for i, j in moves),
            whole={"pairs": 1.0},
            mapping={forms[0].variables[j]: forms[1].variables[i] for j, i in partners.items()},
        )


def _move(plan: TransportPlan, i: int, j: int, pred: Triple, gold: Triple) -> Contribution:
    flow, alike = float(plan.flow[i, j]), 1 - float(plan.cost[i, j]) / 2
    return Contribution("move", gold, pred, {"value": flow * alike}, alike, flow)


def _partners(plan: TransportPlan, golds: int, preds: int) -> dict[int, int]:
    """Return for variables of the gold those of the prediction that most of them goes to."""
    found: dict[int, int] = {}
    flow = plan.flow[:preds, :golds]
    order = np.argsort(-flow, axis=None, kind="stable")
    for place in order.tolist():
        i, j = divmod(place, golds)
        if flow[i, j] > 0 and j not in found and i not in found.values():
            found[j] = i
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class WwlkSettings:
    """What a preset answers: what nodes begin with, and how they hear from their neighbours."""

    direction: Direction
    weights: Weights
    update: Update
    lengths: Lengths
    lookup: Lookup
    samples: int


PRESETS: dict[Preset, WwlkSettings] = {
    "tuned": WwlkSettings(
        direction="two-way",
        weights="tuned",
        update="halved",
        lengths="one",
        lookup="parts",
        samples=1,
    ),
    "v0.2": WwlkSettings(
        direction="undirected",
        weights="smallest",
        update="added",
        lengths="kept",
        lookup="public",
        samples=16,
    ),
    "paper": WwlkSettings(
        direction="undirected",
        weights="wide",
        update="added",
        lengths="kept",
        lookup="public",
        samples=1,
    ),
}
"""Ours, chosen on BAMBOO's development sets; that of the authors' program, version 0.2; and that of
its first release, one draw of which made the figures of the paper."""


@dataclass(frozen=True, kw_only=True)
class Wwlk(Wasserstein):
    """The Wasserstein Weisfeiler-Leman kernel.

    >>> plan = Wwlk().align("(s / slurp-01 :ARG0 (c / cat))", "(d / drink-01 :ARG0 (k / kitten))")
    >>> [(pred, gold) for pred, gold, _, _ in plan.moves]
    [('drink-01', 'slurp-01'), ('kitten', 'cat')]
    """

    name: ClassVar[str] = "wwlk"
    summary: ClassVar[str] = "optimal transport between contextualised nodes"
    paper: ClassVar[str] = "Opitz, Daza & Frank 2021"
    position: ClassVar[int] = 90
    presets: ClassVar[dict[Preset, WwlkSettings]] = PRESETS

    direction: Direction | None = None  # type: ignore[assignment]
    """As for ``wlk``; none takes the preset's, as for all options below."""
    preset: Preset = "tuned"
    """``v0.2`` is the authors' program: no direction, ``weights=smallest``, ``update=added``,
    ``lengths=kept``, ``lookup=public``, 16 samples; ``paper`` is its first release, with
    ``weights=wide`` and one sample: look at several seeds."""
    weights: Weights | None = None
    """Weights of roles. ``tuned``: 3 for ``arg0`` along the edge and ``arg1`` against it, others
    drawn from -0.1 to 0.5; ``drawn``: from 0.2 to 0.35; ``smallest``: the smallest of ten such
    draws; ``wide``: the smallest of ten draws from 0 to 1; both have a single draw for ``arg0``
    and ``arg1``, as the public tool has for the first two roles that it counts."""
    update: Update | None = None
    """Whether a step halves the sum of a node's vector and what it hears, as in the paper's text,
    or not (``added``), as in the public tool: later steps then weigh more."""
    lengths: Lengths | None = None
    """Whether word vectors are scaled to length 1 or keep their lengths, as in the public tool;
    frequent words are shorter, so the others then weigh more."""
    lookup: Lookup | None = None
    """How the words of a label are found. ``whole``: the label, or else its parts; ``parts``:
    predicates by their parts, digits near their words, the minus of ``:polarity -`` by a direction
    of its own; ``public``: all by parts, numbers by their words, the minus by *false-not-untrue*,
    as in the public tool."""
    samples: int | None = None
    """How many draws of unknown words' vectors and roles' weights the costs are the mean of."""
    seed: int = 0
    """Of these draws."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.samples is not None and not 1 <= self.samples <= _MAX_SAMPLES:
            raise OptionError(
                f"{self.name}: samples must be from 1 to {_MAX_SAMPLES}, not {self.samples}"
            )
        if not 0 <= self.seed < 2**64:
            raise OptionError(f"{self.name}: the seed must be at least 0 and below 2^64")

    @cached_property
    def settings(self) -> WwlkSettings:
        """The preset with the options that were given."""
        preset = self.presets[self.preset]
        names = (field.name for field in fields(preset))
        given = {name: value for name in names if (value := getattr(self, name)) is not None}
        return replace(preset, **given)

    @property
    def signature_fields(self) -> dict[str, object]:
        """As for all of the family, with the preset's answers where none was given."""
        found = {**super().signature_fields, **asdict(self.settings)}
        del found["preset"]
        return found

    @property
    def _native_direction(self) -> _native.Direction:
        return _native.Direction[self.settings.direction.replace("-", "_")]

    @cached_property
    def _native_options(self) -> _native.WassersteinOptions:
        options = self._shared_options()
        options.halve = self.settings.update == "halved"
        return options

    def embedding(self, batch: _native.PairBatch) -> _native.Embedding:
        """Return the vectors and weights for the labels and roles of *batch*."""
        how = self.settings
        table = label_vectors(self._vectors(), how.lengths == "kept", how.lookup)
        words = table.matrix(batch.labels, how.samples, self.seed)
        weights = role_weights(batch.roles, how.samples, how.weights, self.seed)
        if how.direction != "two-way":
            weights = np.repeat(weights[:, :, :1], 2, axis=2)
        return _native.Embedding(words, weights)
