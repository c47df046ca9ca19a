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

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from tertium import _native
from tertium.graph import Graph
from tertium.metrics.arithmetic import Number, by_counts, f1_of
from tertium.metrics.base import Batch, Metric, Row
from tertium.metrics.explanation import Contribution, Explanation
from tertium.metrics.texts import explained
from tertium.standard import Convention

if TYPE_CHECKING:
    from tertium._types import Rows
    from tertium.metrics.searching import Searching


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

    @property
    def symmetric(self) -> bool:
        return True

    @cached_property
    def convention(self) -> Convention:
        """What is done to the graphs before they are compared."""
        return Convention(top="concept")

    @property
    def signature_fields(self) -> dict[str, object]:
        """Every answer of the convention."""
        return asdict(self.convention)

    @property
    def searching(self) -> Searching:
        """By triples and nodes that both graphs have, in context or not."""
        from tertium.metrics.searching import by_shared_counts

        features = partial(_native.list_sema_features, self.convention._native())
        return by_shared_counts(self, features, ("matched",))

    @property
    def statistics_names(self) -> tuple[str, ...]:
        return ("matched", "pred_total", "gold_total", "pairs")

    def _pair(self, gold: Graph | None, pred: Graph | None) -> Row:
        return _native.compare_sema_pair(self.convention._native(), gold, pred)

    def _compare(self, batch: Batch) -> Rows:
        return _native.compare_sema(self.convention._native(), *batch)

    def _explain(self, gold: Graph, pred: Graph) -> Explanation:
        parts = _native.explain_sema(self.convention._native(), gold, pred)
        contributions = (_contribution(*part) for part in parts)
        return explained(self, self.convention, (gold, pred), contributions, {"pairs": 1.0})

    def _value(self, sums: Mapping[str, Number]) -> Number:
        return f1_of(sums["matched"], sums["pred_total"], sums["gold_total"])

    def _values(self, sums: Mapping[str, Number]) -> dict[str, Number]:
        return by_counts(sums["matched"], sums["pred_total"], sums["gold_total"])


def _contribution(text: str, _: int, gold: float, pred: float, matched: float) -> Contribution:
    counts = {"matched": matched, "gold_total": gold, "pred_total": pred}
    adds = {name: count for name, count in counts.items() if count}
    return Contribution("triple", text if gold else None, text if pred else None, adds)
