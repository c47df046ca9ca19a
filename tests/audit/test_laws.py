"""Laws held against metrics that keep them, and against one that breaks each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import ClassVar

import pytest

from tertium import Graph, Metric, metric
from tertium.audit.laws import hold_laws, inverted
from tertium.bamboo.card import Material
from tertium.metrics import REGISTRY
from tertium.metrics.base import Averaging
from tests.support.changes import inverted as oracle

SAMPLE = Material.of_package()
_COUNT = count()


@pytest.mark.parametrize("name", REGISTRY)
def test_registered_metrics_keep_what_they_promise(name: str) -> None:
    laws = hold_laws(metric(name), SAMPLE.golds, SAMPLE.preds)
    assert len(laws) == 9
    assert [law for law in laws if law.promised and not law.kept] == []
    assert all(law.pairs for law in laws)


@dataclass(frozen=True, kw_only=True)
class Lawless(Averaging):
    """A metric that breaks what it is told to break."""

    name: ClassVar[str] = "lawless"
    summary: ClassVar[str] = "for tests"

    way: str = ""

    def _pair(self, gold: Graph | None, pred: Graph | None) -> tuple[float, ...]:
        assert gold is not None
        assert pred is not None
        values = {
            "values lie in [0, 1]": -0.1,
            "a graph and itself score 1": 0.9,
            "symmetric": 1.0 if gold == pred else len(gold) / (len(gold) + len(pred)),
            "deterministic": next(_COUNT) % 7 / 7,
            "variables may have other names": float(pred.top[0] != "r" or len(pred.top) < 2),
            "triples may stand in another order": float(pred.triples[0][1] == ":instance"),
        }
        return values[self.way], 1.0


@pytest.mark.parametrize(
    "way",
    [
        "values lie in [0, 1]",
        "a graph and itself score 1",
        "symmetric",
        "deterministic",
        "variables may have other names",
        "triples may stand in another order",
    ],
)
def test_broken_laws_are_found(way: str) -> None:
    checked: Metric = Lawless(way=way)
    found = {law.name: law for law in hold_laws(checked, SAMPLE.golds, SAMPLE.preds)}
    assert not found[way].kept
    assert 0 < found[way].broken <= found[way].pairs


def test_inversion_is_that_of_the_law_tests() -> None:
    graph = Graph.from_penman("(g / go-02 :ARG0 (b / boy :mod (t / tall)) :polarity -)")
    assert inverted(graph)._raw_triples() == oracle(graph)._raw_triples()
