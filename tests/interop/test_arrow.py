"""Arrow tables, and engines that hand them out."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from tertium import evaluate
from tertium.errors import InputError, NotationError, OptionError
from tertium.interop.arrow import NUMBERS, BatchScorer, score_batch
from tertium.metrics import REGISTRY
from tests.support.parsers import GOLD, STRONG

pa = pytest.importorskip("pyarrow")


def table(**columns: Any) -> Any:
    return pa.table({"id": list(range(len(GOLD))), "gold": GOLD, "pred": STRONG, **columns})


@pytest.mark.parametrize("metric", REGISTRY)
def test_columns_are_those_of_an_evaluation(metric: str) -> None:
    scored = score_batch(table(), metric).to_pylist()
    for row, pair in zip(scored, evaluate(GOLD, [STRONG], metric).pairs, strict=True):
        assert row["status"] == "ok"
        for name in (*NUMBERS, "proven"):
            assert row[name] == pair.get(name)


def test_columns_are_kept_in_their_order() -> None:
    scored = score_batch(table(value=[0] * len(GOLD), other=["x"] * len(GOLD)))
    assert scored.schema.names == ["id", "gold", "pred", "other", *NUMBERS, "proven", "status"]


def test_record_batches_and_pickles() -> None:
    scorer = pickle.loads(pickle.dumps(BatchScorer("smatch:top=concept", threads=2)))
    [batch] = table().to_batches()
    assert isinstance(scorer(batch), pa.RecordBatch)
    assert scorer(batch).to_pylist() == score_batch(table(), "smatch:top=concept").to_pylist()


def test_bad_rows() -> None:
    bad = pa.table({"gold": [GOLD[0], GOLD[1], "(b"], "pred": ["(b", None, GOLD[2]]})
    with pytest.raises(NotationError, match=r"gold\[2\]"):
        score_batch(bad)
    zero = score_batch(bad.slice(0, 2)).to_pylist()
    assert [(row["value"], row["status"]) for row in zero] == [
        (0.0, "invalid-pred"),
        (0.0, "missing-pred"),
    ]
    skipped = score_batch(bad, on_error="skip").to_pylist()
    assert [row["status"] for row in skipped] == ["invalid-pred", "missing-pred", "invalid-gold"]
    assert all(row[name] is None for row in skipped for name in NUMBERS)


def test_an_empty_table_has_the_same_schema() -> None:
    assert score_batch(table().slice(0, 0)).schema == score_batch(table()).schema


@pytest.mark.parametrize(
    ("columns", "error", "message"),
    [
        ({"gold": [GOLD[0]]}, OptionError, "there is no column 'pred'; the table has gold"),
        ({"gold": [GOLD[0]], "pred": [1]}, InputError, "the column 'pred' holds int64, not text"),
    ],
)
def test_wrong_tables(columns: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        score_batch(pa.table(columns))


def test_not_a_table() -> None:
    with pytest.raises(InputError, match="expected an Arrow table or record batch, not list"):
        score_batch([GOLD])


def test_dictionaries_and_large_strings() -> None:
    expected = score_batch(table()).column("value").to_pylist()
    for kind in (pa.large_string(), pa.dictionary(pa.int32(), pa.string())):
        typed = table(pred=pa.array(STRONG).cast(kind) if kind != pa.large_string() else STRONG)
        assert score_batch(typed).column("value").to_pylist() == expected


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    pairs = table()

    def smatch(gold: Any, pred: Any) -> Any:
        return score_batch(pa.table({"gold": gold, "pred": pred})).column("value")

    connection.create_function("smatch", smatch, ["VARCHAR", "VARCHAR"], "DOUBLE", type="arrow")
    connection.register("pairs", pairs)
    found = connection.execute("select smatch(gold, pred) from pairs order by id").fetchall()
    assert [value for (value,) in found] == score_batch(pairs).column("value").to_pylist()


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.from_arrow(table())
    scored = polars.from_arrow(score_batch(frame.to_arrow()))
    assert scored["value"].to_list() == score_batch(table()).column("value").to_pylist()
    lazy = frame.lazy().map_batches(
        lambda part: polars.from_arrow(score_batch(part.to_arrow())), validate_output_schema=False
    )
    assert lazy.collect()["value"].to_list() == scored["value"].to_list()


@pytest.mark.filterwarnings("default")
def test_hugging_face_datasets() -> None:
    datasets = pytest.importorskip("datasets")
    pairs = datasets.Dataset.from_dict({"gold": GOLD, "pred": STRONG}).with_format("arrow")
    scored = pairs.map(BatchScorer(), batched=True, batch_size=2)
    assert scored.to_dict()["value"] == score_batch(table()).column("value").to_pylist()
