"""SEMBLEU against its paper, its definition and the public script."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph, align, metrics, score
from tertium.errors import InputError, OptionError
from tertium.metrics import Sembleu
from tests.reference.bleu import sembleu
from tests.support.corpora import SLICES, bamboo, correlation, figures
from tests.support.graphs import graphs

ASK = "(a / ask-01 :ARG0 (g / girl) :ARG1 (l / leave-11 :ARG0 (b / boy)))"
PIES = "(m / make-01 :ARG0 (w / woman) :ARG1 (p / pie :quant 2))"

TABLE_1 = [
    (
        ASK,
        {"ask-01", "girl", "leave-11", "boy"},
        {"ask-01 :arg0 girl", "ask-01 :arg1 leave-11", "leave-11 :arg0 boy"},
        {"ask-01 :arg1 leave-11 :arg0 boy"},
    ),
    (
        PIES,
        {"woman", "make-01", "pie", "2"},
        {"make-01 :arg0 woman", "make-01 :arg1 pie", "pie :quant 2"},
        {"make-01 :arg1 pie :quant 2"},
    ),
]


@pytest.mark.parametrize(("graph", "one", "two", "three"), TABLE_1)
def test_table_1_of_the_paper(graph: str, one: set[str], two: set[str], three: set[str]) -> None:
    found = Sembleu().ngrams(graph)
    assert [sorted(grams) for grams in found] == [sorted(one), sorted(two), sorted(three)]


VALUES = [
    (ASK, ASK, "sembleu", 1.0),
    (ASK, PIES, "sembleu", 0.0),
    ("(b / boy)", "(b / boy)", "sembleu", 1.0),  # orders without k-grams are left out
    ("(b / boy)", "(b / boy)", "sembleu:smoothing=none", 1.0),
    ("(p / pie :quant 2)", "(p / pie :quant 3)", "sembleu:smoothing=none", 0.0),
    ("(b / boy :ARG0-of (g / go-02))", "(g / go-02 :ARG0 (b / boy))", "sembleu", 1.0),
    ("(b / Boy :Mod (t / tall))", "(b / boy :mod (t / tall))", "sembleu", 1.0),
    # half of two 1-grams, the one 2-gram missed: sqrt(1/2 · 1/2)
    ("(p / pie :quant 2)", "(p / pie :quant 3)", "sembleu", 0.5),
    # a prediction of 1 against a gold of 3 nodes and edges: exp(1 - 3)
    ("(p / pie :quant 2)", "(p / pie)", "sembleu", 0.1353352832366127),
    ("(p / pie)", "(p / pie :quant 2)", "sembleu:n=1", 0.5),
    ("(p / pie)", "(p / pie :quant 2)", "sembleu:n=1,symmetric=yes", 0.3176676416183064),
    ("(p / pie :quant 2)", "(p / pie :quant 3)", "sembleu:n=2,weights=1+0", 0.5),
    # probes of the public script
    ("(a / and :op1 (b / boy) :op1 b)", "(a / and :op1 (b / boy) :op1 b)", "sembleu", 1.0),
]


@pytest.mark.parametrize(("gold", "pred", "spec", "value"), VALUES)
def test_values(gold: str, pred: str, spec: str, value: float) -> None:
    assert score(gold, pred, spec).value == pytest.approx(value, abs=1e-12)


@settings(max_examples=200, deadline=None)
@given(graphs(4), graphs(4, prefix="y"), st.integers(1, 4))
def test_against_the_definition(gold: Graph, pred: Graph, n: int) -> None:
    metric = Sembleu(n=n)
    expected = sembleu(pred, gold, metric.convention, n)
    assert score(gold, pred, metric).value == pytest.approx(expected, abs=1e-12)


@given(graphs(4), graphs(4, prefix="y"))
def test_the_symmetric_variant_is_the_mean_of_both_directions(a: Graph, b: Graph) -> None:
    mean = (score(a, b, "sembleu").value + score(b, a, "sembleu").value) / 2
    assert score(a, b, "sembleu:symmetric=yes").value == pytest.approx(mean, abs=1e-12)


def test_a_corpus_pools_its_counts() -> None:
    metric = Sembleu(n=1)
    table = metric.compare_many(["(a / x)", "(a / x :op1 (b / y))"], ["(a / z)", "(a / x :op1 2)"])
    assert table.sum().values[:3] == (1.0, 3.0, 3.0)
    assert metric.score(table.sum()).value == pytest.approx(1 / 3)


def test_a_cycle_is_walked_once_and_not_lost() -> None:
    cycle = "(a / and :op1 (b / boy :ARG0-of (c / cat :ARG1-of a)))"
    assert [len(grams) for grams in Sembleu(n=4).ngrams(cycle)] == [3, 3, 1, 0]
    closed = Graph.from_triples(
        [(v, ":instance", v * 2) for v in "tab"] + [("a", ":x", "b"), ("b", ":x", "a")], top="t"
    )
    assert len(Sembleu().ngrams(closed)[0]) == 3
    assert len(Sembleu(reading="public").ngrams(closed)[0]) == 1


def test_a_dense_graph_is_refused_not_walked_for_ever() -> None:
    names = [f"v{i}" for i in range(60)]
    triples = [(v, ":instance", "x") for v in names]
    dense = Graph.from_triples(triples + [(v, ":op", w) for v in names for w in names])
    assert score(dense, dense, "sembleu:n=3").value == 1.0
    with pytest.raises(InputError, match="choose a smaller n"):
        score(dense, dense, "sembleu:n=8")


@pytest.mark.parametrize("spec", ["n=0", "n=65", "weights=1+1", "n=2,weights=1+-1", "n=x"])
def test_wrong_options_are_refused(spec: str) -> None:
    with pytest.raises(OptionError):
        metrics.metric(f"sembleu:{spec}")


def test_the_signature_tells_everything() -> None:
    signature = metrics.metric("sembleu:n=2,weights=0.4+0.6").signature
    assert "sembleu|symmetric:no|n:2|weights:0.4+0.6|smoothing:nist|reading:paper|" in signature
    assert "|weights:uniform|" in Sembleu().signature


PRINCIPLES_A = """(a / and
    :op1 (h / heat-01 :ARG1 (t / thing) :loc (b / between :op1 (w / we)) :degree (s / so))
    :op2 (k / know-01 :polarity - :ARG0 (i / i) :ARG1 (t2 / thing :ARG1-of (d / do-02))))"""
PRINCIPLES_B = """(k7 / know-01
    :ARG0 (i / i :ARG0-of (d9 / do-02
        :ARG1 t8
        :ARG1 (t0 / thing :ARG1-of (h2 / heat-01
            :degree (s1 / so) :loc (b3 / between :op1 (w4 / we))))))
    :ARG1 (t8 / thing) :polarity -)"""


def test_figure_3_of_the_principles_paper() -> None:
    early = "sembleu:reading=early,weights=0.34+0.33+0.34"
    assert score(PRINCIPLES_B, PRINCIPLES_A, early).value == pytest.approx(0.422, abs=5e-4)
    assert int(1000 * score(PRINCIPLES_A, PRINCIPLES_B, early).value) == 803
    for a, b in ((PRINCIPLES_A, PRINCIPLES_B), (PRINCIPLES_B, PRINCIPLES_A)):
        assert score(a, b, "smatch").value == pytest.approx(0.829, abs=5e-4)


def test_figure_2_of_the_principles_paper() -> None:
    a = "(p / predicate-01 :ARG0 (x1 / man) :ARG1 (x2 / man) :ARG2 x2)"
    b = "(p / predicate-01 :ARG0 (x1 / man) :ARG1 x1 :ARG2 (x2 / man))"
    assert score(a, b, "sembleu").value == 1.0
    assert score(a, b, "smatch").value == pytest.approx(6 / 7)
    # The paper prints 0.667: that is the F1 of the relations alone, without concepts and top.
    matched = [triple for triple, _ in align(a, b).matched_triples if triple[1].startswith(":arg")]
    assert len(matched) / 3 == pytest.approx(0.667, abs=5e-4)


@pytest.mark.parametrize("task", ["sts", "sick"])
def test_every_pair_equals_the_public_script(task: str) -> None:
    metric = metrics.metric("sembleu:reading=verbatim,weights=0.34+0.33+0.34")
    expected = figures("sembleu-n3", task)["score"]
    values = metric.scores(metric.compare_many(*bamboo(task)))["value"]
    assert len(values) == len(expected)
    assert abs(values - expected).max() < 1e-9


PUBLISHED = {1: (66.03, 62.88, 39.72), 2: (60.62, 59.86, 36.88), 3: (56.49, 57.76, 32.47)}


@pytest.mark.parametrize("n", PUBLISHED)
def test_the_bamboo_table(n: int) -> None:
    spec = f"sembleu:n={n},reading=early"
    found = [correlation(spec, task, pred="tgt") for task in SLICES]
    assert found == pytest.approx(PUBLISHED[n], abs=1.0 if n == 3 else 0.5)
