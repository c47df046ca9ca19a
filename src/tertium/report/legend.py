"""What must stand beside the numbers: names, scale, intervals, signatures, and who leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation

WIDEST = 5
"""Tables that would need more columns than this for metrics have rows for them."""

_TIMES_100 = "values times 100"


def pictured(evaluation: Evaluation) -> list[int]:
    """Return which metrics have pictures and listed pairs of their own: not aspects, not many."""
    whole = [k for k, metric in enumerate(evaluation.metrics) if metric.label == metric.name]
    return (whole or list(range(len(evaluation.metrics))))[:WIDEST]


def leading(evaluation: Evaluation) -> set[tuple[int, int]]:
    """Return which (system, metric) have the metric's best value; none if there is one system."""
    if len(evaluation.systems) < 2:
        return set()
    values = [[r.score.value for r in system.results] for system in evaluation.systems]
    return {
        (i, k)
        for i, row in enumerate(values)
        for k, value in enumerate(row)
        if value == max(other[k] for other in values)
    }


def signatures(evaluation: Evaluation) -> list[str]:
    """Return the signatures of the metrics."""
    return list(dict.fromkeys(metric.signature for metric in evaluation.metrics))


def level(evaluation: Evaluation) -> str:
    """Return the confidence level, as a column is headed."""
    share = evaluation.confidence.level if evaluation.confidence else 0.95
    return f"{100 * share:g} %"


def scale(evaluation: Evaluation) -> str:
    """Return how the values are shown, and how the intervals were made."""
    confidence = evaluation.confidence
    if confidence is None:
        return _TIMES_100
    how = confidence.resampling
    return (
        f"{_TIMES_100}; {level(evaluation)} intervals: bootstrap {confidence.method}, "
        f"{how.resamples} resamples, seed {how.seed}"
    )
