"""The options of ``tertium score`` about evaluation, and what it says to wrong input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tertium import evaluate
from tertium.cli import main
from tertium.evaluation.comparison import compare
from tertium.standard.aspects import ASPECTS
from tertium.statistics import Confidence, Resampling
from tests.support.corpora import corpora
from tests.support.parsers import BROKEN, GOLD, STRONG, WEAK, write
from tests.support.toys import registered

Output = pytest.CaptureFixture[str]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    named = {"gold": GOLD, "weak": WEAK, "strong": STRONG, "broken": BROKEN}
    return {name: write(tmp_path, name, graphs) for name, graphs in named.items()}


def test_confidence_in_json(files: dict[str, str], capsys: Output) -> None:
    how = ["--confidence", "--interval", "bca", "--level", "0.8", "--resamples", "50"]
    command = ["score", files["gold"], files["weak"], *how, "--seed", "4", "--format", "json"]
    assert main(command) == 0
    whole = json.loads(capsys.readouterr().out)
    assert whole["confidence"] == {"level": 0.8, "method": "bca", "resamples": 50, "seed": 4}
    confidence = Confidence(0.8, "bca", Resampling(50, 4))
    result = evaluate(GOLD, [WEAK], confidence=confidence).systems[0].results[0]
    assert tuple(whole["systems"][0]["scores"][0]["interval"]) == result.interval


@pytest.mark.parametrize(
    "wrong", [["--level", "95"], ["--resamples", "0"], ["--resamples", "-5"], ["--seed", "x"]]
)
def test_wrong_numbers_are_refused(files: dict[str, str], wrong: list[str], capsys: Output) -> None:
    assert main(["score", files["gold"], files["weak"], "--confidence", *wrong]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_worst_pairs(files: dict[str, str], capsys: Output) -> None:
    assert main(["score", files["gold"], files["broken"], "--worst", "2"]) == 0
    listing = capsys.readouterr().out.split("worst pairs\n")[1].splitlines()
    assert [line.split()[2] for line in listing[1:]] == ["s.3", "s.6"]
    assert "Sentence 3." in listing[1]
    assert listing[1].endswith(" 0.00")
    command = ["score", files["gold"], files["broken"], "--worst", "1", "--format", "json"]
    assert main(command) == 0
    worst = json.loads(capsys.readouterr().out)["systems"][0]["scores"][0]["worst"]
    assert worst == [{"index": 2, "id": "s.3", "status": "invalid-pred", "value": 0.0}]
    assert (
        main(["score", files["gold"], files["weak"], "--worst", "1", "--format", "markdown"]) == 0
    )
    assert "| weak | smatch | s.6 | Sentence 6. |" in capsys.readouterr().out


@pytest.mark.parametrize(("limit", "code"), [("0", 0), ("50", 0), ("99.9", 1)])
def test_fail_under(files: dict[str, str], limit: str, code: int) -> None:
    assert main(["score", files["gold"], files["strong"], "--fail-under", limit]) == code


def test_many_systems_and_metrics_in_one_table(files: dict[str, str], capsys: Output) -> None:
    with registered():
        command = ["score", *files.values(), "-m", "smatch", "-m", "concepts", "--format", "csv"]
        assert main(command) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split(",")[0] for row in rows[1:]] == [
        name for name in ("weak", "strong", "broken") for _ in range(2)
    ]


def test_aspects(files: dict[str, str], capsys: Output) -> None:
    command = ["score", files["gold"], files["weak"], files["strong"], "--aspects", "--confidence"]
    assert main([*command, "--resamples", "50", "--format", "json"]) == 0
    weak, strong = json.loads(capsys.readouterr().out)["systems"]
    assert len(weak["scores"]) == 1 + len(ASPECTS)
    parts = {part["metric"]: part for part in strong["scores"]}
    negation = parts["smatch negation"]
    assert (negation["pairs"], negation["value"], negation["macro"]) == (1, 0.0, 0.0)
    assert parts["smatch wikification"]["value"] is None
    assert main([*command, "--resamples", "50"]) == 0
    line = next(row for row in capsys.readouterr().out.splitlines() if "wikification" in row)
    assert line.split() == ["wikification", "–", "–"]
    with registered():
        assert main(["score", files["gold"], files["weak"], "--aspects", "-m", "concepts"]) == 2
    assert "none of the metrics knows aspects" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["score", "compare"])
def test_threads_change_nothing(files: dict[str, str], command: str, capsys: Output) -> None:
    outputs = []
    for threads in ("1", "2", "0"):
        arguments = [*files.values(), "--threads", threads, "--format", "json", "--resamples", "99"]
        assert main([command, *arguments]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1] == outputs[2]


def test_a_system_that_is_the_gold_file(files: dict[str, str], capsys: Output) -> None:
    assert main(["score", files["gold"], files["gold"]]) == 0
    assert "these are the gold graphs themselves" in capsys.readouterr().err
    assert main(["score", files["gold"], files["weak"]]) == 0
    assert capsys.readouterr().err == ""


def test_different_numbers_of_graphs(files: dict[str, str], tmp_path: Path, capsys: Output) -> None:
    short = write(tmp_path, "short", WEAK[:4])
    assert main(["compare", files["gold"], files["weak"], short]) == 2
    assert "has no graph with the id s.5, and 1 more, which" in capsys.readouterr().err


def test_ids_on_one_side_only(files: dict[str, str], tmp_path: Path, capsys: Output) -> None:
    bare = write(tmp_path, "bare", WEAK, ids=False)
    command = ["compare", files["gold"], files["weak"], bare, "--resamples", "9", "--details"]
    assert main(command) == 0
    assert "0/6/0" in capsys.readouterr().out
    assert main(["score", files["gold"], bare, "--pair-by", "id"]) == 2
    assert "has no id" in capsys.readouterr().err


def test_an_id_twice(files: dict[str, str], tmp_path: Path, capsys: Output) -> None:
    twice = tmp_path / "twice.amr"
    twice.write_text(Path(files["weak"]).read_text().replace("s.4", "s.2"))
    assert main(["score", files["gold"], str(twice), "--pair-by", "id"]) == 2
    assert "the id s.2 is there twice, graphs 2 and 4" in capsys.readouterr().err
    assert main(["score", files["gold"], str(twice)]) == 0
    assert (
        "s.2 is there twice, graphs 2 and 4; graphs are paired by sentence"
        in capsys.readouterr().err
    )


def test_an_empty_system(files: dict[str, str], tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "empty.amr").write_text("# ::id nothing\n")
    assert main(["compare", files["gold"], files["weak"], str(tmp_path / "empty.amr")]) == 2
    assert "there is no graph in this file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("smacth", "did you mean 'smatch'?"),
        ("smatch:tops=flag", "did you mean 'top'?"),
        ("smatch:xyz=flag", "it has: solver, budget"),
        ("smatch:top=x", "choose from"),
    ],
)
def test_wrong_metrics(files: dict[str, str], metric: str, message: str, capsys: Output) -> None:
    for command in ("score", "compare", "agree"):
        assert main([command, *files.values(), "-m", metric]) == 2
        assert message in capsys.readouterr().err


def test_little_prince() -> None:
    # The public tool, whose search is not exact, gives .584 and .620.
    folder = corpora() / "data" / "little-prince"
    paths = [str(folder / f"{name}.amr") for name in ("jamr", "camr")]
    evaluation = evaluate(str(folder / "gold.amr"), paths, threads=1)
    jamr, camr = (system.results[0].score.value for system in evaluation.systems)
    assert 0.584 <= jamr < 0.586
    assert 0.620 <= camr < 0.622
    contrast = compare(evaluation, confidence=Confidence(resampling=Resampling(1000))).contrasts[0]
    assert contrast.micro.significant
    assert 0.02 < contrast.micro.interval[0] < camr - jamr < contrast.micro.interval[1] < 0.05
