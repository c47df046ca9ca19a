"""What a metric counts, for a page: k-grams, features, triples with what they earn, moved nodes.

smatch        boy :mod tall        only in the gold
sembleu       want-01 :ARG0 boy    once in both
wwlk          boy → girl           flow 0.25, alike 0.61
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tertium.report.explanation import concepts_of, earned, part_text

if TYPE_CHECKING:
    from tertium.graph import Graph
    from tertium.metrics import Metric
    from tertium.metrics.explanation import Contribution, PartName

_MOST = 300
"""Parts of a pair that a page lists."""
_LONGEST = 60
"""Characters of a part that a page shows; later steps of features grow without bounds."""


def parts_of(metric: Metric, gold: Graph, pred: Graph) -> list[Any] | int:
    """Return the kind of the parts and the parts, or 0 if the metric names none.

    A part is its text in the gold and in the prediction (0 if it is not there, 1 if it is the
    same), what it earns, and how often the gold and the prediction have it, left out if all are 1.
    A move has its flow and how similar the nodes are instead.
    """
    # Metrics that know no parts are not asked: a program would run once more for each pair.
    if not metric.explains_parts:
        return 0
    found = metric.explain(gold, pred)
    if not found.contributions:
        return 0
    labels = concepts_of(found.gold), concepts_of(found.pred)
    parts = [_part(part, labels) for part in found.contributions[:_MOST]]
    return [found.contributions[0].kind, parts, max(0, len(found.contributions) - _MOST)]


def _part(part: Contribution, labels: tuple[dict[str, str], dict[str, str]]) -> list[Any]:
    gold, pred = _text(part.gold, labels[0]), _text(part.pred, labels[1])
    same = gold == pred and part.kind != "move"
    texts = [gold, 1 if same else pred]
    if part.kind == "move":
        return [*texts, shortest(part.flow), shortest(part.alike)]
    counts = [float(gold != 0), float(pred != 0)]
    for name, value in part.adds.items():
        if name.startswith(("gold", "pred")):
            counts[name.startswith("pred")] = value
    numbers = [shortest(earned(part)), *map(shortest, counts)]
    return texts if numbers == [1, 1, 1] else [*texts, *numbers]


def shortest(value: float, decimals: int = 3) -> float:
    """Return a number with at most so many decimals, as few characters in JSON as that takes."""
    return int(value) if value == int(value) else round(value, decimals)


def _text(name: PartName | None, labels: dict[str, str]) -> str | int:
    if name is None:
        return 0
    text = part_text(name, labels)
    cut = isinstance(name, str) and len(text) > _LONGEST
    return text[: _LONGEST - 1] + "…" if cut else text
