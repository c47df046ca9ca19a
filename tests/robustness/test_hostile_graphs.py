"""Graphs that no user means to give: an answer or a clear error, in bounded time and memory.

Nothing is timed, but what takes the square of these sizes would not end; see docs/limits.md.
"""

from __future__ import annotations

import pytest

import tertium
from tertium import Graph
from tertium.errors import InputError

ALIGNING = ("smatch", "smatch++", "smatch#", "wsmatch")
LINEAR = (*ALIGNING, "sembleu", "sema", "wlk")


def nested(depth: int, concept: str) -> str:
    opening = (f"(v{i} / {concept}{i % 7} :ARG{i % 3} " for i in range(depth - 1))
    return "".join(opening) + f"(z / {concept})" + ")" * (depth - 1)


def star(leaves: int, role: str, concept: str) -> str:
    """Return a node with many others; *role* and *concept* may use the number as ``{i}``."""
    parts = (f":{role.format(i=i)} (v{i} / {concept.format(i=i)})" for i in range(leaves))
    return f"(r / and {' '.join(parts)})"


@pytest.fixture(scope="module")
def deep() -> tuple[Graph, Graph]:
    return Graph.from_penman(nested(100_000, "c")), Graph.from_penman(nested(99_990, "d"))


@pytest.fixture(scope="module")
def large() -> tuple[Graph, Graph, Graph]:
    """200,000 triples: all roles different, all the same; and concepts that the others lack."""
    texts = star(100_000, "op{i}", "c{i}"), star(100_000, "ARG0", "c"), star(99_000, "ARG0", "d{i}")
    first, second, third = map(Graph.from_penman, texts)
    return first, second, third


@pytest.mark.parametrize("metric", LINEAR)
def test_a_hundred_thousand_levels_are_scored(deep: tuple[Graph, Graph], metric: str) -> None:
    a, b = deep
    assert tertium.score(a, a, metric).value == 1
    assert 0 <= tertium.score(a, b, metric).value < 0.6
    assert Graph.from_penman(a.to_penman()) == a


def test_large_graphs_without_a_common_concept(deep: tuple[Graph, Graph]) -> None:
    """Too large for the exact search; where no concept matches, edges still do."""
    score = tertium.score(*deep)
    assert 0.49 < score.value <= float(score.upper or 0) <= 0.5


@pytest.mark.parametrize("metric", LINEAR)
def test_two_hundred_thousand_triples(large: tuple[Graph, Graph, Graph], metric: str) -> None:
    for graph in large:
        assert tertium.score(graph, graph, metric).value == 1
    for a, b in (large[:2], large[1:]):
        score = tertium.score(a, b, metric)
        assert 0 <= score.value <= float(score.upper or 0.5) < 0.6


@pytest.mark.parametrize("metric", ["wwlk", "wwlk-e2n", "wwlk-theta", "s2match"])
def test_too_large_for_all_with_all(large: tuple[Graph, Graph, Graph], metric: str) -> None:
    with pytest.raises(InputError, match="too many"):
        tertium.score(large[0], large[2], metric)


def test_too_large_for_a_transport_plan(large: tuple[Graph, Graph, Graph]) -> None:
    with pytest.raises(InputError, match="too many for an exact transport"):
        tertium.metrics.Wwlk().align(large[0], large[0])


def test_too_large_for_the_ilp(large: tuple[Graph, Graph, Graph]) -> None:
    pytest.importorskip("scipy")
    with pytest.raises(InputError, match="choose another solver"):
        tertium.score(large[1], large[2], "smatch:solver=ilp")


def test_as_many_paths_as_a_clique_has() -> None:
    """10^9 paths of three nodes."""
    names = [f"v{i}" for i in range(1000)]
    edges = [(a, ":ARG0", b) for a in names for b in names[:200]]
    graph = Graph.from_triples([*((v, ":instance", "c") for v in names), *edges], top="v0")
    with pytest.raises(InputError, match="more than 4000000 k-grams"):
        tertium.score(graph, graph, "sembleu")


def test_many_large_tables_of_similarities_are_made_in_parts() -> None:
    """Each pair fits, all together do not; the numbers are those of each pair alone."""

    def graph(name: str) -> Graph | None:
        return Graph.from_penman(star(3000, "op{i}", f"{name}x{{i}}"))

    metric = tertium.metric("s2match:budget=1")
    golds, preds = [graph("a"), graph("b")], [graph("c"), graph("d")]
    table = metric.compare_many(golds, preds, threads=1)
    assert table[1] == metric.compare_many(golds[1:], preds[1:], threads=1)[0]


def test_neighbours_in_a_chain() -> None:
    """v1 may be w1 or w2, w2 may be v1 or v2, and so on: one block of 60,000 × 60,000."""
    single = "".join(f" :r{i} (v{i} / c{i})" for i in range(60_000))
    double = "".join(f" :r{i} (v{i} / c{i}) :r{i + 1} v{i}" for i in range(60_000))
    score = tertium.score(f"(r / and{single})", f"(r / and{double})")
    assert (score.recall, score.proven) == (1, True)


@pytest.mark.parametrize("leaves", [60, 70, 300])
def test_blocks_on_both_sides_of_the_largest(leaves: int) -> None:
    """One role, 64 × 64 neighbours at most in one table: the optimum is found with either."""
    score = tertium.score(star(leaves, "ARG0", "c"), star(leaves + 1, "ARG0", "c"))
    assert score.recall == 1


@pytest.mark.parametrize("metric", [*LINEAR, "s2match", "wwlk"])
def test_a_role_of_a_megabyte(metric: str) -> None:
    graph = Graph.from_penman(f"(a / b :{'r' * 10**6} (c / d))")
    assert Graph.from_penman(str(graph)) == graph
    assert tertium.score(graph, graph, metric).value == pytest.approx(1)
    assert tertium.score(graph, "(a / b :r (c / d))", metric).value < 1


@pytest.mark.parametrize("metric", [*ALIGNING, "sembleu:n=2", "sema", "wlk", "s2match", "wwlk"])
def test_ten_thousand_reentrancies(metric: str) -> None:
    graph = Graph.from_penman("(a / b" + " :ARG0 a" * 5000 + " :ARG1 (c / d :ARG0 a)" + ")")
    more = Graph.from_penman("(a / b :ARG1 (c / d" + " :ARG0 a" * 10_000 + "))")
    assert Graph.from_penman(str(more)) == more
    assert tertium.score(more, more, metric).value == pytest.approx(1)
    assert 0 <= tertium.score(graph, more, metric).value <= 1


def test_duplicate_variables() -> None:
    """One variable that has two concepts, or one a thousand times."""
    for text in ("(a / b :ARG0 (a / c))", "(a / b" + " :ARG0 (b / c)" * 1000 + ")"):
        for metric in (*LINEAR, "s2match", "wwlk"):
            assert tertium.score(text, text, metric).value == pytest.approx(1), metric
