"""Transport as a linear program, for HiGHS."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linprog


def solve_linear_program(cost: Any, supply: Any, demand: Any) -> float:
    rows, columns = cost.shape
    sums = np.zeros((rows + columns, rows * columns))
    for i in range(rows):
        sums[i, i * columns : (i + 1) * columns] = 1
    for j in range(columns):
        sums[rows + j, j::columns] = 1
    mass = np.concatenate([supply, demand]) / supply.sum()
    best = linprog(cost.ravel(), A_eq=sums, b_eq=mass, method="highs").fun
    assert best is not None
    return float(best)
