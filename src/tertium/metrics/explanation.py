"""Explanations: what a score is made of, adding up to it.

    gold  (g / go-02 :ARG0 (b / boy))          pred  (x / go-02 :ARG0 (y / girl))

    triple  g :instance go-02    x :instance go-02    matched 1  gold_total 1  pred_total 1
    triple  g :ARG0 b            x :ARG0 y            matched 1  gold_total 1  pred_total 1
    triple  g :TOP top           x :TOP top           matched 1  gold_total 1  pred_total 1
    triple  b :instance boy      -                               gold_total 1
    triple  -                    y :instance girl                             pred_total 1

Every metric explains a pair by `Contribution`s: matched triples and those without a partner for
metrics that align, k-grams for SEMBLEU, features for WLK, moved nodes for WWLK. Each says what it
adds to which statistic. Their sum is the statistics of the pair, so the value that follows from it
is the value of the metric; a law test recomputes it for every metric and every option.

`Explanation.triples` reads the same contributions triple by triple: which of them both graphs have.
A k-gram, feature or SEMA's triple is a text, and the text of a triple, with labels in place of
variables, says which triples it marks: ``go-02`` the first one above, ``go-02 :arg0 boy`` the
second.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import fsum
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from tertium.graph import Graph, Triple
from tertium.metrics.arithmetic import ROUNDING
from tertium.metrics.score import Score
from tertium.metrics.statistics import Statistics
from tertium.written import Written

if TYPE_CHECKING:
    from tertium.metrics.base import Metric

PartKind: TypeAlias = Literal[
    "triple", "k-gram", "feature", "motif", "move", "node", "edge", "gist", "pair"
]
"""What a part is. A node and an edge are aligned; a node has its ``gist`` anywhere."""
PartName: TypeAlias = Triple | str
"""A triple, or the text of a k-gram, feature or node."""
Side: TypeAlias = Literal["gold", "pred"]

Mark: TypeAlias = Literal["same", "other", ""]
"""Whether both graphs have a part; empty where that was not compared."""

_ORDER: tuple[Mark, ...] = ("same", "other")


@dataclass(frozen=True, slots=True)
class Contribution:
    """A part of one graph, or of both, such as a triple, and what it adds to the statistics."""

    kind: PartKind
    gold: PartName | None  #: None if only the prediction has it
    pred: PartName | None
    adds: Mapping[str, float]  #: by the name of the statistic
    alike: float = 1.0  #: how similar the two parts are, where that is a matter of degree
    flow: float = 0.0  #: how much moves from one part to the other, of 1 in all
    weight: float = 0.0  #: what the part counts, where weights are learned
    lost: float = 0.0  #: its share of what is missing to 1, where that is handed out to parts

    @property
    def shared(self) -> bool:
        """Whether both graphs have it."""
        return self.gold is not None and self.pred is not None

    def as_dict(self) -> dict[str, Any]:
        """Return what JSON has of it."""
        gold, pred = (list(p) if isinstance(p, tuple) else p for p in (self.gold, self.pred))
        found: dict[str, Any] = {
            "kind": self.kind,
            "gold": gold,
            "pred": pred,
            "adds": dict(self.adds),
        }
        if self.weight:
            found |= {"weight": self.weight, "alike": self.alike, "lost": self.lost}
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation(Written):
    """Why a pair has its score.

    >>> from tertium import metric
    >>> found = metric("smatch").explain("(b / boy :mod (t / tall))", "(b / boy)")
    >>> print(found.score)
    smatch 66.67 (P 100.00, R 50.00)
    >>> [part.gold for part in found if not part.shared]
    [('t', ':domain', 'b'), ('t', ':instance', 'tall')]
    """

    metric: Metric = field(repr=False)
    gold: Graph  #: in the form that was compared
    pred: Graph
    contributions: tuple[Contribution, ...]
    whole: Mapping[str, float]  #: statistics that belong to the pair as a whole
    mapping: Mapping[str, str] = field(default_factory=dict)
    """Variables of the gold and their partners, if the metric aligns or moves them."""
    names: Mapping[Side, tuple[PartName, ...]] = field(default_factory=dict, repr=False)
    """The parts that the triples of a graph are, if parts are not triples themselves."""

    def __iter__(self) -> Iterator[Contribution]:
        return iter(self.contributions)

    def __len__(self) -> int:
        return len(self.contributions)

    @property
    def statistics(self) -> Statistics:
        """The sum of all contributions, which is what `compare` counts."""
        names = self.metric.statistics_names
        sums = {name: [self.whole.get(name, 0.0)] for name in names}
        for part in self.contributions:
            for name, added in part.adds.items():
                sums[name].append(added)
        return Statistics(names, tuple(fsum(sums[name]) for name in names))

    @property
    def score(self) -> Score:
        """The score that follows from the contributions."""
        return self.metric.score(self.statistics)

    def marks(self, side: Side) -> dict[PartName, list[Mark]]:
        """Return for each part of one graph whether the other has it, once for each occurrence.

        Shared occurrences come first. A part that occurs more often than it has marks has the last
        of them. A node that moves has one mark: ``same`` if more than half of it moves at no cost.
        """
        found: dict[PartName, list[Mark]] = {}
        free: defaultdict[PartName, float] = defaultdict(float)
        for part in self.contributions:
            name = getattr(part, side)
            if name is None or part.kind in ("pair", "gist"):
                continue
            if part.kind == "move":
                free[name] += part.flow * (1 if part.alike > 1 - ROUNDING else -1)
                found[name] = ["same" if free[name] > ROUNDING else "other"]
            elif part.kind in ("node", "edge"):  # a constant and its edge have one triple
                same = part.shared and part.alike > 1 - ROUNDING and found.get(name) != ["other"]
                found[name] = ["same" if same else "other"]
            else:
                found.setdefault(name, []).extend(_marks(part, side))
        return {name: sorted(marks, key=_ORDER.index) for name, marks in found.items()}

    def triples(self, side: Side) -> list[tuple[Triple, Mark]]:
        """Return the triples of one graph, as they were compared, each with its mark.

        Where the other graph has some of several equal concepts, those beside a shared edge come
        first.

        >>> from tertium import metric
        >>> found = metric("sembleu").explain("(b / boy :mod (t / tall))", "(t / tall)")
        >>> [(triple[1:], mark) for triple, mark in found.triples("gold")]
        [((':instance', 'boy'), 'other'), ((':mod', 't'), 'other'), ((':instance', 'tall'), 'same')]
        """
        triples = (self.gold if side == "gold" else self.pred).triples
        names, left = self.names.get(side, triples), self.marks(side)
        edges = [k for k, triple in enumerate(triples) if triple[1] != ":instance"]
        concepts = [k for k, triple in enumerate(triples) if triple[1] == ":instance"]
        found = {k: _next(left.get(names[k])) for k in edges}
        beside = {end for k in edges if found[k] == "same" for end in triples[k][::2]}
        concepts.sort(key=lambda k: triples[k][0] not in beside)
        found |= {k: _next(left.get(names[k])) for k in concepts}
        return [(triple, found[k]) for k, triple in enumerate(triples)]

    def as_dict(self) -> dict[str, Any]:
        """Return what JSON has of it."""
        return {
            "metric": self.metric.name,
            "signature": self.metric.signature,
            "value": self.score.value,
            "mapping": dict(self.mapping),
            "contributions": [part.as_dict() for part in self.contributions],
            "whole": dict(self.whole),
        }


def _next(marks: list[Mark] | None) -> Mark:
    """Take the next mark off a list; the last one stays."""
    if not marks:
        return ""
    return marks.pop(0) if len(marks) > 1 else marks[0]


def _marks(part: Contribution, side: Side) -> list[Mark]:
    if not part.shared:
        return ["other"]
    if isinstance(part.gold, tuple):
        return ["same"]
    counted = {name.partition("_")[0]: round(count) for name, count in part.adds.items()}
    matched, count = counted.get("matched", 0), counted.get(side)
    if count is None:  # features have weights, not counts
        return ["same"]
    same: list[Mark] = ["same"]
    other: list[Mark] = ["other"]
    return same * matched + other * (count - matched)
