"""What must stand beside the numbers: names, scale, intervals, signatures, and who leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.errors import counted
from tertium.evaluation.results import redefinition_note
from tertium.report.reading import paired
from tertium.statistics.confidence import ALPHA, least_p, resamples_needed

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


def pairing(evaluation: Evaluation) -> str:
    """Return how pairs were made, of each system if they differ."""
    if evaluation.paired_by != "mixed":
        return paired(evaluation.paired_by)
    ways = dict.fromkeys(system.paired_by for system in evaluation.systems)
    named = {way: [s.name for s in evaluation.systems if s.paired_by == way] for way in ways}
    return paired(" and ".join(f"{way} ({', '.join(names)})" for way, names in named.items()))


def remarks(evaluation: Evaluation) -> list[str]:
    """Return what must be known about pairs and graphs."""
    notes = [note for system in evaluation.systems for note in system.notes]
    origins = [evaluation.gold, *(system.corpus for system in evaluation.systems)]
    return notes + [redefinition_note(origin) for origin in origins if origin.warnings]


def too_few_resamples(resamples: int, tests: int, pairs: int | None = None) -> list[str]:
    """Return a line if no p-value can be significant, however large a difference is.

    *tests* are corrected by Holm together; *pairs* is given if their answers are exchanged.

    >>> too_few_resamples(15, 1)[0]
    'WARNING: no p can fall below 0.05: with 15 resamples it is at least 0.0625; ...'
    >>> too_few_resamples(1000, 12)
    []
    """
    if not tests or (least := least_p(resamples, tests, pairs)) < ALPHA:
        return []
    together = f" and {tests} tests corrected by Holm" if tests > 1 else ""
    if least_p(resamples, tests) < least:
        cause, remedy = f"{counted(pairs or 0, 'pair')}", "this takes more pairs"
    else:
        cause, remedy = (
            f"{resamples} resamples",
            f"take --resamples {resamples_needed(tests)} or more",
        )
    return [
        f"WARNING: no p can fall below {ALPHA:g}: with {cause}{together} it is at least "
        f"{least:.3g}; {remedy}"
    ]


def scale(evaluation: Evaluation) -> str:
    """Return how the values are shown, and how pairs and intervals were made."""
    confidence = evaluation.confidence
    if confidence is None:
        return f"{_TIMES_100}; {pairing(evaluation)}"
    how = confidence.resampling
    return (
        f"{_TIMES_100}; {pairing(evaluation)}; "
        f"{level(evaluation)} intervals: bootstrap {confidence.method}, "
        f"{how.resamples} resamples, seed {how.seed}"
    )
