"""``index``, ``search``, ``dedupe`` and ``cluster`` on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tertium import read, score
from tertium.errors import InputError
from tertium.search import Index
from tests.cli.files import Run


def _rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_nearest_graph_of_each(run: Callable[..., Run]) -> None:
    assert run("index", "build", "gold.amr", "-o", "gold.tix").code == 0
    done = run("search", "gold.tix", "pred.amr", "-k", "1", "-f", "jsonl")
    rows = _rows(done.out)
    golds, preds = read("gold.amr"), read("pred.amr")
    assert [set(row) for row in rows] == [{"query", "id", "rank", "value", "proven"}] * len(preds)
    for row, pred in zip(rows, preds, strict=True):
        assert row["value"] == max(score(gold, pred).value for gold in golds)


def test_an_index_grows_and_shrinks(run: Callable[..., Run]) -> None:
    run("index", "build", "gold.amr", "-o", "all.tix")
    assert run("index", "add", "all.tix", "pred.amr").code == 0
    assert run("index", "compact", "all.tix").code == 0
    info = run("index", "info", "all.tix")
    assert str(len(read("gold.amr")) + len(read("pred.amr"))) in info.out + info.err


def test_near_duplicates(run: Callable[..., Run]) -> None:
    words = ["gold.amr", "same.amr", "--at-least", "0.99", "-o", "out.amr"]
    assert run("dedupe", *words, "--dropped", "dropped.jsonl").code == 0
    kept, dropped = read("out.amr"), _rows(Path("dropped.jsonl").read_text())
    assert len(kept) + len(dropped) == 2 * len(read("gold.amr"))
    assert all(set(row) == {"id", "kept", "value"} and row["value"] >= 0.99 for row in dropped)


def test_clusters(run: Callable[..., Run]) -> None:
    done = run("cluster", "gold.amr", "same.amr", "--at-least", "0.99", "-f", "jsonl")
    rows = _rows(done.out)
    assert len(rows) == 2 * len(read("gold.amr"))
    assert len({row["cluster"] for row in rows}) <= len(read("gold.amr"))


@pytest.mark.parametrize("format", ["text", "json", "csv", "markdown", "latex"])
def test_rows_in_every_format(run: Callable[..., Run], format: str) -> None:
    run("index", "build", "gold.amr", "-o", "gold.tix")
    for words in (
        ["search", "gold.tix", "gold.amr", "-k", "2"],
        ["cluster", "gold.amr"],
        ["matrix", "gold.amr"],
        ["index", "info", "gold.tix"],
    ):
        done = run(*words, "-f", format)
        assert done.code == 0, done.err
        assert format != "latex" or r"\label{tab:" in done.out
        assert max(map(len, done.out.splitlines())) <= 80 or format != "text"
        if words[0] in ("search", "cluster"):
            assert run(*words, "-f", format, "-o", "rows").out == ""
            assert Path("rows").read_text() == done.out


def test_rows_as_one_object(run: Callable[..., Run]) -> None:
    run("index", "build", "gold.amr", "-o", "gold.tix")
    words = ["search", "gold.tix", "pred.amr", "-k", "1", "-f"]
    found = json.loads(run(*words, "json").out)
    assert found["short_signature"].startswith("smatch|")
    assert found["rows"] == _rows(run(*words, "jsonl").out)
    assert json.loads(run("index", "info", "gold.tix", "-f", "json").out)["graphs"] == 3


def test_a_matrix_is_printed(run: Callable[..., Run]) -> None:
    found = json.loads(run("matrix", "gold.amr", "pred.amr", "-f", "json").out)
    golds, preds = read("gold.amr"), read("pred.amr")
    assert found["values"] == [[score(gold, pred).value for pred in preds] for gold in golds]
    header, *rows = run("matrix", "gold.amr", "gold.amr", "-f", "csv").out.splitlines()
    assert header.split(",") == ["graph", *found["rows"]]
    assert [float(row.split(",")[k + 1]) for k, row in enumerate(rows)] == [1.0] * len(golds)
    Path("many.amr").write_text("(b / boy)\n\n" * 400)
    done = run("matrix", "many.amr")
    assert done.code == 2
    assert "400 × 400 values are too many to print; -o FILE.npy writes them to a file" in done.err


def test_mistakes(run: Callable[..., Run]) -> None:
    assert run("search", "gold.amr", "pred.amr").code == 2
    assert run("search", "nothing.tix", "pred.amr").code == 2
    run("index", "build", "gold.amr", "-o", "gold.tix")
    assert "the index comes first" in run("search", "pred.amr", "gold.tix").err
    assert run("dedupe", "gold.amr", "--at-least", "2", "-o", "out.amr").code == 2


BROKEN_SECOND = "(b / boy)\n\n(c / cat\n\n(d / dog)\n"


def test_numbers_of_graphs_are_those_of_the_file(run: Callable[..., Run]) -> None:
    """A graph that is left out keeps its number: the third graph is not called the second."""
    Path("x.amr").write_text(BROKEN_SECOND)
    skip = ["--on-error", "skip"]
    names = ["x.amr#1", "x.amr#3"]
    done = run("cluster", "x.amr", "-f", "jsonl", *skip)
    assert [row["id"] for row in _rows(done.out)] == names
    done = run("standardise", "x.amr", "--reify", "--one-line", *skip)
    assert [line.split("\t")[1] for line in done.out.splitlines()] == names
    assert run("index", "build", "x.amr", "-o", "x.tix", *skip).code == 0
    rows = _rows(run("search", "x.tix", "x.amr", "-k", "1", "-f", "jsonl", *skip).out)
    assert [(row["query"], row["id"]) for row in rows] == [(name, name) for name in names]
    with Index.build("x.amr", on_error="skip") as index:
        assert index.ids == names
        assert [row.query for row in index.search("x.amr", k=1, on_error="skip")] == names


def test_a_name_makes_no_other_column(run: Callable[..., Run]) -> None:
    Path("x.amr").write_text("# ::id a\tb\n(b / boy)\n")
    done = run("standardise", "x.amr", "--reify", "--one-line")
    assert done.out == "(b / boy)\ta b\n"


def hard(seed: int) -> str:
    """Return a graph that can hardly be aligned with another one of its kind."""
    nodes = " ".join(f":ARG0 (x{i} / c :ARG1 x{(i * i * seed + i) % 30})" for i in range(30))
    return f"(r / c {nodes})"


def test_no_graph_is_dropped_for_a_value_that_is_not_proven(run: Callable[..., Run]) -> None:
    Path("x.amr").write_text(f"{hard(3)}\n\n{hard(7)}\n")
    words = ["x.amr", "-m", "smatch:budget=1", "--at-least", "0.9"]
    value = score(hard(3), hard(7), "smatch:budget=1")
    assert value.value < 0.9 <= (value.upper or 0)
    done = run("dedupe", *words, "-o", "out.amr")
    assert (done.code, len(read("out.amr"))) == (0, 2)
    assert "warning: 1 graph kept although the value with an earlier one may be as high" in done.err
    done = run("cluster", *words)
    assert "warning: 1 pair with a value that is not proven" in done.err


def test_rows_are_safe_in_a_spreadsheet(run: Callable[..., Run]) -> None:
    Path("x.amr").write_text("# ::id =1+1\n(b / boy)\n")
    assert run("cluster", "x.amr", "-f", "csv").out == "id,cluster\n'=1+1,1\n"
    run("index", "build", "x.amr", "-o", "x.tix")
    done = run("search", "x.tix", "x.amr", "-f", "csv")
    assert done.out == "query,id,rank,value,proven\n'=1+1,'=1+1,1,1.0,true\n"


def test_outputs_that_are_inputs(run: Callable[..., Run]) -> None:
    run("index", "build", "gold.amr", "-o", "gold.tix")
    Path("w.tsv").write_text("instance\t*\t2\n")
    metric = ["-m", "smatch++:weights=w.tsv"]
    before = {path: path.read_bytes() for path in [Path("w.tsv"), *Path("gold.tix").iterdir()]}
    for words in (
        ["dedupe", "gold.amr", *metric, "-o", "w.tsv"],
        ["dedupe", "gold.amr", *metric, "--dropped", "w.tsv"],
        ["cluster", "gold.amr", *metric, "-o", "w.tsv"],
        ["search", "gold.tix", "pred.amr", "-o", "gold.tix/manifest.json"],
        ["search", "gold.tix", "pred.amr", "-o", str(next(Path("gold.tix").glob("*.segment")))],
    ):
        done = run(*words)
        assert done.code == 2, words
        assert "would overwrite an input" in done.err
    assert {path: path.read_bytes() for path in before} == before


def test_an_index_is_replaced_only_if_asked(run: Callable[..., Run]) -> None:
    run("index", "build", "gold.amr", "-o", "gold.tix")
    before = {path: path.read_bytes() for path in Path("gold.tix").iterdir()}
    done = run("index", "build", "nothing.amr", "-o", "gold.tix")
    assert (done.code, done.out) == (2, "")
    assert "gold.tix: there is an index already" in done.err, "before anything is read"
    assert {path: path.read_bytes() for path in Path("gold.tix").iterdir()} == before
    assert run("index", "build", "pred.amr", "-o", "gold.tix", "--replace").code == 0
    assert len(Index.open("gold.tix")) == len(read("pred.amr"))


def test_an_id_that_is_added_again(run: Callable[..., Run]) -> None:
    run("index", "build", "gold.amr", "-o", "gold.tix")
    done = run("index", "add", "gold.tix", "gold.amr")
    assert "that the index has already, such as" in done.err


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([5], r"ids\[0\]: expected a text, not int"),
        (["\ud800"], r"ids\[0\]: half a character"),
        ("a", "expected a list of texts"),
        (["a", "b"], "1 graph, but 2 ids"),
    ],
)
def test_wrong_ids(ids: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Index.build(["(b / boy)"], ids=ids)


def test_more_neighbours_than_there_can_be() -> None:
    assert len(Index.build(["(b / boy)"] * 3).search("(b / boy)", k=10**30)) == 3


@pytest.mark.parametrize("words", [["search", "gold.tix", "pred.amr"], ["cluster", "gold.amr"]])
def test_parquet_holds_the_rows_of_jsonl(run: Callable[..., Run], words: list[str]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    run("index", "build", "gold.amr", "-o", "gold.tix")
    rows = _rows(run(*words, "-f", "jsonl").out)
    assert run(*words, "-f", "parquet", "-o", "rows.parquet").code == 0
    assert parquet.read_table("rows.parquet").to_pylist() == rows != []
    done = run(*words, "-f", "parquet")
    assert done.code == 2
    assert "--format parquet needs a file" in done.err


def test_the_graphs_that_are_found(run: Callable[..., Run]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    run("index", "build", "gold.amr", "-o", "gold.tix")
    run("search", "gold.tix", "gold.amr", "-k", "1", "--graphs", "-f", "parquet", "-o", "r.parquet")
    found = parquet.read_table("r.parquet").column("graph").to_pylist()
    assert [
        score(text, gold).value for text, gold in zip(found, read("gold.amr"), strict=True)
    ] == [
        1.0,
        1.0,
        1.0,
    ]


def test_tables_are_indexed(run: Callable[..., Run]) -> None:
    rows = [{"id": graph.id, "graph": str(graph)} for graph in read("gold.amr")]
    Path("gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    run("index", "build", "gold.amr", "-o", "graphs.tix")
    run("index", "build", "gold.jsonl", "-o", "table.tix")
    found = [run("search", index, "pred.amr").out for index in ("graphs.tix", "table.tix")]
    assert found[0] == found[1] != ""
    assert run("index", "add", "table.tix", "gold.jsonl", "--column", "graph").code == 0
