"""``index``, ``search``, ``dedupe`` and ``cluster`` on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tertium import read, score
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


def test_mistakes(run: Callable[..., Run]) -> None:
    assert run("search", "gold.amr", "pred.amr").code == 2
    assert run("search", "nothing.tix", "pred.amr").code == 2
    assert run("dedupe", "gold.amr", "--at-least", "2", "-o", "out.amr").code == 2


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
