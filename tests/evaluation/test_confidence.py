"""Evaluations with intervals, and how they show themselves."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tertium import Evaluation, evaluate
from tertium.errors import InputError
from tertium.metrics import Smatch
from tertium.report import render
from tertium.report.look import Look
from tertium.statistics import Confidence, Method, Resampling
from tertium.statistics.significance import intervals
from tests.support.latex import compile_latex
from tests.support.parsers import BROKEN, GOLD, STRONG, WEAK
from tests.support.toys import Concepts

CONFIDENCE = Confidence(0.9, resampling=Resampling(200, 3))


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    systems = {"weak_1": WEAK, "strong": STRONG}
    return evaluate(GOLD, systems, ["smatch", Concepts()], confidence=CONFIDENCE)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_intervals_are_those_of_the_pairs(method: Method) -> None:
    confidence = Confidence(0.9, method, Resampling(200, 3))
    result = evaluate(GOLD, [WEAK], confidence=confidence).systems[0].results[0]
    assert [(result.interval, result.macro_interval)] == intervals([result.sample], confidence)
    assert result.interval is not None
    low, high = result.interval
    assert low < result.score.value < high


def test_metrics_evaluated_together_have_the_intervals_they_have_alone(
    evaluation: Evaluation,
) -> None:
    alone = evaluate(GOLD, [STRONG], [Concepts()], confidence=CONFIDENCE)
    assert alone.systems[0].results[0].interval == evaluation.systems[1].results[1].interval


def test_json_has_the_intervals_and_how_they_were_made(evaluation: Evaluation) -> None:
    whole = json.loads(evaluation.to_json())
    assert whole["confidence"] == {
        "level": 0.9,
        "method": "percentile",
        "resamples": 200,
        "seed": 3,
    }
    for system, entry in zip(evaluation.systems, whole["systems"], strict=True):
        for result, score in zip(system.results, entry["scores"], strict=True):
            assert tuple(score["interval"]) == result.interval
            assert tuple(score["macro_interval"]) == result.macro_interval


def test_csv_has_full_precision(evaluation: Evaluation) -> None:
    rows = list(csv.DictReader(io.StringIO(evaluation.to_csv())))
    result = evaluation.systems[1].results[0]
    assert result.interval is not None
    assert float(rows[2]["value"]) == result.score.value
    assert (float(rows[2]["interval_low"]), float(rows[2]["interval_high"])) == result.interval
    assert rows[1]["precision"] == ""


def test_text_says_the_scale_and_the_signatures(evaluation: Evaluation) -> None:
    lines = str(evaluation).splitlines()
    assert lines[0].split() == ["system", "smatch", "concepts"]
    assert lines[1].split()[:3] == ["weak_1", "64.29", "±10.63"]
    how = "± half the 90 % interval: bootstrap percentile, 200 resamples, seed 3."
    assert f"Values times 100; 6 pairs, paired by order; {how}" in " ".join(lines)
    assert lines[-2:] == [Smatch().short_signature, Concepts().short_signature]
    look = Look(details=True, signature="full")
    detailed = render(evaluation, "text", look).splitlines()
    assert detailed[1].split()[1:8] == ["pairs", "P", "R", "F1", "90", "%", "macro"]
    assert detailed[-2:] == [Smatch().signature, Concepts().signature]


def test_the_best_system_is_bold(evaluation: Evaluation) -> None:
    smatch, concepts = (100 * r.score.value for r in evaluation.systems[1].results)
    markdown = evaluation.to_markdown()
    assert f"**{smatch:.2f}**" in markdown
    assert f"**{concepts:.2f}**" in markdown
    assert markdown.count("**") == 2 * 2
    assert f"<strong>{smatch:.2f}</strong>" in evaluation._repr_html_()
    assert f"\\textbf{{{smatch:.2f}}}" in evaluation.to_latex()


def test_pairs_are_rows(evaluation: Evaluation) -> None:
    assert len(evaluation.pairs) == 2 * 2 * len(GOLD)
    assert evaluation.pairs[0]["system"] == "weak_1"
    assert {row["metric"] for row in evaluation.pairs} == {"smatch", "concepts"}


def test_settings_of_one_metric_are_told_apart() -> None:
    text = str(evaluate(GOLD, [WEAK], ["smatch", "smatch:top=none"]))
    assert text.splitlines()[0].split() == ["system", "smatch", "smatch:top=none"]


def test_html_is_escaped() -> None:
    shown = evaluate(GOLD, {"<b>&": WEAK})._repr_html_()
    assert "<td>&lt;b&gt;&amp;</td>" in shown


def test_latex_compiles(evaluation: Evaluation, tmp_path: Path) -> None:
    compile_latex(evaluation.to_latex(), tmp_path)


def test_latex_of_one_metric_and_odd_names_compiles(tmp_path: Path) -> None:
    systems = {"50% of $x_1 & #2 {~^\\} <a|b>": WEAK, "名 – é ♯²†": BROKEN}
    compile_latex(evaluate(GOLD, systems, confidence=CONFIDENCE).to_latex(), tmp_path)


def test_nothing_to_score_is_an_error() -> None:
    with pytest.raises(InputError, match="no pair"):
        evaluate(GOLD[:1], [["(b"]], on_error="skip")


def test_one_pair_has_an_interval() -> None:
    for method in ("percentile", "bca"):
        how = Confidence(method=method, resampling=Resampling(9))
        result = evaluate(GOLD[:1], [WEAK[:1]], [Concepts()], confidence=how).systems[0].results[0]
        assert result.interval == (result.score.value,) * 2
