"""Alignment by credits against brute force and HiGHS."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.alignment.credits import Credits, align_credits
from tertium.alignment.ilp import solve_problem
from tertium.errors import InputError

Table = list[list[float]]
Edges = list[tuple[int, int]]
Given = tuple[Table, Edges, Edges, Table, Table]


def _rounded(number: float) -> float:
    return round(number * 2**20) / 2**20


def earned(problem: Given, mapping: dict[int, int]) -> float:
    """Return what a mapping earns; of the edges between two nodes every matching is tried."""
    nodes, edges_a, edges_b, straight, reverse = problem
    total = sum(_rounded(nodes[i][j]) for i, j in mapping.items())
    for i, k in [*combinations(sorted(mapping), 2), *((i, i) for i in mapping)]:
        of_a = [e for e, ends in enumerate(edges_a) if set(ends) == {i, k}]
        of_b = [f for f, ends in enumerate(edges_b) if set(ends) == {mapping[i], mapping[k]}]

        def credit(e: int, f: int) -> float:
            source, target = edges_a[e]
            same = (mapping[source], mapping[target]) == edges_b[f]
            return _rounded((straight if same else reverse)[e][f])

        small, large = sorted((of_a, of_b), key=len)
        images = permutations(large, len(small))
        pairs = [list(zip(small, image, strict=True)) for image in images]
        flipped = small is not of_a
        total += max(sum(credit(*(p[::-1] if flipped else p)) for p in each) for each in pairs)
    return total


def optimum(problem: Given) -> float:
    """Return what the best mapping earns."""
    nodes = problem[0]
    rows, columns = len(nodes), len(nodes[0])
    best = 0.0
    for image in permutations([*range(columns), *[-1] * rows], rows):
        mapping = {i: j for i, j in enumerate(image) if j >= 0}
        if all(nodes[i][j] >= 0 for i, j in mapping.items()):
            best = max(best, earned(problem, mapping))
    return best


@st.composite
def problems(draw: st.DrawFn) -> Given:
    number = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0, 2))
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 4))

    def table(height: int, width: int, numbers: st.SearchStrategy[float]) -> Table:
        return [[draw(numbers) for _ in range(width)] for _ in range(height)]

    def edges(nodes: int) -> Edges:
        node = st.integers(0, nodes - 1)
        return draw(st.lists(st.tuples(node, node), max_size=4))

    of_a, of_b = edges(rows), edges(columns)
    nodes = table(rows, columns, st.one_of(number, st.just(-1.0)))
    size = len(of_a), len(of_b)
    return nodes, of_a, of_b, table(*size, number), table(*size, number)


@settings(max_examples=200, deadline=None)
@given(problems(), st.sampled_from([0, 1, 200_000]), st.sampled_from([-0.5, 0.0, 0.5, None]))
def test_brute_force(problem: Given, budget: int, above: float | None) -> None:
    best = optimum(problem)
    cutoffs = [] if above is None else [max(0.0, best + above)]
    (found,) = align_credits([Credits(*problem)], budget=budget, cutoffs=cutoffs)
    assert found.earned <= best <= found.upper
    mapping = {i: j for i, j in enumerate(found.mapping) if j >= 0}
    assert earned(problem, mapping) == pytest.approx(found.earned, abs=1e-9)
    if budget == 200_000:
        if cutoffs and best < cutoffs[0]:
            assert found.upper < cutoffs[0]
        else:
            assert found.proven
            assert found.earned == best


def random_problem(seed: int, size: int) -> Given:
    """Return a problem like those of learned metrics: few nodes are equal, many a bit alike."""
    random = Random(seed)
    shape = size, size + seed % 3
    nodes = [[2 * random.choice((0.02, 0.1, random.random(), 1.0)) for _ in range(shape[1])]
             for _ in range(shape[0])]  # fmt: skip
    edges = [[(random.randrange(k), k) for k in range(1, n)] for n in shape]
    edges[0].append((0, size - 1))
    tables = [[[random.random() ** 3 for _ in edges[1]] for _ in edges[0]] for _ in range(2)]
    return nodes, edges[0], edges[1], tables[0], [[t / 4 for t in row] for row in tables[1]]


def test_highs_agrees_and_sides_do_not_matter() -> None:
    for seed in range(12):
        problem = random_problem(seed, 6 + seed)
        nodes, of_a, of_b, straight, reverse = problem
        credits = Credits(*problem)
        transposed = ([list(c) for c in zip(*t, strict=True)] for t in (nodes, straight, reverse))
        turned_nodes, turned_straight, turned_reverse = transposed
        turned = Credits(turned_nodes, of_b, of_a, turned_straight, turned_reverse)
        found, other = align_credits([credits, turned], threads=2)
        independent, _ = solve_problem(credits.problem())
        assert found.proven
        assert found.earned == other.earned == pytest.approx(independent, abs=1e-9)


@pytest.mark.parametrize(
    "wrong",
    [
        {"nodes": [[float("nan")]]},
        {"nodes": [[2.0**21]]},
        {"edges_a": [(0, 1)], "straight": [[1.0]], "reversed": [[1.0]]},
        {"straight": [[-1.0]]},
        {"straight": [[1.0, 2.0]]},
    ],
)
def test_wrong_credits_are_refused(wrong: dict[str, object]) -> None:
    right: dict[str, object] = {
        "nodes": [[1.0]],
        "edges_a": [(0, 0)],
        "edges_b": [(0, 0)],
        "straight": [[1.0]],
        "reversed": [[0.0]],
    }
    with pytest.raises(InputError, match="credits"):
        align_credits([Credits(**{**right, **wrong})])  # type: ignore[arg-type]
