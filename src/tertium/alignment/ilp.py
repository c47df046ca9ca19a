"""The alignment as an integer linear program, solved by HiGHS: an independent check.

A variable z for each cell, a possible (variable of one graph, variable of the other), and y for
each pair of cells that earns something together, y <= z for both; rows and columns are taken at
most once. The objective is what the chosen cells and pairs earn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tertium import _native
from tertium.alignment.groups import Sets
from tertium.errors import InputError, MissingExtraError
from tertium.graph import Graph

if TYPE_CHECKING:
    from numpy.typing import NDArray


def solve_ilp(
    options: _native.AlignerOptions,
    gold: Graph,
    pred: Graph,
    groups: tuple[Sets, Sets] | None = None,
) -> tuple[float, list[int]]:
    """Return the optimum, and for each variable of the gold its partner or -1."""
    try:
        problem = _native.problem(options, gold, pred, groups)
    except ValueError as error:
        raise InputError(f"solver=ilp: {error}; choose another solver") from None
    return solve_problem(problem)


def solve_problem(problem: _native.PairProblem) -> tuple[float, list[int]]:
    """Return the optimum of a problem, and for each variable of the gold its partner or -1."""
    mapping = [-1] * (problem.columns if problem.swapped else problem.rows)
    if not problem.row:
        return 0.0, mapping
    chosen = _solve(problem)
    for x in chosen.tolist():
        row, column = problem.row[x], problem.column[x]
        i, j = (column, row) if problem.swapped else (row, column)
        mapping[i] = j
    return _value(problem, set(chosen.tolist())), mapping


def _solve(problem: _native.PairProblem) -> NDArray[np.int64]:
    """Return the chosen cells."""
    try:
        from scipy.optimize import Bounds, LinearConstraint, milp
    except ImportError:
        raise MissingExtraError("solver=ilp needs scipy: pip install 'tertium[ilp]'") from None
    cells, pairs = len(problem.row), len(problem.first)
    limits = np.concatenate([np.zeros(2 * pairs), np.ones(problem.rows + problem.columns)])
    result = milp(
        -np.array([*problem.unary, *problem.weight]),
        constraints=LinearConstraint(_matrix(problem), ub=limits),
        integrality=np.concatenate([np.ones(cells), np.zeros(pairs)]),
        bounds=Bounds(0, 1),
        options={"mip_rel_gap": 0.0},
    )
    if result.x is None:
        raise RuntimeError(f"HiGHS found no alignment: {result.message}")
    return np.flatnonzero(result.x[:cells] > 0.5)


def _matrix(problem: _native.PairProblem) -> Any:
    """Return the constraints: y - z for both cells of each pair, then rows, then columns."""
    from scipy.sparse import coo_array

    cells, pairs = len(problem.row), len(problem.first)
    cell, pair = np.arange(cells), np.arange(pairs)
    parts = [
        (pair, cells + pair, 1),
        (pair, np.array(problem.first, dtype=int), -1),
        (pairs + pair, cells + pair, 1),
        (pairs + pair, np.array(problem.second, dtype=int), -1),
        (2 * pairs + np.array(problem.row), cell, 1),
        (2 * pairs + problem.rows + np.array(problem.column), cell, 1),
    ]
    entries = np.concatenate([np.full(len(i), v, dtype=float) for i, _, v in parts])
    places = tuple(np.concatenate([part[axis] for part in parts]) for axis in (0, 1))
    shape = (2 * pairs + problem.rows + problem.columns, cells + pairs)
    return coo_array((entries, places), shape=shape).tocsr()


def _value(problem: _native.PairProblem, chosen: set[int]) -> float:
    """Return what the chosen cells earn."""
    pairs = zip(problem.first, problem.second, problem.weight, strict=True)
    together = sum(weight for x, y, weight in pairs if x in chosen and y in chosen)
    return float(sum(problem.unary[x] for x in chosen) + together)
