"""WSMATCH: weights by distance from the top."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph, metric
from tertium.errors import OptionError
from tertium.metrics import Smatch, Wsmatch
from tests.reference.graded import Side, best_graded
from tests.support.corpora import correlation
from tests.support.graphs import graphs

BOY = "(w / want-01 :ARG0 (b / boy) :polarity -)"

metrics = st.sampled_from(
    [Wsmatch(), Wsmatch(top="flag", reach=3), Wsmatch(decay="exponential", reach=4)]
)


@pytest.mark.parametrize(
    ("gold", "pred", "matched", "gold_total", "pred_total"),
    [
        # top 5, want-01 5, ARG0 4, boy 4, polarity 4
        (BOY, BOY, 22, 22, 22),
        (BOY, "(w / want-01 :ARG0 (b / boy))", 18, 22, 18),
        # the same triples, but boy is the top: it counts 5, want-01 4 or 5, the edge 4
        (BOY, "(b / boy :ARG0-of (w / want-01))", 12, 22, 18),
        # concepts 5 + 4 + 3 + 2 + 1 + 1, edges 4 + 3 + 2 + 1 + 1, top 5
        ("(a / a :x (b / b :x (c / c :x (d / d :x (e / e :x (f / f))))))",) * 2 + (32, 32, 32),
        # what the top does not reach counts 1
        ([("a", ":instance", "a"), ("b", ":instance", "b")],) * 2 + (11, 11, 11),
    ],
)
def test_triples_weigh_by_their_distance_from_the_top(
    gold: str, pred: str, matched: float, gold_total: float, pred_total: float
) -> None:
    found = Wsmatch().compare(gold, pred)
    assert (found["matched"], found["gold_total"], found["pred_total"]) == (
        matched,
        gold_total,
        pred_total,
    )


@settings(max_examples=200, deadline=None)
@given(graphs(4), graphs(4, prefix="y"), metrics)
def test_exact_is_the_brute_force_optimum(a: Graph, b: Graph, chosen: Wsmatch) -> None:
    found = chosen.compare(a, b)
    convention, weights = chosen.convention, chosen.distance_weights
    same = lambda x, y: 0.0  # noqa: E731
    assert found["matched"] == best_graded(b, a, convention, same, weights)
    assert found["gold_total"] == Side(a, convention, weights).total
    assert found["pred_total"] == Side(b, convention, weights).total
    assert found["proven"]


@settings(max_examples=100, deadline=None)
@given(graphs(6), graphs(6, prefix="y"), metrics)
def test_laws(a: Graph, b: Graph, chosen: Wsmatch) -> None:
    value = chosen.score(chosen.compare(a, b)).value
    assert 0 <= value <= 1
    assert value == chosen.score(chosen.compare(b, a)).value
    assert chosen.score(chosen.compare(a, a)).value == 1
    found = chosen.align(a, b)
    assert sum(found.earned) == found.matched


@given(graphs(5), graphs(5, prefix="y"))
def test_without_decay_it_is_smatch(a: Graph, b: Graph) -> None:
    assert Wsmatch(decay="none").compare(a, b) == Smatch(top="concept").compare(a, b)


def test_signature_spells_what_is_used() -> None:
    assert Wsmatch().signature.startswith("wsmatch|decay:linear|reach:5|solver:exact|")
    assert "decay:exponential|reach:5|rate:0.5|" in Wsmatch(decay="exponential").signature
    assert Wsmatch(decay="none").signature.startswith("wsmatch|decay:none|solver:exact|")


@pytest.mark.parametrize(
    "text", ["reach=0", "reach=2000", "rate=0", "rate=2", "decay=x", "aspect=names", "solver=x"]
)
def test_wrong_options_are_refused(text: str) -> None:
    with pytest.raises(OptionError):
        metric(f"wsmatch:{text}")


@pytest.mark.parametrize(("task", "published"), [("sts", 53.06), ("sick", 59.24), ("para", 38.64)])
def test_correlation_on_bamboo(task: str, published: float) -> None:
    assert correlation(Wsmatch(), task) == pytest.approx(published, abs=0.1)
