"""``tertium errors``: tables, examples, formats and thresholds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tertium.cli import main

GOLD = """# ::id s.1
# ::snt The boy runs.
(r / run-01 :ARG0 (b / boy))

# ::id s.2
# ::snt A tall boy sleeps.
(s / sleep-01 :ARG0 (b / boy :mod (t / tall)))
"""
ONE = GOLD.replace("run-01", "run-02").replace(" :mod (t / tall)", "")
TWO = GOLD.replace("run-01", "run-03")
BAD = GOLD.replace("tall)))", "tall")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("gold", GOLD), ("one", ONE), ("two", TWO), ("bad", BAD)):
        (tmp_path / f"{name}.amr").write_text(text, encoding="utf-8")
    return tmp_path


def files(folder: Path, *names: str) -> list[str]:
    return [str(folder / f"{name}.amr") for name in ("gold", *names)]


def test_one_system(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errors", *files(folder, "one")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:6] == [
        "one: smatch 77.78, 2 pairs, 2 edits (1.0 per pair)",
        "",
        "family   class     edits  M  U  R  pairs   lost    share    gain",
        "concept  sense         1        1      1  11.11   50.0 %  +11.11",
        "         node          1  1            1  11.11   50.0 %  +12.22",
        "           other       1  1            1  11.11   50.0 %  +12.22",
    ]
    whole = next(line.split() for line in lines if line.startswith("total"))
    assert whole == ["total", "2", "1", "1", "2", "22.22", "100.0", "%", "+22.22"]
    assert max(len(line) for line in lines[:-1]) <= 80


def test_several_systems(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    four = files(folder, "one", "two", "one", "two")
    assert main(["errors", *four, "--resamples", "100", "--show", "edits"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(len(line) for line in lines[4:10]) <= 80
    (sense,) = [line.split() for line in lines if " sense " in line]
    assert sense == ["concept", "sense", "1", "1", "1", "1"]


@pytest.mark.parametrize("show", ["edits", "lost", "share", "gain"])
@pytest.mark.parametrize("by", ["class", "family", "code"])
@pytest.mark.parametrize("format", ["text", "json", "csv", "markdown", "latex"])
def test_every_table_is_there_in_every_format(
    folder: Path, show: str, by: str, format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--show", show, "--by", by, "-f", format, "--resamples", "50"]
    assert main(["errors", *files(folder, "one", "two"), *words]) == 0
    assert capsys.readouterr().out


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["-f", "json", "--class", "sense", "--examples", "1", "--resamples", "50"]
    assert main(["errors", *files(folder, "one", "two"), *words]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["short_signature"] == f"smatch|version:{found['tertium']}"
    first, second = found["systems"]
    assert [row["class"] for row in first["rows"]] == ["sense", "node"]
    for system in found["systems"]:
        total = sum(row["cost"] for row in system["rows"])
        assert total == pytest.approx(1 - system["value"], abs=1e-12)
    assert "p" in second["rows"][0]
    assert first["examples"][0]["sentence"] == "The boy runs."
    fields = {"class", "family", "edits", "missing", "spurious", "replaced", "pairs"}
    fields |= {"gold_triples", "pred_triples", "cost", "share", "gain"}
    assert fields <= set(first["rows"][0])


def test_examples(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errors", *files(folder, "one"), "--class", "M:node"]) == 0
    out = capsys.readouterr().out
    assert "s.2  A tall boy sleeps.\n    M:node  tall is missing: boy :mod tall" in out
    assert main(["errors", *files(folder, "one"), "--class", "wiki"]) == 0
    assert "no edit of wiki" in capsys.readouterr().out


def test_an_unreadable_prediction_is_a_class(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["errors", *files(folder, "bad"), "-f", "json"]) == 0
    (system,) = json.loads(capsys.readouterr().out)["systems"]
    (row,) = system["rows"]
    assert (row["class"], row["edits"], row["gold_triples"]) == ("unreadable", 1, 6)
    assert row["cost"] == pytest.approx(1 - system["value"])
    assert row["gain"] == pytest.approx(1 - system["value"])


def test_fail_over(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = files(folder, "one")
    assert main(["errors", *one, "--fail-over", "sense=11.2", "--fail-over", "M:node=20"]) == 0
    assert main(["errors", *one, "--fail-over", "sense=11"]) == 1
    assert "sense costs 11.11 points, more than 11" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--class", "sens"], "did you mean sense?"),
        (["--class", "X:sense"], "there is no class"),
        (["--fail-over", "sense"], "write CLASS=POINTS"),
        (["--fail-over", "sense=200"], "from 0 to 100"),
        (["--fail-over", "near=x"], "write CLASS=POINTS"),
    ],
)
def test_wrong_use_is_explained(
    folder: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["errors", *files(folder, "one"), *words]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("metric", ["s2match", "wsmatch", "smatch#", "wlk", "sema"])
def test_other_metrics(folder: Path, metric: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errors", *files(folder, "one"), "-m", metric, "-f", "json"]) == 0
    (system,) = json.loads(capsys.readouterr().out)["systems"]
    if metric in ("wlk", "sema"):
        assert all("cost" not in row for row in system["rows"])
    else:
        total = sum(row["cost"] for row in system["rows"])
        assert total == pytest.approx(1 - system["value"], abs=1e-12)
    assert sum(row["gain"] for row in system["rows"]) > 0
    assert main(["errors", *files(folder, "one"), "-m", metric]) == 0
