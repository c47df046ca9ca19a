"""SEMA: what matches, and against the slow version and the public script."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tertium import Graph, metrics, score
from tertium.metrics import Sema
from tests.reference.sema import sema
from tests.support.corpora import SLICES, bamboo, correlation, figures
from tests.support.graphs import graphs

EAT = "(e / eat-01 :ARG0 (c / cat) :ARG1 (f / fish))"

# gold, prediction, matched, total of the prediction, total of the gold
MATCHES = [
    (EAT, EAT, 5, 5, 5),
    (EAT, "(e / eat-01 :ARG0 (d / dog))", 1, 3, 5),
    (EAT, "(e / eat-01 :ARG0 (c / cat))", 3, 3, 5),
    (EAT, "(c / cat :ARG0-of (e / eat-01 :ARG1 (f / fish)))", 5, 5, 5),
    (EAT, "(s / see-01 :ARG0 (c / cat) :ARG1 (f / fish))", 0, 5, 5),
    (EAT, "(w / want-01 :ARG1 (e / eat-01 :ARG0 (c / cat) :ARG1 (f / fish)))", 5, 7, 5),
    ("(b / boy)", "(b / boy)", 1, 1, 1),
    ("(b / boy)", "(g / go-02 :ARG0 (b / boy))", 0, 3, 1),
    ('(c / city :name "Rome")', '(c / city :name "Rome")', 2, 2, 2),
    ('(c / city :name "Rome")', '(c / city :name "Oslo")', 1, 2, 2),
    # a value and a concept that look the same are not the same
    ("(c / city :mod big)", "(c / city :mod (b / big))", 1, 3, 2),
    ('(n / name :op1 "a" :op1 "a")', '(n / name :op1 "a" :op1 "a")', 3, 3, 3),
    # two boys against one
    (
        "(a / and :op1 (b / boy) :op2 (c / boy))",
        "(a / and :op1 (b / boy) :op2 (g / girl))",
        3,
        5,
        5,
    ),
]


@pytest.mark.parametrize(("gold", "pred", "matched", "pred_total", "gold_total"), MATCHES)
def test_matches(gold: str, pred: str, matched: int, pred_total: int, gold_total: int) -> None:
    found = Sema().compare(gold, pred)
    assert found.values == (matched, pred_total, gold_total, 1)


@settings(max_examples=300, deadline=None)
@given(graphs(), graphs(prefix="y"))
def test_against_the_slow_version(gold: Graph, pred: Graph) -> None:
    found = Sema().compare(gold, pred)
    assert found.values[:3] == sema(pred, gold, Sema().convention)


def test_precision_and_recall() -> None:
    found = score(EAT, "(e / eat-01 :ARG0 (c / cat))", "sema")
    assert (found.precision, found.recall) == (1.0, 0.6)
    assert found.f1 == found.value == pytest.approx(0.75)


@pytest.mark.parametrize("task", ["sts", "sick"])
def test_near_the_public_script(task: str) -> None:
    """The script counts the top twice and lets one triple match several."""
    metric = metrics.metric("sema")
    table = metric.compare_many(*bamboo(task))
    theirs = figures("sema", task)
    same = [table.column(total) == theirs[total] for total in ("pred_total", "gold_total")]
    assert (same[0] & same[1]).mean() > 0.99
    assert max(metric.scores(table)["value"]) == 1.0


def test_the_bamboo_table() -> None:
    found = [correlation("sema", task) for task in SLICES]
    assert found == pytest.approx((55.90, 53.32, 33.43), abs=1.5)
