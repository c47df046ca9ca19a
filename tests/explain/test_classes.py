"""The table of classes: every class has a pair of graphs that shows it."""

from __future__ import annotations

import pytest

from tertium import diff
from tertium.explain import ALL_CLASSES, CLASSES, FAMILIES

PAIRS = [
    (
        "(w / want-01 :polarity - :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))",
        "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :polarity - :ARG0 (h / he)))",
        {"M:coreference node", "R:sense", "R:polarity place"},
    ),
    ("(b / boardgame)", "(g / game :mod (b / board))", {"R:form split"}),
    ("(g / game :mod (b / board))", "(b / boardgame)", {"R:form merged"}),
    ("(g / go-02 :ARG0 (b / boy))", "(g / go-02 :ARG1 (b / boy))", {"R:core-role"}),
    ("(c / contrast-01 :ARG2 (g / go-02))", "(g / go-02)", {"M:node frame"}),
    ("(g / go-02)", "(c / contrast-01 :ARG2 (g / go-02))", {"U:node frame"}),
    (
        "(k / know-01 :ARG0 (b / boy) :ARG1 (c / cause-01 :ARG0 (r / rain-01)))",
        "(k / know-01 :ARG0 (b / boy) :ARG1 (r / rain-01))",
        {"M:node between"},
    ),
    (
        "(k / know-01 :ARG0 (b / boy))",
        "(k / know-01 :ARG0 (b / boy) :ARG0 b)",
        {"U:notation copy"},
    ),
    (
        "(s / sleep-01 :time (d / date-entity :year 1943))",
        "(s / sleep-01)",
        {"M:node date"},
    ),
    (
        '(s / sleep-01 :location (c / city :name (n / name :op1 "Rome")))',
        "(s / sleep-01)",
        {"M:node entity"},
    ),
    ('(c / city :name (n / name :op1 "Rome"))', "(c / city)", {"M:name"}),
    ("(d / day :quant 3)", "(d / day :quant (m / many))", {"R:value node"}),
    ("(d / day :quant 3)", "(d / day :value 3)", {"R:value role"}),
    ("(g / go-02 :mode imperative)", "(g / go-02)", {"M:value"}),
    ("(k / know-01 :polarity -)", "(k / know-01)", {"M:polarity"}),
    ("(b / boy :mod (t / tall))", "(t / tall :mod-of (b / boy))", {"R:notation inverse", "R:top"}),
    (
        "(s / see-01 :ARG0 (b / boy) :ARG1 (g / girl :time (d / day)))",
        "(s / see-01 :ARG0 (b / boy :duration (d / day)) :ARG1 (g / girl))",
        {"R:attachment relabelled"},
    ),
    (
        "(s / see-01 :ARG0 (b / boy) :ARG1 (c / boy))",
        "(s / see-01 :ARG0 (b / boy) :ARG1 b)",
        {"U:coreference node"},
    ),
]


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_has_an_example(name: str) -> None:
    example = CLASSES[name]
    script = diff(example.gold, example.pred)
    assert [edit.code for edit in script] == example.code.split()
    assert {edit.cls for edit in script} == {name}
    assert all(edit.family == example.family for edit in script)


@pytest.mark.parametrize(("gold", "pred", "expected"), PAIRS)
def test_codes_and_details(gold: str, pred: str, expected: set[str]) -> None:
    script = diff(gold, pred)
    assert {f"{edit.code} {edit.detail}".strip() for edit in script} == expected


def test_eighteen_classes_in_five_families() -> None:
    assert len(CLASSES) == 18
    assert [one for one in FAMILIES if one != "unreadable"] == [
        "concept",
        "relation",
        "structure",
        "value",
        "notation",
    ]
    assert list(ALL_CLASSES) == [*CLASSES, "unreadable"]


def test_a_graph_that_cannot_be_read_is_one_edit() -> None:
    (edit,) = diff("(b / boy)", None)
    assert (edit.code, edit.cost) == ("M:unreadable", 1.0)
    (edit,) = diff(None, "(b / boy)")
    assert edit.code == "U:unreadable"
    assert not diff(None, None).edits
