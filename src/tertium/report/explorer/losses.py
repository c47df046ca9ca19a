"""Where points are lost: the edits of every pair, and what the classes of them cost in all.

1 - F1 of a corpus is the number of triples without a partner divided by the number of all triples.
So what an edit costs in its pair, times the size of the pair, adds up to what its class costs in
the corpus.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tertium.explain import ALL_CLASSES, diff_many
from tertium.explain.diff import Forms
from tertium.explain.mending import closed_form, gained
from tertium.metrics import metric as find_metric
from tertium.metrics.aligning import Aligning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.explain import Script
    from tertium.metrics import Metric, Progress
    from tertium.report.explorer.view import View


@dataclass(frozen=True, slots=True)
class Loss:
    """What a class of edits costs a corpus, in points of 100."""

    cost: float
    gain: float | None
    """By how much the score would rise without them; None if that takes another comparison."""


@dataclass(frozen=True, slots=True)
class Explained:
    """The edit scripts of a view."""

    metric: Metric  #: the metric that the edits are about
    base: int  #: its number among the metrics of the view; -1 if it is not one of them
    classes: tuple[str, ...]  #: those that occur, in the order of the table of classes
    scripts: list[list[Script | None]]  #: of each sentence, for each pair
    losses: list[dict[str, Loss]]  #: what each class costs, for each pair of sides


def explained(view: View, progress: Progress | None = None) -> Explained:
    """Find the edits of all pairs: by the first metric that counts triples, or else by smatch."""
    base = next((k for k, metric in enumerate(view.metrics) if _counts_triples(metric)), -1)
    metric = view.metrics[base] if base >= 0 else find_metric("smatch")
    forms = Forms(metric)
    columns = [_scripts(view, k, metric, forms, progress) for k in range(len(view.pairs))]
    losses = [_losses(column) for column in columns]
    found = {name for loss in losses for name in loss}
    classes = tuple(name for name in ALL_CLASSES if name in found)
    rows = [list(row) for row in zip(*columns, strict=True)]
    return Explained(metric, base, classes, rows, losses)


def _counts_triples(metric: Metric) -> bool:
    return isinstance(metric, Aligning) and metric.aspect is None


def _scripts(
    view: View, k: int, metric: Metric, forms: Forms, progress: Progress | None
) -> list[Script | None]:
    first, second = view.pairs[k].sides
    known = [entry for entry in view.entries if entry.values[k] is not None]
    golds = [entry.graphs[first] for entry in known]
    preds = [entry.graphs[second] for entry in known]
    scripts = diff_many(golds, preds, metric, forms=forms, progress=progress)
    return [None if entry.values[k] is None else next(scripts) for entry in view.entries]


def _losses(scripts: Sequence[Script | None]) -> dict[str, Loss]:
    """Return what each class costs and what mending it would bring."""
    whole = matched = 0.0
    arithmetic = all(s is None or s.pair is None or closed_form(s) for s in scripts)
    lost: dict[str, float] = {}
    sizes: dict[str, tuple[float, float]] = {}
    for script in scripts:
        if script is None:
            continue
        statistics = script.score.statistics
        size = statistics["gold_total"] + statistics["pred_total"]
        whole, matched = whole + size, matched + statistics["matched"]
        for edit in script.edits:
            lost[edit.cls] = lost.get(edit.cls, 0.0) + (edit.cost or 0.0) * size
            more, less = (float(len(numbers)) for numbers in edit.numbers)
            if script.pair is None:  # a graph that cannot be read: all triples of the other
                more, less = statistics["gold_total"], statistics["pred_total"]
            added, removed = sizes.get(edit.cls, (0.0, 0.0))
            sizes[edit.cls] = added + more, removed + less
    gains = {name: 100 * gained(matched, *sizes[name], whole) for name in sizes}
    return {
        name: Loss(100 * cost / whole, gains[name] if arithmetic else None)
        for name, cost in lost.items()
    }
