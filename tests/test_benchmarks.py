"""The benchmarks run and print what they promise; no time is asserted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import growth, race
from benchmarks.documents import documents, join
from benchmarks.tools import TOOLS, Counts, Tool
from tertium import Graph
from tertium.metrics import Smatch

EXAMPLES = Path(__file__).parents[1] / "examples"
GOLD, PRED = str(EXAMPLES / "gold.amr"), str(EXAMPLES / "parser.amr")


def run_race(capsys: pytest.CaptureFixture[str], *options: str) -> list[dict[str, Any]]:
    assert race.main([GOLD, PRED, "--repeat", "1", "--format", "json", *options]) == 0
    rows: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return rows


def test_tertium_alone(capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = run_race(capsys, "--tools", "tertium")
    assert (row["pairs"], row["failed"], row["ratio"]) == (4, 0, 1.0)
    assert row["f1"] == pytest.approx(94 / 108)
    assert row["peak_bytes"] > 1e6


def test_against_smatch(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("smatch", reason="install the extra 'race'")
    tertium, smatch = run_race(capsys, "--tools", "smatch")
    assert smatch["version"] == "1.0.4"
    assert smatch["f1"] <= tertium["f1"]
    assert (smatch["failed"], smatch["above"], smatch["incomparable"]) == (0, 0, 0)


def test_against_smatchpp_on_a_sample(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("smatchpp", reason="install the extra 'race'")
    rows = run_race(capsys, "--tools", "smatchpp-ilp", "smatchpp-climb", "--limit", "2")
    assert [(row["tool"], row["pairs"]) for row in rows] == [
        ("tertium", 4),
        ("tertium", 2),
        ("smatchpp-ilp", 2),
        ("smatchpp-climb", 2),
    ]
    assert rows[2]["missed"] is None
    assert rows[3]["f1"] <= rows[2]["f1"]


@pytest.mark.parametrize(("format", "rule"), [("text", ""), ("markdown", "| :-- | --: ")])
def test_the_table_of_the_race(capsys: pytest.CaptureFixture[str], format: str, rule: str) -> None:
    assert race.main([GOLD, PRED, "--repeat", "1", "--tools", "tertium", "--format", format]) == 0
    out = capsys.readouterr().out
    assert "tertium 0." in out
    assert "87.04" in out
    assert rule in out


def test_a_missing_tool_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TOOLS, "smatch", Tool("no-such-package", TOOLS["smatch"].load))
    assert race.main([GOLD, PRED, "--repeat", "1", "--tools", "smatch"]) == 0
    out, err = capsys.readouterr()
    assert "not installed, left out: smatch (pip install '.[race]')" in err
    assert "smatch 1" not in out


@pytest.mark.parametrize("main", [race.main, growth.main])
def test_a_missing_file_is_said(capsys: pytest.CaptureFixture[str], main: Any) -> None:
    assert main([GOLD, "nowhere.amr"]) == 2
    assert "nowhere.amr: there is no such file" in capsys.readouterr().err


def test_missed_pairs_are_those_below_the_optimum_of_the_same_triples() -> None:
    optimum = [Counts(5, 8, 8), Counts(5, 8, 8), Counts(5, 8, 8), Counts(5, 8, 8), None]
    found = [Counts(4, 8, 8), Counts(6, 8, 8), Counts(4, 7, 8), Counts(5, 8, 8), None]
    assert race._compare(found, optimum) == (1, 1, 2)


def test_a_sample_is_evenly_spaced() -> None:
    graph = Graph.from_penman("(b / boy)")
    pairs = [(Graph.from_penman(f"(b / boy{k})"), graph) for k in range(10)]
    assert [pairs.index(pair) for pair in race.evenly(pairs, 4)] == [0, 2, 5, 7]
    assert race.evenly(pairs, 99) == pairs


def test_growth_prints_three_tables(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--sizes", "12", "--count", "2", "--repeat", "1", "--runs", "1"]
    assert growth.main([GOLD, PRED, *options]) == 0
    sentences, made, commands = capsys.readouterr().out.split("\n\n")
    assert sentences.splitlines()[1].split()[:3] == ["given", "4", "4"]
    assert [line.split()[0] for line in made.splitlines()[1:]] == ["same", "shuffled", "unrelated"]
    assert "tertium --version" in commands
    assert "tertium score gold.amr parser.amr" in commands


def test_growth_finds_the_files_of_bamboo(tmp_path: Path) -> None:
    for part in ("main", "reify"):
        for name in ("sts", "sick", "para"):
            (tmp_path / name / part).mkdir(parents=True)
            (tmp_path / name / part / "tgt.test.amr").write_text("(b / boy)")
            (tmp_path / name / part / "src.test.amr").write_text("(g / girl)")
    options = ["--sizes", "12", "--count", "1", "--repeat", "1", "--runs", "1"]
    args = growth._parser().parse_args([GOLD, PRED, "--corpora", str(tmp_path), *options])
    rows = growth.measure(args)["sentences"]
    assert [row.name for row in rows][-2:] == ["para/reify", "all"]
    assert (rows[-1].pairs, rows[-1].proven) == (6, 6)


def test_a_document_joins_sentences_and_keeps_their_variables_apart() -> None:
    boy, go = "(b / boy :ARG0-of (r / run-02))", "(b / go-02 :ARG0 (c / cat) :polarity -)"
    expected = """
        (x / multi-sentence
            :snt1 (b / boy :ARG0-of (r / run-02))
            :snt2 (b2 / go-02 :ARG0 (c / cat) :polarity -))"""
    document = join([Graph.from_penman(boy), Graph.from_penman(go)])
    metric = Smatch()
    assert metric.score(metric.compare(expected, document)).value == 1.0
    assert len(document.variables) == 5


def test_documents_of_each_kind() -> None:
    pairs = race.read_pairs(GOLD, GOLD)
    metric = Smatch()
    values = {}
    for kind in ("same", "shuffled", "unrelated"):
        (pair,) = documents(pairs, kind, 10, 1)
        values[kind] = metric.score(metric.compare(*pair)).value
        assert all(len(graph.variables) >= 10 for graph in pair)
    assert values["same"] == 1.0
    assert 1.0 > values["shuffled"] > values["unrelated"]
