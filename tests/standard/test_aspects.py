"""Aspects: what each selects, and what its score is."""

from __future__ import annotations

import pytest

from tertium import Graph, metric, score
from tertium.errors import OptionError
from tertium.standard import SMATCHPP
from tertium.standard.aspects import ASPECTS, Selection, find_aspect

BOB = '(c / cat :name (n / name :op1 "Bob"))'
LISA = '(c / cat :name (n / name :op1 "Lisa"))'

MEAL = """
(e / eat-01
    :ARG0 (b / boy :name (n / name :op1 "Bob") :wiki "Bob_X")
    :ARG1 (a / apple :quant 2 :ARG1-of (l / like-01 :ARG0 b :polarity -))
    :time (d / date-entity :month 5)
    :ARG1-of (c / cause-01 :ARG0 (h / hungry :mod (v / very))))
"""

SELECTED = {
    "named-entities": {"b :name n", "n :op1 bob"},
    "wikification": {"b :wiki bob_x"},
    "negation": {"l :polarity -"},
    "srl": {"e :arg0 b", "e :arg1 a", "l :arg1 a", "l :arg0 b", "c :arg1 e", "c :arg0 h"},
    "agent": {"e :arg0 b", "l :arg0 b", "c :arg0 h"},
    "reentrancies": {"e :arg0 b", "e :arg1 a", "l :arg1 a", "l :arg0 b"},
    "quantifier": {"a :quant 2"},
    "time": {"e :time d", "d :month 5"},
    "frames": set(),
    "topic": set(),
}


@pytest.mark.parametrize(("name", "expected"), SELECTED.items())
def test_selected_triples(name: str, expected: set[str]) -> None:
    part = find_aspect(name).selection.apply(Graph.from_penman(MEAL), SMATCHPP)
    assert {" ".join(map(str, t)) for t in part.triples if t[1] != ":instance"} == expected


def test_concepts_of_frames() -> None:
    part = find_aspect("frames").selection.apply(Graph.from_penman(MEAL), SMATCHPP)
    assert {t[2] for t in part.triples} == {"eat-01", "like-01", "cause-01"}
    part = find_aspect("frames-without-sense").selection.apply(Graph.from_penman(MEAL), SMATCHPP)
    assert {t[2] for t in part.triples} == {"eat", "like", "cause"}


@pytest.mark.parametrize("alignment", ["each", "one"])
def test_bob_and_lisa_are_half_alike(alignment: str) -> None:
    """Opitz (2023), Figure 4: 0.5, where comparing the concept that has the name gives 1."""
    found = score(BOB, LISA, f"smatch++:aspect=named-entities,aspect_alignment={alignment}")
    assert found.value == 0.5
    assert (found.statistics["matched"], found.statistics["gold_total"]) == (1, 2)


@pytest.mark.parametrize("name", ASPECTS)
@pytest.mark.parametrize("alignment", ["each", "one"])
def test_every_aspect_of_a_graph_is_like_itself(name: str, alignment: str) -> None:
    assert score(MEAL, MEAL, f"smatch++:aspect={name},aspect_alignment={alignment}").value == 1


def test_a_pair_without_the_aspect_is_no_pair() -> None:
    negation = metric("smatch++:aspect=negation")
    table = negation.compare_many([MEAL, BOB], [MEAL, LISA])
    assert table.column("pairs").tolist() == [1, 0]


def test_senses_and_roles_are_ignored_where_they_should_be() -> None:
    a, b = "(g / go-01 :ARG0 (b / boy))", "(g / go-02 :ARG1 (b / boy))"
    assert score(a, b, "smatch++:aspect=frames").value == 0
    assert score(a, b, "smatch++:aspect=frames-without-sense").value == 1
    assert score(a, b, "smatch++:aspect=unlabeled").value == pytest.approx(2 / 3)
    assert score(a, b, "smatch++:aspect=no-wsd").value == pytest.approx(2 / 3)
    assert score(
        a, b.replace("ARG1", "ARG0"), "smatch++:aspect=ignore-vars"
    ).value == pytest.approx(1 / 3)


def test_an_unknown_aspect_is_refused() -> None:
    with pytest.raises(OptionError, match="no aspect 'colour'; there are: unlabeled"):
        metric("smatch++:aspect=colour")


@pytest.mark.parametrize(
    ("word", "pattern", "fits"),
    [("arg0", "arg#", True), ("argx", "arg#", False), ("distance-quantity", "*-quantity", True)],
)
def test_patterns(word: str, pattern: str, fits: bool) -> None:
    part = Selection(instances=(pattern,)).apply(Graph.from_penman(f"(a / {word})"), SMATCHPP)
    assert len(part) == fits
