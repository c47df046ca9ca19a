"""Two graphs as one: every triple is somewhere, once, and both texts say what the graphs say."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tertium import Graph
from tertium.errors import InputError
from tertium.explain import diff
from tertium.graph import Triple
from tertium.report.merged import Merged, MergedEdge, MergedNode, merge
from tertium.report.merged_drawing import LARGE, LARGEST, place
from tertium.report.merged_script import merged_script
from tertium.report.merged_text import TextLine, rows, written
from tests.support.graphs import connected_graphs
from tests.support.pages import STORY
from tests.support.parsers import GOLD, STRONG, WEAK

CORPORA = ((GOLD, WEAK), (GOLD, STRONG), *((STORY["gold"], STORY[k]) for k in ("weak", "strong")))
PAIRS = [pair for golds, preds in CORPORA for pair in zip(golds, preds, strict=True)]
MANY = settings(max_examples=60, deadline=None)


def both(gold: str | Graph, pred: str | Graph) -> tuple[Graph, Graph, Merged]:
    script = diff(gold, pred)
    assert script.gold is not None
    assert script.pred is not None
    return script.gold, script.pred, merged_script(script)


def triples(merged: Merged, side: int) -> list[tuple[str, str, str]]:
    """Return the triples of one graph that a merged one has."""
    nodes = merged.nodes
    found = [
        (node.names[side], ":instance", node.words[side])
        for node in nodes
        if not node.leaf and node.names[side]
    ]
    for edge in merged.edges:
        role = edge.roles[side]
        if not role:
            continue
        ends = [nodes[edge.source], nodes[edge.target]]
        if side and edge.turned:
            ends.reverse()
        target = ends[1].words[side] if ends[1].leaf else ends[1].names[side]
        found.append((ends[0].names[side], role, target))
    return found


def plain(graph: Graph) -> list[tuple[str, str, str]]:
    return [(s, role, t or "") for s, role, t in graph.triples]


@pytest.mark.parametrize(("gold", "pred"), PAIRS)
def test_every_triple_is_there_once(gold: str, pred: str) -> None:
    a, b, merged = both(gold, pred)
    assert sorted(triples(merged, 0)) == sorted(plain(a))
    assert sorted(triples(merged, 1)) == sorted(plain(b))


@MANY
@given(connected_graphs(), connected_graphs())
def test_every_triple_of_odd_graphs_is_there(gold: Graph, pred: Graph) -> None:
    a, b, merged = both(gold, pred)
    for side, graph in enumerate((a, b)):
        assert len(merged.edge_of[side]) == sum(t[1] != ":instance" for t in graph.triples) + (
            len([t for t in graph.triples if t[1] == ":instance"]) - len(graph.variables)
        )
        assert sorted(triples(merged, side)) == sorted(plain(graph))


@pytest.mark.parametrize(("gold", "pred"), PAIRS)
def test_what_differs_has_the_number_of_its_edit(gold: str, pred: str) -> None:
    script = diff(gold, pred)
    merged = merged_script(script)
    things: list[MergedNode | MergedEdge] = [*merged.nodes, *merged.edges]
    for thing in things:
        assert (thing.state in ("changed", "gold", "pred")) <= bool(thing.edit)
        assert 0 <= thing.edit <= len(script.edits)
    numbers = {thing.edit for thing in things} | {merged.top}
    assert numbers >= set(range(1, len(script.edits) + 1))


def test_the_same_graph_twice() -> None:
    for graph in GOLD:
        _, _, merged = both(graph, graph)
        things: list[MergedNode | MergedEdge] = [*merged.nodes, *merged.edges]
        assert {thing.state for thing in things} == {"same"}
        assert all(one and other for one, other in rows(merged, *both(graph, graph)[:2]))


def test_an_edge_that_moves_is_two_edges_with_one_number() -> None:
    _, _, merged = both(
        "(a / and :op1 (e / eat-01 :time (n / now)) :op2 (s / sleep-01))",
        "(a / and :op1 (e / eat-01) :op2 (s / sleep-01 :time (n / now)))",
    )
    moved = [edge for edge in merged.edges if edge.moved]
    assert [edge.state for edge in moved] == ["gold", "pred"]
    assert moved[0].edit == moved[1].edit


def test_a_value_that_changes() -> None:
    _, _, merged = both("(a / animal :quant 3)", "(a / animal :quant 4)")
    (edge,) = merged.edges
    leaf = merged.nodes[edge.target]
    assert (edge.state, leaf.state, leaf.words) == ("same", "changed", ["3", "4"])


def test_the_top_has_the_number_of_its_edit() -> None:
    script = diff("(g / go-02 :ARG0 (b / boy))", "(b / boy :ARG0-of (g / go-02))")
    merged = merged_script(script)
    assert [edit.cls for edit in script.edits] == ["top"]
    assert merged.top == 1
    assert [node.top for node in merged.nodes] == [1, 2]


def test_an_unreadable_graph_is_not_merged() -> None:
    with pytest.raises(InputError, match="cannot be drawn"):
        merged_script(diff(GOLD[0], None))


# --- texts


def text(merged: Merged, lines: list[TextLine], side: int) -> str:
    """Return lines as PENMAN."""
    parts = []
    for line in lines:
        node = merged.nodes[line.node]
        word = node.words[side]
        said = word if node.leaf else node.names[side]
        if not node.leaf and not line.bare:
            said = f"({said} / {word}" if word else f"({said}"
        parts.append(f"{line.role} {said}{')' * line.close}")
    return " ".join(parts)


def undirected(graph: Graph) -> list[tuple[str, str, str]]:
    """Return the triples with mod and domain as one role."""

    def turned(triple: Triple) -> tuple[str, str, str]:
        source, role, target = triple
        if role == ":domain" and target in graph.variables:
            return target, ":mod", source
        return source, role, target or ""

    return sorted(map(turned, graph.triples))


@pytest.mark.parametrize(("gold", "pred"), PAIRS)
def test_both_texts_are_the_graphs(gold: str, pred: str) -> None:
    a, b, merged = both(gold, pred)
    found = rows(merged, a, b)
    sides = [[row[side] for row in found if row[side] is not None] for side in (0, 1)]
    first = text(merged, [line for line in sides[0] if line], 0)
    assert Graph.from_penman(first) == a
    second = Graph.from_penman(text(merged, [line for line in sides[1] if line], 1))
    assert undirected(second) == undirected(b)


@MANY
@given(connected_graphs(), connected_graphs())
def test_texts_of_odd_graphs(gold: Graph, pred: Graph) -> None:
    a, b = (Graph.from_penman(str(graph)) for graph in (gold, pred))
    a, b, merged = both(a, b)
    found = rows(merged, a, b)
    assert [row[0] for row in found if row[0]] == written(merged, a, 0)
    lines = [row[1] for row in found if row[1]]
    assert undirected(Graph.from_penman(text(merged, lines, 1))) == undirected(b)


def test_graphs_without_a_text_are_written_variable_by_variable() -> None:
    loose = Graph.from_triples([("b", ":instance", "boy"), ("g", ":instance", "girl"),
                                ("g", ":mod", "b"), ("b", ":quant", "2")])  # fmt: skip
    a, b, merged = both(loose, "(g / girl :mod (b / boy))")
    lines = [row[0] for row in rows(merged, a, b) if row[0]]
    assert text(merged, lines, 0) == " (b / boy :quant 2)  (g / girl :mod b)"
    two = Graph.from_triples([("b", ":instance", "boy"), ("g", ":instance", "girl")])
    a, b, merged = both(two, two)  # it falls apart, so it cannot be written in one piece
    assert len(rows(merged, a, b)) == 2
    assert place(merged) is not None


def test_the_prediction_follows_the_gold() -> None:
    a, b, merged = both(
        "(a / and :op1 (b / boy) :op2 (g / girl))", "(g / girl :op2-of (a / and :op1 (b / boy)))"
    )
    found = rows(merged, a, b)
    assert [tuple(line.role if line else None for line in row) for row in found] == [
        ("", ""),
        (":op1", ":op1"),
        (":op2", ":op2"),
    ]


def test_large_graphs_are_folded_where_nothing_differs() -> None:
    def wide(word: str) -> str:
        few = " ".join(f":op{k} (b{k} / boy :mod (t{k} / tall))" for k in range(1, 40))
        return f"(a / and {few} :op40 (c / {word} :ARG0 (d / dog)))"

    _, _, merged = both(wide("cat"), wide("kitten"))
    assert len(merged.nodes) + len(merged.edges) > LARGE
    drawing = place(merged)
    assert drawing is not None
    assert [merged.nodes[k].words[0] for k in drawing.boxes] == ["and", "cat"]
    assert list(drawing.folded.values()) == [78, 1]


def test_branches_with_cycles_are_folded_and_those_that_differ_are_not() -> None:
    many = " ".join(f":snt{k} (s{k} / see-01 :ARG0 (b{k} / boy) :ARG1 (g{k} / go-02 :ARG0 b{k}))"
                    for k in range(30))  # fmt: skip
    gold = f"(d / document {many} :snt99 (x / cat :mod (y / sly)))"
    _, _, merged = both(gold, gold.replace("b7 / boy", "b7 / girl"))
    drawing = place(merged)
    assert drawing is not None
    kept = {merged.nodes[k].names[0] for k in drawing.boxes}
    assert kept == {"d", "s7", "b7", "g7"}
    assert drawing.folded == {0: 3 * 29 + 2}


def test_what_is_too_large_is_not_drawn() -> None:
    many = " ".join(f":op{k} (b{k} / boy)" for k in range(LARGEST))
    gold, pred = Graph.from_penman(f"(a / and {many})"), Graph.from_penman("(o / or)")
    nothing: list[tuple[int, int]] = []
    merged = merge(gold, pred, {}, nothing, [(range(len(gold)), range(len(pred)))])
    assert place(merged) is None
