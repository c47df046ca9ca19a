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
from tertium.metrics import metric as find_metric
from tertium.metrics.aligning import Aligning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.explain import Script
    from tertium.metrics import Metric, Progress
    from tertium.report.explorer.view import View


@dataclass(frozen=True, slots=True)
class Explained:
    """The edit scripts of a view."""

    metric: Metric  #: the metric that the edits are about
    base: int  #: its number among the metrics of the view; -1 if it is not one of them
    classes: tuple[str, ...]  #: those that occur, in the order of the table of classes
    scripts: list[list[Script | None]]  #: of each sentence, for each pair
    losses: list[dict[str, float]]  #: points of 100 that a class costs, for each pair of sides


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


def _losses(scripts: Sequence[Script | None]) -> dict[str, float]:
    """Return the points that each class costs, the greatest first."""
    whole = 0.0
    lost: dict[str, float] = {}
    for script in scripts:
        if script is None:
            continue
        statistics = script.score.statistics
        size = statistics["gold_total"] + statistics["pred_total"]
        whole += size
        for edit in script.edits:
            lost[edit.cls] = lost.get(edit.cls, 0.0) + (edit.cost or 0.0) * size
    return {name: 100 * value / whole for name, value in lost.items()} if whole else {}
