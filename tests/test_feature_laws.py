"""What holds for every metric that compares nodes, paths and neighbourhoods without variables."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph, metrics, score
from tertium.graph import Triple
from tests.graphs import graphs

SPECS = ["sembleu", "sembleu:symmetric=yes", "sema", "wlk", "wwlk", "wwlk-e2n", "wwlk-theta"]
SPECS += ["wlk:direction=two-way", "wwlk:direction=top-down,k=3", "sembleu:n=5"]
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


@pytest.mark.parametrize("spec", SPECS)
def test_threads_do_not_matter(spec: str) -> None:
    metric = metrics.metric(spec)
    pairs = [f"(g / go-0{i % 7} :ARG{i % 3} (b / boy :quant {i % 5}))" for i in range(100)]
    one = metric.compare_many(pairs, pairs[::-1], threads=1)
    many = metric.compare_many(pairs, pairs[::-1], threads=4)
    assert (one.values == many.values).all()
    assert metric.score(one.sum()).value == metric.score(many.sum()).value
