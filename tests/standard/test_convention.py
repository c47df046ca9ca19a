"""Conventions: each answer does what it says, and the preset of smatch gives smatch's triples."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import fields
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Convention, Corpus, Graph, _native, align, score
from tertium.errors import OptionError
from tertium.standard import SMATCH
from tests.support.corpora import corpora
from tests.support.graphs import graphs

PLAIN: dict[str, Any] = {
    "case": "keep", "quotes": "keep", "strings": "whole", "inverse": "keep", "mod": "keep",
    "constants": "keep", "duplicates": "count", "wiki": "keep", "top": "none",
}  # fmt: skip

STEPS = [
    ({}, "(B / Boy :ARG0-of (c / C :mod B :wiki X))", "(B / Boy :ARG0-of (c / C :mod B :wiki X))"),
    ({"case": "lower"}, '(B / Boy :ARG0 (C / "Éa" :OP1 B))', '(B / boy :arg0 (C / "éa" :op1 B))'),
    ({"quotes": "drop"}, '(b / "boy" :op1 "5" :op2 5)', "(b / boy :op1 5 :op2 5)"),
    ({"quotes": "drop"}, '(b / x :op1 "a b")', '(b / x :op1 "a b")'),
    ({"quotes": "drop"}, '(b / boy :op1 "" :op2 "b")', '(b / boy :op1 "" :op2 b)'),
    ({"strings": "first-word"}, '(b / boy :op1 "New York" :op2 a_)', "(b / boy :op1 New :op2 a)"),
    ({"strings": "first-word"}, '(b / "boy_" :op1 "a__" :op2_ c_)', "(b / boy :op1 a :op2 c)"),
    ({"strings": "first-word"}, '(b / x :op1 "  New\tYork " :op2 "a ")', "(b / x :op1 New :op2 a)"),
    ({"strings": "first-word"}, '(b / " New  York" :op1 "a\xa0b")', "(b / NewYork :op1 a)"),
    ({"inverse": "amr"}, "(b / x :r-of (c / y))", "(b / x :r-of (c / y))"),
    ({"inverse": "amr"}, "(b / x :consist-of (c / y))", "(b / x :consist-of (c / y))"),
    ({"inverse": "amr"}, "(b / x :r-of 5)", "(b / x :r-of 5)"),
    ({"mod": "domain"}, "(b / x :mod (c / y))", "(b / x :domain-of (c / y))"),
    ({"mod": "domain"}, "(b / x :mod-of (c / y))", "(b / x :domain (c / y))"),
    ({"mod": "domain"}, "(b / x :mod 5)", "(b / x :domain-of 5)"),
    ({"mod": "smatch"}, "(b / x :mod 5)", "(b / x :mod 5)"),
    ({"mod": "mod"}, "(b / x :domain (c / y))", "(b / x :mod-of (c / y))"),
    ({"mod": "mod"}, "(b / x :domain-of (c / y))", "(b / x :mod (c / y))"),
    ({"mod": "smatch"}, "(b / x :mod (c / y))", "(b / x :domain-of (c / y))"),
    ({"mod": "smatch"}, "(b / x :mod-of (c / y))", "(b / x :mod-of (c / y))"),
    ({"constants": "drop"}, "(b / x :mod 5 :r-of 6 :consist-of 7)", "(b / x :consist-of 7)"),
    ({"constants": "drop"}, "(b / x :mod (c / y :r-of b))", "(b / x :mod (c / y :r-of b))"),
    ({"duplicates": "drop"}, "(b / x :r 1 :r 1 :s (c / y) :s c)", "(b / x :r 1 :s (c / y))"),
    ({"wiki": "drop"}, '(b / x :wiki - :name (n / name :wiki "Q"))', "(b / x :name (n / name))"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "text", "expected"), STEPS)
def test_a_step(changes: dict[str, Any], text: str, expected: str) -> None:
    standard = Convention(**(PLAIN | changes)).apply(Graph.from_penman(text))
    expected_triples = [
        # The writer quotes what would not be read back; the value itself has no quotes.
        (s, r, t.strip('"') if t and changes.get("quotes") == "drop" else t)
        for s, r, t in Graph.from_penman(expected).triples
    ]
    assert list(standard.triples) == expected_triples
    assert standard.top == Graph.from_penman(text).top


def test_inverse_edges_are_turned_natively_as_well() -> None:
    """The triples that Python shows are turned around anyway; what is compared shows in scores."""
    text, turned = "(b / x :r-of (c / y))", "(c / y :r (b / x))"
    for inverse, expected in (("keep", 2), ("amr", 3), ("all", 3)):
        convention = Convention(**(PLAIN | {"inverse": inverse}))
        assert align(text, turned, convention=convention).matched == expected
    odd = "(b / x :consist-of (c / y))", "(c / y :consist (b / x))"
    for inverse, expected in (("keep", 2), ("amr", 2), ("all", 3)):
        convention = Convention(**(PLAIN | {"inverse": inverse}))
        assert align(*odd, convention=convention).matched == expected


def test_what_the_top_is() -> None:
    for top, expected in (("none", 0), ("concept", 0), ("flag", 1)):
        found = align("(b / boy)", "(g / girl)", convention=Convention(**(PLAIN | {"top": top})))
        assert found.matched == expected


@settings(max_examples=60)
@given(graphs())
def test_applied_twice_is_applied_once(graph: Graph) -> None:
    for convention in (SMATCH, Convention(), Convention(duplicates="drop", mod="mod")):
        once = convention.apply(graph)
        assert convention.apply(once).triples == once.triples
        assert once.variables == graph.variables


def test_lower_case_is_that_of_python() -> None:
    convention = Convention(**(PLAIN | {"case": "lower"}))
    letters = [chr(c) for c in range(1, sys.maxunicode + 1) if not 0xD800 <= c < 0xE000]
    # Blanks between letters, because Python looks at the neighbours of a sigma.
    groups = [letters[start : start + 500] for start in range(0, len(letters), 500)]
    graph = Graph.from_triples([("x", "op", " ".join(group)) for group in groups])
    for group, (_, _, found) in zip(groups, convention.apply(graph).triples, strict=True):
        assert found == " ".join(letter.lower() for letter in group)


def test_lower_case_in_the_middle_of_words() -> None:
    convention = Convention(**(PLAIN | {"case": "lower"}))
    graph = Graph.from_penman('(É / ÀB-01 :OP1 "ẞtraße İI" :Роль Ω)')
    assert convention.apply(graph).triples == (
        ("É", ":instance", "àb-01"), ("É", ":op1", '"ßtraße i̇i"'), ("É", ":роль", "ω"),
    )  # fmt: skip


def test_the_signature_spells_every_answer() -> None:
    for field in fields(Convention):
        for choice in get_args(get_type_hints(Convention)[field.name]):
            convention = Convention(**{field.name: choice})
            assert f"{field.name}:{choice}" in convention.signature.split("|")
    assert len(Convention().signature.split("|")) == len(fields(Convention))


def test_the_native_core_knows_the_same_answers() -> None:
    hints = get_type_hints(Convention)
    expected = [
        (field.name, ("no", "yes") if hints[field.name] is bool else get_args(hints[field.name]))
        for field in fields(Convention)
    ]
    assert list(_native.answers().items()) == expected


def test_the_native_core_refuses_what_it_does_not_know() -> None:
    every = {name: values[0] for name, values in _native.answers().items() if values}
    _native.Convention(every, None)
    for answers, message in (
        (every | {"case": "upper"}, "'case' has no value 'upper'"),
        (every | {"colour": "red"}, "a convention has no answer 'colour'"),
        ({"case": "lower"}, "a convention needs an answer for 'quotes'"),
    ):
        with pytest.raises(ValueError, match=message):
            _native.Convention(answers, None)


def test_a_wrong_answer_is_refused() -> None:
    with pytest.raises(OptionError, match="case='upper'; choose from lower, keep"):
        Convention(case="upper")  # type: ignore[arg-type]


# The smatch package as a yardstick.

SMATCH_TEXTS = [
    "(b / boy)",
    "(b / Boy :ARG0-of (g / go-02 :polarity -) :quant 5)",
    '(n / name :op1 "New York" :op2 "a_" :op3 "(x:y/z)")',
    "(b / boy :mod 5 :ARG0-of 6 :mod (t / tall))",
    "(a / x :consist-of (b / y) :prep-out-of (c / z) :prep-on-behalf-of b)",
    "(a / x :ARG0 b :ARG1 (b / y :mod-of a :domain (c / z) :domain-of a))",
    "(a / x :ARG0 a :ARG1 (b / y) :ARG1 b :op1 1 :op1 1)",
    "(a / x :ARG0 c :wiki - :time (d / date-entity :month 5))",
    '(a / x :op1 "b" :op2 b :ARG0 (b / y))',
    "(é / naïve :op1 ÀÉ :Op2 (b / y))",
    "(a / x :Mod (b / y :MOD a) :DOMAIN b :Mod-of b :Domain-of b :Mod 5 :Consist-of b)",
]


def smatch_triples(text: str) -> Counter[tuple[str, str, str]]:
    amr = pytest.importorskip("amr", reason="needs the smatch package: pip install smatch==1.0.4")
    graph = amr.AMR.parse_AMR_line(text.replace("\n", " "))
    normalize = pytest.importorskip("smatch").normalize
    instances, attributes, relations = graph.get_triples()
    found: Counter[tuple[str, str, str]] = Counter()
    for role, source, target in (*instances, *attributes):
        if role != "TOP":
            found[source, normalize(role), normalize(target)] += 1
    for role, source, target in relations:
        found[source, normalize(role), target] += 1
    return found


def our_triples(graph: Graph) -> Counter[tuple[str, str, str]]:
    standard = SMATCH.apply(graph)
    return Counter((s, r.removeprefix(":"), t or "") for s, r, t in standard.triples)


@pytest.mark.parametrize("text", SMATCH_TEXTS)
def test_the_triples_of_smatch(text: str) -> None:
    assert our_triples(Graph.from_penman(text)) == smatch_triples(text)


# Words that are no variable: smatch takes the first word of a string for one (docs/differences.md).
WORDS = st.sampled_from(["", "New", "York", "_", "a_", "__b", "É", "(", ")", ":", "/", "~e.1", "-"])
BLANKS = st.text(" \t\v\f\x1c\x1f\x85\xa0\u1680\u2003\u2028\u202f\u3000", max_size=2)


@st.composite
def strings(draw: st.DrawFn) -> str:
    """Draw a string with blanks in every position."""
    parts = [draw(BLANKS) + draw(WORDS) for _ in range(draw(st.integers(0, 3)))]
    return '"' + "".join(parts) + draw(BLANKS) + '"'


@st.composite
def graphs_with_strings(draw: st.DrawFn) -> str:
    """Draw a graph whose concepts and constants are strings, or words."""
    values = st.one_of(strings(), strings(), st.sampled_from(["boy", "5", "a_"]))
    text = f"(x0 / {draw(values)}"
    for number in range(1, draw(st.integers(1, 5))):
        role = draw(st.sampled_from([":op1", ":mod", ":ARG0-of", ":domain", ":op2_"]))
        node = f"(x{number} / {draw(values)})"
        text += f" {role} {node if draw(st.booleans()) else draw(values)}"
    return text + ")"


@settings(max_examples=600)
@given(graphs_with_strings())
def test_strings_with_blanks_are_read_as_by_smatch(text: str) -> None:
    assert our_triples(Graph.from_penman(text)) == smatch_triples(text)


@pytest.mark.parametrize("metric", ["smatch", "s2match", "wsmatch"])
def test_strings_that_begin_with_a_blank_differ(metric: str) -> None:
    gold, pred = '(n / name :op1 " moral")', '(n / name :op1 " devil")'
    assert score(gold, pred, metric).value < 1
    assert score(gold, '(n / name :op1 "moral ")', metric).value == 1


@pytest.mark.parametrize("role", [":mod", ":Mod", ":MOD-OF", ":ARG0-of", ":ARG0-OF"])
@pytest.mark.parametrize("other", [":MOD", ":mod-of", ":domain", ":DOMAIN-OF", ":arg0", ":arg0-OF"])
def test_smatch_knows_roles_as_they_are_written(role: str, other: str) -> None:
    smatch = pytest.importorskip("smatch", reason="needs the smatch package")
    gold = f"(b / boy {role} (t / tall))"
    for pred in (f"(b / boy {other} (t / tall))", f"(t / tall {other} (b / boy))"):
        smatch.match_triple_dict.clear()
        theirs = smatch.compute_f(*smatch.get_amr_match(pred, gold))[2]
        assert score(gold, pred).value == theirs


def test_the_triples_of_smatch_on_corpora() -> None:
    for path in sorted((corpora() / "data").rglob("*test.amr")):
        for graph in Corpus.read(path).graphs[::40]:
            text = graph.to_penman(one_line=True)
            assert our_triples(graph) == smatch_triples(text), (path, text)
