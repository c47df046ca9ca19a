"""The reader: what it takes, what it refuses, and how much of it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import Graph
from tertium.errors import InputError, NotationError
from tertium.graph import Triple
from tertium.graph.corpus import as_entry
from tertium.graph.notation import read_entries
from tests.graph.entries import BOY, GO
from tests.support.graphs import connected_graphs


def triples(text: str) -> tuple[Triple, ...]:
    return Graph.from_penman(text).triples


ACCEPTED: dict[str, tuple[str, tuple[Triple, ...]]] = {
    "one node": ("(b / boy)", BOY),
    "no blanks": ("(b/boy)", BOY),
    "blanks everywhere": ("  (  b   /   boy  )  ", BOY),
    "tabs": ("(g\t/\tgo-02\n\t:ARG0\t(b\t/\tboy))", GO),
    "line ends of Windows": ("(g / go-02\r\n    :ARG0 (b / boy))\r\n", GO),
    "form feed and vertical tab": ("(g\f/\vgo-02 :ARG0 (b / boy))", GO),
    "many lines": ("(\ng\n/\ngo-02\n:ARG0\n(\nb\n/\nboy\n)\n)", GO),
    "a value on the line after its role": (
        "(b / boy :quant\n    5)",
        (*BOY, ("b", ":quant", "5")),
    ),
    "a node on the line after its role": ("(g / go-02 :ARG0\n    (b / boy))", GO),
    "a node at the start of the line after its role": ("(g / go-02 :ARG0\n(b / boy))", GO),
    "blank lines inside": ("(g / go-02\n\n   \n    :ARG0 (b / boy)\n\n)", GO),
    "comment lines inside": ("(g / go-02\n# the boy\n    :ARG0 (b / boy))", GO),
    "metadata and other comments": ("# ::id 1 ::snt Boy\n# free\n(b / boy)", BOY),
    "no concept": ("(g :ARG0 (b / boy))", (("g", ":instance", None), *GO[1:])),
    "no concept after the slash": ("(g / :ARG0 (b / boy))", (("g", ":instance", None), *GO[1:])),
    "a slash and nothing": ("(b / )", (("b", ":instance", None),)),
    "a role without value": (
        "(b / boy :ARG0 :ARG1 )",
        (*BOY, ("b", ":ARG0", None), ("b", ":ARG1", None)),
    ),
    "a role without name": ("(b / boy : 5)", (*BOY, ("b", ":", "5"))),
    "the concept as a role": ("(b :instance boy)", BOY),
    "the concept as a late role": ("(g :ARG0 (b / boy) :instance go-02)", GO),
    "two concepts": ("(b / boy :instance girl)", (*BOY, ("b", ":instance", "girl"))),
    "a quoted string": (
        '(n / name :op1 "New York: (a/b) ~e.4 # ::id")',
        (("n", ":instance", "name"), ("n", ":op1", '"New York: (a/b) ~e.4 # ::id"')),
    ),
    "escapes": (
        r'(n / name :op1 "say \"no\" \\")',
        (("n", ":instance", "name"), ("n", ":op1", r'"say \"no\" \\"')),
    ),
    "an empty string": ('(b / boy :op1 "")', (*BOY, ("b", ":op1", '""'))),
    "a string that is a concept": ('(b / "boy")', (("b", ":instance", '"boy"'),)),
    "a string that looks like a variable": ('(b / boy :op1 "b")', (*BOY, ("b", ":op1", '"b"'))),
    "a string next to a parenthesis": ('(b / boy :op1"x")', (*BOY, ("b", ":op1", '"x"'))),
    "marks": (
        "(g / go-02~e.4,5 :ARG0~e.1 (b / boy~2) :polarity -~e.3)",
        (*GO, ("g", ":polarity", "-")),
    ),
    "a mark on a string": ('(b / boy :op1 "a~e.4"~e.5)', (*BOY, ("b", ":op1", '"a~e.4"'))),
    "a mark behind a blank": ("(b / boy ~e.4)", BOY),
    "a mark on a variable": ("(b~e.4 / boy)", BOY),
    "a mark on a concept as a role": ("(b :instance~e.1 boy~e.2)", BOY),
    "a tilde that is not a mark": ("(b / boy :op1 a~b)", (*BOY, ("b", ":op1", "a~b"))),
    "a time": ("(b / boy :time 12:30)", (*BOY, ("b", ":time", "12:30"))),
    "a fraction": ("(b / boy :quant 3/4)", (*BOY, ("b", ":quant", "3/4"))),
    "an address": ("(b / boy :op1 http://a.b/c)", (*BOY, ("b", ":op1", "http://a.b/c"))),
    "inverse roles": ("(b / boy :ARG0-of (g / go-02))", (BOY[0], GO[1], GO[0])),
    "an inverse role to a variable": (
        "(g / go-02 :ARG1 (b / boy :ARG0-of g))",
        (GO[0], ("g", ":ARG1", "b"), BOY[0], GO[1]),
    ),
    "an inverse role to a constant": ("(b / boy :ARG0-of 5)", (*BOY, ("b", ":ARG0-of", "5"))),
    "an inverse twice": (
        "(b / boy :ARG0-of-of (g / go-02))",
        (BOY[0], ("g", ":ARG0-of", "b"), GO[0]),
    ),
    "a role to a variable that comes later": (
        "(w / want-01 :ARG0 b :ARG1 (g / go-02 :ARG0 (b / boy)))",
        (("w", ":instance", "want-01"), ("w", ":ARG0", "b"), ("w", ":ARG1", "g"), *GO),
    ),
    "a cycle": (
        "(g / go-02 :ARG0 (b / boy :mod g))",
        (*GO, ("b", ":mod", "g")),
    ),
    "a loop": ("(b / boy :mod b)", (*BOY, ("b", ":mod", "b"))),
    "an edge twice": (
        "(g / go-02 :ARG0 (b / boy) :ARG0 b)",
        (*GO, ("g", ":ARG0", "b")),
    ),
    "a node twice": (
        "(b / boy :mod (b / boy))",
        (*BOY, ("b", ":mod", "b"), *BOY),
    ),
    "a concept that is also a variable": ("(b / b)", (("b", ":instance", "b"),)),
    "other scripts": (
        '(ж / мальчик :op1 "東京" :ролЬ ñ)',
        (("ж", ":instance", "мальчик"), ("ж", ":op1", '"東京"'), ("ж", ":ролЬ", "ñ")),
    ),
    "a character of two UTF-16 units": ("(b / 😀)", (("b", ":instance", "😀"),)),
    "blanks of Unicode": ("(b / a\xa0b\u2028c)", (("b", ":instance", "a\xa0b\u2028c"),)),
    "separators are blanks": (
        "(b\x1c/\x1dboy\x1d:mod\x1e(t / tall)\x1f:op1\x1fa)",
        (*BOY, ("b", ":mod", "t"), ("t", ":instance", "tall"), ("b", ":op1", "a"))),
    "separators in a string": ('(b / "a\x1d\x1fb")', (("b", ":instance", '"a\x1d\x1fb"'),)),
    "an empty concept as a role": ("(b :instance )", (("b", ":instance", None),)),
    "odd symbols": ("(b / boy#1 :op1 +1.5e-3 :op2 %,;!)", (
        ("b", ":instance", "boy#1"), ("b", ":op1", "+1.5e-3"), ("b", ":op2", "%,;!"))),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), ACCEPTED.values(), ids=ACCEPTED)
def test_accepted(text: str, expected: tuple[Triple, ...]) -> None:
    assert triples(text) == expected


@pytest.mark.parametrize("role", ["consist-of", "prep-out-of", "prep-on-behalf-of"])
def test_roles_that_only_look_inverse(role: str) -> None:
    assert triples(f"(a / x :{role} (b / y))")[1] == ("a", f":{role}", "b")
    assert triples(f"(a / x :{role}-of (b / y))")[1] == ("b", f":{role}", "a")


REFUSED = {
    "a parenthesis open": ("(b / boy", 1, 9, "with 1 parenthesis still open"),
    "two parentheses open": ("(g / go-02\n  :ARG0 (b / boy", 2, 17, "line 2, column 9"),
    "a parenthesis too many": ("(b / boy))", 1, 10, "one ')' too many"),
    "a closed graph goes on": ("(b / boy)\n   :ARG0 b)", 2, 4, "text behind the graph"),
    "empty parentheses": ("()", 1, 2, "expected a variable"),
    "only an open parenthesis": ("(", 1, 1, "expected a variable"),
    "no variable": ("( / boy)", 1, 3, "expected a variable"),
    "a string for a variable": ('("b" / boy)', 1, 2, "expected a variable"),
    "a node for a concept": ("(b / (c / d))", 1, 6, "expected a role"),
    "two values": ("(b / boy :ARG0 dog cat)", 1, 20, "expected a role or ')'"),
    "two words for a concept": ("(c / New York)", 1, 10, "expected a role or ')'"),
    "two nodes under a role": ("(a / b :x (c / d) (e / f))", 1, 19, "expected a role or ')'"),
    "a string that is not closed": ('(b / boy :op1 "x)', 1, 15, "not closed on its line"),
    "a string over two lines": ('(b / boy :op1 "x\ny")', 1, 15, "not closed on its line"),
    "an escape at the end": ('(b / boy :op1 "x\\', 1, 15, "not closed on its line"),
    "a mark for a concept": ("(b / ~e.4)", 1, 6, "expected a value"),
    "two marks": ("(b / boy~1~2)", 1, 11, "expected a role"),
    "no graph": ("The boy goes.", 1, 1, "this is not a graph"),
    "a NUL byte": ("(b / b\0y)", 1, 7, "a NUL byte"),
    "a lone surrogate": ("(b / \ud800)", 1, 6, "not valid UTF-8"),
    "columns count characters": ("(ж / 東京 :op1 😀 😀)", 1, 16, "expected a role"),
}


@pytest.mark.parametrize(("text", "line", "column", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Graph.from_penman(text)
    assert message in caught.value.message
    assert (caught.value.place.line, caught.value.place.column) == (line, column)
    if text.isascii():
        assert caught.value.source == text.split("\n")[line - 1]


@pytest.mark.parametrize("text", ["", "  \n", "# ::id 1\n", "\ufeff"])
def test_no_graph_in_a_text(text: str) -> None:
    with pytest.raises(InputError, match="no graph"):
        Graph.from_penman(text)


def test_more_than_one_graph_in_a_text() -> None:
    with pytest.raises(InputError, match="expected one graph, found 2"):
        Graph.from_penman("(b / boy) (g / girl)")


def test_marks_are_kept_beside_the_triples() -> None:
    graph = Graph.from_penman("(g / go-02~e.4,5 :ARG0~e.1 (b / boy ~2) :polarity -~e.3)")
    assert graph.alignments == {GO[0]: "~e.4,5", GO[2]: "~2", ("g", ":polarity", "-"): "~e.3"}
    assert graph.role_alignments == {GO[1]: "~e.1"}
    assert Graph.from_penman("(b :mod c :instance boy~e.2)").alignments == {BOY[0]: "~e.2"}


def test_a_hundred_thousand_levels() -> None:
    depth = 100_000
    text = "".join(f"(v{i} / c :ARG0 " for i in range(depth)) + "x" + ")" * depth
    graph = Graph.from_penman(text)
    assert len(graph.variables) == depth
    assert graph.triples[-1] == (f"v{depth - 1}", ":ARG0", "x")
    assert Graph.from_penman(str(graph)) == graph
    again = Graph.from_triples(graph.triples)
    assert Counter(Graph.from_penman(str(again)).triples) == Counter(graph.triples)
    with pytest.raises(NotationError, match="with 100000 parentheses still open"):
        Graph.from_penman(text.rstrip(")"))


HOSTILE = {
    "blank lines inside a broken graph": ("(a / b c" + "\n" * 10**6 + ":d)\n\n(e / f)", 2),
    "blank lines before junk": ("\n" * 10**6 + "x", 1),
    "blanks on one line": ("(a / b" + " " * 10**6 + ")", 1),
    "comments": ("# x\n\n" * 10**5 + "(a / b)", 1),
    "concepts as roles, with marks": (
        "".join(f"(v{i} :instance c~1 :r " for i in range(10**5)) + ")" * 10**5, 1,
    ),
    "broken graphs on long lines": (("(a / b" + " :c d" * 2000 + " e f)\n") * 100, 100),
    "open parentheses": ("(" * 10**6, 1),
    "colons": ("(a " + ":" * 10**6 + ")", 1),
    "tildes": ("(a / " + "~" * 10**6 + ")", 1),
    "quotes": ("(a / " + '"' * 10**6 + ")", 1),
    "backslashes": ('(a / "' + "\\" * 10**6 + '")', 1),
}  # fmt: skip


@pytest.mark.parametrize(("text", "count"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_take_linear_time(text: str, count: int) -> None:
    """What would take the square of its length would not end."""
    assert len(read_entries(text.encode())) == count


def test_as_many_reentrancies() -> None:
    text = "(a / b" + " :ARG0 (b / c) :ARG1 a" * 100_000 + ")"
    assert len(Graph.from_penman(text)) == 300_001


@given(connected_graphs())
def test_written_and_read_again(graph: Graph) -> None:
    for one_line in (False, True):
        again = Graph.from_penman(graph.to_penman(one_line=one_line))
        assert again.top == graph.top
        assert Counter(again.triples) == Counter(graph.triples)
        # What was read has a layout, which is kept.
        assert Graph.from_penman(again.to_penman(one_line=one_line)) == again
    assert "\n" not in graph.to_penman(one_line=True)


INVISIBLE = "\x01\x1b\x1c\x1d\x1e\x1f\x7f\x85\xa0\u200b\u202e\u2028\ufeff\t\v\f\r"


@given(
    st.text('ab "\\:' + INVISIBLE, min_size=1, max_size=8),
    st.text("ab" + INVISIBLE, min_size=1, max_size=4),
)
def test_invisible_characters_are_written_and_read_again(value: str, name: str) -> None:
    graph = Graph.from_triples([("b", ":instance", value), ("b", ":op1", value)])
    again = Graph.from_penman(graph.to_penman())
    bare = [t[1:-1].replace('\\"', '"').replace("\\\\", "\\") for _, _, t in again.triples if t]
    if again != graph:  # it got quotes
        assert bare == [value, value]
    assert Graph.from_penman(again.to_penman()) == again
    blank = any(character in " \t\r\n\v\f\x1c\x1d\x1e\x1f" for character in name)
    for part in ([(name, ":op1", "c")], [("b", name, "c")]):
        if blank:
            with pytest.raises(InputError, match="cannot be written"):
                Graph.from_triples(part).to_penman()
        else:
            assert Graph.from_penman(Graph.from_triples(part).to_penman()).triples[-1][2] == "c"


@given(st.text("ab :" + INVISIBLE, max_size=12))
def test_metadata_are_written_and_read_again(value: str) -> None:
    graph = Graph.from_triples([("b", ":instance", "boy")], metadata={"snt": value})
    again = Graph.from_penman(as_entry(graph))
    if "::" not in value:
        assert again.metadata == {"snt": value.strip(" \t\r\n\v\f\x1c\x1d\x1e\x1f")}


def test_a_value_may_end_in_a_slash() -> None:
    """Found by fuzzing: what was read in front of a role could not be read back."""
    graph = Graph.from_penman("(a / b :op1 1/:op2 http://x/)")
    assert graph.triples[1:] == (("a", ":op1", "1/"), ("a", ":op2", "http://x/"))
    assert Graph.from_penman(str(graph)) == graph
