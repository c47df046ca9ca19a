"""What edits cost under a metric that hands its loss out to nodes and edges.

    accord 78.37      loses 21.63 in all
    R:concept         kitten instead of cat: what the node lost in both heads, and the edges at it

`accord` says for every node and edge what share of 1 - value it lost. An edit costs what its
triples lost. An edge whose roles agree also loses something if one of its ends is another concept:
that belongs to the edit of that end. So costs add up to 1 - value.
"""

from __future__ import annotations

from collections import defaultdict
from math import fsum
from typing import TYPE_CHECKING

from tertium.explain.aligned import AlignedPair
from tertium.explain.rules import Claim
from tertium.graph import Triple
from tertium.metrics import Metric

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.explain.script import Script
    from tertium.metrics.explanation import Contribution

_Losses = dict[Triple, float]


def costs_of(script: Script) -> Sequence[float | None]:
    """Return the share of each claim in 1 - F1, or in 1 - value."""
    if not script.has_costs:
        return [None] * len(script.claims)
    if script.pair is None:
        return [1.0] * len(script.claims)
    if not script.counts_triples:
        return shared_costs(script.metric, script.pair, script.claims)
    total = script.pair.gold_total + script.pair.pred_total or 1.0  # triples may all count 0
    return [lost(script.pair, claim) / total for claim in script.claims]


def lost(pair: AlignedPair, claim: Claim) -> float:
    """Return what the triples of a claim count, less what they earned."""
    gold, pred = (sheet.short for sheet in pair.sheets)
    return fsum([*(gold[k] for k in claim.gold), *(pred[k] for k in claim.pred)])


def shared_costs(metric: Metric, pair: AlignedPair, claims: Sequence[Claim]) -> list[float]:
    """Return what each claim costs; the sum is 1 - value."""
    found = metric.explain(pair.gold.written, pair.pred.written)
    losses = _losses(found.contributions)
    costs = [0.0] * len(claims)
    owners: defaultdict[tuple[int, object], list[int]] = defaultdict(list)
    for side, standard in enumerate((pair.gold, pair.pred)):
        triples, sheet = standard.graph.triples, pair.sheets[side]
        for number, claim in enumerate(claims):
            for k in claim.pred if side else claim.gold:
                if (place := sheet.places[k]) >= 0:
                    triple = triples[place]
                    costs[number] += losses[side].pop(triple, 0.0)
                    owners[side, triple[0]].append(number)
                    owners[side, triple[2]].append(number)
    _give_to_ends(costs, losses, owners)
    return _complete(costs, 1 - found.score.value)


def _losses(parts: Sequence[Contribution]) -> tuple[_Losses, _Losses]:
    """Return what the triples of both graphs lost; parts that both have lost half in each."""
    found: tuple[_Losses, _Losses] = {}, {}
    for part in parts:
        ends = [(side, t) for side, t in enumerate((part.gold, part.pred)) if isinstance(t, tuple)]
        for side, triple in ends:
            found[side][triple] = found[side].get(triple, 0.0) + part.lost / len(ends)
    return found


def _give_to_ends(
    costs: list[float],
    losses: tuple[_Losses, _Losses],
    owners: defaultdict[tuple[int, object], list[int]],
) -> None:
    """Let the edits of its ends pay for a triple that belongs to none itself."""
    for side, left in enumerate(losses):
        for (source, _, target), lost in left.items():
            near = [*owners.get((side, source), ()), *owners.get((side, target), ())]
            for number in near:
                costs[number] += lost / len(near)


def _complete(costs: list[float], whole: float) -> list[float]:
    """Scale costs so that they add up to *whole*: the rest belongs to no edit in particular."""
    total = fsum(costs)
    if total <= 0:
        return [whole / len(costs)] * len(costs) if costs else costs
    return [cost * whole / total for cost in costs]
