"""One policy for graphs that cannot be read, in every command that reads graphs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.cli.files import GOLD, Run
from tests.support import tiny_bamboo

FAULT = "broken.amr: graph 2 (2), line 7, column 9: the graph ends here"
COMMANDS = {
    "audit soundness": ["audit", "soundness", "broken.amr"],
    "audit principles": ["audit", "principles", "broken.amr", "pred.amr", "--runs", "1"],
    "audit principles, a system": ["audit", "principles", "gold.amr", "broken.amr", "--runs", "1"],
    "agree": ["agree", "gold.amr", "broken.amr"],
    "perturb": ["perturb", "broken.amr", "--op", "duplicate"],
    "standardise": ["standardise", "broken.amr", "--smatch"],
    "matrix": ["matrix", "broken.amr", "-o", "values.npy"],
    "matrix of two": ["matrix", "gold.amr", "broken.amr", "-o", "values.npy"],
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_fail_and_skip(run: Callable[..., Run], command: list[str]) -> None:
    stop = run(*command)
    assert (stop.code, stop.out) == (2, "")
    assert FAULT in stop.err
    assert "1 of 3 graphs cannot be read; --on-error skip" in stop.err
    assert not Path("values.npy").exists()
    done = run(*command, "--on-error", "skip")
    assert done.code in (0, 1)
    assert FAULT in done.err
    assert "1 graph cannot be read, left out" in done.err or "1 of 3 graphs cannot" in done.err
    zero = run(*command, "--on-error", "zero")
    assert zero.code == 2
    assert "invalid choice: 'zero'" in zero.err


def test_the_rest_is_done(run: Callable[..., Run]) -> None:
    Path("good.amr").write_text(GOLD.replace("# ::id 2\n(c / cat)\n\n", ""))
    for command in (
        ["standardise", "{}.amr", "--smatch"],
        ["standardise", "{}.amr", "--canonical"],
    ):
        broken, good = (
            run(*(word.format(name) for word in command), "--on-error", "skip").out
            for name in ("broken", "good")
        )
        assert broken == good != ""
    for name in ("broken", "good"):
        run("matrix", f"{name}.amr", "-o", f"{name}.npy", "--on-error", "skip")
    assert np.array_equal(np.load("broken.npy"), np.load("good.npy"))
    assert np.load("good.npy").shape == (2, 2)


def test_the_count_is_part_of_an_audit(run: Callable[..., Run]) -> None:
    command = ["audit", "soundness", "broken.amr", "--on-error", "skip"]
    assert "broken.amr: 1 of 3 graphs cannot be read, left out" in run(*command).out
    found = json.loads(run(*command, "--format", "json").out)
    assert (found["invalid"], found["metrics"][0]["graphs"]) == (1, 2)
    command = ["audit", "principles", "gold.amr", "broken.amr", "--on-error", "skip"]
    found = json.loads(run(*command, "--format", "json").out)
    assert (found["invalid"], found["skipped"], found["paired_by"]) == (1, 1, "id")


def test_nothing_is_left(run: Callable[..., Run]) -> None:
    Path("all.amr").write_text("(b / boy\n\n(c / cat\n")
    done = run("audit", "soundness", "all.amr", "--on-error", "skip")
    assert done.code == 2
    assert "all.amr: no graph is left that can be read" in done.err


def test_the_benchmark(run: Callable[..., Run], tmp_path: Path) -> None:
    folder = tiny_bamboo.make(tmp_path / "bench", ("sts",))
    for challenge in ("main", "role_confusion"):
        path = folder / "sts" / challenge / "tgt.test.amr"
        path.write_text(path.read_text().replace(")\n\n", "\n\n", 1))
    stop = run("bamboo", str(folder))
    assert stop.code == 2
    assert "--on-error skip" in stop.err
    done = run("bamboo", str(folder), "--on-error", "skip", "--format", "json")
    assert done.code == 0
    assert "STS: 1 pair left out, a graph cannot be read" in done.err
    assert json.loads(done.out)["skipped"] == [
        {"challenge": "main", "task": "sts", "pairs": 1},
        {"challenge": "role_confusion", "task": "sts", "pairs": 2},
    ]
    assert "1 pair left out" in run("bamboo", str(folder), "--on-error", "skip").out
