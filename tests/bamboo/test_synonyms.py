"""Synonyms from files in WordNet's format and from a table of frames."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from scripts.generate.frames import induce
from tertium import Graph
from tertium.bamboo.synonyms import FRAMES, Senses, Synonyms, read_frames
from tertium.bamboo.wordnet import PARTS_OF_SPEECH, WordNet
from tertium.cli import main
from tertium.errors import FileError
from tests.support.corpora import bamboo_folder
from tests.support.tiny_bamboo import make as make_folder

LICENCE = "  1 This software and database is being provided to you, the LICENSEE\n"
DATA = {
    "noun": [
        "00000010 05 n 02 man 0 adult_male 0 001 @ 00000030 n 0000 | an adult person who is male",
        "00000020 05 n 01 man 1 000 | the generic use of the word",
        "00000030 05 n 03 snake 0 serpent 0 ophidian 0 000 | limbless scaly reptile",
        "00000040 05 n 02 helium 0 he 0 000 | a gas",
        "00000050 05 n 0a ten 0 " + " ".join(f"{c}{c} 0" for c in "abcdefghk") + " 000 | in hex",
        "00000060 05 n 02 Ann 0 lady 0 001 @i 00000010 n 0000 | somebody",
    ],
    "adj": ["00000010 00 s 03 pretty(p) 0 fair_to_see(a) 0 comely 0 000 | pleasing"],
    "adv": [],
    "verb": [],
}
INDEX = {
    "noun": [
        "man n 2 1 @ 2 1 00000010 00000020",
        "adult_male n 1 1 @ 1 0 00000010",
        "snake n 1 0 1 0 00000030",
        "he n 1 0 1 0 00000040",
        "ten n 1 0 1 0 00000050",
        "lady n 1 1 @i 1 0 00000060",
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


def alternatives(folder: Path, word: str, senses: Senses) -> list[str]:
    return Synonyms.read(folder, None, senses).alternatives(word)


def test_senses(wordnet: Path) -> None:
    assert alternatives(wordnet, "snake", "single") == ["serpent", "ophidian"]
    assert alternatives(wordnet, "man", "single") == []
    assert alternatives(wordnet, "man", "first") == ["adult_male"]
    assert alternatives(wordnet, "adult-male", "single") == ["man"]
    assert alternatives(wordnet, "pretty", "single") == ["comely"]  # no function words inside
    assert len(alternatives(wordnet, "ten", "single")) == 9
    assert alternatives(wordnet, "tiger", "first") == []


def replaced(synonyms: Synonyms, text: str, seed: int = 0) -> tuple[str, int]:
    graph, count = synonyms.replace(Graph.from_penman(text), random.Random(seed))
    return graph.to_penman(one_line=True), count


@pytest.mark.parametrize(
    ("text", "expected", "count"),
    [
        ("(m / man)", "(m / male :mod (y1 / adult))", 1),
        ("(y1 / man)", "(y1 / male :mod (y2 / adult))", 1),
        ("(p / pretty)", "(p / comely)", 1),
        ("(l / lady)", "(l / lady)", 0),
        ('(m / man :name (n / name :op1 "Bo"))', '(m / man :name (n / name :op1 "Bo"))', 0),
        ("(h / he :mod (t / tiger))", "(h / he :mod (t / tiger))", 0),
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


def test_a_frame_is_drawn_from_its_group_itself_included() -> None:
    synonyms = Synonyms.read(None)
    found = Counter(replaced(synonyms, "(r / rise-01)", seed) for seed in range(400))
    assert dict(found.keys()) == {
        "(r / rise-01)": 0,
        "(r / increase-01)": 1,
        "(r / grow-01)": 1,
        "(r / gain-01)": 1,
    }
    assert 60 < found["(r / rise-01)", 0] < 140  # 100 expected


def test_the_table_that_comes_with_the_package() -> None:
    groups = read_frames(FRAMES)
    assert groups["say-01"] == ("state-01",)
    assert len(groups) == 55
    assert sum(map(len, groups.values())) == 80
    assert all(frame in groups[other] for frame, others in groups.items() for other in others)


def test_the_table_follows_from_the_public_data() -> None:
    groups = [{frame, *others} for frame, others in read_frames(FRAMES).items()]
    found = induce(bamboo_folder(), ["dev"])
    assert len(found) >= 15
    assert all(any(set(group) <= known for known in groups) for group in found)


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
    assert main(["bamboo", *words, "--wordnet", str(wordnet), "--frames", "none"]) == 0
    assert "0.38" in capsys.readouterr().out  # three men in eight graphs
    assert ":mod (y1 / adult)" in (out / "sts" / "syno" / "src.test.amr").read_text()
    assert main(["bamboo", *words, "--frames", "none"]) == 2
    assert "leaves nothing to replace" in capsys.readouterr().err
    assert main(["bamboo", *words]) == 0  # frames alone
