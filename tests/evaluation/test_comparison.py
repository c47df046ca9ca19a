"""Systems against a baseline: numbers that can be checked by hand or by another route."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium import Evaluation, Graph, evaluate, read
from tertium.cli import main
from tertium.errors import InputError, OptionError
from tertium.evaluation.comparison import Comparison, compare
from tertium.graph.structure import Structure, structure_error
from tertium.report import render
from tertium.report.comparison import data_of
from tertium.report.look import Look
from tertium.statistics import Confidence, Resampling
from tests.support.corpora import corpora
from tests.support.latex import compile_latex
from tests.support.parsers import BROKEN, GOLD, STRONG, WEAK, write
from tests.support.toys import Concepts

CONFIDENCE = Confidence(0.9, resampling=Resampling(400, 3))


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    systems = {"weak": WEAK, "strong": STRONG, "copy": WEAK}
    return evaluate(GOLD, systems, ["smatch", Concepts(), "smatch:top=none"])


@pytest.fixture(scope="module")
def comparison(evaluation: Evaluation) -> Comparison:
    return compare(evaluation, confidence=CONFIDENCE)


def test_every_other_system_is_contrasted_under_every_metric(comparison: Comparison) -> None:
    found = [(c.system, c.metric.spec) for c in comparison.contrasts]
    metrics = ["smatch", "concepts", "smatch:top=none"]
    assert found == [(s, m) for s in ("strong", "copy") for m in metrics]


def test_differences_intervals_and_p(evaluation: Evaluation, comparison: Comparison) -> None:
    base, other = (system.results[0] for system in evaluation.systems[:2])
    micro = comparison.contrasts[0].micro
    assert micro.value == pytest.approx(other.score.value - base.score.value)
    assert comparison.contrasts[0].macro.value == pytest.approx(other.macro - base.macro)
    assert 0 < micro.interval[0] < micro.value < micro.interval[1]
    # 6 pairs can be exchanged in 64 ways; all better means that 2 of them are as extreme.
    assert micro.p_randomization == pytest.approx(2 / 64, abs=0.02)
    assert micro.p == pytest.approx(min(1, 2 * micro.p_randomization))  # Holm over two systems


def test_a_system_does_not_differ_from_itself(comparison: Comparison) -> None:
    for contrast in comparison.contrasts[3:]:
        assert (contrast.micro.value, contrast.micro.interval) == (0, (0, 0))
        assert contrast.micro.p == contrast.macro.p == contrast.effect.sign_p == 1
        assert (contrast.effect.wins, contrast.effect.ties) == (0, len(GOLD))


def test_the_bootstrap_can_be_chosen(evaluation: Evaluation, comparison: Comparison) -> None:
    other = compare(evaluation, test="bootstrap", confidence=CONFIDENCE)
    for a, b in zip(comparison.contrasts, other.contrasts, strict=True):
        assert a.micro.p_bootstrap == b.micro.p_bootstrap
    strong = [c.micro for c in other.contrasts[::3]]
    assert strong[0].p == pytest.approx(min(1, 2 * strong[0].p_bootstrap))


def test_bca_intervals_of_differences(evaluation: Evaluation) -> None:
    confidence = Confidence(0.9, "bca", Resampling(400, 3))
    micro = compare(evaluation, confidence=confidence).contrasts[0].micro
    assert micro.interval[0] < micro.value < micro.interval[1]


def test_disagreement_counts_opposite_preferences(comparison: Comparison) -> None:
    values = [
        [r.sample.values() for r in system.results] for system in comparison.evaluation.systems
    ]
    gains = [strong - weak for weak, strong in zip(values[0], values[1], strict=True)]
    first = comparison.disagreements[0]
    assert (first.system, first.first.name, first.second.name) == ("strong", "smatch", "concepts")
    expected = sum(f * g < 0 for f, g in zip(gains[0], gains[1], strict=True)) / len(GOLD)
    assert first.share == expected
    assert len(comparison.disagreements) == 2 * 3


def test_metrics_that_prefer_different_systems() -> None:
    # The first system has the concepts, the second the edge.
    gold = ["(a / x :ARG0 (b / y))"]
    systems = {
        "a": ["(a / x :ARG1 (b / y) :ARG2 (c / z) :ARG3 (d / z))"],
        "b": ["(a / x :ARG0 (b / w))"],
    }
    found = compare(evaluate(gold, systems, ["smatch", Concepts()]), confidence=CONFIDENCE)
    assert found.disagreements[0].share == 1
    assert [found.ranks(0), found.ranks(1)] == [[2, 1], [1, 2]]


def test_ranks_are_shared_by_equals(comparison: Comparison) -> None:
    assert comparison.ranks(0) == [2, 1, 2]


def test_only_common_pairs_are_compared() -> None:
    systems = {"weak": WEAK, "broken": BROKEN}
    found = compare(evaluate(GOLD, systems, on_error="skip"), confidence=CONFIDENCE)
    assert [len(system.pairs) for system in found.evaluation.systems] == [5, 5]
    without = [k for k in range(6) if k != 2]
    expected = evaluate([GOLD[k] for k in without], [[WEAK[k] for k in without]])
    assert found.evaluation.systems[0].results[0].score == expected.systems[0].results[0].score


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(OptionError, match="at least two"):
        compare(evaluate(GOLD, [WEAK]))
    with pytest.raises(OptionError, match="bootstrap"):
        compare(evaluate(GOLD, [WEAK, STRONG]), test="t")  # type: ignore[arg-type]
    systems = [["(b", WEAK[1]], [WEAK[0], "(b"]]
    with pytest.raises(InputError, match="no pair in common"):
        compare(evaluate(GOLD[:2], systems, on_error="skip"))


@pytest.mark.parametrize(
    ("text", "nodes", "edges", "density"),
    [
        ("(b / boy)", 2, 1, 0.5),
        ("(b / boy :mod (t / tall))", 4, 3, 0.25),
        ("(w / want-01 :polarity - :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))", 7, 7, 1 / 6),
        ('(n / name :op1 "a" :op2 "a")', 3, 2, 1 / 3),  # one constant, and one edge to it
        ("(a / and :op1 (i / i) :op2 (b / boy :op1 i))", 5, 6, 0.3),  # i is i
    ],
)
def test_structure(text: str, nodes: int, edges: int, density: float) -> None:
    found = Structure.of(Graph.from_penman(text))
    assert (found.nodes, found.edges) == (nodes, edges)
    assert found.degree == 2 * edges / nodes
    assert found.density == pytest.approx(density)


def test_structure_error_is_a_mean_of_absolute_differences(comparison: Comparison) -> None:
    pairs = comparison.evaluation.systems[0].pairs
    both = [(Structure.of(p.gold), Structure.of(p.pred)) for p in pairs if p.gold and p.pred]
    error = structure_error((pair.gold, pair.pred) for pair in pairs)
    assert error is not None
    assert error.degree == pytest.approx(np.mean([abs(g.degree - p.degree) for g, p in both]))
    assert error.density == pytest.approx(np.mean([abs(g.density - p.density) for g, p in both]))
    assert error.gold.edges == np.mean([g.edges for g, _ in both])
    assert structure_error([]) is None


@pytest.mark.parametrize(
    ("parser", "degree", "density"), [("camr", 0.183, 0.0319), ("jamr", 0.113, 0.0241)]
)
def test_structure_error_is_that_of_its_authors(parser: str, degree: float, density: float) -> None:
    """What the script of Opitz et al. (2020) gives for The Little Prince."""
    folder = corpora() / "data/little-prince"
    error = structure_error(
        zip(read(folder / "gold.amr"), read(folder / f"{parser}.amr"), strict=True)
    )
    assert error is not None
    assert (round(error.degree, 3), round(error.density, 4)) == (degree, density)


def test_text_and_markdown_show_all_tables(comparison: Comparison) -> None:
    assert str(comparison).splitlines()[1].split()[:4] == ["system", "value", "Δ", "p"]
    assert comparison._repr_html_().count("<table>") == 1
    more: dict[str, Any] = {"disagreement": True, "structure": True}
    text = render(comparison, "text", Look(details=True), **more)
    for title in ("structure of the graphs", "prefer different systems", "6/0/0", "sign p: "):
        assert title in text
    assert "| strong | smatch | concepts |" in render(comparison, "markdown", **more)
    assert render(comparison, "html", **more).count("<table>") == 3


def test_aspects_make_tables_longer_not_wider(tmp_path: Path) -> None:
    aspects = ["negation", "agent", "patient", "concepts", "frames"]
    metrics = ["smatch", *(f"smatch:aspect={name}" for name in aspects)]
    evaluation = evaluate(GOLD, {"weak": WEAK, "strong": STRONG}, metrics)
    found = compare(evaluation, confidence=CONFIDENCE)
    assert found.disagreements == ()
    lines = str(found).splitlines()
    assert lines[0].split() == ["strong"]
    assert lines[1].split() == ["smatch", "weak", "value", "Δ", "p"]
    assert [line.split()[0] for line in lines[2:8]] == ["whole", *aspects]
    best = 100 * evaluation.systems[1].results[0].score.value
    assert f"| whole graph | 64.29 | **{best:.2f}** |" in render(found, "markdown")
    latex = render(found, "latex")
    assert f"whole graph & 64.29 & \\textbf{{{best:.2f}}}$^\\dagger$ \\\\" in latex
    compile_latex(latex, tmp_path)


def test_json_and_csv(comparison: Comparison) -> None:
    whole = data_of(comparison)
    assert whole == json.loads(render(comparison, "json"))
    assert whole["baseline"] == "weak"
    assert whole["contrasts"][0]["wins"] == 6
    assert whole["systems"][1]["scores"][0]["rank"] == 1
    assert whole == json.loads(comparison.to_json())
    rows = list(csv.DictReader(comparison.to_csv().splitlines()))
    assert {row["difference"] for row in rows if row["system"] == "weak"} == {""}
    row = next(row for row in rows if row["system"] == comparison.contrasts[0].system)
    assert float(row["difference"]) == comparison.contrasts[0].micro.value
    assert float(row["macro_interval_low"]) == comparison.contrasts[0].macro.interval[0]


def test_latex_compiles_and_marks_significance(tmp_path: Path) -> None:
    systems = {"weak": WEAK * 3, "strong": STRONG * 3}
    found = compare(evaluate(GOLD * 3, systems), confidence=CONFIDENCE)
    assert found.contrasts[0].micro.significant
    latex = found.to_latex()
    assert "$^\\dagger$" in latex.split("\\midrule")[1]
    assert "differs from weak" in latex
    compile_latex(latex, tmp_path)


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [
        write(tmp_path, *item)
        for item in (("gold", GOLD), ("weak", WEAK), ("strong", STRONG), ("broken", BROKEN))
    ]
    how = ["--resamples", "100", "--test", "bootstrap", "--interval", "bca", "--format", "json"]
    assert main(["compare", *files, *how]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert (whole["test"], whole["interval"], whole["resamples"]) == ("bootstrap", "bca", 100)
    assert [c["system"] for c in whole["contrasts"]] == ["strong", "broken"]
    assert main(["compare", *files[:2]]) == 2
    assert "at least two systems" in capsys.readouterr().err
