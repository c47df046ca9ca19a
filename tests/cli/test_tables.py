"""Tables on the command line: both sides in one file, or one of them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.files import Run

ROWS: list[dict[str, str | None]] = [
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
    "no table": (["score", "gold.amr", "--gold-column", "gold"], "this is a file of graphs"),
    "a table without the default column": (
        ["standardise", "pairs.jsonl", "--canonical"],
        "pairs.jsonl: this is a table without a column graph; name the column that holds graphs "
        "with --column: id, gold, pred, other",
    ),
    "two predictions": (
        ["diff", "pairs.jsonl", "--pair", "1", "--pred-column", "pred", "--pred-column", "other"],
        "diff shows one prediction",
    ),
    "three sides": (
        [
            "matrix",
            "pairs.jsonl",
            "-o",
            "m.npy",
            *("--column=gold", "--column=pred", "--column=id"),
        ],
        "a matrix has two sides",
    ),
}


@pytest.mark.parametrize(("words", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(run: Callable[..., Run], words: list[str], message: str) -> None:
    done = run(*words)
    assert done.code == 2
    assert message in done.err


COMMANDS = {
    "agree": ["agree", "pairs.jsonl", "--column", "gold", "--column", "pred"],
    "compare": ["compare", "pairs.jsonl", "--pred-column", "pred", "--pred-column", "other"],
    "errors": ["errors", "pairs.jsonl"],
    "explore": ["explore", "pairs.jsonl", "-o", "page.html"],
    "diff": ["diff", "pairs.jsonl", "--id", "b.1"],
    "matrix": ["matrix", "pairs.jsonl", "--column", "gold", "--column", "pred", "-o", "m.npy"],
    "index": ["index", "build", "pairs.jsonl", "--column", "gold", "-o", "i.tix"],
    "dedupe": ["dedupe", "pairs.jsonl", "--column", "gold"],
    "cluster": ["cluster", "pairs.jsonl", "--column", "gold"],
    "standardise": ["standardise", "pairs.jsonl", "--column", "gold", "--canonical"],
    "perturb": ["perturb", "pairs.jsonl", "--column", "gold", "--op", "relabel"],
    "audit soundness": ["audit", "soundness", "pairs.jsonl", "--column", "gold"],
    "audit principles": ["audit", "principles", "pairs.jsonl", "--on-error", "skip"],
}


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_commands_that_read_tables(run: Callable[..., Run], words: list[str]) -> None:
    if "matrix" in words or "agree" in words:
        words = [*words, "--on-error", "skip"]
    done = run(*words)
    assert done.code == 0, done.err


def test_a_table_says_what_files_say(run: Callable[..., Run]) -> None:
    """All but how pairs were made: the columns of a table by row, files by id."""

    def rows(*words: str, paired_by: str) -> list[dict[str, str]]:
        found = list(csv.DictReader(io.StringIO(run(*words, "-f", "csv").out)))
        assert {row.pop("paired_by") for row in found} == {paired_by}
        return found

    for column in ("gold", "other"):
        graphs = [f"# ::id {row['id']}\n{row[column]}\n" for row in ROWS if row[column]]
        Path(f"{column}.amr").write_text("\n".join(graphs[:1]))
    Path("one.jsonl").write_text(json.dumps(ROWS[0]) + "\n")
    columns = ("--column", "gold", "--column", "other")
    table = rows("agree", "one.jsonl", *columns, paired_by="row")
    assert table == rows("agree", "gold.amr", "other.amr", paired_by="id") != []
    table = rows("errors", "one.jsonl", "--pred-column", "other", paired_by="row")
    assert table == rows("errors", "gold.amr", "other.amr", paired_by="id") != []


def test_an_index_of_a_table_knows_its_ids(run: Callable[..., Run]) -> None:
    assert run("index", "build", "pairs.jsonl", "--column", "gold", "-o", "i.tix").code == 0
    done = run("search", "i.tix", "pairs.jsonl", "--column", "gold", "-k", "1", "-f", "csv")
    assert [line.split(",")[:2] for line in done.out.splitlines()[1:]] == [
        ["b.1", "b.1"],
        ["b.2", "b.2"],
    ]


BOY = "(b / boy)"
BAD_TABLES = {
    "lengths": ("t.csv", f"id,gold,pred\n1,{BOY},{BOY}\n2,{BOY}\n", "t.csv: row 2, line 3"),
    "no text": (
        "t.jsonl",
        f'{{"gold": "{BOY}", "pred": 5}}\n',
        "t.jsonl, column pred: this is not a column of graphs; row 1 holds int",
    ),
    "no rows": ("t.csv", "id,gold,pred\n", "t.csv: this table has no rows"),
    "nothing": ("t.jsonl", "", "t.jsonl: this table has no rows"),
    "all broken": (
        "t.tsv",
        f"gold\tpred\n(b / \t{BOY}\n(c / \t{BOY}\n",
        "t.tsv, column gold: row 1, line 1, column 5",
    ),
    "all empty": ("t.csv", f"gold,pred\n{BOY},\n{BOY},\n", "column pred: no row has a graph"),
    "same columns": ("t.csv", f"gold,gold\n{BOY},{BOY}\n", "two columns have the same name"),
}


@pytest.mark.parametrize("command", ["score", "compare", "agree", "errors", "diff", "explore"])
@pytest.mark.parametrize("case", BAD_TABLES.values(), ids=BAD_TABLES)
def test_bad_tables(run: Callable[..., Run], command: str, case: tuple[str, str, str]) -> None:
    name, text, message = case
    Path(name).write_text(text)
    more = {
        "agree": ["--column", "gold", "--column", "pred"],
        "diff": ["--pair", "1"],
        "explore": ["-o", "page.html"],
    }
    done = run(command, name, *more.get(command, []))
    assert done.code == 2
    assert message in done.err


def test_repeated_ids_are_reported(run: Callable[..., Run]) -> None:
    Path("t.csv").write_text(f"id,gold,pred\nx,{BOY},{BOY}\nx,{BOY},{BOY}\n")
    for command in ("score", "errors"):
        done = run(command, "t.csv")
        assert done.code == 0
        assert "t.csv: rows 1 and 2 have the same id, x" in done.err
    done = run("score", "t.csv", "--pair-by", "id")
    assert done.code == 2
    assert "t.csv, column gold: the id x is there twice, rows 1 and 2" in done.err


def test_a_row_of_ten_megabytes(run: Callable[..., Run]) -> None:
    long = "(a / and" + "".join(f" :op{n} (x{n} / thing)" for n in range(400_000)) + ")"
    rows = [
        {"gold": BOY, "pred": BOY},
        {"gold": BOY, "pred": long},
        {"gold": BOY, "pred": long[:-1]},
    ]
    assert len(long) > 10_000_000
    Path("t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = run("score", "t.jsonl", "--format", "json")
    assert json.loads(done.out)["systems"][0]["invalid"] == 1
    assert "t.jsonl, column pred: row 3, line 1, column" in done.err
    assert len(done.err) < 1000


def test_on_error_decides(run: Callable[..., Run]) -> None:
    done = run("score", "pairs.jsonl", "--on-error", "skip", "--format", "json")
    assert json.loads(done.out)["systems"][0]["scores"][0]["pairs"] == 1
    assert run("score", "pairs.jsonl", "--on-error", "fail").code == 2


def test_graphs_where_a_table_is_expected(run: Callable[..., Run]) -> None:
    done = run("prefer", "gold.amr", "mine.amr")
    assert done.code == 2
    assert "gold.amr: this is a file of graphs; expected a table of judgements with" in done.err
    done = run("bamboo", "quality", "gold.amr")
    assert "gold.amr: this is a file of graphs; expected a table of labels" in done.err
