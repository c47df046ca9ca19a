"""Synonyms from files in WordNet's format and from a table of frames."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tertium import Graph
from tertium.bamboo.synonyms import PARTS_OF_SPEECH, Synonyms, WordNet
from tertium.cli import main
from tertium.errors import FileError
from tests.support.tiny_bamboo import make as make_folder

LICENCE = "  1 This software and database is being provided to you, the LICENSEE\n"
DATA = {
    "noun": [
        "00000010 05 n 02 man 0 adult_male 0 001 @ 00000030 n 0000 | an adult person who is male",
        "00000020 05 n 01 man 1 000 | the generic use of the word",
        "00000030 05 n 03 snake 0 serpent 0 ophidian 0 000 | limbless scaly reptile",
        "00000040 05 n 02 helium 0 he 0 000 | a gas",
        "00000050 05 n 0a " + " ".join(f"w{i} 0" for i in range(10)) + " 000 | ten words, in hex",
    ],
    "adj": ["00000010 00 s 02 pretty(p) 0 fair_to_see(a) 0 000 | pleasing"],
    "adv": [],
    "verb": [],
}
INDEX = {
    "noun": [
        "man n 2 1 @ 2 1 00000010 00000020",
        "adult_male n 1 1 @ 1 0 00000010",
        "snake n 1 0 1 0 00000030",
        "he n 1 0 1 0 00000040",
        "w0 n 1 0 1 0 00000050",
    ],
    "adj": ["pretty a 1 0 1 0 00000010"],
    "adv": [],
    "verb": [],
}


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    folder = tmp_path / "dict"
    folder.mkdir()
    for part in PARTS_OF_SPEECH:
        for kind, lines in (("data", DATA[part]), ("index", INDEX[part])):
            text = LICENCE + "".join(f"{line}  \n" for line in lines)
            (folder / f"{kind}.{part}").write_text(text)
    return folder


def test_senses(wordnet: Path) -> None:
    found = WordNet.read(wordnet)
    assert found.alternatives("snake", "single") == ["serpent", "ophidian"]
    assert found.alternatives("man", "single") == []
    assert found.alternatives("man", "first") == ["adult_male"]
    assert found.alternatives("adult-male", "single") == ["man"]
    assert found.alternatives("pretty", "single") == ["fair_to_see"]
    assert len(found.alternatives("w0", "single")) == 9
    assert found.alternatives("tiger", "first") == []


def replaced(synonyms: Synonyms, text: str, seed: int = 0) -> tuple[str, int]:
    graph, count = synonyms.replace(Graph.from_penman(text), random.Random(seed))
    return graph.to_penman(one_line=True), count


@pytest.mark.parametrize(
    ("text", "expected", "count"),
    [
        ("(m / man)", "(m / male :mod (y1 / adult))", 1),
        ("(y1 / man)", "(y1 / male :mod (y2 / adult))", 1),
        ("(p / pretty)", "(p / see :mod (y1 / fair) :mod (y2 / to))", 1),
        ("(h / he :mod (t / tiger))", "(h / he :mod (t / tiger))", 0),
        ("(f / fall-01 :ARG1 (p / price))", "(f / decrease-01 :ARG1 (p / price))", 1),
        ("(f / fall-02)", "(f / fall-02)", 0),
        ("(a / a :op1 man)", "(a / a :op1 man)", 0),
    ],
)
def test_replacement(wordnet: Path, text: str, expected: str, count: int) -> None:
    table = wordnet / "frames.tsv"
    table.write_text("# near-synonyms\nfall-01\tdecrease-01\nbuy-01\tpurchase-01\n")
    assert replaced(Synonyms.read(wordnet, table, "first"), text) == (expected, count)


def test_draws_depend_on_the_seed_alone(wordnet: Path) -> None:
    synonyms = Synonyms.read(wordnet, None)
    found = {replaced(synonyms, "(s / snake)", seed)[0] for seed in range(20)}
    assert found == {"(s / serpent)", "(s / ophidian)"}
    assert replaced(synonyms, "(s / snake)", 7) == replaced(synonyms, "(s / snake)", 7)


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"data\.noun: there is no such file"):
        WordNet.read(tmp_path)
    table = tmp_path / "frames.tsv"
    table.write_text("fall-01 decrease-01\n")
    with pytest.raises(FileError, match="group 1 needs two frames or more"):
        Synonyms.read(None, table)


def test_make_syno(wordnet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    words = ["make", "syno", str(make_folder(tmp_path / "in")), "-o", str(out), "--senses", "first"]
    assert main(["bamboo", *words, "--wordnet", str(wordnet)]) == 0
    assert "0.38" in capsys.readouterr().out  # three men in eight graphs
    assert ":mod (y1 / adult)" in (out / "sts" / "syno" / "src.test.amr").read_text()
