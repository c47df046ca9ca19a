"""The solver against brute force, against HiGHS, and against its own promises."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Convention, Graph, Solving, align
from tertium.errors import OptionError
from tertium.standard import CANONICAL, SMATCH, SMATCHPP
from tests.reference.brute_force import best_match, facts, matches
from tests.support.graphs import graphs

conventions = st.sampled_from([SMATCH, Convention(), SMATCHPP, CANONICAL, Convention(top="none")])


@settings(max_examples=400, deadline=None)
@given(graphs(), graphs(prefix="y"), conventions, st.sampled_from([0, 1, 3, 200_000]))
def test_exact_is_the_brute_force_optimum(
    a: Graph, b: Graph, convention: Convention, budget: int
) -> None:
    optimum = best_match(a, b, convention)
    found = align(a, b, convention=convention, solving=Solving(budget=budget))
    assert found.matched <= optimum <= found.upper
    if budget == 200_000:
        assert found.matched == optimum == found.upper
        assert found.proven


@settings(max_examples=150, deadline=None)
@given(graphs(6), graphs(6, prefix="y"), conventions, st.sampled_from(["exact", "climb", "ilp"]))
def test_what_is_shown_adds_up(a: Graph, b: Graph, convention: Convention, solver: str) -> None:
    found = align(a, b, convention=convention, solving=Solving(solver))  # type: ignore[arg-type]
    facts_a, facts_b = facts(a, convention), facts(b, convention)
    assert len(found.matched_triples) == found.matched
    assert matches(facts_a, facts_b, found.mapping) == found.matched
    assert len(found.matched_triples) + len(found.only_a) == len(facts_a)
    assert len(found.matched_triples) + len(found.only_b) == len(facts_b)
    assert len(set(found.mapping.values())) == len(found.mapping)


@settings(max_examples=100, deadline=None)
@given(graphs(8), graphs(8, prefix="y"))
def test_ilp_agrees_and_climb_never_beats_it(a: Graph, b: Graph) -> None:
    exact = align(a, b)
    assert align(a, b, solving="ilp").matched == exact.matched
    climbed = align(a, b, solving="climb")
    assert climbed.matched <= exact.matched <= climbed.upper


@given(graphs(8), st.integers(0, 2**32))
def test_climb_repeats_itself(graph: Graph, seed: int) -> None:
    solving = Solving("climb", seed=seed)
    assert align(graph, graph, solving=solving) == align(graph, graph, solving=solving)


def test_the_mapping_is_in_the_users_names() -> None:
    found = align(
        "(want / want-01 :ARG0 (boy / boy))", "(x / want-01 :ARG0 (y / girl) :polarity -)"
    )
    assert found.mapping == {"want": "x", "boy": "y"}
    assert found.only_a == (("boy", ":instance", "boy"),)
    assert found.only_b == (("y", ":instance", "girl"), ("x", ":polarity", "-"))
    assert (("want", ":TOP", "top"), ("x", ":TOP", "top")) in found.matched_triples
    assert (found.matched, found.upper, found.proven) == (3.0, 3.0, True)


def test_a_chain_too_large_for_the_search_is_still_aligned_with_itself() -> None:
    size = 20_000
    triples = [(f"v{i}", ":instance", "a") for i in range(size)]
    triples += [(f"v{i}", ":ARG0", f"v{i + 1}") for i in range(size - 1)]
    chain = Graph.from_triples(triples)
    found = align(chain, chain)
    assert found.proven
    assert found.matched == 2 * size
    shorter = Graph.from_triples(triples[: size - 1000])
    found = align(chain, shorter)
    assert found.matched <= found.upper == size - 1000 + 1


@pytest.mark.parametrize(
    "solving", [{"solver": "guess"}, {"budget": -1}, {"restarts": -1}, {"seed": -5}]
)
def test_wrong_options_are_refused(solving: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        Solving(**solving)  # type: ignore[arg-type]
