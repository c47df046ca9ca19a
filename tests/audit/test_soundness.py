"""The soundness audit on a few graphs, and its tests against scipy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scipy.stats import binomtest

from tertium import Graph, metric
from tertium.audit import soundness
from tertium.cli import main
from tertium.statistics.binomial import p_above, p_below, stars
from tests.support.paths import EXAMPLES

GRAPHS = [
    Graph.from_penman(text)
    for text in (
        "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))",
        '(p / person :name (n / name :op1 "Ann" :op2 "Lee") :location (c / city))',
        "(c / chapter :mod 7)",
        "(l / leave-11 :ARG0 (g / girl) :cause (a / arrive-01 :ARG1 (b / boy)))",
    )
]


@pytest.mark.parametrize(("count", "total"), [(0, 10), (9, 10), (10, 10), (19990, 20000)])
def test_binomial_tests_agree_with_scipy(count: int, total: int) -> None:
    for share in (0.999, 0.001):
        expected = binomtest(count, total, share, alternative="greater").pvalue
        assert p_above(count, total, share) == pytest.approx(expected, rel=1e-6, abs=1e-300)
        expected = binomtest(count, total, share, alternative="less").pvalue
        assert p_below(count, total, share) == pytest.approx(expected, rel=1e-6, abs=1e-300)


def test_stars() -> None:
    assert [stars(p) for p in (0.0005, 0.005, 0.03, 0.07, 0.5)] == ["***", "**", "*", "+", ""]


def test_smatch_sharp_is_sound_and_smatch_is_not() -> None:
    pairs = soundness.make_perturbations(GRAPHS)
    sharp = soundness.audit(GRAPHS, metric("smatch#"), pairs)
    assert sharp.sound
    assert sharp.overlap is None
    assert (sharp.share_of_ones(True), sharp.share_of_ones(False)) == (1, 0)
    plain = soundness.audit(GRAPHS, metric("smatch"), pairs)
    assert not plain.sound
    assert plain.identity == len(GRAPHS)
    by_name = {case.operation.name: case for case in plain.cases}
    assert by_name["reorder"].sound
    assert by_name["relabel"].sound
    assert by_name["reify"].counter_examples[0][0] == GRAPHS[2]  # the smallest first
    assert by_name["duplicate"].highest <= 1


def test_what_is_left_out_is_counted() -> None:
    graphs = [
        Graph.from_penman("(b / boy)"),
        Graph.from_penman("(a / x :op1 (b / y) :op1 (c / y))"),
    ]
    pairs = {p.operation.name: p for p in soundness.make_perturbations(graphs)}
    assert (pairs["lift-up"].impossible, len(pairs["lift-up"].originals)) == (1, 1)
    assert (pairs["swap"].impossible, pairs["swap"].same) == (1, 1)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "graphs.amr"
    path.write_text("\n\n".join(map(str, GRAPHS)), encoding="utf-8")
    assert main(["audit", "soundness", str(path), "--require", "smatch#"]) == 0
    assert "sound" in capsys.readouterr().out
    assert main(["audit", "soundness", str(path), "--require", "smatch"]) == 1
    assert "smatch, lift-up: 3 of 3 wrong" in capsys.readouterr().out
    assert main(["audit", "soundness", str(path), "-m", "smatch", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["operations"]) == 13
    assert found["metrics"][0]["cases"][3]["operation"] == "reify"
    for form in ("csv", "markdown", "latex"):
        assert main(["audit", "soundness", str(path), "--limit", "2", "--format", form]) == 0
    assert "toprule" in capsys.readouterr().out


def test_perturb_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "graphs.amr"
    path.write_text("# ::id a\n(g / go-02 :ARG0 (b / boy))\n\n(b / boy)", encoding="utf-8")
    assert main(["perturb", str(path), "--op", "lift-up"]) == 0
    out, err = capsys.readouterr()
    assert out == "# ::id a\n(b / boy\n    :ARG0-of (g / go-02))\n\n"
    assert "graph 2: the operation does not apply" in err
    assert main(["perturb", str(path), "--op", "explode"]) == 2


def test_a_metric_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    name = f"{EXAMPLES / 'concept_overlap.py'}:dice"
    assert main(["audit", "soundness", str(EXAMPLES / "gold.amr"), "-m", name]) == 0
    out = capsys.readouterr().out
    assert name in out
    assert f"{name}, swap: " in out  # a bag of concepts cannot see it
