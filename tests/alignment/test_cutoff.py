"""Cutoffs: what they may leave open, and what not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph, Solving, align, metric
from tertium.errors import InputError, OptionError
from tertium.metrics import S2match, Smatch
from tertium.standard import SMATCH
from tests.reference.brute_force import best_match
from tests.support.corpora import bamboo
from tests.support.graphs import graphs

WEIGHTS = (1.0, 0.7, 1 / 3, 0.1)


@settings(max_examples=300, deadline=None)
@given(
    graphs(),
    graphs(prefix="y"),
    st.integers(-8, 8),
    st.sampled_from([0.0, 0.25, 1e-9, -1e-9]),
    st.sampled_from([0, 1, 3, 200_000]),
    st.sampled_from([(), WEIGHTS]),
)
def test_a_cutoff_hides_nothing_that_reaches_it(
    a: Graph, b: Graph, above: int, odd: float, budget: int, weights: tuple[float, ...]
) -> None:
    optimum = align(a, b, weights=weights).matched
    if not weights:
        assert optimum == best_match(a, b, SMATCH)
    cutoff = max(0.0, optimum + above + odd)
    found = align(a, b, weights=weights, cutoff=cutoff, solving=Solving(budget=budget))
    assert found.matched <= optimum <= found.upper
    assert sum(found.earned) == pytest.approx(found.matched, abs=1e-9)
    if budget == 200_000:
        assert (
            (found.matched == optimum == found.upper) if optimum >= cutoff else found.upper < cutoff
        )


@settings(max_examples=100, deadline=None)
@given(
    graphs(),
    st.lists(st.tuples(graphs(prefix="y"), st.sampled_from([0.0, 0.3, 0.6, 0.9, 2.0])), max_size=6),
    st.sampled_from(["concept", "flag", "roots"]),
)
def test_many_predictions_of_one_gold_as_one_by_one(
    gold: Graph, asked: list[tuple[Graph, float]], top: str
) -> None:
    chosen = metric(f"smatch:top={top}")
    preds, cutoffs = [pred for pred, _ in asked], [cutoff for _, cutoff in asked]
    table = chosen.compare_many([gold] * len(asked), preds, threads=1, cutoff=cutoffs)
    for row, pred, cutoff in zip(table.rows.tolist(), preds, cutoffs, strict=True):
        assert tuple(row) == chosen.compare(gold, pred, cutoff=cutoff).values
        optimum = chosen.compare(gold, pred)["matched"]
        assert row[0] <= optimum <= row[3]


@pytest.mark.parametrize("spec", ["smatch", "s2match", "smatch++", "smatch:aspect=srl"])
def test_many_pairs_at_once_as_one_by_one(spec: str) -> None:
    chosen = metric(spec)
    golds, preds = (graphs[::30] for graphs in bamboo("sts"))
    values = chosen.values(golds, preds)
    cutoffs = [(k % 5) / 4 for k in range(len(golds))]
    table = chosen.compare_many(golds, preds, cutoff=cutoffs)
    scores = chosen.scores(table)
    for k, (value, cutoff) in enumerate(zip(values, cutoffs, strict=True)):
        assert scores["value"][k] <= value <= scores["upper"][k]
        assert scores["value"][k] == value if value >= cutoff else True
        alone = chosen.compare(golds[k], preds[k], cutoff=cutoff)
        assert alone.values == tuple(table[k].values)
    assert np.array_equal(
        chosen.compare_many(golds, preds, cutoff=0.0).values,
        chosen.compare_many(golds, preds).values,
    )


def test_the_value_itself_is_reached() -> None:
    """An F1 is rounded; as a cutoff it must still let its own pair through."""
    chosen = Smatch()
    golds, preds = bamboo("sick")
    values = chosen.values(golds[:1000], preds[:1000])
    assert (
        chosen.row_values(chosen.compare_many(golds[:1000], preds[:1000], cutoff=values)) == values
    )


def test_a_pair_below_the_cutoff_says_so() -> None:
    chosen = S2match()
    pair = "(c / cat :mod (b / black))", "(k / kitten :mod (w / white))"
    score = chosen.score(chosen.compare(*pair, cutoff=0.99))
    assert score.upper is not None
    assert score.upper < 0.99


@pytest.mark.parametrize("cutoff", [-0.1, float("nan"), float("inf")])
def test_wrong_cutoffs_are_refused(cutoff: float) -> None:
    with pytest.raises(OptionError, match="cutoff"):
        Smatch().compare("(a / a)", "(a / a)", cutoff=cutoff)
    with pytest.raises(OptionError, match="cutoff"):
        align("(a / a)", "(a / a)", cutoff=cutoff)


def test_one_cutoff_for_each_pair() -> None:
    with pytest.raises(InputError, match="1 pairs, but 2 cutoffs"):
        Smatch().compare_many(["(a / a)"], ["(a / a)"], cutoff=[0.5, 0.5])
