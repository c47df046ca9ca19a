"""The soak script: what it prints, and that it can fail."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from scripts import soak
from tertium import Graph, metric


def test_a_short_soak(capsys: pytest.CaptureFixture[str]) -> None:
    # What the first tenth of so short a run leaves to be filled says nothing about growth.
    assert soak.main(["--pairs", "800", "-m", "smatch", "-m", "sema"]) in (0, 1)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:2] == ["1000", "pairs"]
    assert "all rounds gave the same" in lines[-1]


def test_growth_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: Iterator[int] = count(10**6, 10**5)
    monkeypatch.setattr(soak, "resident_bytes", lambda: next(sizes))
    monkeypatch.setattr(soak, "slowed", lambda _: 0.0)
    words = ["--pairs", "2000", "-m", "sema"]
    assert soak.main(words) == 1
    monkeypatch.setattr(soak, "resident_bytes", lambda: 10**6)
    assert soak.main(words) == 0


def test_slowing_down_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    assert soak.slowed([100.0, 90.0, 110.0, 100.0]) == pytest.approx(-0.105, abs=0.01)
    assert soak.slowed([100.0]) == 0
    monkeypatch.setattr(soak, "resident_bytes", lambda: 10**6)
    monkeypatch.setattr(soak.Soak, "run", lambda *_: ([1, 1], [100.0, 100.0, 60.0, 60.0]))
    assert soak.main(["-m", "sema"]) == 1


def test_other_numbers_are_a_failure() -> None:
    graph = Graph.from_penman("(a / b)")
    run = soak.Soak([graph], [graph], [metric("smatch")])
    assert run.round() == soak.ROUND
    run.preds = [Graph.from_penman("(c / d)")] * soak.ROUND
    with pytest.raises(SystemExit, match="other numbers"):
        run.round()
