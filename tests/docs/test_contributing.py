"""The metric that CONTRIBUTING.md shows works as it is printed."""

from __future__ import annotations

import re
import sys
from types import ModuleType

import pytest

import tertium
from tertium.metrics import REGISTRY
from tests.support.paths import ROOT

GUIDE = ROOT / "CONTRIBUTING.md"


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    block = re.search(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    module = ModuleType("metric_of_the_guide")
    monkeypatch.setitem(sys.modules, module.__name__, module)  # dataclasses look it up
    monkeypatch.setattr(sys.modules["tertium.metrics"], "REGISTRY", dict(REGISTRY))
    exec(compile(block[1], str(GUIDE), "exec"), module.__dict__)
    return module


def test_the_metric_of_the_guide(printed: ModuleType) -> None:
    tertium.register(printed.Concepts)
    gold, pred = "(b / boy :ARG0-of (r / run-01))", "(b / boy :ARG0-of (r / run-02))"
    assert tertium.score(gold, pred, "concepts").value == 0.5
    assert tertium.score(gold, pred, "concepts:senses=no").value == 1.0
    assert tertium.metric("concepts").signature.startswith("concepts|senses:yes|")
