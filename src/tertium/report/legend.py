"""What must stand beside the numbers: names, scale, intervals, signatures, and who leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.errors import counted
from tertium.evaluation.results import redefinition_note
from tertium.report.kinds import PERCENT
from tertium.report.reading import paired
from tertium.statistics.confidence import ALPHA, least_p, resamples_needed

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation

WIDEST = 5
"""How many metrics have pictures at most."""

_TIMES_100 = "values times 100"


def pictured(evaluation: Evaluation) -> list[int]:
    """Return which metrics have pictures and listed pairs of their own: not aspects, not many."""
    whole = [k for k, metric in enumerate(evaluation.metrics) if not metric.facet]
    return (whole or list(range(len(evaluation.metrics))))[:WIDEST]


def leading(evaluation: Evaluation, decimals: int | None = None) -> set[tuple[int, int]]:
    """Return which (system, metric) are best; nobody is where two are, or where the best is zero.

    What counts is what is shown: 58.521 and 58.524 are equal with two decimals.
    """
    digits = PERCENT.decimals if decimals is None else decimals
    leaders = set()
    for k in range(len(evaluation.metrics) if len(evaluation.systems) > 1 else 0):
        values = [round(100 * s.results[k].score.value, digits) for s in evaluation.systems]
        best = max(values)
        if best > 0 and values.count(best) == 1:
            leaders.add((values.index(best), k))
    return leaders


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


def scale(evaluation: Evaluation, plus_minus: bool = False) -> str:
    """Return how the values are shown, and how pairs and intervals were made."""
    confidence = evaluation.confidence
    said = f"{_TIMES_100}; {pair_count(evaluation)}{pairing(evaluation)}"
    if confidence is None:
        return said
    how, share = confidence.resampling, level(evaluation)
    shown = f"± half the {share} interval" if plus_minus else f"{share} intervals"
    return (
        f"{said}; {shown}: bootstrap {confidence.method}, "
        f"{how.resamples} resamples, seed {how.seed}"
    )


def pair_count(evaluation: Evaluation) -> str:
    """Return how many pairs were compared, if all systems have as many."""
    counts = {len(system.pairs) for system in evaluation.systems}
    return f"{counted(counts.pop(), 'pair')}, " if len(counts) == 1 else ""
