"""smatch++:weights=FILE: what triples count by type and label."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from tertium import Graph, metric, score
from tertium.errors import FileError, OptionError
from tertium.metrics import SmatchPP
from tests.reference.brute_force import Labelled, best_match, facts
from tests.support.graphs import graphs

RULES = """# type\tlabel\tweight
attribute\tpolarity\t5
attribute\t:op#\t0
relation\targ0\t2
relation\t*\t0.5
instance\t*-##\t1.5
top\t*\t0.25
"""
SLEEP = "(s / sleep-01 :polarity - :ARG0 (c / cat))"


@pytest.fixture(scope="module")
def weighted(tmp_path_factory: pytest.TempPathFactory) -> SmatchPP:
    path = tmp_path_factory.mktemp("weights") / "weights.tsv"
    path.write_text(RULES)
    return SmatchPP(weights=str(path))


def worth(fact: Labelled) -> float:
    """Return what RULES say, written down once more."""
    _, role, target, is_variable = fact
    if role == ":TOP":
        return 0.25
    if role == ":instance":
        return 1.5 if target in ("go-02", "want-01") else 1.0
    if is_variable:
        return 2.0 if role == ":arg0" else 0.5
    return 0.0 if role == ":op1" else 1.0


def test_types_and_labels(weighted: SmatchPP) -> None:
    found = weighted.compare(SLEEP, "(s / sleep-01 :ARG0 (c / cat))")
    # sleep-01 1.5, cat 1, :ARG0 2, top 0.25; :polarity 5
    assert (found["matched"], found["pred_total"], found["gold_total"]) == (4.75, 4.75, 9.75)


@settings(max_examples=150, deadline=None)
@given(graphs(4), graphs(4, prefix="y"))
def test_exact_is_the_brute_force_optimum(weighted: SmatchPP, a: Graph, b: Graph) -> None:
    found = weighted.compare(a, b)
    assert found["matched"] == best_match(b, a, weighted.convention, worth)
    assert found["gold_total"] == sum(map(worth, facts(a, weighted.convention)))
    assert found["pred_total"] == sum(map(worth, facts(b, weighted.convention)))
    assert found["proven"]


@settings(max_examples=60, deadline=None)
@given(graphs(5), graphs(5, prefix="y"))
def test_laws(weighted: SmatchPP, a: Graph, b: Graph) -> None:
    value = weighted.score(weighted.compare(a, b)).value
    assert 0 <= value <= 1
    assert value == weighted.score(weighted.compare(b, a)).value
    assert weighted.score(weighted.compare(a, a)).value == 1
    assert weighted.explain(a, b).statistics == weighted.compare(a, b)


def test_weights_multiply_those_by_distance(weighted: SmatchPP) -> None:
    both = SmatchPP(weights=weighted.weights, weights_by="distance")
    # distance 0 counts 5: top, sleep-01; distance 1 counts 4: cat, :ARG0, :polarity
    assert both.compare(SLEEP, SLEEP)["matched"] == 0.25 * 5 + 1.5 * 5 + 4 + 2 * 4 + 5 * 4


def test_other_solvers_see_the_weights(weighted: SmatchPP) -> None:
    pair = SLEEP, "(s / sleep-01 :ARG1 (c / cat :ARG0-of (s2 / sleep-01)))"
    exact = weighted.compare(*pair)["matched"]
    for solver in ("climb", "ilp"):
        assert metric(f"smatch++:weights={weighted.weights},solver={solver}").compare(*pair)[
            "matched"
        ] == pytest.approx(exact)


def test_the_signature_follows_the_rules(tmp_path: Path) -> None:
    seen = set()
    for weight in ("2", "3"):
        path = tmp_path / weight / "mine.tsv"
        path.parent.mkdir()
        path.write_text(f"top\t*\t{weight}\n")
        signature = metric(f"smatch++:weights={path}").signature
        assert "|weights:mine.tsv-" in signature
        seen.add(signature)
    assert len(seen) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no weight"),
        ("top\t*\n", "line 1: expected a type, a label and a weight"),
        ("# a\nedge\t*\t1\n", "line 2: there is no type 'edge'"),
        ("top\t*\tmuch\n", "not a number from 0 to 1000"),
        ("top\t*\t-1\n", "not a number from 0 to 1000"),
        ("top\t*\tnan\n", "not a number from 0 to 1000"),
        ("top\t*\t1e9\n", "not a number from 0 to 1000"),
    ],
)
def test_bad_files_are_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.tsv"
    path.write_text(text)
    with pytest.raises(FileError, match=message):
        metric(f"smatch++:weights={path}")


def test_what_does_not_go_together(weighted: SmatchPP) -> None:
    for option in ("aspect=srl", "concepts=similar"):
        with pytest.raises(OptionError, match="do not go with"):
            metric(f"smatch++:weights={weighted.weights},{option}")
    with pytest.raises(FileError, match="no such file"):
        score(SLEEP, SLEEP, "smatch++:weights=nowhere.tsv")
