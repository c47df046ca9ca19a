"""Quality of graphs: shares, intervals and tests, and Table 2 of the paper from its counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.generate.reproduction.bamboo_data import LABELS, TABLE_2, quality_of_parses
from tertium.bamboo.quality import ALL, Rating, measure_quality, read_quality
from tertium.cli import main
from tertium.errors import FileError, InputError


def test_table_2_follows_from_its_counts() -> None:
    found = quality_of_parses()
    assert found.labels == LABELS
    assert [(row.task, row.system) for row in found.rows] == list(TABLE_2)
    for row in found.rows:
        for share, (value, low, high) in zip(
            row.shares, TABLE_2[row.task, row.system], strict=True
        ):
            assert round(100 * share.value) == value
            assert 100 * share.interval[0] == pytest.approx(low, abs=1.01)
            assert 100 * share.interval[1] == pytest.approx(high, abs=1.01)


def test_what_is_significant_in_table_2_two_sided() -> None:
    found = {(row.task, row.system): row.shares for row in quality_of_parses().rows}
    gold, silver, flawed = (s.p for s in found[ALL, "T5S2S"])
    assert gold is not None
    assert silver is not None
    assert flawed is not None
    assert gold < 0.01  # the paper: p < 0.005, one-sided
    assert silver > 0.05
    assert flawed < 0.005
    assert all(share.p is None for share in found["sts", "GPLA"])


def test_ratings_of_the_same_graphs_are_tested_together() -> None:
    ratings = [
        Rating("t", system, str(i), "gold" if i < limit else "flawed")
        for system, limit in (("x", 50), ("y", 56))
        for i in range(100)
    ]
    paired = measure_quality(ratings).rows[1]
    apart = measure_quality([Rating(r.task, r.system, None, r.label) for r in ratings]).rows[1]
    assert (paired.paired, apart.paired) == (True, False)
    assert paired.shares[0].p is not None
    assert apart.shares[0].p is not None
    assert paired.shares[0].p < 0.05 < apart.shares[0].p


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ratings.csv"
    lines = [f"sts,x,{i},{'gold' if i % 2 else 'odd'}" for i in range(10)]
    path.write_text("\n".join(["task,system,id,rating", *lines, "sts,y,1,gold"]))
    assert main(["bamboo", "quality", str(path)]) == 0
    out = capsys.readouterr().out
    assert "50 [" in out
    assert "100 [100, 100]" in out
    for form in ("json", "csv", "markdown", "latex"):
        assert main(["bamboo", "quality", str(path), "-f", form]) == 0
        text = capsys.readouterr().out
        if form == "json":
            assert json.loads(text)["rows"][0]["labels"]["gold"]["count"] == 5
    assert main(["bamboo", "quality"]) == 2
    assert "usage: tertium bamboo quality [options] RATINGS" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no rows"),
        ("system,label\nx,gold\n", "no column rating; it has system, label"),
        ("system,rating\nx,gold\nx,\n", "row 2: the column rating is empty"),
        ("system,rating,id\nx,gold,1\nx,silver,1\n", "rows 1 and 2 rate the same graph, x 1"),
        ("system,rating\n" + "".join(f"x,{i}\n" for i in range(30)), "30 different ratings"),
    ],
)
def test_wrong_ratings_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text(text)
    with pytest.raises((FileError, InputError), match=message):
        measure_quality(read_quality(path))
