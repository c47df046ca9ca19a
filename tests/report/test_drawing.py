"""Drawings of graphs: every triple once, marked, numbered, escaped."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from tertium import Graph
from tertium.metrics import Sembleu, Smatch
from tertium.report.drawing import LARGEST, draw, draw_pair
from tertium.report.width import columns
from tests.support.graphs import graphs

GOLD = "(w / want-01 :polarity - :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))"
PRED = "(x / want-01 :ARG0 (y / girl) :ARG1 (z / go-02 :time (n / now)))"


def pair(gold: str, pred: str) -> tuple[ElementTree.Element, ElementTree.Element]:
    a, b = Graph.from_penman(gold), Graph.from_penman(pred)
    left, right = draw_pair(a, b, Smatch().explain(a, b))
    return ElementTree.fromstring(left), ElementTree.fromstring(right)


def alone(graph: Graph) -> ElementTree.Element:
    return ElementTree.fromstring(draw(graph, [""] * len(graph), {}, "a graph"))


def told(drawing: ElementTree.Element, mark: str | None = None) -> list[str]:
    """Return what triples are drawn; constants are told by the arrow that leads to them."""
    return [
        group.findtext("title", "")
        for group in drawing.iter("g")
        if mark is None or mark in group.get("class", "").split()
        if "leaf" not in group.get("class", "")
    ]


def numbers(drawing: ElementTree.Element) -> dict[str, str]:
    return {
        group.findtext("title", ""): group.get("data-n", "")
        for group in drawing.iter("g")
        if group.find("rect") is not None
    }


def expected(graph: Graph) -> Counter[str]:
    """Return the triples as they are told, with boxes for variables that have no concept."""
    found: Counter[str] = Counter()
    named = set()
    for source, role, target in graph.triples:
        if role == ":instance" and source not in named:
            named.add(source)
            found[f"{source} / {target}" if target else source] += 1
        else:
            found[f"{source} {role} {target or ''}".rstrip()] += 1
    found.update(set(graph.variables) - named)
    return found


@settings(max_examples=100, deadline=None)
@given(graphs(prefix="a"), graphs(prefix="b"))
def test_every_triple_of_both_graphs_is_drawn_once(a: Graph, b: Graph) -> None:
    found = Smatch().explain(a, b)
    for graph, drawing in zip((a, b), draw_pair(a, b, found), strict=True):
        tree = ElementTree.fromstring(drawing)
        assert Counter(told(tree)) == expected(graph)
        arrows = [group for group in tree.iter("g") if group.find("path") is not None]
        assert len(arrows) == len(graph) - sum(t[1] == ":instance" for t in graph.triples)


@pytest.mark.parametrize(
    "triples",
    [
        [("a", ":instance", "one"), ("a", ":instance", "two"), ("a", ":mod", "a")],
        [("a", ":ARG0", "b"), ("b", ":mod", None), ("c", ":instance", "left-over")],
        [("a", ":instance", None), ("b", ":instance", "b"), ("b", ":ARG0", "a")],
    ],
)
def test_odd_triples_are_drawn_once(triples: list[tuple[str, str, str | None]]) -> None:
    graph = Graph.from_triples(triples, top="a")
    assert Counter(told(alone(graph))) == expected(graph)


def test_what_both_have_and_what_one_has() -> None:
    gold, pred = pair(GOLD, PRED)
    assert sorted(told(gold, "same")) == ["g / go-02", "w / want-01", "w :ARG0 b", "w :ARG1 g"]
    assert sorted(told(gold, "other")) == ["b / boy", "g :ARG0 b", "w :polarity -"]
    assert sorted(told(pred, "other")) == ["n / now", "y / girl", "z :time n"]
    assert [g.findtext("title") for g in gold.iter("g") if g.get("class") == "leaf other"] == [
        "w :polarity -"
    ]


def test_aligned_variables_have_the_same_number() -> None:
    gold, pred = pair(GOLD, PRED)
    assert numbers(gold) == {
        "w / want-01": "1",
        "b / boy": "2",
        "g / go-02": "3",
        "w :polarity -": "",
    }
    assert numbers(pred) == {"x / want-01": "1", "y / girl": "2", "z / go-02": "3", "n / now": ""}
    shown = [text.text for text in gold.iter("text") if text.get("class") == "k"]
    assert sorted(map(str, shown)) == ["1", "2", "3"]


def test_nothing_has_a_number_where_nothing_is_aligned() -> None:
    gold, pred = Graph.from_penman(GOLD), Graph.from_penman(PRED)
    for drawing in draw_pair(gold, pred, Sembleu().explain(gold, pred)):
        assert set(numbers(ElementTree.fromstring(drawing)).values()) == {""}
        assert 'class="same"' in drawing


def test_without_an_explanation_nothing_is_marked() -> None:
    gold, pred = Graph.from_penman(GOLD), Graph.from_penman(PRED)
    for graph, drawing in zip((gold, pred), draw_pair(gold, pred, None), strict=True):
        tree = ElementTree.fromstring(drawing)
        assert Counter(told(tree)) == expected(graph)
        assert not told(tree, "same") + told(tree, "other")


def test_only_the_top_is_the_top() -> None:
    gold, pred = pair("(b / boy :ARG0-of (g / go-02))", "(g / go-02 :ARG0 (b / boy))")
    assert told(gold, "top") == ["b / boy"]
    assert told(pred, "top") == ["g / go-02"]


@pytest.mark.parametrize(
    ("text", "up"), [("(g / go-02 :ARG0 (b / boy))", False), ("(b / boy :ARG0-of (g / go))", True)]
)
def test_arrows_point_to_the_target(text: str, up: bool) -> None:
    drawing = alone(Graph.from_penman(text))
    (head,) = [path.get("d", "") for path in drawing.iter("path") if path.get("class") == "head"]
    target = next(g for g in drawing.iter("g") if g.findtext("title") == "b / boy")
    rect = target.find("rect")
    assert rect is not None
    x, y, left, top, width, height = (
        int(number)
        for number in (
            *re.findall(r"-?\d+", head)[:2],
            *(rect.get(name, "") for name in ("x", "y", "width", "height")),
        )
    )
    assert left < x < left + width
    assert y == (top + height if up else top)
    assert ("l-3.5 7h7z" if up else "l-3.5 -7h7z") in head


def test_re_entrancies_are_curved() -> None:
    gold, _ = pair(GOLD, PRED)
    paths = {g.findtext("title"): g.find("path") for g in gold.iter("g")}
    curved = {name for name, path in paths.items() if path is not None and "C" in path.get("d", "")}
    assert curved == {"g :ARG0 b"}


def test_edges_are_upright_beside_an_arrow_that_arrives() -> None:
    starts = {}
    for text in ("(b / boy :ARG0-of (g / go-02) :mod (t / tall))", "(b / boy :mod (t / tall))"):
        drawing = alone(Graph.from_penman(text))
        paths = {g.findtext("title", ""): g.find("path") for g in drawing.iter("g")}
        path = paths["b :mod t"]
        assert path is not None
        starts[text] = re.match(r"M\d+ (\d+)V(\d+)L", path.get("d", ""))
    beside, without = starts.values()
    assert beside is not None
    assert int(beside[2]) - int(beside[1]) == 7
    assert without is None


def test_everything_is_escaped() -> None:
    graph = Graph.from_triples(
        [("<i>", ":instance", "<script>"), ("<i>", ':a"b<c', '"&<script>alert(1)</script>"')]
    )
    drawing = draw(graph, ["same", "other"], {"<i>": 1}, "a graph")
    assert "<script" not in drawing
    assert "<i>" not in drawing
    tree = ElementTree.fromstring(drawing)
    assert told(tree) == ['<i> :a"b<c "&<script>alert(1)</script>"', "<i> / <script>"]
    assert "<script>" in [text.text for text in tree.iter("text")]


def test_long_words_are_cut_and_told_in_full() -> None:
    drawing = alone(Graph.from_triples([("a", ":instance", "x" * 100), ("a", ":op1", "男" * 100)]))
    words = [text.text or "" for text in drawing.iter("text")]
    assert max(map(columns, words)) == 30
    assert any(word == "x" * 29 + "…" for word in words)
    assert f"a / {'x' * 100}" in told(drawing)
    assert int(drawing.get("width", "")) < 600


def test_the_largest_graph_that_is_drawn() -> None:
    chain = [(f"v{k}", ":ARG0", f"v{k + 1}") for k in range(LARGEST)]
    graph = Graph.from_triples(chain)
    assert draw(graph, [""] * LARGEST, {}, "").startswith("<svg")
    graph = Graph.from_triples([*chain, ("v0", ":mod", "x")])
    expected = f"<p>Not drawn: {LARGEST + 1} triples, more than {LARGEST}.</p>"
    assert draw(graph, [""] * (LARGEST + 1), {}, "") == expected


def test_it_says_what_it_is() -> None:
    gold, pred = pair(GOLD, PRED)
    assert (gold.get("role"), gold[0].tag, gold[1].tag) == ("img", "title", "desc")
    assert gold[0].text == "gold graph: want-01"
    assert pred[0].text == "predicted graph: want-01"
    assert str(gold[1].text).startswith("7 triples, 4 marked as shared and 3 as different")


@settings(max_examples=30, deadline=None)
@given(graphs(), graphs())
def test_the_same_drawing_for_the_same_graphs(a: Graph, b: Graph) -> None:
    first = draw_pair(a, b, Smatch().explain(a, b))
    a, b = (Graph.from_triples(g.triples, top=g.top) for g in (a, b))
    assert draw_pair(a, b, Smatch().explain(a, b)) == first
