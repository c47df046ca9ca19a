"""What SECURITY.md promises: files of data run no code, and a page of it is linked."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.cli import main
from tests.cli.files import GOLD, PRED
from tests.support.paths import ROOT


class Payload:
    """Makes a file when it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (Path("owned"),)


def vectors() -> list[str]:
    np.save("v.npy", np.array([[Payload()]], dtype=object), allow_pickle=True)
    Path("v.txt").write_text("boy\n")
    return ["score", "gold.amr", "pred.amr", "-m", "s2match:vectors=v.npy"]


def pickled_vectors() -> list[str]:
    Path("v.npy").write_bytes(pickle.dumps(Payload()))
    Path("v.txt").write_text("boy\n")
    return ["score", "gold.amr", "pred.amr", "-m", "s2match:vectors=v.npy"]


def weights() -> list[str]:
    Path("w.json").write_bytes(pickle.dumps(Payload()))
    return ["score", "gold.amr", "pred.amr", "-m", "wwlk-theta:weights=w.json"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold.amr").write_text(GOLD)
    Path("pred.amr").write_text(PRED)
    Path("evil.py").write_text(
        "import pathlib\npathlib.Path('owned').touch()\ndef metric(a, b): return 1.0\n"
    )


@pytest.mark.parametrize("make", [vectors, pickled_vectors, weights])
def test_files_are_not_unpickled(make: Callable[[], list[str]]) -> None:
    assert main(make()) == 2
    assert not Path("owned").exists()


def test_the_payload_works() -> None:
    pickle.loads(pickle.dumps(Payload()))
    assert Path("owned").exists()


@pytest.mark.parametrize("metric", ["evil:metric", "evil.py:metric", "command:touch owned"])
def test_a_shard_cannot_name_code(metric: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "gold.amr", "pred.amr", "--shard", "1/1"]) == 0
    part = capsys.readouterr().out
    Path("good.json").write_text(part)
    assert '"metric": "smatch"' in part
    Path("bad.json").write_text(part.replace('"metric": "smatch"', f'"metric": "{metric}"'))
    assert main(["merge", "good.json"]) == 0
    assert main(["merge", "bad.json"]) == 2
    assert not Path("owned").exists()


@pytest.mark.parametrize("metric", ["evil:metric", "evil.py:metric", "command:touch owned"])
def test_an_index_cannot_name_code(metric: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["index", "build", "gold.amr", "-o", "x.tix"]) == 0
    changes = {"metric": metric, "approximate": True}
    manifest = json.loads(Path("x.tix/manifest.json").read_text())
    Path("x.tix/manifest.json").write_text(json.dumps(manifest | changes))
    for words in (
        ["search", "x.tix", "pred.amr"],
        ["index", "info", "x.tix"],
        ["index", "info", "x.tix", "--verify"],
        ["index", "add", "x.tix", "pred.amr"],
        ["index", "remove", "x.tix", "1"],
        ["index", "compact", "x.tix"],
    ):
        capsys.readouterr()
        assert main(words) == 2
        assert "a custom metric, which runs code; if you trust it" in capsys.readouterr().err
    assert not Path("owned").exists()


def test_the_command_line_does_run_it() -> None:
    assert main(["score", "gold.amr", "pred.amr", "-m", "evil.py:metric"]) == 0
    assert Path("owned").exists()


def test_the_readme_links_the_page() -> None:
    page = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert "](SECURITY.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    for word in ("`-m module:function`", "command:PROGRAM", "Reporting a problem"):
        assert word in page
    for line in page.splitlines():
        for name in line.split("`")[1::2]:
            if name.startswith("tests/"):
                assert (ROOT / name).exists(), name
