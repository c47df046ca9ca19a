"""UMR files: sentences, alignments and relations, and what is said about broken ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Corpus, Graph, read
from tertium.cli import main
from tertium.errors import FileError, NotationError
from tertium.graph import UmrDocument, read_umr
from tertium.graph.umr import GROUPS, parse_umr
from tests.support.corpora import corpora

GOOD = """\
################################################################################
# meta-info :: sent_id = news-s1
# :: snt1
Index: 1       2    3  4   5     6
Words: Lindsay left to eat lunch .

# sentence level graph:
(s1l / leave-02
    :ARG0 (s1p / person)
    :purpose (s1e / eat-01 :ARG0 s1p))

# alignment:
s1l: 2-2
s1p: 1-1
s1e: 4-4, 6-6
s1x: 0-0

# document level annotation:
(s1s0 / sentence
    :temporal ((document-creation-time :before s1l)
            (s1l :after s1e))
    :modal ((root :modal author)))

# :: snt2\tShe paid .

# sentence level graph:
(s2p / pay-01 :ARG0 (s2p2 / person))

# alignment:
s2p2: -1--1

# document level annotation:
(s2s0 / sentence :coref ((s1p :same-entity s2p2)))
"""


def parsed(text: str) -> UmrDocument:
    return parse_umr(text.encode(), "d.umr")


def test_all_of_a_good_file() -> None:
    first, second = parsed(GOOD).sentences
    assert isinstance(first.graph, Graph)
    assert first.graph.triples[1] == ("s1l", ":ARG0", "s1p")
    assert dict(first.graph.metadata) == {
        "id": "snt1",
        "snt": "Lindsay left to eat lunch .",
        "sent_id": "news-s1",
    }
    assert first.alignment == {"s1l": (2,), "s1p": (1,), "s1e": (4, 6), "s1x": ()}
    assert [str(r) for r in first.relations["temporal"]] == [
        "(document-creation-time :before s1l)",
        "(s1l :after s1e)",
    ]
    assert [str(r) for r in first.relations["modal"]] == ["(root :modal author)"]
    assert [(str(r), r.line) for r in second.relations["coref"]] == [
        ("(s1p :same-entity s2p2)", 33),
    ]
    assert (second.words, second.alignment) == (("She", "paid", "."), {"s2p2": ()})
    assert first.faults == second.faults == ()
    assert parsed(GOOD).notes == (
        "d.umr: graph 1 (snt1), line 3: the graph has no variable s1x, which is aligned to words",
    )


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_files_are_recognised(ends: str, tmp_path: Path) -> None:
    path = tmp_path / "d.umr"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", ends).encode())
    assert [graph.id for graph in read(path)] == ["snt1", "snt2"]
    assert len(read_umr(path).sentences[0].relations["temporal"]) == 2
    assert Corpus.read(path, "umr").sentences[1] == "She paid ."


# a change of the good file; the entry that becomes bad; what is said
BAD_GRAPHS = [
    (("(s2p2 / person)", "(s2p2 / person"), 2, "graph 2 (snt2), line 27, column 36"),
    (("(s2p / pay-01 :ARG0 (s2p2 / person))\n", ""), 2, "line 24: this sentence has no graph"),
    (("(s2p / pay-01 ", "(s2x / y)\n(s2p / pay-01 "), 2, "this sentence has several graphs"),
    (("snt2\t", "snt1\t"), 2, "graph 2 (snt1, again), line 24: there is another sentence 1, on"),
    (("(s1l / leave-02", "(s1l / leave-02 / go-02"), 1, "graph 1 (snt1), line 8, column 17"),
]


@pytest.mark.parametrize(("change", "bad", "message"), BAD_GRAPHS)
def test_bad_graphs_keep_their_place(change: tuple[str, str], bad: int, message: str) -> None:
    entries = parsed(GOOD.replace(*change)).entries
    assert [isinstance(entry, NotationError) for entry in entries] == [bad == 1, bad == 2]
    assert message in str(entries[bad - 1])
    assert str(entries[bad - 1]).startswith("d.umr: ")


FAULTS = [
    (("s1l: 2-2", "s1l 2-2"), "graph 1 (snt1), line 13, column 1: expected a variable, a colon"),
    (("s1l: 2-2", "s1l: 2-x"), "line 13, column 1: expected a variable, a colon"),
    (("s1l: 2-2", "s1l: 3-2"), "line 13"),
    (("s1l: 2-2", "s1l: 2-9"), "line 13"),
    ((":temporal", ":tempo"), "line 20, column 5: there is no group :tempo; expected :temporal,"),
    (("(s1l :after s1e)", "(s1l after s1e)"), "line 21, column 18: expected a relation such as"),
    (("(s1l :after s1e)", "(s1l :after)"), "line 21, column 24: expected a variable or a const"),
    ((":modal ((root :modal author)))", ":modal ((root"), "line 22, column 18: the annotation en"),
    (("(s1s0 / sentence", "s1s0 / sentence"), "line 19, column 1: expected '('"),
    (("(root :modal author)))", "(root :modal author))) x"), "expected the end of the annotation"),
    (("same-entity s2p2", "same-entity s2p9"), "(s1p :same-entity s2p9): s2p9 is not a variable"),
    (("same-entity s2p2", "same-entity s7p"), "graph 2 (snt2), line 33: (s1p :same-entity s7p)"),
]


@pytest.mark.parametrize(("change", "message"), FAULTS)
def test_faults_beside_the_graphs(change: tuple[str, str], message: str, tmp_path: Path) -> None:
    document = parsed(GOOD.replace(*change))
    assert all(isinstance(entry, Graph) for entry in document.entries)
    (fault,) = document.faults
    assert message in str(fault)
    path = tmp_path / "d.umr"
    path.write_text(GOOD.replace(*change), encoding="utf-8")
    assert any(message.partition("\n")[0] in note for note in Corpus.read(path).notes)


def test_a_variable_of_an_unreadable_graph_is_no_second_fault() -> None:
    document = parsed(GOOD.replace("(s2p2 / person)", "(s2p2 / person"))
    assert document.faults == []
    assert len(document.sentences[1].relations["coref"]) == 1


SLIPS = [
    (("# :: snt2", "# :: snt4"), "graph 2 (snt4), line 24: sentence 4 follows sentence 1"),
    (("# :: snt1", "# :: snt0"), "line 3: sentence 0 follows the beginning of the file"),
    (("same-entity s2p2", "same-entity s1l"), "line 33: (s1p :same-entity s1l) is about other"),
    (("(s2p2 / person))", "(s2p2 / person)) g"), "line 27: text behind the graph, left out"),
    (("s1l)\n", "s1l\n"), "line 20: there is no ) behind s1l"),
    (("(s1l :after s1e)", "(s1l :after s1e) eating"), "line 21: 'eating' is not a relation"),
    (("s1e))", "s1e)))"), "line 21: a group follows behind the end of the annotation"),
    (("####\n", "####\n(x / y)\n"), "d.umr: line 2: text before the first sentence, left out"),
]


@pytest.mark.parametrize(("change", "message"), SLIPS)
def test_slips_are_noted_and_read(change: tuple[str, str], message: str) -> None:
    document = parsed(GOOD.replace(*change, 1))
    assert any(message in note for note in document.notes), document.notes
    assert all(isinstance(entry, Graph) for entry in document.entries)
    assert document.faults == []
    assert [len(found) for s in document.sentences for found in s.relations.values()] == [2, 1, 1]


def test_missing_sections() -> None:
    document = parsed("# :: snt1 Hello .\n(s1h / hello)\n\n# :: snt2 Yes .\n(s2y / yes)\n")
    assert [str(entry) for entry in document.entries] == ["(s1h / hello)", "(s2y / yes)"]
    assert all(not s.relations and not s.alignment and not s.faults for s in document.sentences)


def test_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "d.umr"
    path.write_text("# :: snt1 Hello .\n", encoding="utf-8")
    with pytest.raises(FileError, match="this is not a file of graphs"):
        Corpus.read(path)


def test_the_policy_of_corpora(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, pred = tmp_path / "gold.umr", tmp_path / "pred.umr"
    gold.write_text(GOOD, encoding="utf-8")
    pred.write_text(GOOD.replace("(s2p2 / person)", "(s2p2 / person"), encoding="utf-8")
    assert main(["score", str(gold), str(pred), "--format", "json"]) == 0
    captured = capsys.readouterr()
    assert '"paired_by": "id"' in captured.out
    assert "graph 2 (snt2), line 27, column 36" in captured.err
    assert "warning:" in captured.err
    assert main(["score", str(gold), str(pred), "--on-error", "fail"]) == 2
    assert main(["score", str(pred), str(gold)]) == 2


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from([*GOOD.splitlines(), "(", ")", '"', "# :: snt", ":coref ((", "\x00"]))
)
def test_lines_in_any_order(lines: list[str]) -> None:
    document = parsed("\n".join(lines))
    assert all(isinstance(entry, Graph | NotationError) for entry in document.entries)


FILES = {  # relations that are temporal, modal, coreferential
    "english/english_umr-0001.umr": (67, 92, 58),
    "english/english_umr-0002.umr": (4, 6, 0),
    "english/english_umr-0003.umr": (19, 21, 9),
    "english/english_umr-0004.umr": (128, 284, 271),
    "english/english_umr-0005.umr": (116, 144, 96),
    "gold.umr": (4, 6, 0),
    "test.umr": (3, 3, 0),
}


@pytest.mark.parametrize("name", FILES)
def test_published_files(name: str) -> None:
    """Every graph is read, with penman's triples, and so is every relation."""
    penman = pytest.importorskip("penman")
    path = corpora() / "data" / "umr" / name
    for graph in read(path):
        theirs = penman.decode(graph.to_penman()).triples
        assert sorted(map(str, graph.triples)) == sorted(map(str, theirs))
    document = read_umr(path)
    assert document.faults == []
    found = [
        sum(len(sentence.relations.get(group, ())) for sentence in document.sentences)
        for group in GROUPS
    ]
    assert tuple(found) == FILES[name]
