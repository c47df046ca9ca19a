"""How pairs were made, and what is doubtful about that, in every format of every command."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tertium.cli import main

GOLD = """
# ::snt The boy goes.
(g / go-02 :ARG0 (b / boy))

# ::snt The dog sleeps.
(s / sleep-01 :ARG0 (d / dog))
"""
PRED = GOLD.replace("The boy goes.", "The dog slept.")  # a sentence that the gold does not have
COMMANDS = {
    "score": ["score", "gold.amr", "pred.amr"],
    "compare": ["compare", "gold.amr", "pred.amr", "other.amr", "--resamples", "100"],
    "agree": ["agree", "gold.amr", "pred.amr"],
    "errors": ["errors", "gold.amr", "other.amr"],
    "diff": ["diff", "gold.amr", "pred.amr", "--pair", "1"],
}
TABLES = ("text", "json", "csv", "markdown", "latex")
FORMATS = [
    *(
        (command, format)
        for command in ("score", "compare", "agree", "errors")
        for format in TABLES
    ),
    *(("diff", format) for format in ("text", "json", "html", "svg", "latex")),
]


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"gold": GOLD, "pred": PRED, "other": PRED.replace("dog)", "cat)")}.items():
        Path(f"{name}.amr").write_text(text, encoding="utf-8")


def output(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main([*words]) in (0, 1)
    return capsys.readouterr().out


@pytest.mark.parametrize(("command", "format"), FORMATS)
def test_a_doubtful_order_is_in_the_output(
    capsys: pytest.CaptureFixture[str], command: str, format: str
) -> None:
    said = " ".join(output(capsys, *COMMANDS[command], "-f", format).split())
    assert "WARNING: " in said
    assert "by order, but 1 of 2 pairs has different sentences" in said.replace("\\_", "_")


@pytest.mark.parametrize("words", [["score", "--html"], ["explore", "-o"]])
def test_a_doubtful_order_is_on_the_page(words: list[str]) -> None:
    assert main([words[0], "gold.amr", "pred.amr", words[1], "page.html"]) == 0
    assert "by order, but 1 of 2 pairs has different sentences" in Path("page.html").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("command", ["score", "compare", "agree", "errors"])
def test_csv_says_how_pairs_were_made(capsys: pytest.CaptureFixture[str], command: str) -> None:
    Path("gold.amr").write_text(GOLD + "\n# ::snt More.\n(m / more)\n", encoding="utf-8")
    broken = PRED.replace("The dog slept.", "The boy goes.").replace("(d / dog)", "(d / dog")
    Path("pred.amr").write_text(broken, encoding="utf-8")
    Path("other.amr").write_text(broken, encoding="utf-8")
    words = ["--missing", "zero", *(["--on-error", "skip"] if command == "agree" else [])]
    said = output(capsys, *COMMANDS[command], *words, "-f", "csv")
    suffix = "_graphs" if command == "errors" else ""
    for row in csv.DictReader(io.StringIO(said)):
        assert row["paired_by"] == "sentence"
        assert row[f"invalid{suffix}"] == "1"
        assert row[f"missing{suffix}"] == "1"


def test_json_of_a_pair(capsys: pytest.CaptureFixture[str]) -> None:
    said = json.loads(output(capsys, *COMMANDS["diff"], "-f", "json"))
    assert said["paired_by"] == "order"
    assert said["notes"][0] == "gold.amr and pred.amr have 2 pairs, paired by order"
    inline = json.loads(output(capsys, "diff", "(b / boy)", "(g / girl)", "-f", "json"))
    assert "paired_by" not in inline
