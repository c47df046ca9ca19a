"""What a metric counts, for a page: k-grams, features, triples with what they earn, moved nodes.

smatch        boy :mod tall        only in the gold
sembleu       want-01 :ARG0 boy    once in both
wwlk          boy → girl           flow 0.25, alike 0.61
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    same), what it earns, and how often the gold and the prediction have it, left out if all
    are 1; a move has its flow and
    how similar the nodes are instead.
    """
    # Metrics that know no parts are not asked: a program would run once more for each pair.
    if not metric.explains_parts:
        return 0
    found = metric.explain(gold, pred)
    if not found.contributions:
        return 0
    labels = _labels(found.gold), _labels(found.pred)
    parts = [_part(part, labels) for part in found.contributions[:_MOST]]
    return [found.contributions[0].kind, parts, max(0, len(found.contributions) - _MOST)]


def _part(part: Contribution, labels: tuple[dict[str, str], dict[str, str]]) -> list[Any]:
    gold, pred = _text(part.gold, labels[0]), _text(part.pred, labels[1])
    same = gold == pred and part.kind != "move"
    texts = [gold, 1 if same else pred]
    if part.kind == "move":
        return [*texts, _short(part.flow), _short(part.alike)]
    earned, counts = 0.0, [float(gold != 0), float(pred != 0)]
    for name, value in part.adds.items():
        if name.startswith(("matched", "value")):
            earned += value
        elif name.startswith(("gold", "pred")):
            counts[name.startswith("pred")] = value
    numbers = [_short(earned), *map(_short, counts)]
    return texts if numbers == [1, 1, 1] else [*texts, *numbers]


def _short(value: float) -> float:
    return int(value) if value == int(value) else round(value, 3)


def _text(name: PartName | None, labels: dict[str, str]) -> str | int:
    if name is None:
        return 0
    if isinstance(name, str):
        return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
    source, role, target = name
    if role == ":instance":
        return f"{source} / {target}" if target is not None else source
    if role == ":TOP":
        return f"top: {labels.get(source, source)}"
    end = labels.get(target or "", target or "")
    return f"{labels.get(source, source)} {role} {end}"


def _labels(graph: Graph) -> dict[str, str]:
    """Return the concepts of variables, to name them by."""
    return {s: t for s, role, t in reversed(graph.triples) if role == ":instance" and t is not None}
