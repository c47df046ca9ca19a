"""Where points are lost: the edits of every pair of sides, and their tally.

A page about systems has a tally for each of them, the one that `tertium errors` shows; a page about
annotators has one for every two of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tertium.explain import ALL_CLASSES, Tally, diff_many
from tertium.explain.diff import Forms
from tertium.metrics import metric as find_metric
from tertium.metrics.aligning import Aligning

if TYPE_CHECKING:
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
    tallies: list[Tally]  #: what the edits add up to, for each pair of sides


def explained(view: View, progress: Progress | None = None) -> Explained:
    """Find the edits of all pairs: by the first metric that counts triples, or else by smatch."""
    base = next((k for k, metric in enumerate(view.metrics) if _counts_triples(metric)), -1)
    metric = view.metrics[base] if base >= 0 else find_metric("smatch")
    forms = Forms(metric)
    columns = [_scripts(view, k, metric, forms, progress) for k in range(len(view.pairs))]
    tallies = [Tally.of(metric, [s for s in column if s is not None]) for column in columns]
    found = {name for tally in tallies for name in tally.corpus_costs()}
    classes = tuple(name for name in ALL_CLASSES if name in found)
    rows = [list(row) for row in zip(*columns, strict=True)]
    return Explained(metric, base, classes, rows, tallies)


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
