"""The exact solver against HiGHS, on a sample; see `benchmarks.exactness`."""

from pathlib import Path

import pytest

pytest.importorskip("scipy")

from benchmarks.exactness import chosen, differing, main
from tertium import Graph
from tertium.graph import write
from tertium.metrics import S2match, Smatch
from tests.golden import pairs


def test_highs_matches_the_same_on_a_sample() -> None:
    sample = chosen(list(zip(*pairs(), strict=True)), 5, 16)
    assert len(sample) == 16
    assert differing(Smatch(), sample) == []
    assert differing(S2match(), sample) == []


def test_a_pair_without_a_proof_is_named() -> None:
    people = " ".join(f":op{k} (p{k} / person :ARG{k % 3}-of (t{k} / talk))" for k in range(9))
    crossed = " ".join(f":op{k} (p{k} / person :ARG{k % 2}-of (t{k} / talk))" for k in range(9))
    graphs = [Graph.from_penman(f"(a / and {text})") for text in (people, crossed)]
    assert differing(Smatch(), [(graphs[0], graphs[1])]) == []
    assert differing(Smatch(budget=1), [(graphs[0], graphs[1])])


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graphs = [Graph.from_penman("(g / go-02 :ARG0 (b / boy))")] * 3  # two of which are next ones
    write(tmp_path / "graphs.amr", graphs)
    file = str(tmp_path / "graphs.amr")
    assert main([file, file, "--variables", "1", "--pairs", "4"]) == 0
    assert "smatch: 4 pairs, 0 differ" in capsys.readouterr().out
