"""Evaluation: many systems, many metrics, and how bad graphs are treated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tertium import Corpus, agree, evaluate, score, score_corpus
from tertium.errors import FileError, InputError, NotationError, OptionError, PairingError
from tertium.metrics import Smatch

GOLD = ["(b / boy)", "(g / go-02 :ARG0 (b / boy))", "(c / cat)"]
GOOD = ["(b / boy)", "(g / go-02 :ARG0 (b / girl))", "(c / cat)"]
BAD = ["(b / boy)", "(g / go-02 :ARG0 (b / girl)", "(c / cat)"]


def test_the_score_of_a_pair_is_that_of_its_triples() -> None:
    found = score("(g / go-02 :ARG0 (b / boy))", "(x / go-02 :ARG0 (y / girl) :polarity -)")
    assert (found.precision, found.recall) == (3 / 5, 3 / 4)
    assert found.value == found.f1 == pytest.approx(6 / 9)
    assert found.statistics.as_dict() == {
        "matched": 3, "pred_total": 5, "gold_total": 4, "upper": 3, "proven": 1, "pairs": 1,
    }  # fmt: skip
    assert score([("b", "instance", "boy")], "(b / boy)").value == 1


def test_a_corpus_adds_up() -> None:
    assert score_corpus(GOLD, GOOD).value == pytest.approx((2 + 3 + 2) / 8)
    assert score_corpus(Corpus.of(GOLD), Corpus.of(GOOD), Smatch(top="none")).f1 == pytest.approx(
        (1 + 2 + 1) / 5
    )


def test_macro_is_the_mean_of_pairs() -> None:
    result = evaluate(GOLD, [GOOD]).systems[0].results[0]
    assert result.macro == pytest.approx((1 + 0.75 + 1) / 3)
    assert result.proven == 3


def test_a_bad_prediction_scores_zero_and_its_gold_counts() -> None:
    (system,) = evaluate(GOLD, [BAD]).systems
    (result,) = system.results
    assert [pair.status for pair in system.pairs] == ["ok", "invalid-pred", "ok"]
    assert system.skipped == 0
    assert len(system.corpus.errors) == 1
    assert (result.score.precision, result.score.recall) == (1, 0.5)
    assert result.macro == pytest.approx(2 / 3)
    assert result.table[1].as_dict() == {
        "matched": 0, "pred_total": 0, "gold_total": 4, "upper": 0, "proven": 1, "pairs": 1,
    }  # fmt: skip


def test_a_bad_pair_can_be_skipped() -> None:
    for gold, pred in ((GOLD, BAD), (BAD, GOLD)):
        (system,) = evaluate(gold, [pred], on_error="skip").systems
        assert [pair.index for pair in system.pairs] == [0, 2]
        assert system.skipped == 1
        assert system.results[0].score.value == 1


def test_a_bad_gold_is_an_error() -> None:
    with pytest.raises(NotationError, match="graph 2, line 1") as caught:
        evaluate(BAD, [GOLD])
    assert caught.value.__notes__ == [
        "1 of 3 gold graphs cannot be read, and a score needs all of them; "
        "--on-error skip (on_error='skip') leaves such pairs out"
    ]
    for gold, pred in ((GOLD, BAD), (BAD, GOLD)):
        with pytest.raises(NotationError, match="graph 2"):
            evaluate(gold, [pred], on_error="fail")
    corpus = Corpus.of(BAD)
    for _ in range(2):
        with pytest.raises(NotationError) as caught:
            evaluate(corpus, [GOLD])
        assert len(caught.value.__notes__) == 1


def test_nothing_is_left() -> None:
    with pytest.raises(InputError, match="pred: no pair of graphs is left to score"):
        evaluate(["(b / boy)"], [["(b / boy"]], on_error="skip")
    with pytest.raises(InputError, match="no pair of graphs is left"):
        evaluate([], [[]])
    assert score_corpus(["(b / boy)"], ["(b / boy"]).value == 0


def test_systems_and_metrics_in_every_form(tmp_path: Path) -> None:
    path = tmp_path / "jamr.amr"
    path.write_text("\n\n".join(GOOD))
    for systems in (str(path), path, [path], Corpus.read(path), [Corpus.read(path)]):
        for metrics in ("smatch", ["smatch"], Smatch, Smatch(), [Smatch()]):
            evaluation = evaluate(GOLD, systems, metrics)
            assert [system.name for system in evaluation.systems] == ["jamr"]
            assert evaluation.systems[0].results[0].score.value == pytest.approx(7 / 8)
    named = evaluate(GOLD, {"one": GOOD, "two": GOLD})
    assert [system.name for system in named.systems] == ["one", "two"]


def test_names_are_told_apart(tmp_path: Path) -> None:
    paths = [tmp_path / name / "out.amr" for name in ("a", "b")]
    for path in paths:
        path.parent.mkdir()
        path.write_text("\n\n".join(GOOD))
    systems = evaluate(GOLD, [*paths, paths[0]]).systems
    assert [s.name for s in systems] == [str(paths[0]), str(paths[1]), f"{paths[0]} (2)"]
    assert [s.name for s in evaluate(GOLD, [GOOD, GOOD]).systems] == ["pred", "pred (2)"]


def test_metrics_are_told_apart() -> None:
    specs = ["smatch", "smatch:top=none,wiki=drop"]
    assert evaluate(GOLD, [GOOD], specs).labels == tuple(specs)
    assert evaluate(GOLD, [GOOD], specs[1:]).labels == ("smatch",)


def test_a_row_for_each_pair_and_metric() -> None:
    gold = [f"# ::id {i}\n{text}" for i, text in enumerate(GOLD)]
    pred = [f"# ::id {i}\n{text}" for i, text in enumerate(BAD)][::-1]
    rows = list(evaluate(gold, {"x": pred}, ["smatch", "smatch:top=none"]).rows())
    assert [(row["metric"], row["index"], row["id"]) for row in rows] == [
        (metric, i, str(i)) for metric in ("smatch", "smatch:top=none") for i in range(3)
    ]
    assert rows[1] == {
        "system": "x", "metric": "smatch", "index": 1, "id": "1", "status": "invalid-pred",
        "value": 0.0, "precision": 0.0, "recall": 0.0, "f1": 0.0,
        "matched": 0, "pred_total": 0, "gold_total": 4, "upper": 0, "proven": True,
    }  # fmt: skip
    assert rows[0]["status"] == "ok"
    assert isinstance(rows[0]["matched"], int)


def test_the_note_about_pairing() -> None:
    gold = ["# ::id 1\n(b / boy)", "# ::id 2\n(c / cat)"]
    pred = ["# ::id 2\n(b / boy)", "# ::id 3\n(c / cat)"]
    (system,) = evaluate(gold, {"x": pred}).systems
    assert system.notes == ("x: its ids are not those of gold; graphs are paired by order",)


def test_wrong_use_is_explained() -> None:
    wrong: Any = "ignore"
    with pytest.raises(OptionError, match="on_error='ignore'; choose from zero, skip, fail"):
        evaluate(GOLD, [GOOD], on_error=wrong)
    with pytest.raises(
        OptionError, match="pair_by='ignore'; choose from auto, id, sentence, order"
    ):
        evaluate(GOLD, [GOOD], pair_by=wrong)
    with pytest.raises(PairingError, match="gold has 3 graphs and pred has 2"):
        evaluate(GOLD, [GOOD[:2]])
    with pytest.raises(FileError, match="there is no such file"):
        evaluate("nowhere.amr", [GOOD])
    with pytest.raises(InputError):
        score("(b / boy", "(b / boy)")


def test_a_file_where_a_graph_or_a_metric_is_expected(tmp_path: Path) -> None:
    gold = tmp_path / "gold.amr"
    gold.write_text("(b / boy)\n", encoding="utf-8")
    with pytest.raises(InputError, match="is a file, not a graph; score_corpus compares files"):
        score(str(gold), str(gold))
    with pytest.raises(OptionError, match="this is a file; in Python, several files are one list"):
        agree(str(gold), [str(gold)])
