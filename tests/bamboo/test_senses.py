"""Word senses: the files of WordNet, four solvers, and when they agree."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tertium.audit.sampling import evenly
from tertium.bamboo.challenges import make
from tertium.bamboo.data import Folder
from tertium.bamboo.senses import Solvers, words_in
from tertium.bamboo.synonyms import Synonyms
from tertium.bamboo.wordnet import PARTS_OF_SPEECH, Synset, WordNet
from tertium.errors import FileError
from tests.support.corpora import bamboo_folder

DATA = {
    "noun": [
        "00000001 03 n 01 entity 0 002 ~ 00000002 n 0000 ~ 00000005 n 0000 | that which is",
        "00000002 03 n 01 animal 0 003 @ 00000001 n 0000 ~ 00000003 n 0000 ~ 00000004 n 0000 | it "
        "lives",
        "00000003 05 n 02 mouse 0 small_rodent 0 001 @ 00000002 n 0000 | small gnawing animal with "
        'a tail; "the cat chased the mouse"',
        "00000004 05 n 02 cat 0 true_cat 0 001 @ 00000002 n 0000 | feline animal with fur",
        "00000005 06 n 02 device 0 gadget 0 002 @ 00000001 n 0000 ~ 00000006 n 0000 | an "
        "instrument",
        "00000006 06 n 02 mouse 0 computer_mouse 0 001 @ 00000005 n 0000 | a device moved by hand "
        "to control a cursor on a computer screen",
        "00000007 10 n 01 keyboard 0 001 @ 00000005 n 0000 | keys on a computer",
    ],
    "adj": ["00000001 00 a 02 young 0 immature 0 000 | in an early period of life"],
    "adv": [],
    "verb": ["00000001 38 v 01 chase 0 000 00 | go after"],
}
INDEX = {
    "noun": [
        "entity n 1 0 1 0 00000001",
        "animal n 1 0 1 0 00000002",
        "mouse n 2 0 2 1 00000003 00000006",
        "cat n 1 0 1 0 00000004",
        "device n 1 0 1 0 00000005",
        "keyboard n 1 0 1 0 00000007",
        "young n 1 0 1 0 00000002",
    ],
    "adj": ["young a 1 0 1 1 00000001"],
    "adv": [],
    "verb": ["chase v 1 0 1 0 00000001"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for part in PARTS_OF_SPEECH:
        (tmp_path / f"data.{part}").write_text("\n".join(["  1 A licence", *DATA[part], ""]))
        (tmp_path / f"index.{part}").write_text("\n".join(["  1 A licence", *INDEX[part], ""]))
    (tmp_path / "noun.exc").write_text("mice mouse\n")
    (tmp_path / "cntlist.rev").write_text("young%1:05:00:: 1 2\nyoung%3:00:00:: 1 30\n")
    return tmp_path


def chosen(folder: Path, sentence: str) -> Synset | None:
    return Solvers(WordNet.read(folder)).agreed("mouse", "noun", words_in(sentence))


def test_the_database(folder: Path) -> None:
    wordnet = WordNet.read(folder)
    first, second = wordnet.senses("mouse", "noun")
    assert (first.lemmas, first.is_name) == (("mouse", "small_rodent"), False)
    assert [one.lemmas[0] for one in wordnet.near(second, "@")] == ["device"]
    assert wordnet.base_forms("mice") == [("mouse", "noun")]
    assert wordnet.base_forms("cats") == [("cat", "noun")]
    assert wordnet.base_forms("chasing") == [("chase", "verb")]
    assert wordnet.parts("young") == ["adj", "noun"]  # as it was seen most often
    (folder / "cntlist.rev").unlink()
    assert WordNet.read(folder).parts("young") == ["noun", "adj"]


def test_the_sentence_decides(folder: Path) -> None:
    animal = chosen(folder, "The cat chased it by the tail.")
    device = chosen(folder, "Move the cursor on the computer screen, the keyboard is a device.")
    assert animal is not None
    assert device is not None
    assert "small_rodent" in animal.lemmas
    assert "computer_mouse" in device.lemmas


def test_without_evidence_the_most_frequent_sense(folder: Path) -> None:
    found = chosen(folder, "It was there.")
    assert found is not None
    assert "small_rodent" in found.lemmas


def test_solvers_that_differ_decide_nothing(folder: Path) -> None:
    assert chosen(folder, "The cat sat on the computer near the cursor and the screen.") is None


def test_a_concept_must_be_a_word_of_the_sentence(folder: Path) -> None:
    synonyms = Synonyms.read(folder, None)
    assert synonyms.alternatives("cat", words_in("Two cats slept.")) == ["true_cat"]
    assert synonyms.alternatives("cat", words_in("Somebody slept.")) == []
    assert synonyms.alternatives("cat") == ["true_cat"]  # a graph without a sentence
    assert synonyms.alternatives("young", ["young"]) == ["immature"]
    assert synonyms.alternatives("chase", ["chase"]) == []  # verbs are frames


def test_files_that_do_not_fit_together(folder: Path) -> None:
    (folder / "index.noun").write_text("cat n 1 0 1 0 00000099\n")
    with pytest.raises(FileError, match="no sense at 00000099; are these files of one version"):
        WordNet.read(folder).senses("cat", "noun")
    (folder / "index.noun").write_text("cat n one\n")
    with pytest.raises(FileError, match=r"index\.noun: line 1 is not"):
        WordNet.read(folder)


PAPER = {"sts": 0.80, "sick": 1.31, "para": 1.30}
"""Operations per graph of syno, Table 3 of Opitz, Daza & Frank (2021)."""

DEBIAN = Path(os.environ.get("TERTIUM_WORDNET", "/usr/share/wordnet"))


@pytest.mark.skipif(not (DEBIAN / "data.noun").is_file(), reason="needs WordNet's database")
@pytest.mark.parametrize(
    ("word", "sentence", "lemma"),
    [
        ("woman", "A woman is slicing an onion.", "adult_female"),
        ("police", "Police said two people were arrested.", "constabulary"),
        ("attorney", "The attorney said the plaintiff would appeal.", "lawyer"),
    ],
)
def test_words_of_the_real_wordnet(word: str, sentence: str, lemma: str) -> None:
    assert lemma in Synonyms.read(DEBIAN).alternatives(word, words_in(sentence))


@pytest.mark.skipif(not (DEBIAN / "data.noun").is_file(), reason="needs WordNet's database")
def test_operations_per_graph_are_near_those_of_the_paper() -> None:
    synonyms, folder = Synonyms.read(DEBIAN), Folder.open(bamboo_folder())
    for task, paper in PAPER.items():
        main = folder.read(("main", task))
        some = replace(
            main,
            source=tuple(evenly(main.source, 250)),
            target=tuple(evenly(main.target, 250)),
            human=(0.0,) * 250,
        )
        assert make("syno", some, synonyms=synonyms).mean == pytest.approx(paper, abs=0.35)
