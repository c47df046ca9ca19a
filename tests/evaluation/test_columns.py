"""Columns of graphs: every kind of table, every kind of bad row."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

import tertium
from tertium.errors import InputError, NotationError, OptionError
from tests.support.parsers import GOLD, STRONG, WEAK

EXPECTED = [tertium.score(g, p).value for g, p in zip(GOLD, STRONG, strict=True)]


def _pandas(rows: list[str]) -> Any:
    return pytest.importorskip("pandas").Series(rows)


def _pandas_arrow(rows: list[str]) -> Any:
    pytest.importorskip("pyarrow")
    return pytest.importorskip("pandas").Series(rows, dtype="string[pyarrow]")


def _polars(rows: list[str]) -> Any:
    return pytest.importorskip("polars").Series("amr", rows)


def _arrow(rows: list[str]) -> Any:
    return pytest.importorskip("pyarrow").array(rows, type="large_string")


def _chunked(rows: list[str]) -> Any:
    return pytest.importorskip("pyarrow").chunked_array([rows[:2], rows[2:]])


KINDS: dict[str, Callable[[list[str]], Iterable[Any]]] = {
    "list": list,
    "tuple": tuple,
    "generator": iter,
    "numpy": np.array,
    "graphs": lambda rows: [tertium.Graph.from_penman(row) for row in rows],
    "triples": lambda rows: [tertium.Graph.from_penman(row).triples for row in rows],
    "pandas": _pandas,
    "pandas on Arrow": _pandas_arrow,
    "polars": _polars,
    "arrow": _arrow,
    "chunked": _chunked,
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_column(kind: str) -> None:
    column = KINDS[kind]
    assert tertium.scores(column(list(GOLD)), column(list(STRONG))).tolist() == EXPECTED


@pytest.mark.parametrize("nothing", [None, float("nan"), np.float64("nan")])
def test_rows_without_a_graph(nothing: object) -> None:
    preds = [STRONG[0], nothing]
    assert tertium.scores(GOLD[:2], preds).tolist() == [EXPECTED[0], 0.0]
    skipped = tertium.scores(GOLD[:2], preds, on_error="skip")
    assert skipped[0] == EXPECTED[0]
    assert math.isnan(skipped[1])
    with pytest.raises(NotationError, match=r"preds\[1\]: there is no graph"):
        tertium.scores(GOLD[:2], preds, on_error="raise")


def test_missing_values_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    preds = pandas.Series([STRONG[0], pandas.NA], dtype="string")
    assert tertium.scores(GOLD[:2], preds).tolist() == [EXPECTED[0], 0.0]


def test_a_text_that_cannot_be_read() -> None:
    preds = ["(b / boy", STRONG[1]]
    assert tertium.scores(GOLD[:2], preds).tolist() == [0.0, EXPECTED[1]]
    with pytest.raises(NotationError, match=r"preds\[0\]: line 1, column 9"):
        tertium.scores(GOLD[:2], preds, on_error="raise")


def test_a_bad_gold_is_an_error_unless_skipped() -> None:
    golds = [GOLD[0], "(b / boy"]
    with pytest.raises(NotationError, match=r"golds\[1\]") as raised:
        tertium.scores(golds, STRONG[:2])
    assert "on_error='skip'" in raised.value.__notes__[0]
    assert math.isnan(tertium.scores(golds, STRONG[:2], on_error="skip")[1])


def test_one_gold_for_all() -> None:
    expected = [tertium.score(GOLD[0], pred).value for pred in STRONG]
    assert tertium.scores(GOLD[0], STRONG).tolist() == expected
    assert tertium.scores(tertium.Graph.from_penman(GOLD[0]), STRONG).tolist() == expected


def test_candidates_of_each_gold() -> None:
    found = tertium.scores(GOLD[:2], [[WEAK[0], STRONG[0], None], [GOLD[1]]])
    assert found.shape == (2, 3)
    first = [tertium.score(GOLD[0], pred).value for pred in (WEAK[0], STRONG[0])]
    assert found[0].tolist() == [*first, 0.0]
    assert found[1, 0] == 1
    assert np.isnan(found[1, 1:]).all()


@pytest.mark.parametrize("nothing", [None, float("nan")])
def test_a_row_without_candidates(nothing: Any) -> None:
    rows = [nothing, [GOLD[1], GOLD[1]]]
    for on_error in ("zero", "skip"):
        found = tertium.scores(GOLD[:2], rows, on_error=on_error)
        assert np.isnan(found[0]).all()
        assert found[1].tolist() == [1.0, 1.0]
    with pytest.raises(InputError, match=r"preds\[0\] is not a list of candidates"):
        tertium.scores(GOLD[:2], rows, on_error="raise")


def test_candidates_name_their_row() -> None:
    with pytest.raises(NotationError, match=r"preds\[1\]\[0\]: line 1"):
        tertium.scores(GOLD[:2], [[GOLD[0]], ["(b"]], on_error="raise")
    with pytest.raises(InputError, match=r"preds\[1\] is not a list of candidates"):
        tertium.scores(GOLD[:2], [[GOLD[0]], GOLD[1]])


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_table_is_not_a_column(package: str) -> None:
    table = pytest.importorskip(package).DataFrame({"amr": GOLD[:1]})
    with pytest.raises(InputError, match=r"golds: .*; choose one of this DataFrame"):
        tertium.scores(table, STRONG[:1])


def test_empty_columns() -> None:
    assert tertium.scores([], []).tolist() == []
    assert tertium.scores(GOLD[:1], [[]]).shape == (1, 0)


@pytest.mark.parametrize(
    ("golds", "preds", "message"),
    [
        (GOLD[:2], STRONG[:1], "golds has 2 rows, but preds has 1"),
        (GOLD[:1], [7], r"preds\[0\]: expected a graph, PENMAN text or triples, not int"),
        (GOLD[:1], STRONG[0], "preds: expected a column of graphs, not str"),
        (GOLD[:1], 7, "preds: expected a column of graphs, not int"),
    ],
)
def test_mistakes(golds: Any, preds: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        tertium.scores(golds, preds)


def test_unknown_policy() -> None:
    with pytest.raises(OptionError, match="choose from zero, skip, raise"):
        tertium.scores(GOLD, STRONG, on_error="fail")  # type: ignore[arg-type]


def test_same_for_any_number_of_threads() -> None:
    one, two = (tertium.scores(GOLD, WEAK, "wlk", threads=n).tolist() for n in (1, 2))
    assert one == two


def test_a_gold_that_repeats_is_compared_as_if_it_did_not() -> None:
    golds = [tertium.Graph.from_penman(text) for text in GOLD]
    preds = [*STRONG, *WEAK, *reversed(GOLD)]
    metric = tertium.metric("smatch")
    for gold in golds:
        repeated = metric.compare_many([gold] * len(preds), preds, threads=1)
        apart = [metric.compare(str(gold), pred) for pred in preds]
        assert repeated.rows.tolist() == [list(one.values) for one in apart]
