"""Standard forms: each step by itself, and what the canonical form must not see."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Convention, Graph
from tertium.audit.perturb import EQUIVALENCES, equivalent
from tertium.standard import CANONICAL, SMATCHPP
from tests.support.graphs import connected_graphs

AS_WRITTEN = Convention(case="keep", quotes="keep", inverse="keep", mod="keep")

STEPS = [
    # convention, graph, its standard form
    (replace(AS_WRITTEN, case="lower"), "(b / Boy :ARG0 X)", "(b / boy :arg0 x)"),
    (replace(AS_WRITTEN, quotes="drop"), '(b / "boy" :op1 "a b")', '(b / boy :op1 "a b")'),
    (replace(AS_WRITTEN, quotes="all"), "(b / o'clock)", "(b / oclock)"),
    (
        replace(AS_WRITTEN, strings="first-word"),
        '(n / name_ :op1 "New York")',
        "(n / name :op1 New)",
    ),
    (
        replace(AS_WRITTEN, inverse="amr"),
        "(a / x :ARG0-of (b / y :consist-of (c / z)))",
        "(a / x :ARG0-of (b / y :consist-of (c / z)))",
    ),
    (
        replace(AS_WRITTEN, inverse="all"),
        "(a / x :consist-of (b / y) :ARG0-of-of (c / z))",
        "(a / x :ARG0 (c / z) :consist-of (b / y))",
    ),
    (
        replace(AS_WRITTEN, mod="mod", inverse="amr"),
        "(a / x :domain (b / y))",
        "(a / x :mod-of (b / y))",
    ),
    (replace(AS_WRITTEN, mod="mod"), "(a / x :domain 5)", "(a / x :mod-of 5)"),
    (replace(AS_WRITTEN, constants="drop"), "(a / x :mod 5 :li 1)", "(a / x :li 1)"),
    (replace(AS_WRITTEN, duplicates="drop"), "(a / x :li 1 :li 1)", "(a / x :li 1)"),
    (replace(AS_WRITTEN, wiki="drop"), '(a / x :wiki "Y" :li 1)', "(a / x :li 1)"),
    (
        replace(AS_WRITTEN, names="fold"),
        '(p / person :name (n / name :op2 "de Gaulle" :op1 "Charles"))',
        r'(p / person :name "Charles de\ Gaulle")',
    ),
]


@pytest.mark.parametrize(("convention", "text", "expected"), STEPS)
def test_step(convention: Convention, text: str, expected: str) -> None:
    assert convention.apply(Graph.from_penman(text)).to_penman(one_line=True) == expected


@pytest.mark.parametrize(
    "text",
    [
        "(p / person :name (n / name))",  # nothing to fold
        '(p / person :name (n / name :op1 "A" :op3 "B"))',  # a part is missing
        '(p / person :name (n / name :op1 "A" :op1 "B"))',  # a part is there twice
        '(p / person :name (n / name :op1 "A" :mod (o / old)))',  # more than parts
        '(a / and :op1 (p / person :name (n / name :op1 "A")) :op2 (q / person :name n))',  # shared
        '(n / name :op1 "A" :name-of (p / person))',  # the top
    ],
)
def test_names_that_say_more_are_not_folded(text: str) -> None:
    graph = Graph.from_penman(text)
    assert len(replace(AS_WRITTEN, names="fold", inverse="amr").apply(graph)) == len(graph)


REIFIED = [
    ("(k / knife :location (d / drawer))", "be-located-at-91", "ARG1", "ARG2"),
    ("(k / knife :poss (d / drawer))", "own-01", "ARG1", "ARG0"),
    ("(k / knife :topic (d / drawer))", "concern-02", "ARG0", "ARG1"),
    ("(k / knife :mod (d / drawer))", "have-mod-91", "ARG1", "ARG2"),
]


@pytest.mark.parametrize(("plain", "concept", "source", "target"), REIFIED)
def test_reification_and_back(plain: str, concept: str, source: str, target: str) -> None:
    reified = f"(k / knife :{source}-of (_1 / {concept} :{target} (d / drawer)))"
    up = Convention(case="keep", mod="keep", reification="reify")
    down = replace(up, reification="dereify")
    assert up.apply(Graph.from_penman(plain)).to_penman(one_line=True) == reified
    assert down.apply(Graph.from_penman(reified)).to_penman(one_line=True) == plain


@pytest.mark.parametrize(
    "text",
    [
        "(b / be-located-at-91 :ARG1 (k / knife) :ARG2 (d / drawer))",  # the top
        "(s / say-01 :ARG1 (b / be-located-at-91 :ARG1 (k / knife) :ARG2 (d / drawer)))",
        "(k / knife :ARG1-of (b / be-located-at-91 :ARG2 (d / drawer) :polarity -))",
        "(k / knife :ARG1-of (b / be-located-at-91))",
        "(k / knife :ARG1-of (b / be-located-at-91 :ARG1 (d / drawer)))",
        "(k / knife :ARG2-of (b / be-located-at-91 :ARG1 5))",  # a constant cannot have a role
    ],
)
def test_what_is_not_well_defined_is_not_dereified(text: str) -> None:
    graph = Graph.from_penman(text)
    convention = Convention(reification="dereify")
    assert len(convention.apply(graph)) == len(graph)


def test_a_cycle_disappears_upon_reification() -> None:
    graph = Graph.from_penman(
        "(p / procedure :purpose (e / ensure-01 :ARG0 p :ARG1 (q / quality)))"
    )
    reified = replace(SMATCHPP, reification="reify").apply(graph)
    assert sum(role == ":purpose" for _, role, _ in reified.triples) == 0
    assert replace(SMATCHPP, reification="dereify").apply(reified) == SMATCHPP.apply(graph)


def test_new_variables_have_names_of_their_own() -> None:
    graph = Graph.from_penman('(_1 / knife :location (_2 / drawer) :op1 "__3")')
    reified = replace(SMATCHPP, reification="reify").apply(graph)
    assert len(set(reified.variables)) == 3
    assert len(Graph.from_penman(str(reified)).variables) == 3


def test_second_concepts_are_kept() -> None:
    graph = Graph.from_penman("(a / x :ARG0 (a / y))")
    assert [t for t in SMATCHPP.apply(graph).triples if t[1] == ":instance"] == [
        ("a", ":instance", "x"),
        ("a", ":instance", "y"),
    ]


def test_a_name_folds_however_often_its_edge_is_written() -> None:
    once = '(p / person :name (n / name :op1 "Ada"))'
    twice = '(p / person :name (n / name :op1 "Ada") :name n)'
    reified = (
        '(p / person :ARG1-of (h / have-name-91 :ARG2 (n / name :op1 "Ada"))'
        " :ARG1-of (i / have-name-91 :ARG2 n))"
    )
    forms = {CANONICAL.apply(Graph.from_penman(text)).triples for text in (once, twice, reified)}
    assert forms == {(("p", ":instance", "person"), ("p", ":name", '"ada"'))}


def test_a_name_that_is_the_top_folds_in_the_canonical_form() -> None:
    a = Graph.from_penman('(n / name :op1 "A" :name-of (p / person))')
    b = Graph.from_penman('(p / person :name (n / name :op1 "A"))')
    assert CANONICAL.apply(a).to_penman(one_line=True) == '(p / person :name "a")'
    assert equivalent(a, b)


def test_subset_and_superset_are_one_relation() -> None:
    assert equivalent(
        Graph.from_penman("(a / apple :subset (b / berry))"),
        Graph.from_penman("(b / berry :superset (a / apple))"),
    )


@settings(max_examples=150, deadline=None)
@given(connected_graphs(), st.lists(st.sampled_from(EQUIVALENCES), max_size=4), st.integers(0, 99))
def test_no_equivalence_leaves_a_trace(graph: Graph, changes: list[object], seed: int) -> None:
    changed: Graph | None = graph
    for change in changes:
        previous = changed
        changed = change(changed, random.Random(seed)) or previous  # type: ignore[operator]
    assert changed is not None
    assert equivalent(graph, changed)
