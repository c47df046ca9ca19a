"""The principles audit: what it measures, on metrics with known faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import ClassVar

import pytest

from tertium import Graph, Metric, metric
from tertium.audit.bias import measure_bias
from tertium.audit.principles import Finding, audit
from tertium.cli import main
from tertium.metrics.base import Averaging

_COUNT = count()

GOLD = [
    "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))",
    "(s / see-01 :ARG0 (c / cat) :ARG1 (d / dog :mod (b / big)))",
    "(r / run-02 :ARG0 (h / horse :quant 3) :location (f / field))",
]
SYSTEM = [
    "(w / want-01 :ARG0 (b / boy))",
    "(s / see-01 :ARG0 (d / dog :mod (b / big)) :ARG1 (c / cat))",
    "(r / run-02 :ARG0 (h / horse) :location (f / field :mod (g / green)))",
]


def _graphs(texts: Sequence[str]) -> list[Graph]:
    return [Graph.from_penman(text) for text in texts]


@dataclass(frozen=True, kw_only=True)
class Faulty(Averaging):
    """A metric that breaks what it is told to break."""

    name: ClassVar[str] = "faulty"
    summary: ClassVar[str] = "for tests"

    fault: str = "range"

    def _pair(self, gold: Graph | None, pred: Graph | None) -> tuple[float, ...]:
        values = {
            "range": 1.5,
            "identity": 1.0,
            "symmetry": min(1.0, len(gold or ()) / len(pred or ())),
            "order": next(_COUNT) % 7 / 7,
        }
        return values[self.fault], 1.0


def _findings(checked: Metric) -> dict[str, Finding]:
    report = audit(checked, {"gold": _graphs(GOLD), "system": _graphs(SYSTEM)})
    return {finding.number: finding for finding in report.findings}


def test_smatch_keeps_what_can_be_proven() -> None:
    found = _findings(metric("smatch"))
    assert [found[n].verdict for n in ("I", "II", "III", "IV", "V")] == ["✓"] * 5
    assert found["III"].details["svr"] == 0
    assert found["IV"].error == 0
    assert found["VII"].verdict == "✗"


@pytest.mark.parametrize(
    ("fault", "broken"), [("range", "I"), ("identity", "II"), ("symmetry", "III"), ("order", "IV")]
)
def test_faults_are_found(fault: str, broken: str) -> None:
    assert _findings(Faulty(fault=fault))[broken].verdict == "✗"


def test_smatch_loses_as_much_by_a_node_as_by_its_edges() -> None:
    """Table 4 of the paper: an error grows as d wherever it is."""
    for place, exponent in measure_bias(metric("smatch")).exponents.items():
        assert exponent == pytest.approx(1, abs=0.15), place


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / "gold.amr", tmp_path / "system.amr"]
    for path, texts in zip(paths, (GOLD, SYSTEM), strict=True):
        path.write_text("\n\n".join(texts), encoding="utf-8")
    gold, system = map(str, paths)
    for form in ("text", "json", "csv", "markdown", "latex"):
        arguments = ["audit", "principles", gold, system, "-m", "smatch", "--format", form]
        assert main([*arguments, "--runs", "2"]) == 0
        assert "symmetry" in capsys.readouterr().out
    assert main(["audit", "principles", gold, gold, "-m", "smatch"]) == 2
    assert "twice" in capsys.readouterr().err
