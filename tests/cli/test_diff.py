"""``tertium diff``: pairs, names, formats, and what it says about bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import tertium
from tertium.cli import main

GOLD = """# ::id s.1
# ::snt The boy runs.
(r / run-01 :ARG0 (b / boy))

# ::id s.2
(s / sleep-01 :ARG0 (c / cat) :polarity -)
"""
PRED = """# ::id s.1
(r / run-02 :ARG1 (b / boy))

# ::id s.2
(s / sleep-01 :ARG0 (c / cat)
"""


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name, text in (("gold.amr", GOLD), ("pred.amr", PRED)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return [str(tmp_path / "gold.amr"), str(tmp_path / "pred.amr")]


def test_text_of_a_pair(
    files: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(files[0]).parent)
    assert main(["diff", "gold.amr", "pred.amr", "--id", "s.1"]) == 1
    out = capsys.readouterr().out
    assert out == (
        "s.1 The boy runs.\n"
        "\n"
        "smatch 50.00 = 2 · 2 / (4 + 4), P 2 / 4 = 50.00, R 2 / 4 = 50.00, proven\n"
        "\n"
        "gold\n"
        "     1 ~ (r / run-01\n"
        "     2 ~     :ARG0 (b / boy))\n"
        "\n"
        "prediction\n"
        "     1 ~ (r / run-02\n"
        "     2 ~     :ARG1 (b / boy))\n"
        "\n"
        "2 edits turn the prediction into the gold; they cost 50.00 points\n"
        "no.   lost    gain  edit\n"
        "  1  25.00  +25.00  R:sense      sense of run: run-02 instead of run-01\n"
        "  2  25.00  +25.00  R:core-role  role of boy under run-02: :ARG1 instead of\n"
        "                                 :ARG0\n"
        "     50.00  total\n"
        "\n"
        "gold.amr and pred.amr have 2 pairs, paired by id.\n"
    )
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("count", [1, 1000])
def test_points_stand_in_one_column(count: int, capsys: pytest.CaptureFixture[str]) -> None:
    gold, pred = (
        "(a / and " + " ".join(f":op{k} {word}-{k}" for k in range(count)) + ")"
        for word in ("old", "new")
    )
    main(["diff", gold, pred, "-m", "smatch:top=concept"])
    _, _, table = capsys.readouterr().out.partition(" points\n")
    found = re.findall(r"^(( *\d+|no\.| *no\.|) +(lost|\d+\.\d\d))  ", table, re.MULTILINE)
    assert len(found) >= count + 2  # the head, the edits and the total
    assert {len(start) for start, *_ in found} == {max(3, len(str(count))) + 7}


def test_colour_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    words = ["diff", "(b / boy :mod (t / tall))", "(b / boy)"]
    main(words)
    assert "\x1b[33m:mod\x1b[0m" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    main(words)
    plain = capsys.readouterr().out
    assert "\x1b" not in plain
    assert "     1 +     :mod (t / tall))" in plain


def test_equal_graphs_exit_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "(b / boy)", "(x / boy)"]) == 0
    assert "no edits" in capsys.readouterr().out


def test_names(capsys: pytest.CaptureFixture[str]) -> None:
    main(["diff", "(b / boy)", "(x / girl)", "--names", "ana,ben"])
    assert "1 edit turns ben into ana" in capsys.readouterr().out
    assert main(["diff", "(b / boy)", "(x / girl)", "--names", "ana"]) == 2
    assert "not two names" in capsys.readouterr().err


def test_json(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", *files, "--pair", "1", "-f", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["id"], found["f1"], found["matched"], found["proven"]) == ("s.1", 0.5, 2, True)
    first = found["edits"][0]
    assert first["gold"] == [["r", ":instance", "run-01"]]
    assert first["pred"] == [["r", ":instance", "run-02"]]
    assert {"class", "family", "operation", "code", "detail", "message", "cost"} <= set(first)


def test_an_unreadable_prediction_is_one_edit(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", *files, "--id", "s.2"]) == 1
    captured = capsys.readouterr()
    assert "M:unreadable" in captured.out
    assert "still open" in captured.err
    assert main(["diff", *files, "--id", "s.2", "--on-error", "fail"]) == 2
    assert main(["diff", *reversed(files), "--id", "s.2"]) == 2  # a bad gold


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "choose one with --id ID or --pair N, from 1 to 2"),
        (["--id", "s.11"], "there is no graph with the id s.11; similar ids: s.1"),
        (["--pair", "3"], "there is no pair 3"),
        (["--pair", "1", "-m", "smatch:aspect=negation"], "leave the aspect out"),
        (["--pair", "1", "-m", "smatsch"], "smatsch"),
    ],
)
def test_wrong_use_is_explained(
    files: list[str], words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", *files, *words]) == 2
    assert message in capsys.readouterr().err


def test_output_to_a_file(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "diff.txt"
    assert main(["diff", *files, "--pair", "1", "-o", str(target)]) == 1
    assert capsys.readouterr().out == ""
    assert "R:sense" in target.read_text(encoding="utf-8")
    assert main(["diff", *files, "--pair", "1", "-o", files[0]]) == 2
    assert "would overwrite an input" in capsys.readouterr().err


@pytest.mark.parametrize("metric", ["s2match", "wsmatch", "smatch++", "smatch#", "wlk", "sembleu"])
def test_other_metrics(metric: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["(c / cat :mod (t / tall))", "(k / kitten)", "-m", metric]
    assert main(["diff", *words, "-f", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    if metric in ("wlk", "sembleu"):
        assert all("cost" not in edit for edit in found["edits"])
        assert any(edit["gain"] > 0 for edit in found["edits"])
    else:
        total = sum(edit["cost"] for edit in found["edits"])
        assert total == pytest.approx(1 - found["value"], abs=1e-12)
    assert main(["diff", *words]) == 1


@pytest.mark.parametrize(
    ("format", "start"), [("html", "<!doctype html>"), ("svg", "<svg "), ("latex", "% the pred")]
)
def test_drawings(format: str, start: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["diff", "(b / boy :mod (t / tall))", "(b / girl)", "-f", format]
    assert main(words) == 1
    assert capsys.readouterr().out.lower().startswith(start)


@pytest.mark.parametrize("metric", ["accord", "wlk", "sembleu", "wwlk"])
@pytest.mark.parametrize("format", ["html", "svg", "latex"])
def test_drawings_for_metrics_that_match_no_triples(
    format: str, metric: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["diff", "(b / boy :mod (t / tall))", "(b / girl)", "-f", format, "-m", metric]
    assert main(words) == 1
    value = tertium.score(words[1], words[2], metric=metric).value
    assert format != "html" or f'"h":[null,{json.dumps(value)},1,0,' in capsys.readouterr().out


@pytest.mark.parametrize("format", ["html", "svg", "latex", "json", "text"])
def test_an_unreadable_prediction_in_every_format(
    format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["diff", "(b / boy)", "(b / boy", "-f", format])
    assert code == (2 if format in ("svg", "latex") else 1)
    assert "Traceback" not in capsys.readouterr().err


def test_hostile_text_is_shown_by_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "# ::id \x1b[2J\n(b / boy)", '(b / girl :mod "\x1b[31m")']) == 1
    assert "\x1b" not in capsys.readouterr().out
