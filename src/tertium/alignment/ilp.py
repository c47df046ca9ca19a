"""The alignment as an integer linear program, solved by HiGHS: an independent check.

A variable z for each cell, a possible (a variable of one graph, a variable of the other), and y for
each pair of cells that earns something together, y <= z for both; rows and columns are taken at
most once. The objective is what the chosen cells and pairs earn.
"""

from __future__ import annotations

from tertium import _native
from tertium.errors import InputError, MissingExtraError
from tertium.graph import Graph


def solve_ilp(options: _native.AlignerOptions, a: Graph, b: Graph) -> tuple[float, list[int]]:
    """Return the optimum and its mapping."""
    try:
        import numpy as np
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import coo_array
    except ImportError:
        raise MissingExtraError("solver=ilp needs scipy: pip install 'tertium[ilp]'") from None
    try:
        problem = _native.problem(options, a, b)
    except ValueError as error:
        raise InputError(f"solver=ilp: {error}; choose another solver") from None
    cells, pairs = len(problem.row), len(problem.first)
    mapping = [-1] * (problem.columns if problem.swapped else problem.rows)
    if cells == 0:
        return 0.0, mapping
    row, column = np.array(problem.row), np.array(problem.column)
    first, second = np.array(problem.first, dtype=int), np.array(problem.second, dtype=int)
    pair = np.arange(pairs)
    ends = [(pair, cells + pair, 1), (pair, first, -1), (pairs + pair, cells + pair, 1)]
    ends += [(pairs + pair, second, -1)]
    once = [(2 * pairs + row, np.arange(cells), 1)]
    once += [(2 * pairs + problem.rows + column, np.arange(cells), 1)]
    parts = ends + once
    matrix = coo_array(
        (
            np.concatenate([np.full(len(i), v, dtype=float) for i, _, v in parts]),
            (np.concatenate([i for i, _, _ in parts]), np.concatenate([j for _, j, _ in parts])),
        ),
        shape=(2 * pairs + problem.rows + problem.columns, cells + pairs),
    )
    limits = np.concatenate([np.zeros(2 * pairs), np.ones(problem.rows + problem.columns)])
    result = milp(
        -np.array([*problem.unary, *problem.weight]),
        constraints=LinearConstraint(matrix.tocsr(), ub=limits),
        integrality=np.concatenate([np.ones(cells), np.zeros(pairs)]),
        bounds=Bounds(0, 1),
        options={"mip_rel_gap": 0.0},
    )
    if result.x is None:
        raise RuntimeError(f"HiGHS found no alignment: {result.message}")
    chosen = np.flatnonzero(result.x[:cells] > 0.5)
    for x in chosen:
        i, j = (column[x], row[x]) if problem.swapped else (row[x], column[x])
        mapping[int(i)] = int(j)
    return float(_value(problem, set(map(int, chosen)))), mapping


def _value(problem: _native.PairProblem, chosen: set[int]) -> float:
    """Return what the chosen cells earn."""
    pairs = zip(problem.first, problem.second, problem.weight, strict=True)
    together = sum(weight for x, y, weight in pairs if x in chosen and y in chosen)
    return sum(problem.unary[x] for x in chosen) + together
