"""What resampling can show at best, and that outputs say so."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from tertium.cli import main
from tertium.report.legend import too_few_resamples
from tertium.statistics.confidence import ALPHA, least_p, resamples_needed
from tertium.statistics.significance import holm, randomization_p
from tests.support.paths import EXAMPLES
from tests.support.tiny_bamboo import make


@pytest.mark.parametrize(("resamples", "tests"), [*product([1, 19, 20, 240, 1000], [1, 2, 12])])
def test_the_least_p_is_that_of_the_clearest_difference(resamples: int, tests: int) -> None:
    clearest = randomization_p(np.zeros(resamples), 1.0)
    assert least_p(resamples, tests) == pytest.approx(holm([clearest] * tests)[0])
    can = least_p(resamples, tests) < ALPHA
    assert (
        can == (resamples >= resamples_needed(tests)) == (not too_few_resamples(resamples, tests))
    )


@pytest.mark.parametrize("pairs", [1, 2, 3, 5, 6])
def test_few_pairs_limit_exchanges(pairs: int) -> None:
    signs = np.array(list(product([1, -1], repeat=pairs)))
    means = signs.mean(axis=1)  # of differences that are all 1
    share = float((abs(means) >= 1 - 1e-9).mean())
    assert least_p(10**6, pairs=pairs) == pytest.approx(share)


FILES = [str(EXAMPLES / f"{name}.amr") for name in ("gold", "baseline", "parser")]
WARNING = "WARNING: no p can fall below 0.05"


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    """Return what was printed, as one line: notes are wrapped."""
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("command", ["compare", "errors"])
def test_commands_say_that_nothing_can_be_significant(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, *FILES]) == 0
    assert f"{WARNING}: with 4 pairs" in capsys.readouterr().out
    assert main([command, *FILES, "-f", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["warnings"][0].startswith(WARNING)


def test_a_bootstrap_of_few_pairs_is_not_limited(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *FILES, "--test", "bootstrap"]) == 0
    assert WARNING not in capsys.readouterr().out
    assert main(["compare", *FILES, "--test", "bootstrap", "--resamples", "19"]) == 0
    assert "with 19 resamples it is at least 0.05; take --resamples 20" in printed(capsys)


def test_the_benchmark_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bamboo", str(make(tmp_path)), "-m", "smatch", "-m", "wlk", "--compare"]
    assert main([*words, "--resamples", "200"]) == 0
    assert "200 resamples and 12 tests corrected by Holm" in printed(capsys)
    assert main([*words, "--resamples", "240"]) == 0
    assert WARNING not in capsys.readouterr().out
