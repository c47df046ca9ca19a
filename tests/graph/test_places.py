"""Places: a graph that was read knows where each of its triples stands."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph
from tertium.graph import Corpus
from tertium.graph.notation import read_entries
from tests.support.graphs import connected_graphs


def found_at(text: str, graph: Graph) -> list[str]:
    """Return what stands in the text at the place of each triple."""
    lines = text.split("\n")
    places = [graph.place(i) for i in range(len(graph))]
    return [lines[p.line - 1][p.column - 1 :] for p in places if p and p.line and p.column]


def expected_at(graph: Graph) -> list[str]:
    """Return what each triple begins with where it is written."""
    return [
        (value or variable) if role == ":instance" else role
        for variable, role, value, _ in graph.as_written
    ]


WRITTEN = {
    "one line": '(b / boy :ARG0-of (g / go-02 :op1 "New York"~e.2) :polarity -)',
    "lines": "(w / want-01\n    :ARG0 (b / boy)\n\t:ARG1 (g / go-02\n        :ARG0 b))",
    "letters of several bytes": "(ä / größe :wörd (ß / 漢字 :op1 é) :op2 ü)",
    "without concepts": "(a :b (c) :d (e /) :f)",
    "concept on the next line": "(a /\n b :x\n (c\n / d))",
    "comments inside": "(a / b\n# (not / here :at all)\n :x (c / d)\n#\n)",
    "carriage returns": "(a / b\r\n  :x (c / d)\r\n  :y 1)\r\n",
    "metadata": "# ::id x\n# ::snt (a / b)\n\n(a / b\n :x 1)",
    "not at the beginning": "  \n   (a / b :x 1\n:y 2)",
    "a second concept": "(a / b\n :instance c :x (d :y 1 :z 2))",
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_place(text: str) -> None:
    graph = Graph.from_penman(text)
    assert len(found_at(text, graph)) == len(graph)
    for seen, triple in zip(found_at(text, graph), expected_at(graph), strict=True):
        assert seen.startswith(triple)


def test_a_concept_that_comes_as_a_role_stands_where_it_is_written() -> None:
    text = "(a :x 1\n   :instance b)"
    assert found_at(text, Graph.from_penman(text)) == ["b)", ":x 1"]


@settings(max_examples=100)
@given(st.lists(connected_graphs(), min_size=1, max_size=4), st.booleans(), st.sampled_from(" \n"))
def test_every_triple_of_a_file(written: list[Graph], one_line: bool, gap: str) -> None:
    """The place of a triple is that in the file, however many graphs are before it."""
    text = gap.join(graph.to_penman(one_line=one_line) for graph in written)
    graphs = _read(text)
    assert graphs == [Graph.from_penman(graph.to_penman()) for graph in written]
    for graph in graphs:
        for seen, triple in zip(found_at(text, graph), expected_at(graph), strict=True):
            assert seen.startswith(triple)


def _read(text: str) -> list[Graph]:
    return [entry for entry in read_entries(text.encode(), "penman") if isinstance(entry, Graph)]


def test_triples_stand_at_their_lines(tmp_path: Path) -> None:
    text = "a\tinstance\tb\n\n# ::id x\nc\tinstance\td\n# more\nc\t:ARG0\te\ne\tinstance\t\n"
    path = tmp_path / "graphs.tsv"
    path.write_text(text, encoding="utf-8")
    first, second = Corpus.read(path).graphs
    assert found_at(text, first) == ["a\tinstance\tb"]
    assert found_at(text, second) == ["c\tinstance\td", "c\t:ARG0\te", "e\tinstance\t"]
    assert second.id == "x"
    assert second.triples[1] == ("c", ":ARG0", "e")


def test_the_place_names_the_graph() -> None:
    graph = Graph.from_penman("# ::id lpp.1\n(b / boy)")
    assert str(graph.place(0)) == "graph (lpp.1), line 2, column 6"


def test_a_graph_of_triples_has_no_places() -> None:
    graph = Graph.from_triples([("b", "instance", "boy")])
    assert graph.place(0) is None
    assert graph.as_written == (("b", ":instance", "boy", None),)


@pytest.mark.parametrize("index", [2, -3])
def test_there_is_no_such_triple(index: int) -> None:
    with pytest.raises(IndexError):
        Graph.from_penman("(b / boy :x 1)").place(index)


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_pickling_keeps_places(text: str) -> None:
    graph = _read(f"(first / one)\n\n{text}")[1]
    copy = pickle.loads(pickle.dumps(graph))
    assert copy == graph
    assert copy.metadata == graph.metadata
    assert copy.as_written == graph.as_written
    assert copy.to_penman(marks=True) == graph.to_penman(marks=True)


def test_a_graph_outlives_its_file(tmp_path: Path) -> None:
    path = tmp_path / "graphs.amr"
    path.write_text("\n\n".join(f"(v{i} / w{i}\n    :x {i})" for i in range(5000)))
    kept = Corpus.read(path).graphs[4321]
    path.unlink()
    assert str(kept) == "(v4321 / w4321\n    :x 4321)"
    assert str(kept.place(1)) == "line 12965, column 5"


@pytest.mark.parametrize("length", [1, 100, 254, 255, 256, 1000, 65_534, 65_535, 65_536, 70_000])
def test_graphs_of_any_size(length: int) -> None:
    """Numbers are packed in as many bytes as a text needs."""
    name = "x" * length
    graph = Graph.from_penman(f"({name} / c :ARG0 (y / {name}) :ARG1 {name}~e.1 :z -)")
    assert graph.triples == (
        (name, ":instance", "c"),
        (name, ":ARG0", "y"),
        ("y", ":instance", name),
        (name, ":ARG1", name),
        (name, ":z", "-"),
    )
    assert graph.alignments == {graph.triples[3]: "~e.1"}
    place = graph.place(4)
    assert place is not None
    assert place.column == len(f"({name} / c :ARG0 (y / {name}) :ARG1 {name}~e.1 ") + 1


@pytest.mark.parametrize("count", [40, 100, 300, 20_000])
def test_graphs_of_many_triples(count: int) -> None:
    graph = Graph.from_penman("(a / b" + "".join(f" :x{i} {i}" for i in range(count)) + ")")
    assert graph.triples[-1] == ("a", f":x{count - 1}", str(count - 1))
    deep = Graph.from_penman("".join(f"(a{i} :x " for i in range(count)) + "1" + ")" * count)
    assert deep.triples[-1] == (f"a{count - 1}", ":x", "1")
    assert Graph.from_penman(str(deep)) == deep
