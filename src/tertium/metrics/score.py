"""Scores: what a metric says about a pair or a corpus."""

from __future__ import annotations

from dataclasses import dataclass, field

from tertium.metrics.statistics import Statistics


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a pair or a corpus; all values are in [0, 1].

    >>> from tertium import score
    >>> found = score("(g / go-02 :ARG0 (b / boy))", "(g / go-02)")
    >>> round(found.value, 4), found.precision, found.recall
    (0.6667, 1.0, 0.5)

    `upper` is the highest value that a better alignment could give; it equals `value` where the
    alignment is proven optimal.
    """

    metric: str
    value: float
    precision: float | None = None
    recall: float | None = None
    f1: float | None = None
    upper: float | None = None
    statistics: Statistics = field(default=Statistics((), ()), repr=False)
    signature: str = field(default="", repr=False)

    @property
    def proven(self) -> bool:
        """Whether no better alignment exists; True for metrics that need none."""
        return self.upper is None or self.upper == self.value

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        text = f"{self.metric} {100 * self.value:.2f}"
        if self.precision is not None and self.recall is not None:
            text += f" (P {100 * self.precision:.2f}, R {100 * self.recall:.2f})"
        if not self.proven and self.upper is not None:
            text += f", not proven: at most {100 * self.upper:.2f}"
        return text
