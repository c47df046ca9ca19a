"""Every metric explains itself, and the explanation adds up: for every metric and option."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tertium import Graph, metric
from tests.golden import pairs
from tests.support.graphs import graphs
from tests.variants import variants

TOLERANCE = 1e-9  # graded matches are counted in fixed point, sums of floats in another order


def check(spec: str, gold: Graph, pred: Graph) -> None:
    """Recompute a score from what explains it."""
    chosen = metric(spec)
    counted = chosen.compare(gold, pred)
    found = chosen.explain(gold, pred)
    assert found.statistics.names == counted.names
    assert found.statistics.values == pytest.approx(counted.values, abs=TOLERANCE)
    assert found.score.value == pytest.approx(chosen.score(counted).value, abs=TOLERANCE)


@pytest.mark.parametrize("spec", variants())
@settings(max_examples=8)
@given(gold=graphs(), pred=graphs(prefix="y"))
def test_contributions_add_up_on_odd_graphs(spec: str, gold: Graph, pred: Graph) -> None:
    check(spec, gold, pred)


@pytest.mark.parametrize("spec", variants())
def test_contributions_add_up_on_sentences(spec: str) -> None:
    golds, preds = pairs()
    for gold, pred in zip(golds[::16], preds[::16], strict=True):
        check(spec, gold, pred)
