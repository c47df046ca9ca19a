"""Groups: only variables that share a label are aligned, and among these the best."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Convention, Graph, align
from tertium.errors import InputError
from tertium.standard import CANONICAL, SMATCH, SMATCHPP
from tests.reference.brute_force import facts, matches
from tests.reference.canonical import every_mapping
from tests.support.graphs import graphs

conventions = st.sampled_from([SMATCH, Convention(), SMATCHPP, CANONICAL])
labels = st.one_of(st.integers(0, 2), st.just("x"), st.lists(st.integers(0, 2), max_size=2))


def _sets(given: Mapping[str, object]) -> dict[str, set[object]]:
    return {n: {v} if isinstance(v, int | str) else set(v) for n, v in given.items()}  # type: ignore[call-overload]


@settings(max_examples=300, deadline=None)
@given(graphs(), graphs(prefix="y"), conventions, st.data())
def test_the_best_of_the_allowed_alignments(
    a: Graph, b: Graph, convention: Convention, data: st.DataObject
) -> None:
    given_a = {name: data.draw(labels) for name in a.variables}
    given_b = {name: data.draw(labels) for name in b.variables}
    of_a, of_b = _sets(given_a), _sets(given_b)

    def may(x: str, y: str) -> bool:
        first, second = of_a.get(x, set()), of_b.get(y, set())
        return not first or not second or bool(first & second)

    facts_a, facts_b = facts(a, convention), facts(b, convention)
    optimum = max(
        matches(facts_a, facts_b, {x: y for x, y in mapping.items() if may(x, y)})
        for mapping in every_mapping(a, b, convention)
    )
    for solver in ("exact", "ilp"):
        found = align(a, b, convention=convention, groups=(given_a, given_b), solving=solver)
        assert found.matched == optimum == found.upper
        assert all(may(x, y) for x, y in found.mapping.items())
        assert matches(facts_a, facts_b, found.mapping) == optimum


def test_sentences_of_a_document() -> None:
    a = "(d / multi-sentence :snt1 (g / go-02) :snt2 (r / run-02))"
    b = "(e / multi-sentence :snt1 (s / run-02) :snt2 (h / go-02))"
    assert align(a, b).mapping == {"d": "e", "g": "h", "r": "s"}
    groups = {"g": 1, "r": 2}, {"s": 1, "h": 2}
    assert align(a, b, groups=groups).mapping == {"d": "e", "g": "s", "r": "h"}


def test_a_graph_too_large_for_the_search_keeps_to_its_groups() -> None:
    size = 5000
    triples = [(f"v{i}", ":instance", "a") for i in range(size)]
    triples += [(f"v{i}", ":ARG0", f"v{i + 1}") for i in range(size - 1)]
    chain = Graph.from_triples(triples)
    odd = {f"v{i}": i % 2 for i in range(size)}
    found = align(chain, chain, groups=(odd, {name: 1 - group for name, group in odd.items()}))
    assert all(int(x[1:]) % 2 != int(y[1:]) % 2 for x, y in found.mapping.items())
    assert found.matched <= found.upper


def test_an_unknown_variable_is_refused() -> None:
    with pytest.raises(InputError, match="no variable 'z'"):
        align("(a / a)", "(b / b)", groups=({"z": 1}, {}))
