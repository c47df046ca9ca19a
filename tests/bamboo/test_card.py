"""The card of a metric: standing among published metrics, laws, sentences, and the page."""

from __future__ import annotations

import json
import re
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tertium import Graph, metric
from tertium.bamboo.benchmark import run
from tertium.bamboo.card import EXAMPLE, Card, Material, make_card, measure_speed
from tertium.cli import main
from tertium.errors import InputError
from tertium.report.card import report_of
from tertium.report.card_page import page_of
from tertium.report.card_sentences import judgements
from tests.support.paths import EXAMPLES
from tests.support.tiny_bamboo import PAIRS, make
from tests.support.tiny_bamboo import rating as oracle


def enemy(gold: Graph, pred: Graph) -> float:
    return 2.0 - oracle(gold, pred)


def _cards(folder: Path, *chosen: object) -> list[Card]:
    benchmark = run(folder, list(chosen))  # type: ignore[arg-type]
    material = Material.of_benchmark(benchmark)
    return [make_card(row.metric, material, benchmark=benchmark) for row in benchmark.rows]


@pytest.fixture(scope="module")
def climbing() -> Card:
    return make_card(metric("smatch:solver=climb,restarts=0"), Material.of_package())


def test_standing(tmp_path: Path) -> None:
    good, bad = _cards(make(tmp_path), oracle, enemy)
    assert [standing.mark for standing in good.standings[:9]] == ["strength"] * 9
    assert [standing.mark for standing in bad.standings] == ["weakness"] * 12
    assert good.standings[0].best == ("wwlk theta", 66.94)
    assert good.standings[0].better == 0
    assert bad.standings[0].better == 12
    said = [text for side, text in judgements(bad) if side == "weakness"]
    assert said[0].startswith("Among the worst quarter of the published metrics in 12 of 12")


def test_laws_that_are_broken_are_found(tmp_path: Path) -> None:
    bad, good = _cards(make(tmp_path), enemy, "smatch")
    verdicts = {finding.name: finding.verdict for finding in bad.principles.findings}
    assert verdicts["range"] == "✗"
    assert not bad.soundness.sound
    assert good.soundness.identity == good.graphs == len(PAIRS)
    assert {f.name: f.verdict for f in good.principles.findings}["range"] == "✓"
    assert all(law.kept for law in good.laws)
    broken = {law.name for law in bad.laws if not law.kept}
    assert {"values lie in [0, 1]", "a graph and itself score 1"} <= broken
    said = " ".join(text for side, text in judgements(bad) if side == "weakness")
    assert "Breaks the law “values lie in [0, 1]”" in said
    assert "Does not say what a score is made of." in said


def test_a_custom_task_has_no_standing(tmp_path: Path) -> None:
    (card,) = _cards(make(tmp_path, ("mine",)), oracle)
    assert {standing.mark for standing in card.standings} == {"fair"}


def test_sentences_rest_on_numbers(climbing: Card) -> None:
    said = judgements(climbing)
    weak = " ".join(text for side, text in said if side == "weakness")
    assert "depends on a seed" in weak
    assert "principle VII (graded match)" in weak
    reify = next(c for c in climbing.soundness.cases if c.operation.name == "reify")
    assert f"reify ({reify.mean:.3f} on average)" in weak
    strong = " ".join(text for side, text in said if side == "strength")
    assert "Explains a score by parts that add up to it." in strong


def test_the_example_adds_up(climbing: Card) -> None:
    assert climbing.example.score.value == climbing.metric.values(*([text] for text in EXAMPLE))[0]


def test_speed_is_measured() -> None:
    def slow(gold: Graph, pred: Graph) -> float:
        start = time.process_time()
        while time.process_time() < start + 0.002:
            pass
        return 1.0

    material = Material.of_package()
    assert measure_speed(metric(slow), material.golds, material.preds) >= 2000


