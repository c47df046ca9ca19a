"""The report card: standing among published metrics, laws, and the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium import Graph
from tertium.bamboo.benchmark import run
from tertium.bamboo.card import make_card
from tertium.cli import main
from tests.support.tiny_bamboo import PAIRS, make
from tests.support.tiny_bamboo import rating as oracle


def enemy(gold: Graph, pred: Graph) -> float:
    return 2.0 - oracle(gold, pred)


def test_strengths_and_weaknesses(tmp_path: Path) -> None:
    benchmark = run(make(tmp_path), [oracle, enemy])
    good, bad = (make_card(benchmark, row) for row in benchmark.rows)
    assert [standing.mark for standing in good.standings[:9]] == ["strength"] * 9
    assert [standing.mark for standing in bad.standings] == ["weakness"] * 12
    assert good.standings[0].best == ("wwlk theta", 66.94)
    assert good.standings[0].better == 0
    assert bad.standings[0].better == 12


def test_laws_that_are_broken_are_found(tmp_path: Path) -> None:
    benchmark = run(make(tmp_path), [enemy, "smatch"])
    bad, good = (make_card(benchmark, row) for row in benchmark.rows)
    verdicts = {finding.name: finding.verdict for finding in bad.principles.findings}
    assert verdicts["range"] == "✗"
    assert not bad.soundness.sound
    assert good.soundness.identity == good.graphs == len(PAIRS)
    assert {f.name: f.verdict for f in good.principles.findings}["range"] == "✓"


def test_a_task_of_ones_own_has_no_standing(tmp_path: Path) -> None:
    benchmark = run(make(tmp_path, ("mine",)), [oracle])
    card = make_card(benchmark, benchmark.rows[0])
    assert {standing.mark for standing in card.standings} == {"fair"}


def test_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(make(tmp_path))
    assert main(["bamboo", folder, "-m", "smatch", "--card", "--confidence"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("# Report card: smatch\n")
    chart = page.split("```")[1].strip().splitlines()
    assert [line.split()[0] for line in chart[:3]] == ["STS", "SICK", "PARA"]
    assert len(chart) == 14
    assert "accuracy" in chart[9]
    for heading in ("Strengths", "Weaknesses", "Speed", "Laws kept and broken"):
        assert f"## {heading}\n" in page
    assert "| III | symmetry | ✓ |" in page
    assert "| duplicate | 1 |" in page


def test_a_card_is_markdown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bamboo", str(make(tmp_path)), "--card", "--format", "json"]) == 2
    assert "a card is a page of Markdown" in capsys.readouterr().err
