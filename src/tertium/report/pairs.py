"""The pairs of an evaluation: their values, and the worst of them, where a look pays most."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tertium.report.kinds import PERCENT
from tertium.report.model import Column, Table

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation, Pair, Result, System


class Scored(NamedTuple):
    """A pair and what a metric says about it."""

    system: str
    label: str
    pair: Pair
    value: float


WORST = (
    Column("system", "system", data=False),
    Column("metric", "metric", of=lambda scored: scored.label, data=False),
    Column("index", of=lambda scored: scored.pair.index),
    Column("id", of=lambda scored: scored.pair.id),
    Column("name", "id", of=lambda scored: name_of(scored.pair.id, scored.pair.index), data=False),
    Column("status", of=lambda scored: scored.pair.status),
    Column("sentence", "sentence", of=lambda x: sentence_of(x.pair) or None, data=False),
    Column("value", "value", PERCENT),
)
"""The columns of a listing of pairs."""


def pair_values(result: Result) -> list[float]:
    """Return the value of each pair."""
    return result.metric.row_values(result.table)


def worst_pairs(system: System, label: str, result: Result, count: int) -> list[Scored]:
    """Return the pairs with the lowest values; ties in the order of the gold."""
    values = pair_values(result)
    order = sorted(range(len(values)), key=values.__getitem__)[:count]
    return [Scored(system.name, label, system.pairs[i], values[i]) for i in order]


def worst_table(evaluation: Evaluation, count: int) -> Table:
    """Return the worst pairs of every system under every metric."""
    found = [
        scored
        for system in evaluation.systems
        for label, result in zip(evaluation.labels, system.results, strict=True)
        for scored in worst_pairs(system, label, result, count)
    ]
    return Table.of(WORST, found, title="worst pairs", keys=len(WORST) - 1)


def name_of(id: str | None, index: int) -> str:
    """Return what a pair or a sentence is called: its id, or its number, from 1."""
    return id or str(index + 1)


def sentence_of(pair: Pair) -> str:
    """Return a pair's sentence, if the gold or the prediction has it."""
    graphs = (graph for graph in (pair.gold, pair.pred) if graph is not None)
    return next((text for graph in graphs if (text := graph.metadata.get("snt", ""))), "")