def test_one_file_is_paired_with_itself() -> None:
    graphs = [Graph.from_penman(f"(x / c{k})") for k in range(3)]
    found = Material.of_graphs("f.amr", graphs)
    assert [g.triples[0][2] for g in found.preds] == ["c1", "c2", "c0"]
    with pytest.raises(InputError, match="at least two graphs"):
        Material.of_graphs("f.amr", graphs[:1])


def test_graphs_that_are_too_small_for_an_audit() -> None:
    graphs = [Graph.from_penman(f"(x / c{k})") for k in range(3)]
    card = make_card(metric("sema"), Material.of_graphs("f.amr", graphs))
    assert card.structure is None
    assert "Nothing in these graphs can be rewired." in page_of(report_of(card))


class Page(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.outside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.outside += [str(v) for k, v in attrs if k in ("src", "href") and v != "data:,"]


def test_the_page_is_self_contained(tmp_path: Path) -> None:
    (card,) = _cards(make(tmp_path), "s2match")
    page = Page(text := page_of(report_of(card)))
    assert page.outside == []
    assert page.tags.count("svg") == 6  # human, two of soundness, two of search, structure
    assert page.tags.count("section") == 10
    assert "default-src 'none'" in text
    assert not re.search(r"@import|url\(", text)


def test_hostile_names_are_shown(tmp_path: Path) -> None:
    card = make_card(metric("smatch"), Material.of_package(), label="<script>alert(1)</script>")
    assert "<script>alert" not in page_of(report_of(card))


def test_the_card_of_the_benchmark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(make(tmp_path))
    assert main(["bamboo", folder, "-m", "smatch", "--card", "--confidence", "-f", "markdown"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("# Report card: smatch\n")
    chart = page.split("```")[1].strip().splitlines()
    assert [line.split()[0] for line in chart[:3]] == ["STS", "SICK", "PARA"]
    assert len(chart) == 14
    assert "accuracy" in chart[9]
    for heading in ("Strengths", "Weaknesses", "Speed", "Laws kept and broken", "Structure"):
        assert f"## {heading}\n" in page
    assert "| III | symmetry | ✓ |" in page
    assert "| duplicate | 1 |" in page
    assert "| break-coreference | below 1 |" in page


def test_cards_are_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bamboo", str(make(tmp_path)), "--card", "--format", "json"]) == 2
    assert "choose text or markdown for --card" in capsys.readouterr().err


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, parser = str(EXAMPLES / "gold.amr"), str(EXAMPLES / "parser.amr")
    page = tmp_path / "card.html"
    words = ["card", "sema", "--bamboo", str(make(tmp_path / "b")), "--corpus", gold, parser]
    assert main([*words, "-o", str(page)]) == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert capsys.readouterr().out == ""
    assert main([*words, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["metric"], data["search"], len(data["bamboo"])) == ("sema", None, 12)
    assert data["material"]["name"] == "gold against parser"
    assert main(["card", "smatch"]) == 0
    out, err = capsys.readouterr()
    assert "the sample of the package" in out
    assert "Proposed by Cai & Knight 2013." in out
    assert "--corpus FILE takes your graphs" in err
    assert main(["card", "smatch", "--corpus", gold, "--limit", "3", "-f", "text"]) == 0
    assert "saw 3 graphs" in capsys.readouterr().out


BROKEN = """
def nan(gold, pred): return float("nan")
def words(gold, pred): return "high"
def fails(gold, pred): raise ValueError("no model")
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nosuch"], "there is no metric"),
        (["smatch", "--bamboo", "nowhere"], "there is no such folder"),
        (["smatch", "--corpus", "nowhere.amr"], "there is no such file"),
        (["smatch", "--corpus", "a", "b", "c"], "one or two files"),
        (["broken.py:nan"], "not a finite number"),
        (["broken.py:words"], "is not a number"),
        (["broken.py:fails"], "no model"),
    ],
)
def test_wrong_use_is_explained(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.py").write_text(BROKEN, encoding="utf-8")
    assert main(["card", *words, "-o", "card.md"]) == 2
    assert said in capsys.readouterr().err
    assert not Path("card.md").exists()
