"""Graphs: what they are made of, what they equal, how they are written."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from types import SimpleNamespace
from typing import Any

import penman
import pytest
from hypothesis import given

from tertium import Graph
from tertium.errors import InputError, NotationError
from tertium.graph import Triple, as_graph
from tests.support.graphs import graphs

TEXT = "# ::id 1 ::snt Go\n(g / go-02~e.2\n    :ARG0~e.1 (b / boy)\n    :polarity -)"
TRIPLES: list[Triple] = [
    ("g", ":instance", "go-02"),
    ("g", ":ARG0", "b"),
    ("b", ":instance", "boy"),
    ("g", ":polarity", "-"),
]


@pytest.fixture
def graph() -> Graph:
    return Graph.from_penman(TEXT)


def test_what_a_graph_says(graph: Graph) -> None:
    assert graph.triples == tuple(TRIPLES)
    assert graph.variables == ("g", "b")
    assert graph.top == "g"
    assert graph.id == "1"
    assert graph.metadata == {"id": "1", "snt": "Go"}
    assert len(graph) == 4
    assert str(graph) == "(g / go-02\n    :ARG0 (b / boy)\n    :polarity -)"
    assert repr(graph) == "<Graph 1: 2 variables, 4 triples>"
    assert repr(Graph.from_triples(TRIPLES)) == "<Graph: 2 variables, 4 triples>"


def test_the_text_comes_back_as_it_was_written() -> None:
    text = "(b / boy\n    :ARG0-of (g / go-02\n        :polarity -))"
    assert str(Graph.from_penman(text)) == text
    marked = "(b~e.1 / boy :ARG0-of~e.2 (g / go-02 :op1 b~3))"
    graph = Graph.from_penman(marked)
    assert graph.to_penman(one_line=True) == "(b / boy :ARG0-of (g / go-02 :op1 b))"
    assert graph.to_penman(one_line=True, marks=True) == (
        "(b / boy~e.1 :ARG0-of~e.2 (g / go-02 :op1 b~3))"
    )


def test_a_graph_cannot_be_changed(graph: Graph) -> None:
    thing: Any = graph
    for name in ("triples", "top", "variables", "id", "metadata", "colour"):
        with pytest.raises(AttributeError):
            setattr(thing, name, "x")
    with pytest.raises(TypeError):
        thing.metadata["id"] = "2"
    with pytest.raises(TypeError):
        Graph.from_triples(TRIPLES, metadata={"id": "1"}).metadata["id"] = "2"  # type: ignore[index]
    with pytest.raises(TypeError, match=r"use Graph\.from_penman"):
        Graph()
    graph.alignments.clear()
    assert graph.alignments == {TRIPLES[0]: "~e.2"}


def test_metadata_given_by_a_user_are_copied() -> None:
    given = {"id": "1"}
    graph = Graph.from_triples(TRIPLES, metadata=given)
    given["id"] = "2"
    assert graph.id == "1"


def test_equal_graphs(graph: Graph) -> None:
    same = Graph.from_triples(TRIPLES)
    assert graph == same
    assert hash(graph) == hash(same)
    assert len({graph, same, Graph.from_triples(TRIPLES, top="b")}) == 2
    assert graph == Graph.from_penman("(g / go-02 :ARG0 (b / boy) :polarity -)")
    assert graph != Graph.from_triples(TRIPLES[::-1])
    assert graph != Graph.from_triples(TRIPLES, top="b")
    assert graph != "(g / go-02)"
    inverse, plain = "(b / boy :ARG0-of (g / go-02))", "(g / go-02 :ARG0 (b / boy))"
    assert Counter(Graph.from_penman(inverse).triples) == Counter(Graph.from_penman(plain).triples)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickled_and_copied(graph: Graph, protocol: int) -> None:
    for original in (graph, Graph.from_triples(TRIPLES, top="b", metadata={"id": "x"})):
        for again in (pickle.loads(pickle.dumps(original, protocol)), copy.deepcopy(original)):
            assert again == original
            assert again.metadata == original.metadata
            assert again.alignments == original.alignments
            assert again.role_alignments == original.role_alignments
            assert str(again) == str(original)


@given(graphs())
def test_any_graph_is_pickled(graph: Graph) -> None:
    assert pickle.loads(pickle.dumps(graph)) == graph


def test_a_role_that_is_inverse_twice_is_pickled() -> None:
    graph = Graph.from_triples([("a", "ARG0-of-of", "b"), ("b", "instance", "c")])
    assert graph.triples[0] == ("b", ":ARG0-of", "a")
    assert pickle.loads(pickle.dumps(graph)) == graph


def test_from_triples() -> None:
    mixed: list[Any] = [
        ("b", "instance", "boy"),
        ["b", ":quant", 5],
        ("b", ":x", None),
        ("b", "y", 1.5),
    ]
    assert Graph.from_triples(mixed).triples == (
        ("b", ":instance", "boy"), ("b", ":quant", "5"), ("b", ":x", None), ("b", ":y", "1.5")
    )  # fmt: skip
    assert Graph.from_triples(iter(TRIPLES)).top == "g"
    assert Graph.from_triples([("g", ":ARG0-of", "b"), ("b", ":instance", "x")]).triples[0] == (
        "b", ":ARG0", "g"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("triples", "message"),
    [
        ([], "at least one triple"),
        ([("a", "b")], "triple 1 is not"),
        ([("a", ":b", "c"), ("a", ":b", "c", "d")], "triple 2 is not"),
        (["abc"], "triple 1 is not"),
        ([b"abc"], "triple 1 is not"),
        ([5], "triple 1 is not"),
        ([{"a", "b", "c"}], "triple 1 is not"),
        ([("", ":b", "c")], "triple 1 is not"),
        ([("a", "", "c")], "triple 1 is not"),
        ([(1, ":b", "c")], "triple 1 is not"),
        ([(None, ":b", "c")], "triple 1 is not"),
        ([("a", ":b", ["c"])], "triple 1 is not"),
        ([("a", ":b", "\ud800")], r"no valid Unicode: \('a', ':b', '\\ud800'\)"),
        ([("a", ":b", "c"), ("\ud800", ":b", "c")], "no valid Unicode"),
    ],
)
def test_bad_triples(triples: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Graph.from_triples(triples)


def test_a_top_that_is_no_variable() -> None:
    with pytest.raises(InputError, match="the top 'x' is not the source of any triple"):
        Graph.from_triples(TRIPLES, top="x")
    with pytest.raises(InputError, match="no valid Unicode"):
        Graph.from_triples(TRIPLES, top="\ud800")


def test_whatever_is_a_graph() -> None:
    graph = Graph.from_penman("(g / go-02 :ARG0 (b / boy) :polarity -)")
    decoded = penman.decode("# ::id 7\n(g / go-02~e.1 :ARG0 (b / boy) :polarity -)")
    assert as_graph(graph) is graph
    assert as_graph(str(graph)) == as_graph(TRIPLES) == as_graph(iter(TRIPLES)) == graph
    assert as_graph(decoded) == graph
    assert as_graph(decoded).id == "7"
    bare = penman.Graph(
        [("g", ":instance", "go-02"), ("g", ":ARG0", "b"), ("b", ":instance", "boy")]
    )
    assert as_graph(bare).triples == tuple(TRIPLES[:3])
    assert as_graph(penman.decode("(b / boy :ARG0-of (g / go-02))")).top == "b"


@pytest.mark.parametrize(
    "thing", [5, 1.5, object(), b"(b / boy)", bytearray(b"x"), SimpleNamespace()]
)
def test_whatever_is_not(thing: Any) -> None:
    with pytest.raises(InputError, match=f"not {type(thing).__name__}"):
        as_graph(thing)


@pytest.mark.parametrize("thing", ["", [], (), {}, [None], "no graph", "(b / boy", penman.Graph()])
def test_nor_this(thing: Any) -> None:
    with pytest.raises(InputError):
        as_graph(thing)


def test_errors_in_a_text_are_placed() -> None:
    with pytest.raises(NotationError, match=r"graph \(7\), line 2, column 10"):
        as_graph("# ::id 7\n(b / boy))")


LAYOUTS: dict[str, tuple[list[Triple], str | None, str]] = {
    "as it comes": (TRIPLES, None, "(g / go-02 :ARG0 (b / boy) :polarity -)"),
    "inverted": (TRIPLES, "b", "(b / boy :ARG0-of (g / go-02 :polarity -))"),
    "inverted back": (
        [("a", ":ARG0-of", "b"), ("b", ":instance", "x")],
        "b",
        "(b / x :ARG0 (a))",
    ),
    "inverted though it ends in of": (
        [("a", ":consist-of", "b"), ("b", ":instance", "x")],
        "b",
        "(b / x :consist-of-of (a))",
    ),
    "a cycle": (
        [("a", ":r", "b"), ("b", ":s", "a")],
        None,
        "(a :r (b :s a))",
    ),
    "a loop": ([("a", ":r", "a")], None, "(a :r a)"),
    "two concepts": (
        [("a", ":instance", "x"), ("a", ":instance", "y")],
        None,
        "(a / x :instance y)",
    ),
    "a value that is missing": ([("a", ":r", None), ("a", ":s", "1")], None, "(a :r :s 1)"),
    "two ways to a node": (
        [("a", ":r", "c"), ("b", ":r", "c"), ("a", ":s", "b"), ("c", ":instance", "x")],
        None,
        "(a :r (c / x) :s (b :r c))",
    ),
    "values that must be quoted": (
        [("a", ":instance", "New York"), ("a", ":r", 'say "no"\\'), ("a", ":s", "")],
        None,
        r'(a / "New York" :r "say \"no\"\\" :s "")',
    ),
    "values that need no quotes": (
        [("a", ":instance", '"New York"'), ("a", ":r", "12:30"), ("a", ":s", "3/4")],
        None,
        '(a / "New York" :r 12:30 :s 3/4)',
    ),
    "a value that looks like a mark": ([("a", ":r", "b~e.1")], None, '(a :r "b~e.1")'),
}  # fmt: skip


@pytest.mark.parametrize(("triples", "top", "expected"), LAYOUTS.values(), ids=LAYOUTS)
def test_layout(triples: list[Triple], top: str | None, expected: str) -> None:
    graph = Graph.from_triples(triples, top=top)
    assert graph.to_penman(one_line=True) == expected
    again = Graph.from_penman(expected)
    assert again.top == graph.top
    if '"' not in expected:
        found = Counter(t for t in again.triples if t[1:] != (":instance", None))
        assert found == Counter(graph.triples)


@pytest.mark.parametrize(
    ("triples", "message"),
    [
        ([("a", ":instance", "x"), ("b", ":instance", "y")], "'b' cannot be reached from the top"),
        ([("a b", ":instance", "x")], "the variable 'a b' cannot be written"),
        ([("a", ":r(", "x")], r"the role 'r\(' cannot be written"),
        ([("a", ":r", "x\ny")], "line break"),
    ],
)
def test_graphs_that_cannot_be_written(triples: list[Triple], message: str) -> None:
    graph = Graph.from_triples(triples)
    assert len(graph) == len(triples)
    with pytest.raises(InputError, match=message):
        str(graph)
