"""Tables on the command line: both sides in one file, or one of them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.files import Run

ROWS = [
    {"id": "b.1", "gold": "(b / boy)", "pred": "(b / boy)", "other": "(g / girl)"},
    {"id": "b.2", "gold": "(c / cat)", "pred": "(c / cat", "other": None},
]


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "".join(json.dumps(row) + "\n" for row in ROWS)
    Path("pairs.jsonl").write_text(text)
    Path("mine.amr").write_text("# ::id b.2\n(c / cat)\n\n# ::id b.1\n(b / boy)\n")


def test_one_table(run: Callable[..., Run]) -> None:
    done = run("score", "pairs.jsonl", "--pred-column", "pred", "--pred-column", "other")
    assert done.code == 0
    assert "paired by row" in done.out
    assert [line.split()[0] for line in done.out.splitlines()[2:4]] == ["pred", "other"]
    assert "pairs.jsonl, column pred: row 2 (b.2), line 1, column 9" in done.err
    assert "pairs.jsonl, column other: row 2 (b.2): there is no graph" in done.err


def test_default_columns_and_standard_input(
    run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = run("score", "pairs.jsonl", "--format", "json")
    data = io.BytesIO(Path("pairs.jsonl").read_bytes())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(data))
    done = run("score", "-", "--gold-column", "gold", "--format", "json")
    values = [json.loads(d.out)["systems"][0]["scores"][0]["value"] for d in (expected, done)]
    assert values[0] == values[1] == pytest.approx(2 / 3)


def test_a_table_of_predictions(run: Callable[..., Run]) -> None:
    done = run("score", "mine.amr", "pairs.jsonl", "--pred-column", "other", "--format", "json")
    assert json.loads(done.out)["paired_by"] == "id"


def test_compare_columns(run: Callable[..., Run]) -> None:
    done = run("compare", "pairs.jsonl", "--pred-column", "pred", "--pred-column", "other")
    assert done.code == 0
    assert "other" in done.out


MISTAKES = {
    "no such column": (["score", "pairs.jsonl", "--gold-column", "golt"], "did you mean gold?"),
    "no prediction": (["score", "gold.amr"], "gold.amr: a prediction is missing"),
    "no table": (["score", "gold.amr", "--gold-column", "gold"], "gold.amr: there is no column"),
    "a table without columns": (
        ["standardise", "pairs.jsonl", "--canonical"],
        "pairs.jsonl: this is a table",
    ),
}


@pytest.mark.parametrize(("words", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(run: Callable[..., Run], words: list[str], message: str) -> None:
    done = run(*words)
    assert done.code == 2
    assert message in done.err


def test_on_error_decides(run: Callable[..., Run]) -> None:
    done = run("score", "pairs.jsonl", "--on-error", "skip", "--format", "json")
    assert json.loads(done.out)["systems"][0]["scores"][0]["pairs"] == 1
    assert run("score", "pairs.jsonl", "--on-error", "fail").code == 2
