"""Structural consistency: the mean score against the share of changed triples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tertium.report.charts import lines
from tertium.report.charts.data import Series

if TYPE_CHECKING:
    from tertium.audit.structure import Consistency

_TOLD = "Mean score by share of changed triples, 100 for a graph and itself."


def draw(found: Sequence[Consistency], label: str = "score by share of changed triples") -> str:
    """Return one drawing with a line for each metric; all begin at a score of 100."""
    series = [
        Series(k, one.metric.spec, ((0.0, 100.0), *((100 * x, 100 * y) for x, y in one.curve)))
        for k, one in enumerate(found)
    ]
    return lines.draw(label, series, ("changed triples, %", "score × 100"), _TOLD, highest=100)


def draw_each(found: Sequence[Consistency]) -> list[str]:
    """Return a drawing for each metric, so that many do not overlap."""
    return [draw([one], one.metric.spec) for one in found]
