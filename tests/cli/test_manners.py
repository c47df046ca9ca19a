"""What people try first: graphs as arguments, tables for papers, what annotators disagree about."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.files import Run
from tests.support.latex import compile_latex

RESAMPLED = ["--resamples", "50"]


def test_graphs_as_arguments(run: Callable[..., Run]) -> None:
    done = run("score", "(b / boy)", "(g / girl)", "(b / boy)")
    assert (done.code, done.err) == (0, "")
    assert "(g / girl)   50.00   50.00   50.00" in done.out
    assert "(b / boy)   100.00  100.00  100.00" in done.out
    assert run("compare", "(b / boy)", "(g / girl)", "(b / boy)", *RESAMPLED).code == 0
    assert "50.00" in run("agree", "(b / boy)", "(g / girl)").out
    assert run("score", "(b / boy)", "(g / girl").code == 0  # a broken prediction scores zero
    assert run("score", "(b / boy", "(g / girl)").code == 2


def test_a_file_that_is_named_like_a_graph(run: Callable[..., Run]) -> None:
    Path("(old) gold.amr").write_text(Path("gold.amr").read_text())
    assert "3 pairs" in run("score", "(old) gold.amr", "pred.amr").out


def test_a_graph_without_its_parenthesis(run: Callable[..., Run]) -> None:
    done = run("score", "(b / boy)", "b / boy")
    assert done.code == 2
    assert done.err.endswith("there is no such file; a graph begins with a parenthesis\n")


def test_a_long_graph_is_named_by_its_beginning(run: Callable[..., Run]) -> None:
    done = run("score", "(b / boy)", "(b / boy :ARG0-of (s / sing-01))")
    assert done.out.splitlines()[2].startswith("(b / boy :ARG0-of (s /…  ")


def test_metrics_with_a_blank_between_them(run: Callable[..., Run]) -> None:
    done = run("score", "gold.amr", "pred.amr", "-m", "smatch, sembleu")
    assert done.out.splitlines()[0].split() == ["system", "smatch", "sembleu"]


def test_a_file_that_was_appended_to_itself(run: Callable[..., Run]) -> None:
    graphs = "# ::id 1 ::snt A boy.\n(b / boy)\n\n"
    Path("once.amr").write_text(graphs)
    Path("twice.amr").write_text(2 * graphs)
    done = run("score", "once.amr", "twice.amr")
    assert done.code == 2
    assert "twice.amr: the id 1 is there twice, graphs 1 and 2" in done.err


def test_a_hint_comes_before_the_help(run: Callable[..., Run]) -> None:
    assert "did you mean 'score'? 'tertium --help' lists" in run("scor", "a", "b").err
    level = run("score", "gold.amr", "pred.amr", "--level", "95").err
    assert "nor sentence or document; did you mean 0.95? 'tertium" in level


def test_a_card_in_an_unknown_format(run: Callable[..., Run]) -> None:
    done = run("card", "smatch", "-o", "card.pdf")
    assert done.code == 2
    assert "card.pdf: a card is not written as .pdf; choose .html, .htm, .json" in done.err


def test_ties_and_zeros_are_not_the_best(run: Callable[..., Run]) -> None:
    Path("twin.amr").write_text(Path("pred.amr").read_text())
    tied = run("score", "gold.amr", "pred.amr", "twin.amr", "-f", "markdown").out
    assert "**" not in tied
    nothing = run("score", "(b / boy)", "(g / girl)", "(c / cat)", "-m", "sema", "-f", "markdown")
    assert "**" not in nothing.out
    assert "**100.00**" in run("score", "gold.amr", "pred.amr", "same.amr", "-f", "markdown").out


def test_columns_and_decimals(run: Callable[..., Run]) -> None:
    done = run("score", "gold.amr", "pred.amr", "--columns", "P,f1", "--decimals", "1")
    assert done.out.splitlines()[1:3] == ["system     P    F1", "pred    84.6  84.6"]
    wrong = run("score", "gold.amr", "pred.amr", "--columns", "Q")
    assert wrong.code == 2
    assert "there is no column 'Q'; there are: system, " in wrong.err


def test_full_signatures(run: Callable[..., Run]) -> None:
    full = run("score", "gold.amr", "pred.amr", "--signature", "full").out.splitlines()[-1]
    assert full.startswith("smatch|solver:exact|budget:")


PAPERS = {
    "scores": ["score", "gold.amr", "pred.amr", "same.amr"],
    "intervals": ["score", "gold.amr", "pred.amr", "-m", "smatch,wlk", "--confidence", *RESAMPLED],
    "many metrics": [
        "score", "gold.amr", "pred.amr", "-m", "smatch,smatch++,sembleu,wlk,sema,rematch,s2match",
        "--details",
    ],
    "aspects": ["score", "gold.amr", "pred.amr", "same.amr", "--aspects"],
    "a comparison": ["compare", "gold.amr", "pred.amr", "same.amr", *RESAMPLED],
    "differences": [
        "compare", "gold.amr", "pred.amr", "same.amr", "-m", "smatch,wlk", *RESAMPLED,
        "--columns", "value,difference,interval,p",
    ],
    "agreement": ["agree", "gold.amr", "pred.amr", "same.amr", "--confidence", *RESAMPLED],
}  # fmt: skip


@pytest.mark.parametrize("words", PAPERS.values(), ids=PAPERS)
def test_tables_for_papers(run: Callable[..., Run], words: list[str], tmp_path: Path) -> None:
    done = run(*words, "-f", "latex", "--latex-note")
    assert done.code == 0
    captions = [line for line in done.out.splitlines() if line.startswith(r"\caption")]
    assert captions
    assert max(map(len, captions)) < 200
    assert r"\label{tab:" in done.out
    assert r"{\footnotesize " in done.out
    assert "% smatch|solver:exact|" in done.out
    compile_latex(done.out, tmp_path)


def test_annotators(run: Callable[..., Run]) -> None:
    words = ["agree", "gold.amr", "pred.amr", "same.amr", "--confidence", *RESAMPLED]
    done = run(*words, "--pairs", "rows.jsonl", "--aspects")
    assert done.code == 0
    assert "3 sentences" in done.out
    listed = done.out.partition("least agreement")[2].splitlines()
    assert listed[1].split() == ["id", "sentence", "mean", "lowest", "between"]
    assert listed[2].endswith("gold, pred")
    assert max(map(len, done.out.splitlines())) <= 80
    rows = [json.loads(line) for line in Path("rows.jsonl").read_text().splitlines()]
    assert {(row["annotator"], row["other"]) for row in rows} == {
        ("gold", "pred"), ("gold", "same"), ("pred", "same"),
    }  # fmt: skip
    first = json.loads(run(*words, "-f", "json").out)["results"][0]
    assert first["least"][0]["apart"] == ["gold", "pred"]
    low, high = first["mean_interval"]
    assert low <= first["mean"] <= high
