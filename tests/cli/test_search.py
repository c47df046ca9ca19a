"""``index``, ``search``, ``dedupe`` and ``cluster`` on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
