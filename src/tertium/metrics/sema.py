"""SEMA: matching triples without an alignment.

    (e / eat-01 :ARG0 (c / cat) :ARG1 (f / fish))       (e / eat-01 :ARG0 (d / dog))

A relation matches if the other graph has the same role between the same concepts. Here none does:
``eat-01 :ARG0 cat`` and ``eat-01 :ARG0 dog`` differ. A node matches only in context: as an end of a
relation that both graphs have, or as the top of two graphs whose tops have the same concept. So
only eat-01, the top, matches: 1 of 5 triples in the one, 1 of 3 in the other. The value is the F1.

SEMA (Anchiêta et al. 2019) is stricter than SMATCH and needs no search. The public script counts
the top twice and exceeds 1; here every triple matches at most as often as it is there in both
graphs (see ``docs/metrics/sema.md``).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from tertium import _native
from tertium.graph import Graph
from tertium.metrics.base import Metric
from tertium.metrics.smatch import by_counts
from tertium.standard import Convention

if TYPE_CHECKING:
    from tertium._types import Array


@dataclass(frozen=True, kw_only=True)
class Sema(Metric):
    """SEMA of a prediction against a gold graph.

    >>> metric = Sema()
    >>> gold, pred = "(e / eat-01 :ARG0 (c / cat) :ARG1 (f / fish))", "(e / eat-01 :ARG0 (d / dog))"
    >>> print(metric.score(metric.compare(gold, pred)))
    sema 25.00 (P 33.33, R 20.00)
    """

    name: ClassVar[str] = "sema"
    summary: ClassVar[str] = "matching triples without an alignment"
    paper: ClassVar[str] = "Anchiêta et al. 2019"
    position: ClassVar[int] = 70
    symmetric: ClassVar[bool] = True

    @cached_property
    def convention(self) -> Convention:
        """What is done to the graphs before they are compared."""
        return Convention(top="concept")

    @property
    def signature_fields(self) -> dict[str, object]:
        """Every answer of the convention."""
        return asdict(self.convention)

    @property
    def statistics_names(self) -> tuple[str, ...]:
        return ("matched", "pred_total", "gold_total", "pairs")

    def _compare(self, golds: list[Graph | None], preds: list[Graph | None], threads: int) -> Array:
        import numpy as np

        counts = _native.compare_sema(self.convention._native(), preds, golds, threads)
        return np.column_stack([counts, np.ones(len(counts))])

    def _values(self, sums: Array) -> dict[str, Array]:
        return by_counts(*sums[:, :3].T)
