"""Costs of edits under a metric that hands its loss out."""

from __future__ import annotations

from math import fsum

import pytest

from tertium import diff, error_table
from tests.support.paths import EXAMPLES

PAIRS = [
    ("(r / run-01 :ARG0 (b / boy))", "(r / run-02 :ARG1 (g / girl))"),
    ("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))", "(w / want-01 :ARG0 (c / cat))"),
    ("(c / cat :quant 2)", "(c / cat :quant 3 :polarity -)"),
]


@pytest.mark.parametrize(("gold", "pred"), PAIRS)
def test_costs_add_up(gold: str, pred: str) -> None:
    script = diff(gold, pred, "accord")
    assert fsum(edit.cost or 0 for edit in script) == pytest.approx(1 - script.score.value)
    assert all(edit.cost is not None and edit.cost >= 0 for edit in script)
    assert script.apply(script.edits) is not None


def test_costs_of_a_corpus_add_up() -> None:
    table = error_table(EXAMPLES / "gold.amr", [EXAMPLES / "parser.amr"], "accord")
    found = table.systems[0]
    assert fsum(row.cost or 0 for row in found.rows()) == pytest.approx(1 - found.value)
