"""How pairs were made, and what is missing, in every output of every command that pairs files."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.files import Run, one_line
from tests.support.corpora import corpora
from tests.support.parsers import GOLD, STRONG, WEAK

FORMATS = ("text", "json", "csv", "markdown", "latex")


def write(name: str, graphs: list[str], *, ids: bool = True, first: int = 1) -> None:
    """Write graphs with sentences, and with ids if they shall have some."""
    numbered = enumerate(graphs, start=first)
    head = [(f"# ::id s.{i}\n" if ids else "") + f"# ::snt Sentence {i}.\n" for i, _ in numbered]
    blocks = [a + b for a, b in zip(head, graphs, strict=True)]
    Path(f"{name}.amr").write_text("\n\n".join(blocks) + "\n")


def shuffle(name: str, as_name: str) -> None:
    """Write the graphs of a file in another order."""
    blocks = Path(f"{name}.amr").read_text().strip().split("\n\n")
    Path(f"{as_name}.amr").write_text("\n\n".join(random.Random(1).sample(blocks, len(blocks))))


@pytest.fixture
def files(run: Callable[..., Run]) -> Callable[..., Run]:
    """Files with sentences; `bare` and `turned` have no ids, and `turned` is in another order."""
    write("gold", GOLD)
    write("weak", WEAK)
    write("strong", STRONG)
    write("bare", WEAK, ids=False)
    shuffle("bare", "turned")
    write("short", STRONG[:4])
    write("other", STRONG, ids=False, first=11)
    return run


def score_of(done: Run) -> float:
    value: float = json.loads(done.out)["systems"][0]["scores"][0]["value"]
    return value


def test_shuffled_predictions_score_as_before(files: Callable[..., Run]) -> None:
    before = files("score", "gold.amr", "bare.amr", "--format", "json")
    after = files("score", "gold.amr", "turned.amr", "--format", "json")
    assert (after.code, after.err) == (0, "")
    assert score_of(after) == score_of(before)
    assert json.loads(after.out)["paired_by"] == "sentence"
    rows = []
    for name in ("bare", "turned"):
        files("score", "gold.amr", f"{name}.amr", "--pairs", "rows.jsonl")
        found = map(json.loads, Path("rows.jsonl").read_text().splitlines())
        rows.append([row | {"system": "x"} for row in found])
    assert rows[0] == rows[1]
    by_order = files("score", "gold.amr", "turned.amr", "--pair-by", "order", "--format", "json")
    assert score_of(by_order) != score_of(before)


def test_shuffled_predictions_of_a_real_parser(files: Callable[..., Run]) -> None:
    folder = corpora() / "data" / "little-prince"
    text = (folder / "jamr.amr").read_text(encoding="utf-8")
    golds = (folder / "gold.amr").read_text(encoding="utf-8")
    Path("gold.amr").write_text(golds.replace("# ::id", "# ::old"))
    Path("jamr.amr").write_text(text.replace("# ::id", "# ::old"))
    shuffle("jamr", "turned")
    before = files("score", "gold.amr", "jamr.amr", "--format", "json")
    after = files("score", "gold.amr", "turned.amr", "--format", "json")
    assert score_of(after) == pytest.approx(score_of(before), abs=1e-3)
    assert json.loads(after.out)["paired_by"] == "sentence"


WARNING = (
    "WARNING: turned.amr is paired with gold.amr by order, but 6 of 6 pairs have different "
    "sentences; the first is pair 1 (s.1): “Sentence 1.” and “Sentence 2.”"
)


def test_a_warning_that_nobody_can_overlook(files: Callable[..., Run]) -> None:
    command = ["score", "gold.amr", "turned.amr", "--pair-by", "order"]
    for format in FORMATS:
        done = files(*command, "--format", format)
        assert (done.code, done.err) == (0, f"tertium: {WARNING}\n")
        assert ("order" if format == "csv" else WARNING) in one_line(done.out)
    files(*command, "--html", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert f'<p class="warning">{WARNING}</p>' in page
    assert "paired by order" in page
    compared = files("compare", "gold.amr", "weak.amr", *command[2:], "--resamples", "9")
    assert WARNING in one_line(compared.out)
    assert WARNING in compared.err
    agreed = files("agree", *command[1:])
    assert WARNING in one_line(agreed.out)
    assert WARNING in agreed.err


def test_every_output_says_how_pairs_were_made(files: Callable[..., Run]) -> None:
    for system, how in (("weak", "id"), ("turned", "sentence"), ("other", "order")):
        for command in (
            ["score", "gold.amr", f"{system}.amr"],
            ["compare", "gold.amr", f"{system}.amr", f"{system}.amr", "--resamples", "9"],
            ["agree", "gold.amr", f"{system}.amr"],
            ["audit", "principles", "gold.amr", f"{system}.amr", "--runs", "1"],
        ):
            for format in ("text", "markdown", "latex"):
                assert f"paired by {how}" in files(*command, "--format", format).out
            assert json.loads(files(*command, "--format", "json").out)["paired_by"] == how
        rows = files("score", "gold.amr", f"{system}.amr", "--format", "csv").out
        assert [row["paired_by"] for row in csv.DictReader(io.StringIO(rows))] == [how]


def test_systems_that_are_paired_in_different_ways(files: Callable[..., Run]) -> None:
    command = ["score", "gold.amr", "weak.amr", "turned.amr", "strong.amr"]
    assert "paired by id (weak, strong) and sentence (turned)" in files(*command).out
    found = json.loads(files(*command, "--format", "json").out)
    assert found["paired_by"] == "mixed"
    assert [system["paired_by"] for system in found["systems"]] == ["id", "sentence", "id"]


def test_a_missing_prediction_scores_zero_or_is_skipped(files: Callable[..., Run]) -> None:
    stop = files("score", "gold.amr", "short.amr")
    assert (stop.code, stop.out) == (2, "")
    assert "short.amr has no graph with the id s.5, and 1 more, which gold.amr has" in stop.err
    assert "--missing zero" in stop.err
    zero = files("score", "gold.amr", "short.amr", "--missing", "zero", "--pairs", "rows.jsonl")
    assert "short.amr: 2 graphs missing, scored zero; the first is that of gold" in zero.err
    assert zero.out.split("\n")[1].split()[:2] == ["system", "missing"]
    assert zero.out.split("\n")[2].split()[:2] == ["short", "2"]
    rows = [json.loads(line) for line in Path("rows.jsonl").read_text().splitlines()]
    assert [row["status"] for row in rows] == ["ok"] * 4 + ["missing-pred"] * 2
    assert [row["value"] for row in rows[4:]] == [0, 0]
    assert rows[4]["gold_total"] > 0
    skip = files("score", "gold.amr", "short.amr", "--missing", "skip", "--format", "json")
    (system,) = json.loads(skip.out)["systems"]
    assert (system["missing"], system["skipped"], system["invalid"]) == (2, 2, 0)
    assert system["scores"][0]["pairs"] == 4
    assert "2 graphs missing, left out" in skip.err


def test_a_missing_prediction_scores_like_a_broken_one(files: Callable[..., Run]) -> None:
    write("broken", [*STRONG[:4], "(r / rain-01", "(a / and"])
    missing = files("score", "gold.amr", "short.amr", "--missing", "zero", "--format", "json")
    broken = files("score", "gold.amr", "broken.amr", "--format", "json")
    scores = [json.loads(done.out)["systems"][0]["scores"] for done in (missing, broken)]
    assert scores[0] == scores[1]


def test_missing_graphs_in_every_output(files: Callable[..., Run]) -> None:
    for format in FORMATS:
        done = files("score", "gold.amr", "short.amr", "--missing", "zero", "--format", format)
        assert done.code == 0
        assert "missing" in done.out
    files("score", "gold.amr", "short.amr", "--missing", "zero", "--html", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "2 graphs missing, scored zero" in page
    assert "This prediction is missing; it scores 0." in page
    for policy, pairs, fate in (("zero", 6, "scored zero"), ("skip", 4, "left out")):
        command = ["compare", "gold.amr", "weak.amr", "short.amr", "--missing", policy]
        done = files(*command, "--resamples", "9")
        assert f"{pairs} pairs, paired by id" in one_line(done.out)
        assert f"2 graphs missing, {fate}" in one_line(done.out)
        assert "short: 2 missing" in done.out


def test_surplus_predictions(files: Callable[..., Run]) -> None:
    stop = files("score", "short.amr", "weak.amr")
    assert stop.code == 2
    assert "short.amr has no graph with the id s.5, and 1 more, which weak.amr has" in stop.err
    done = files("score", "short.amr", "weak.amr", "--missing", "zero", "--format", "json")
    (system,) = json.loads(done.out)["systems"]
    assert (system["surplus"], system["missing"], system["scores"][0]["pairs"]) == (2, 0, 4)
    note = "weak.amr: 2 graphs without a partner in short.amr, not scored"
    assert note in done.err
    assert note in files("score", "short.amr", "weak.amr", "--missing", "skip").out


def test_agreement_with_missing_graphs(files: Callable[..., Run]) -> None:
    stop = files("agree", "gold.amr", "short.amr", "weak.amr")
    assert stop.code == 2
    assert "--missing skip" in stop.err
    done = files("agree", "gold.amr", "short.amr", "weak.amr", "--missing", "skip")
    assert "short.amr: 2 graphs missing, left out" in done.out
    assert "2 sentences left out" in done.out
    found = json.loads(
        files("agree", "gold.amr", "short.amr", "--missing", "skip", "--format", "json").out
    )
    assert (found["missing"], found["skipped"], found["invalid"]) == (2, 2, 0)
    assert found["results"][0]["sentences"] == 4
    words = ("agree", "gold.amr", "short.amr", "--missing", "zero", "--format", "json")
    found = json.loads(files(*words).out)
    assert (found["missing"], found["skipped"], found["results"][0]["sentences"]) == (2, 0, 6)


def test_lengths_that_differ_without_ids(files: Callable[..., Run]) -> None:
    Path("nameless.amr").write_text("\n\n".join(STRONG[:4]))
    for policy in ("zero", "skip", "fail"):
        done = files("score", "gold.amr", "nameless.amr", "--missing", policy)
        assert done.code == 2
        assert "gold.amr has 6 graphs and nameless.amr has 4" in done.err
        assert "needs unique ids (# ::id) or sentences (# ::snt) in both files" in done.err


def test_shards_remember_pairs_and_missing_graphs(files: Callable[..., Run]) -> None:
    command = ["score", "gold.amr", "short.amr", "turned.amr", "--missing", "zero"]
    for number in (1, 2):
        Path(f"{number}.json").write_text(files(*command, "--shard", f"{number}/2").out)
    whole = files(*command, "--format", "json")
    assert files("merge", "1.json", "2.json", "--format", "json") == whole


def test_a_variable_defined_twice(files: Callable[..., Run]) -> None:
    write("twice", [*WEAK[:2], "(w / walk-01\n   :ARG0 (d / dog)\n   :ARG1 (d / duck))", *WEAK[3:]])
    place = (
        "graph 3 (s.3), line 13: the variable d has a second concept, duck; both nodes are merged"
    )
    done = files("score", "gold.amr", "twice.amr")
    assert f"tertium: warning: twice.amr: {place}\n" in done.err
    note = f"twice.amr: 1 graph defines a variable twice; {place}"
    assert note in one_line(done.out)
    for format in ("markdown", "latex"):
        assert note in files("score", "gold.amr", "twice.amr", "--format", format).out
    found = json.loads(files("score", "gold.amr", "twice.amr", "--format", "json").out)
    assert (found["gold"]["redefined"], found["systems"][0]["redefined"]) == (0, 1)
    assert note in one_line(files("agree", "gold.amr", "twice.amr").out)
    assert note in json.loads(
        files("audit", "soundness", "twice.amr", "--format", "json").out
    )["notes"]  # fmt: skip
    assert f"warning: twice.amr: {place}" in files("standardise", "twice.amr", "--smatch").err
