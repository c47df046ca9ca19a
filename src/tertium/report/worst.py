"""The worst pairs of an evaluation: where a look pays most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tertium.report.table import Table, percent

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation, Pair, Result, System

_SENTENCE = 60  # characters of a sentence that a table shows


def worst_pairs(system: System, result: Result, count: int) -> list[tuple[Pair, float]]:
    """Return the pairs with the lowest values, and the values; ties in the order of the gold."""
    values = result.metric.row_values(result.table)
    order = sorted(range(len(values)), key=values.__getitem__)[:count]
    return [(system.pairs[i], values[i]) for i in order]


def worst_rows(system: System, result: Result, count: int) -> list[dict[str, Any]]:
    """Return the worst pairs as rows for JSON."""
    return [
        {"index": pair.index, "id": pair.id, "status": pair.status, "value": value}
        for pair, value in worst_pairs(system, result, count)
    ]


def worst_table(evaluation: Evaluation, count: int) -> Table:
    """Return the worst pairs of every system under every metric."""
    rows = [
        (
            system.name,
            label,
            pair.id or str(pair.index + 1),
            sentence(pair) or "–",
            percent(value),
        )
        for system in evaluation.systems
        for label, result in zip(evaluation.labels, system.results, strict=True)
        for pair, value in worst_pairs(system, result, count)
    ]
    return Table(("system", "metric", "id", "sentence", "value"), tuple(rows), text_columns=4)


def sentence(pair: Pair) -> str:
    """Return the beginning of a pair's sentence, if the gold or the prediction tells it."""
    for graph in (pair.gold, pair.pred):
        text = graph.metadata.get("snt", "") if graph is not None else ""
        if text:
            return text if len(text) <= _SENTENCE else text[: _SENTENCE - 1] + "…"
    return ""
