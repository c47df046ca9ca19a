"""The laws of metrics, for options that the law tests of all metrics do not have."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph, metrics, score
from tertium.graph import Triple
from tests.support.graphs import graphs

SPECS = [
    "sembleu:symmetric=yes",
    "sembleu:n=5",
    "sembleu:reading=public",
    "wlk:direction=two-way",
    "wlk:counts=all,discount=no,edges=no",
    "wwlk:direction=top-down,k=3",
    "wwlk:samples=3",
]
specs = st.sampled_from(SPECS)


@settings(max_examples=150, deadline=None)
@given(graphs(), graphs(prefix="y"), specs)
def test_range_identity_and_declared_symmetry(a: Graph, b: Graph, spec: str) -> None:
    value = score(a, b, spec).value
    assert 0 <= value <= 1
    assert score(a, a, spec).value == 1.0
    if metrics.metric(spec).symmetric:
        assert score(b, a, spec).value == pytest.approx(value, abs=1e-12)


@settings(max_examples=100, deadline=None)
@given(graphs(), graphs(prefix="y"), specs, st.randoms(use_true_random=False))
def test_names_order_and_inversion_do_not_count(
    a: Graph, b: Graph, spec: str, random: Random
) -> None:
    changed: list[Triple] = []
    names = set(a.variables)
    for source, role, target in a.triples:
        is_edge = role != ":instance" and target in names
        end = f"z{target}" if is_edge else target
        triple: Triple = (f"z{source}", role, end)
        if is_edge and end is not None and random.random() < 0.5:
            triple = (end, f"{role}-of", f"z{source}")
        changed.append(triple)
    random.shuffle(changed)
    other = Graph.from_triples(changed, top=f"z{a.top}")
    assert score(other, b, spec).value == pytest.approx(score(a, b, spec).value, abs=1e-9)


@pytest.mark.parametrize("spec", SPECS)
def test_a_missing_prediction_scores_zero(spec: str) -> None:
    metric = metrics.metric(spec)
    table = metric.compare_many(["(b / boy)", None, None], [None, "(b / boy)", None])
    assert metric.scores(table)["value"].tolist() == [0.0, 0.0, 1.0]
