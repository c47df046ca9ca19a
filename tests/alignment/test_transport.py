"""Exact transport against linear programming and POT."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tertium import _native
from tests.reference.transport import solve_linear_program

Problem = tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]


@st.composite
def problems(draw: st.DrawFn, size: int = 8) -> Problem:
    """Draw costs with many ties, or few, and masses with zeros."""
    rows, columns = draw(st.integers(1, size)), draw(st.integers(1, size))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    ties = draw(st.booleans())
    cost = np.floor(random.random((rows, columns)) * 3) if ties else random.random((rows, columns))
    supply, demand = np.full(rows, columns), np.full(columns, rows)
    if draw(st.booleans()):
        total = draw(st.integers(1, 40))
        supply = random.multinomial(total, np.ones(rows) / rows)
        demand = random.multinomial(total, np.ones(columns) / columns)
    return cost, supply.astype(np.int64), demand.astype(np.int64)


@settings(max_examples=150, deadline=None)
@given(problems())
def test_it_is_the_optimum(problem: Problem) -> None:
    cost, supply, demand = problem
    value, flow = _native.transport(cost, supply, demand)
    plan = flow.reshape(cost.shape)
    assert value == pytest.approx(solve_linear_program(cost, supply, demand), abs=1e-9)
    assert value == pytest.approx(float((plan * cost).sum()), abs=1e-12)
    assert (plan >= 0).all()
    assert plan.sum(axis=1) == pytest.approx(supply / supply.sum(), abs=1e-12)
    assert plan.sum(axis=0) == pytest.approx(demand / demand.sum(), abs=1e-12)


@settings(max_examples=100, deadline=None)
@given(problems(40))
def test_against_pot(problem: Problem) -> None:
    ot = pytest.importorskip("ot", reason="needs POT")
    cost, supply, demand = problem
    expected = ot.emd2(supply / supply.sum(), demand / demand.sum(), cost)
    assert _native.transport(cost, supply, demand)[0] == pytest.approx(float(expected), abs=1e-9)


def test_masses_that_differ_are_refused() -> None:
    with pytest.raises(ValueError, match="differ"):
        _native.transport(np.ones((1, 1)), np.array([1]), np.array([2]))
    with pytest.raises(ValueError, match="fit"):
        _native.transport(np.ones((1, 2)), np.array([1]), np.array([1]))
