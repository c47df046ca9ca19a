"""Formulas that hold for a number and for a column of numbers alike.

A metric says once how its value follows from added statistics. A pair and a corpus give numbers;
ten thousand resampled corpora give columns. The same formula serves both, so a score shown and a
score resampled cannot differ, and a single score needs no numpy.

>>> ratio(3.0, 4.0), ratio(0.0, 0.0, empty=1.0)
(0.75, 1.0)
>>> import numpy as np
>>> ratio(np.array([3.0, 0.0]), np.array([4.0, 0.0]), empty=1.0)
array([0.75, 1.  ])
"""

from __future__ import annotations

from typing import Any, TypeAlias

Number: TypeAlias = Any
"""A float, or an array of them: one formula holds for both, which no type but Any can say."""

ROUNDING = 1e-9
"""Values that are closer than this are equal: sums, cosines and transport costs are rounded."""


def is_one(value: Number) -> Number:
    """Return whether a value is 1, but for rounding."""
    return value >= 1 - ROUNDING


def where(condition: Number, yes: Number, no: Number) -> Number:
    """Return *yes* where the condition holds, elsewhere *no*."""
    if isinstance(condition, bool):
        return yes if condition else no
    import numpy as np

    return np.where(condition, yes, no)


def ratio(part: Number, total: Number, empty: Number = 0.0) -> Number:
    """Return *part* / *total*; *empty* where the total is 0."""
    there = total > 0
    return where(there, part / where(there, total, 1.0), empty)


def by_counts(matched: Number, pred_total: Number, gold_total: Number) -> dict[str, Number]:
    """Return precision, recall, and F1, which is the value.

    What has no triples scores 0, unless the other side has none either.
    """
    f1 = f1_of(matched, pred_total, gold_total)
    return {
        "value": f1,
        "precision": ratio(matched, pred_total, empty=where(gold_total == 0, 1.0, 0.0)),
        "recall": ratio(matched, gold_total, empty=where(pred_total == 0, 1.0, 0.0)),
        "f1": f1,
    }


def f1_of(matched: Number, pred_total: Number, gold_total: Number) -> Number:
    """Return 2 · matched / (both totals), the harmonic mean of precision and recall."""
    return ratio(2 * matched, pred_total + gold_total, empty=1.0)
