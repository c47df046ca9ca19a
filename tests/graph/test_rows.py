"""Files of rows: JSON lines, CSV, TSV, Parquet."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from typing import TypeAlias

import pytest

from tertium import RowFile
from tertium.errors import FileError, NotationError
from tertium.graph import pair
from tertium.graph.rows import row_format

Row: TypeAlias = dict[str, str | None]

ROWS: list[Row] = [
    {"id": "b.1", "gold": "(b / boy)", "pred": '(b / boy :name (n / name :op1 "A, B"))'},
    {"id": "b.2", "gold": "(c / cat)", "pred": None},
]


def write_table(path: Path, rows: list[Row] = ROWS) -> Path:
    """Write rows in the format that the name says."""
    form = row_format(path.name)
    if form == "parquet":
        arrow = pytest.importorskip("pyarrow")
        parquet = pytest.importorskip("pyarrow.parquet")
        parquet.write_table(arrow.Table.from_pylist(rows), path)
        return path
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "wt", encoding="utf-8", newline="") as file:
        if form == "jsonl":
            file.writelines(json.dumps(row) + "\n" for row in rows)
        else:
            writer = csv.DictWriter(file, list(rows[0]), delimiter="\t" if form == "tsv" else ",")
            writer.writeheader()
            writer.writerows(rows)
    return path


NAMES = ["p.jsonl", "p.ndjson", "p.csv", "p.tsv", "p.parquet", "p.jsonl.gz", "p.csv.gz"]


@pytest.mark.parametrize("name", NAMES)
def test_every_format(name: str, tmp_path: Path) -> None:
    rows = RowFile.read(write_table(tmp_path / name))
    assert len(rows) == 2
    gold, pred = rows.corpus("gold", id_column="id"), rows.corpus("pred", id_column="id")
    assert gold.ids == pred.ids == ["b.1", "b.2"]
    assert [str(graph) for graph in gold.graphs] == ["(b / boy)", "(c / cat)"]
    assert ("n", ":op1", '"A, B"') in pred.entries[0].triples  # type: ignore[union-attr]
    assert isinstance(pred.entries[1], NotationError)
    assert str(pred.entries[1]).endswith("column pred: row 2 (b.2): there is no graph")
    assert pair(gold, pred).by == "row"


def test_rows_are_paired_by_row_although_ids_repeat(tmp_path: Path) -> None:
    twice: list[Row] = [{**row, "id": "same"} for row in ROWS]
    rows = RowFile.read(write_table(tmp_path / "p.jsonl", twice))
    pairing = pair(rows.corpus("gold", id_column="id"), rows.corpus("pred", id_column="id"))
    assert (pairing.by, list(pairing.pred)) == ("row", [0, 1])


def test_columns_that_some_rows_lack(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text('{"gold": "(b / boy)"}\n\n{"pred": "(b / boy)", "gold": "(c / cat)"}\n')
    rows = RowFile.read(path)
    assert [isinstance(e, NotationError) for e in rows.corpus("pred").entries] == [True, False]


def test_triples_in_a_cell(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text('{"gold": [["b", ":instance", "boy"]]}\n')
    assert str(RowFile.read(path).corpus("gold").graphs[0]) == "(b / boy)"


def test_a_long_cell(tmp_path: Path) -> None:
    long = "(a / and" + "".join(f" :op{i} (x{i} / thing)" for i in range(20_000)) + ")"
    path = write_table(tmp_path / "p.csv", [{"gold": long}])
    before = csv.field_size_limit()
    assert len(RowFile.read(path).corpus("gold").graphs[0]) == 40_001
    assert csv.field_size_limit() == before


BAD = {
    "not JSON": ("p.jsonl", '{"gold": 1}\n{"gold"\n', "line 2, column 8: this is not JSON"),
    "no object": ("p.jsonl", "[1]\n", "line 1: expected an object"),
    "deep": ("p.jsonl", "[" * 100_000, "line 1: this JSON is nested too deeply"),
    "long number": ("p.jsonl", '{"gold": ' + "9" * 9999 + "}", "line 1: this JSON"),
    "empty": ("p.jsonl", "", "this table has no rows"),
    "header only": ("p.csv", "gold,pred\n", "this table has no rows"),
    "fields": (
        "p.csv",
        "gold,pred\n(b / boy)\n",
        "row 1, line 2: 1 field, but 2 columns (gold, pred)",
    ),
    "quotes": ("p.csv", 'gold\n"(b / boy\n', "unexpected end of data"),
    "same names": ("p.csv", "gold,gold\na,b\n", "two columns have the same name"),
    "not Parquet": ("p.parquet", "PAR1 and more", "this Parquet file cannot be read"),
    "numbers": (
        "p.jsonl",
        '{"gold": 1}\n{"gold": 2}\n',
        "column gold: this is not a column of graphs; row 1",
    ),
    "nothing": ("p.jsonl", '{"gold": null}\n', "column gold: no row has a graph"),
    "another": ("p.jsonl", '{"golden": "(b / boy)"}\n', "did you mean golden?"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_tables(case: str, tmp_path: Path) -> None:
    name, text, message = BAD[case]
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    (tmp_path / name).write_text(text)
    with pytest.raises(FileError, match=name) as raised:
        RowFile.read(tmp_path / name).corpus("gold")
    assert message in str(raised.value)


def test_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_bytes(b"gold\n\xff\n")
    with pytest.raises(FileError, match="not a text in UTF-8"):
        RowFile.read(tmp_path / "p.csv")
