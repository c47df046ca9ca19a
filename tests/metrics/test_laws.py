"""What every registered metric must obey (the facts of its class say which laws apply)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph, Metric, metric
from tertium.errors import OptionError
from tertium.metrics import REGISTRY
from tests.support.changes import inverted, renamed, shuffled
from tests.support.graphs import graphs

METRICS = [cls() for cls in REGISTRY.values()]
every_metric = pytest.mark.parametrize("chosen", METRICS, ids=lambda m: m.name)
examples = settings(max_examples=60)
TOLERANCE = 1e-9  # sums of floats in another order


def value(chosen: Metric, gold: Graph, pred: Graph) -> float:
    return chosen.score(chosen.compare(gold, pred)).value


@every_metric
@examples
@given(graphs(), graphs(prefix="y"))
def test_values_are_between_zero_and_one(chosen: Metric, gold: Graph, pred: Graph) -> None:
    score = chosen.score(chosen.compare(gold, pred))
    for number in (score.value, score.precision, score.recall, score.f1, score.upper):
        assert number is None or 0 <= number <= 1
    if score.upper is not None:
        assert score.value <= score.upper
    if score.f1 is not None:
        assert score.precision is not None
        assert score.recall is not None
        assert score.value == score.f1
        total = score.precision + score.recall
        mean = 2 * score.precision * score.recall / total if total else 0.0
        assert score.f1 == pytest.approx(mean, abs=TOLERANCE)


@every_metric
@examples
@given(graphs())
def test_a_graph_and_itself_score_one(chosen: Metric, graph: Graph) -> None:
    assert value(chosen, graph, graph) == pytest.approx(1, abs=TOLERANCE)


@every_metric
@examples
@given(graphs(), graphs(prefix="y"))
def test_symmetric_where_declared(chosen: Metric, gold: Graph, pred: Graph) -> None:
    one, other = (chosen.score(chosen.compare(*p)) for p in ((gold, pred), (pred, gold)))
    if chosen.symmetric:
        assert one.value == pytest.approx(other.value, abs=TOLERANCE)
    if one.precision is not None:
        assert other.recall is not None
        assert one.precision == pytest.approx(other.recall, abs=TOLERANCE)


@every_metric
@examples
@given(graphs(), graphs(prefix="y"), st.data())
def test_names_order_and_inversion_mean_nothing(
    chosen: Metric, gold: Graph, pred: Graph, data: st.DataObject
) -> None:
    expected = value(chosen, gold, pred)
    for changed in (renamed(pred, data), shuffled(pred, data), inverted(pred)):
        assert value(chosen, gold, changed) == pytest.approx(expected, abs=TOLERANCE)


pair_lists = st.lists(
    st.tuples(st.none() | graphs(), st.none() | graphs(prefix="y")), min_size=1, max_size=6
)


@every_metric
@examples
@given(pair_lists)
def test_a_corpus_is_the_sum_of_its_pairs(
    chosen: Metric, pairs: list[tuple[Graph | None, Graph | None]]
) -> None:
    golds, preds = [gold for gold, _ in pairs], [pred for _, pred in pairs]
    table = chosen.compare_many(golds, preds)
    assert len(table) == len(pairs)
    assert table.names == chosen.statistics_names
    whole = table.sum()
    added = table[0]
    for row in range(1, len(table)):
        added += table[row]
    assert added.values == pytest.approx(whole.values)
    for row, (gold, pred) in enumerate(pairs):
        alone = chosen.compare_many([gold], [pred], threads=1)
        assert alone[0] == table[row]
        shown = {name: float(column[row]) for name, column in chosen.scores(table).items()}
        score = chosen.score(table[row])
        assert shown["value"] == score.value
    assert 0 <= chosen.score(whole).value <= 1


@every_metric
@examples
@given(graphs())
def test_a_graph_that_is_missing_scores_nothing(chosen: Metric, graph: Graph) -> None:
    for golds, preds in (([graph], [None]), ([None], [graph])):
        score = chosen.score(chosen.compare_many(golds, preds)[0])
        assert score.value == 0
        assert score.upper in (None, 0)
        assert score.precision in (None, 0)
        assert score.recall in (None, 0)


@every_metric
@examples
@given(st.lists(graphs(), min_size=1, max_size=4), st.data())
def test_breaking_a_prediction_never_pays(
    chosen: Metric, golds: list[Graph], data: st.DataObject
) -> None:
    preds: list[Graph | None] = [data.draw(graphs(prefix="y")) for _ in golds]
    broken = list(preds)
    broken[data.draw(st.integers(0, len(golds) - 1))] = None
    whole, less = (chosen.compare_many(golds, p) for p in (preds, broken))
    # The macro average cannot rise; the micro average may, where all of its pairs are bad.
    values = [chosen.scores(table)["value"].mean() for table in (whole, less)]
    assert values[1] <= values[0] + TOLERANCE
    if "recall" in chosen.scores(whole):
        recalls = [chosen.score(table.sum()).recall or 0 for table in (whole, less)]
        assert recalls[1] <= recalls[0] + TOLERANCE


@every_metric
@examples
@given(pair_lists)
def test_threads_change_nothing(
    chosen: Metric, pairs: list[tuple[Graph | None, Graph | None]]
) -> None:
    golds, preds = [gold for gold, _ in pairs] * 5, [pred for _, pred in pairs] * 5
    one, two, again = (chosen.compare_many(golds, preds, threads=n).values for n in (1, 2, 2))
    assert np.array_equal(one, two)
    assert np.array_equal(two, again)


@every_metric
def test_an_empty_list(chosen: Metric) -> None:
    table = chosen.compare_many([], [])
    assert len(table) == 0
    assert 0 <= chosen.score(table.sum()).value <= 1
    with pytest.raises(ValueError, match="1 gold graphs, but 0 predictions"):
        chosen.compare_many(["(b / boy)"], [])
    for threads in (-1, 10**12):
        with pytest.raises(OptionError, match="threads must be between"):
            chosen.compare_many([], [], threads=threads)


@every_metric
def test_progress_counts_every_pair(chosen: Metric) -> None:
    told: list[int] = []
    chosen.compare_many(["(b / boy)"] * 1200, ["(b / boy)"] * 1200, progress=told.append)
    assert sum(told) == 1200


def test_progress_is_told_meanwhile() -> None:
    """Even at a microsecond per pair, this takes longer than one look at the clock."""
    told: list[int] = []
    boys = [Graph.from_penman("(b / boy)")] * 300_000
    metric("smatch").compare_many(boys, boys, progress=told.append)
    assert sum(told) == len(boys)
    assert len(told) > 1


@every_metric
def test_what_progress_raises_ends_the_work(chosen: Metric) -> None:
    def stop(count: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        chosen.compare_many(["(b / boy)"] * 50, ["(b / boy)"] * 50, progress=stop)


@every_metric
def test_the_metric_is_described(chosen: Metric) -> None:
    cls = type(chosen)
    assert REGISTRY[chosen.name] is cls
    assert cls.__doc__
    assert chosen.summary
    assert not chosen.summary.endswith(".")
    assert chosen == cls()
    assert hash(chosen) == hash(cls())
    assert metric(chosen.name) == chosen
    for option in fields(cls):
        assert option.kw_only
    assert chosen.signature.startswith(f"{chosen.name}|")


GOLD = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b :time (d / day :mod (e / every))))"
PRED = "(w / want-01 :ARG0 (b / girl) :ARG1 (s / swim-01 :ARG0 b :time (d / day :quant 3)))"


@pytest.fixture(scope="module")
def elsewhere() -> list[dict[str, list[float]]]:
    """Return the statistics of all metrics in processes whose hashes have other seeds."""
    code = (
        "import json, sys, tertium\n"
        "gold, pred, *names = sys.argv[1:]\n"
        "metrics = {name: tertium.metric(name) for name in names}\n"
        "print(json.dumps({n: list(m.compare(gold, pred).values) for n, m in metrics.items()}))"
    )
    return [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", code, GOLD, PRED, *REGISTRY],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )
        for seed in ("1", "2", "3")
    ]


@every_metric
def test_the_same_in_another_process(
    chosen: Metric, elsewhere: list[dict[str, list[float]]]
) -> None:
    """The hash seed of Python must not matter."""
    here = list(chosen.compare(GOLD, PRED).values)
    assert [found[chosen.name] for found in elsewhere] == [here] * 3
