"""Sentences joined into documents: DocAMR's representations, UMR, files and folders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tertium import Corpus, Graph, read
from tertium.cli import main
from tertium.errors import FileError, InputError, NotationError
from tertium.graph import Mention, Merge, join_sentences, join_umr, read_documents, write
from tertium.graph.umr import parse_umr
from tests.graph.test_umr import GOOD

SENTENCES = [
    '(l / leave-02 :ARG0 (p / person :name (n / name :op1 "Ann")))',
    "(p / pay-01 :ARG0 (s / she))",
    '(s / sleep-01 :ARG0 (p / lawyer :name (n / name :op1 "Ann")))',
]
ANN: list[Mention] = [(1, "p"), (2, "s"), (3, "p")]

DOCUMENTS: list[tuple[Merge, str]] = [
    (
        "none",
        "(d / document :snt1 (s1.l / leave-02 :ARG0 (s1.p / person :name (s1.n / name "
        ':op1 "Ann") :coref-of (c1 / coref-entity :coref s2.s :coref s3.p))) '
        ":snt2 (s2.p / pay-01 :ARG0 (s2.s / she)) "
        ':snt3 (s3.s / sleep-01 :ARG0 (s3.p / lawyer :name (s3.n / name :op1 "Ann"))))',
    ),
    (
        "names",
        "(d / document :snt1 (s1.l / leave-02 :ARG0 (s1.p / person :name (s1.n / name "
        ':op1 "Ann") :additional-type (s3.p.type / lawyer) '
        ":coref-of (c1 / coref-entity :coref s2.s))) "
        ":snt2 (s2.p / pay-01 :ARG0 (s2.s / she)) :snt3 (s3.s / sleep-01 :ARG0 s1.p))",
    ),
    (
        "all",
        "(d / document :snt1 (s1.l / leave-02 :ARG0 (s1.p / person :name (s1.n / name "
        ':op1 "Ann") :additional-type (s3.p.type / lawyer))) '
        ":snt2 (s2.p / pay-01 :ARG0 s1.p) :snt3 (s3.s / sleep-01 :ARG0 s1.p))",
    ),
]


def sentences() -> list[Graph]:
    return [Graph.from_penman(text) for text in SENTENCES]


@pytest.mark.parametrize(("merge", "text"), DOCUMENTS)
def test_representations(merge: Merge, text: str) -> None:
    found = join_sentences(sentences(), [ANN], merge)
    assert found.to_penman(one_line=True) == text


def test_without_clusters_every_triple_is_kept() -> None:
    found = join_sentences(dict(zip((2, 5, 9), sentences(), strict=True)))
    assert [role for source, role, _ in found.triples if source == "d"] == [
        ":instance",
        ":snt2",
        ":snt5",
        ":snt9",
    ]
    assert len(found) == 4 + sum(map(len, sentences()))


WRONG = [
    ([[(4, "p")]], "cluster 1: there is no sentence 4"),
    ([ANN, [(2, "p"), (3, "z")]], "cluster 2: sentence 3 has no variable z"),
    ([ANN, [(2, "p"), (3, "p")]], "cluster 2: p of sentence 3 is in cluster 1 as well"),
]


@pytest.mark.parametrize(("clusters", "message"), WRONG)
def test_wrong_clusters(clusters: list[list[Mention]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        join_sentences(sentences(), clusters)


def test_a_umr_document_is_one_graph() -> None:
    graph = join_umr(parse_umr(GOOD.encode()))
    assert ("s1l", ":temporal.after", "s1e") in graph.triples
    assert ("document-creation-time", ":temporal.before", "s1l") in graph.triples
    assert ("root", ":modal.modal", "author") in graph.triples
    assert ("s1p", ":coref.same-entity", "s2p2") in graph.triples
    assert ("author", ":instance", "author") in graph.triples
    assert graph.alignments["s1e", ":instance", "eat-01"] == "e.4,6"
    again = Graph.from_penman(graph.to_penman())
    assert set(again.triples) == set(graph.triples)


def test_a_relation_that_is_said_twice_counts_once() -> None:
    text = GOOD.replace(":coref (", ":modal ((root :modal author)) :coref (")
    assert len(join_umr(parse_umr(text.encode()))) == len(join_umr(parse_umr(GOOD.encode())))


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "good.umr").write_text(GOOD, encoding="utf-8")
    broken = GOOD.replace("(s2p2 / person)", "(s2p2 / person")
    (tmp_path / "broken.umr").write_text(broken, encoding="utf-8")
    faulty = GOOD.replace("same-entity s2p2", "same-entity s9p")
    (tmp_path / "faulty.umr").write_text(faulty, encoding="utf-8")
    return tmp_path


def test_a_folder_is_a_corpus_of_documents(files: Path) -> None:
    corpus = read_documents(files)
    assert corpus.ids == ["broken", "faulty", "good"]
    assert [len(graph.variables) for graph in corpus.graphs] == [7, 9, 9]
    assert any("line 27, column 36" in note for note in corpus.notes)
    assert any("s9p is not a variable of any sentence" in note for note in corpus.notes)


@pytest.mark.parametrize("name", ["broken", "faulty"])
def test_a_damaged_gold_is_an_error_unless_it_is_skipped(files: Path, name: str) -> None:
    path = files / f"{name}.umr"
    with pytest.raises(NotationError) as caught:
        read_documents(path, is_gold=True)
    assert "--on-error skip" in caught.value.__notes__[0]
    with pytest.raises(NotationError):
        read_documents(path, on_error="fail")
    assert len(read_documents(path, is_gold=True, on_error="skip")) == 1


def test_what_is_not_a_document(files: Path, tmp_path: Path) -> None:
    (tmp_path / "s.amr").write_text("(b / boy)", encoding="utf-8")
    with pytest.raises(InputError, match="graph 1 is not a document: its top has no edges :snt1"):
        read_documents(tmp_path / "s.amr")
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileError, match=r"there is no \.umr file in this folder"):
        read_documents(tmp_path / "empty")


@pytest.fixture
def story(tmp_path: Path) -> Path:
    graphs = [
        Graph.from_triples(
            g.triples, top=g.top, metadata={"id": f"s.{n}", "snt": f"Sentence {n} ."}
        )
        for n, g in enumerate(sentences(), start=1)
    ]
    write(tmp_path / "story.amr", graphs)
    return tmp_path / "story.amr"


@pytest.mark.parametrize(("merge", "text"), DOCUMENTS)
def test_the_command(story: Path, merge: str, text: str) -> None:
    clusters = [[[1, "p"], ["s.2", "s"], [3, "p"]]]
    for value in (clusters, {"story": clusters}):
        coref, output = story.with_name("c.json"), story.with_name("d.amr")
        coref.write_text(json.dumps(value), encoding="utf-8")
        words = ["document", str(story), "--coref", str(coref), "--merge", merge]
        assert main([*words, "-o", str(output)]) == 0
        (found,) = read(output)
        assert found.to_penman(one_line=True) == text
        assert found.metadata == {"id": "story", "snt": "Sentence 1 . Sentence 2 . Sentence 3 ."}


BAD = {
    "[[[1]]]": "c.json: [0][0]: expected a list of 2, found 1",
    '[[[0, "p"]]]': "expected a whole number from 1 to 3",
    '[[["s.9", "p"]]]': "has no graph with the id s.9",
    '[[[1, "q"]]]': "c.json: cluster 1: sentence 1 has no variable q",
    '{"other": []}': "there is no file 'other'; there are: story",
    "[": "this is not a file of coreference clusters",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_clusters(story: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    coref = story.with_name("c.json")
    coref.write_text(text, encoding="utf-8")
    assert main(["document", str(story), "--coref", str(coref)]) == 2
    assert BAD[text] in capsys.readouterr().err


def test_a_broken_sentence_keeps_the_numbers_of_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "s.amr"
    path.write_text("(a / b)\n\n(c / d\n\n(e / f)\n", encoding="utf-8")
    assert main(["document", str(path)]) == 2
    capsys.readouterr()
    assert main(["document", str(path), "--on-error", "skip"]) == 0
    captured = capsys.readouterr()
    assert ":snt1" in captured.out
    assert ":snt3" in captured.out
    assert "1 graph cannot be read, left out" in captured.err


def test_umr_keeps_its_own_coreference(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(files / "good.umr")
    assert main(["document", path]) == 0
    assert ":coref.same-entity" in capsys.readouterr().out
    assert main(["document", path, "--merge", "all"]) == 2
    assert "--coref and --merge are for AMR" in capsys.readouterr().err
    assert Corpus.read(path).umr is not None
