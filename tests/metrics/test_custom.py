"""Custom metrics: functions, classes, programs, and what goes wrong with them."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from tertium import Graph, metric, score
from tertium.cli import main
from tertium.errors import MetricError, OptionError
from tertium.metrics.custom import of_command, of_function
from tests.support.paths import EXAMPLES

GOLDS = ["(b / boy)", "(g / go-02 :ARG0 (b / boy))", "(c / cat)"]
PREDS = ["(b / boy)", "(g / go-02 :ARG0 (g2 / girl))", "(d / dog)"]


def same_top(gold: Graph, pred: Graph) -> float:
    return float(gold.top == pred.top)


def shared_letters(gold: str, pred: str) -> float:
    return len(set(gold) & set(pred)) / len(set(gold) | set(pred))


def test_a_function_takes_graphs_gold_first() -> None:
    seen: list[tuple[str, str]] = []

    def watch(gold: Graph, pred: Graph) -> float:
        seen.append((gold.top, pred.top))
        return 0.25

    table = of_function(watch).compare_many(GOLDS, PREDS)
    assert seen == [("b", "b"), ("g", "g"), ("c", "d")]
    assert table.column("value").tolist() == [0.25] * 3


def test_a_function_annotated_with_str_takes_penman() -> None:
    assert score("(b / boy)", "(b / boy)", shared_letters).value == 1.0
    assert score("(b / boy)", "(x / yak)", shared_letters).value < 0.6


def test_the_corpus_value_is_the_mean() -> None:
    own = of_function(same_top)
    assert own.score(own.compare_many(GOLDS, PREDS).sum()).value == pytest.approx(2 / 3)


def test_a_pair_without_a_graph_scores_zero_and_is_not_shown() -> None:
    table = of_function(lambda gold, pred: len(gold) / len(pred)).compare_many(
        [GOLDS[0], GOLDS[1]], [None, PREDS[1]]
    )
    assert table.column("value").tolist() == [0.0, 1.0]


def test_by_module_file_and_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_own_metrics.py").write_text(
        "from dataclasses import dataclass\n"
        "from tertium.metrics.smatch import Smatch\n"
        "def one(gold, pred): return 1\n"
        "@dataclass(frozen=True, kw_only=True)\n"
        "class Mine(Smatch):\n"
        "    name = 'mine'\n"
    )
    monkeypatch.chdir(tmp_path)
    assert score(GOLDS[0], PREDS[2], "my_own_metrics:one").value == 1.0
    assert score(GOLDS[0], PREDS[2], "my_own_metrics.py:one").value == 1.0
    assert metric("my_own_metrics:Mine:top=none").signature.startswith("mine|")
    assert score("(b / boy)", "(g / girl)", "my_own_metrics:Mine:top=concept").value == 0.0
    sys.modules.pop("my_own_metrics")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("smtach", "did you mean 'smatch'"),
        ("smtach:top=concept", "did you mean 'smatch'"),
        ("no_such_module:f", "no_such_module cannot be imported"),
        ("no_such_file.py:f", "no such file"),
        ("tests.metrics.test_custom:nothing", "has nothing called 'nothing'"),
        ("tests.metrics.test_custom:GOLDS", "neither a function nor a subclass"),
        ("tests.metrics.test_custom:same_top:n=1", "it has no options"),
        ("tests.metrics.broken:f", "cannot be imported"),
        ("command:", "write command:PROGRAM"),
    ],
)
def test_what_is_no_metric(spec: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        metric(spec)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "many", "0.5", None])
def test_a_function_must_return_a_number(value: object) -> None:
    with pytest.raises(MetricError, match="failed on this pair"):
        of_function(lambda gold, pred: value, "odd").compare("(b / boy)", "(g / girl)")


def test_what_a_function_raises_names_the_pair() -> None:
    def broken(gold: Graph, pred: Graph) -> float:
        raise ZeroDivisionError("division by zero")

    with pytest.raises(MetricError, match=r"(?s)ZeroDivisionError.*b / boy.*g / girl"):
        of_function(broken).compare("(b / boy)", "(g / girl)")


def test_the_same_thing_twice_is_the_same_metric() -> None:
    spec = f"{EXAMPLES / 'concept_overlap.py'}:dice"
    assert metric(spec) == metric(spec)
    assert hash(metric(spec)) == hash(metric(spec))
    assert metric(spec).spec == spec
    assert metric("command:true") == metric("command:true") != metric("command:false")
    assert of_function(same_top, "a") != of_function(shared_letters, "a")


def program(folder: Path, text: str) -> str:
    path = folder / "program"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_a_program_runs_once_with_predictions_and_gold(tmp_path: Path) -> None:
    log = tmp_path / "log"
    counting = f"""echo called >> {log}
    cat "$2" > {tmp_path}/pred; cat "$3" > {tmp_path}/gold
    grep -c '^(' "$3" > /dev/null && grep '^(' "$2" | sed 's/.*/0.5/'"""
    own = of_command(program(tmp_path, counting) + " --fast")
    golds = [f"# ::id {i}\n(b / boy)" for i in range(1300)]
    table = own.compare_many(golds, ["(g / girl)"] * 1300)
    assert table.column("value").tolist() == [0.5] * 1300
    assert log.read_text() == "called\n"
    assert (tmp_path / "pred").read_text().count("girl") == 1300
    assert "# ::id 1299\n(b / boy)" in (tmp_path / "gold").read_text()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("echo 1; echo 2", "printed 2 lines for 3 pairs"),
        ("printf '1\\n2\\nF1: 3\\n'", "line 3 is not a number: 'F1: 3'"),
        ("printf '1\\nnan\\n3\\n'", "line 2 is not a number"),
        ("echo out of memory >&2; exit 7", "exit code 7; it said: out of memory"),
    ],
)
def test_a_program_that_does_wrong(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(MetricError, match=message):
        of_command(program(tmp_path, text)).compare_many(GOLDS, PREDS)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(MetricError, match="cannot be run: No such file"):
        of_command("/no/such/program").compare_many(GOLDS, PREDS)


def test_the_command_line_says_it_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = tmp_path / "gold.amr"
    gold.write_text("\n\n".join(GOLDS))
    assert main(["score", str(gold), str(gold), "-m", "command:false"]) == 2
    assert capsys.readouterr().err == "tertium: command:false failed with exit code 1\n"


def test_the_example_as_function_and_as_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, graphs in (("gold", GOLDS), ("pred", PREDS)):
        (tmp_path / f"{name}.amr").write_text("\n\n".join(graphs))
    paths = [str(tmp_path / "gold.amr"), str(tmp_path / "pred.amr")]
    example = EXAMPLES / "concept_overlap.py"
    for spec in (f"{example}:dice", f"command:{sys.executable} {example}"):
        assert main(["score", *paths, "-m", spec, "--format", "json"]) == 0
        assert '"value": 0.5' in capsys.readouterr().out  # (1 + 1/2 + 0) / 3
