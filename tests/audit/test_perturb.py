"""Each perturbation does what its docstring says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph, score
from tertium.audit.perturb import OPERATIONS, Operation, equivalent, perturb
from tests.support.graphs import connected_graphs

SCHOOL = Graph.from_penman(
    "(m / miss-02 :ARG0 (i / i) :ARG1 (t / temporal-quantity :unit (d / day) :quant 1 "
    ":duration-of (s / school-01)) :polarity - :time (e / ever))"
)


@settings(max_examples=60, deadline=None)
@given(connected_graphs(), st.sampled_from(list(OPERATIONS.values())), st.integers(0, 1000))
def test_what_an_operation_claims(graph: Graph, operation: Operation, seed: int) -> None:
    done = perturb(graph, operation, seed)
    assert done == perturb(graph, operation, seed)
    if done.graph is None:
        assert done.outcome != "done"
        return
    assert equivalent(graph, done.graph) == operation.keeps_meaning
    assert Graph.from_penman(str(done.graph)).top == done.graph.top  # connected, with a top
    value = score(graph, done.graph, "smatch#").value
    assert (value == 1) == operation.keeps_meaning


@pytest.mark.parametrize(
    ("name", "variables", "triples"),
    [
        ("lift-up", 6, 13),
        ("reorder", 6, 13),
        ("relabel", 6, 13),
        ("reify", 10, 21),
        ("dereify", 6, 13),
        ("duplicate", 6, 20),
        ("insert-node", 7, 15),
        ("insert-edge", 6, 14),
        ("change-node", 6, 13),
        ("change-edge", 6, 13),
        ("delete-node", 5, None),
        ("swap", 6, 13),
    ],
)
def test_sizes(name: str, variables: int, triples: int | None) -> None:
    changed = perturb(SCHOOL, OPERATIONS[name], 3).graph
    assert changed is not None
    assert len(changed.variables) == variables
    assert triples is None or len(changed) == triples


def test_swapping_equal_edges_changes_nothing_and_is_said() -> None:
    graph = Graph.from_penman("(a / and :op1 (b / boy) :op1 (c / boy))")
    assert perturb(graph, OPERATIONS["swap"], 0).outcome == "same"


@pytest.mark.parametrize("name", ["lift-up", "insert-edge", "delete-node", "delete-edge", "swap"])
def test_a_single_node_offers_no_place(name: str) -> None:
    assert perturb(Graph.from_penman("(b / boy)"), OPERATIONS[name], 0).outcome == "impossible"


def test_every_operation_is_defined() -> None:
    assert len(OPERATIONS) == 13
    assert all(operation.definition.endswith(".") for operation in OPERATIONS.values())
