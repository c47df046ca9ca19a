"""All pairs are what single pairs are, however they are computed and wherever they go."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from tertium import metrics
from tertium.cli import main
from tertium.errors import OptionError
from tertium.evaluation import matrix as module
from tertium.graph import write
from tests.search.toys import toys
from tests.support.commands import TERTIUM

SPECS = ("smatch", "smatch++", "smatch:solver=climb", "s2match", "sembleu", "wlk", "wlk:counts=all")


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_ROWS", 4)


@pytest.mark.parametrize("spec", SPECS)
def test_every_value_is_that_of_the_pair(spec: str) -> None:
    golds, preds = list(toys(13)), list(toys(9, seed=1))
    metric = metrics.metric(spec)
    both = [(gold, pred) for gold in golds for pred in preds]
    expected = np.reshape(metric.values(*zip(*both, strict=True)), (13, 9))
    assert np.allclose(module.matrix(golds, preds, metric=spec), expected, rtol=0, atol=1e-15)
    own = module.matrix(golds, metric=spec)
    both = [(gold, pred) for gold in golds for pred in golds]
    expected = np.reshape(metric.values(*zip(*both, strict=True)), (13, 13))
    assert np.allclose(own, expected, rtol=0, atol=1e-15)
    if metric.symmetric:
        assert (own == own.T).all()


@pytest.mark.parametrize("spec", ["smatch", "sembleu"])
def test_the_file_has_the_same_numbers(spec: str, tmp_path: Path) -> None:
    graphs = list(toys(14))
    write(tmp_path / "a.amr", graphs)
    write(tmp_path / "b.amr", graphs[:5])
    out = str(tmp_path / "x.npy")
    one, two = str(tmp_path / "a.amr"), str(tmp_path / "b.amr")
    assert main(["matrix", one, "-m", spec, "-o", out]) == 0
    assert (np.load(out) == module.matrix(one, metric=spec)).all()
    assert main(["matrix", one, two, "-m", spec, "-o", out, "--dtype", "float32"]) == 0
    values = np.load(out)
    assert values.dtype == np.float32
    assert (values == module.matrix(one, two, metric=spec, dtype="float32")).all()


def test_a_pipe_gets_the_same_bytes(tmp_path: Path) -> None:
    """A pipe takes rows in their order only, and a file that is appended to has a beginning."""
    write(tmp_path / "a.amr", list(toys(14)))
    words = ["matrix", str(tmp_path / "a.amr"), "-o"]
    assert main([*words, str(tmp_path / "x.npy")]) == 0
    expected = (tmp_path / "x.npy").read_bytes()
    command = [*TERTIUM, *words, "/dev/stdout"]
    assert subprocess.run(command, capture_output=True, check=True).stdout == expected
    (tmp_path / "log").write_bytes(b"before")
    with (tmp_path / "log").open("ab") as out:
        subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL, check=True)
    assert (tmp_path / "log").read_bytes() == b"before" + expected
    assert main([*words, "/dev/null"]) == 0


def test_an_array_that_does_not_fit_is_refused_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "a.amr", list(toys(3)))
    monkeypatch.setattr(module, "bytes_needed", lambda *_: 10**18)
    assert main(["matrix", str(tmp_path / "a.amr"), "-o", str(tmp_path / "x.npy")]) == 2
    said = capsys.readouterr().err
    assert "1,000,000,000,000,000,000 bytes" in said
    assert "'tertium search'" in said
    assert not (tmp_path / "x.npy").exists()


def test_a_precision_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match="dtype='float16'"):
        module.matrix(["(b / boy)"], dtype="float16")  # type: ignore[arg-type]
