"""SEMBLEU against its paper, its definition and the public script."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scripts.generate.reproduction.figures import EARLY_WEIGHTS, HEATED, ROLES, with_of_kept
from tertium import Graph, align, metrics, score
from tertium.bamboo.published import KEYS, rows
from tertium.errors import InputError, OptionError
from tertium.metrics import Sembleu
from tests.reference.bleu import sembleu
from tests.support.corpora import bamboo, benchmark, figures
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


@pytest.mark.parametrize(
    "spec", ["n=0", "n=65", "weights=1+1", "n=2,weights=1+-1", "n=x", "mode=f1"]
)
def test_wrong_options_are_refused(spec: str) -> None:
    with pytest.raises(OptionError):
        metrics.metric(f"sembleu:{spec}")


def test_the_signature_tells_everything() -> None:
    signature = metrics.metric("sembleu:n=2,weights=0.4+0.6").signature
    assert "sembleu|symmetric:no|n:2|weights:0.4+0.6|smoothing:nist|" in signature
    assert "|mode:precision|reading:paper|" in signature
    assert "|weights:uniform|" in Sembleu().signature


def test_figure_3_of_the_principles_paper() -> None:
    """The printed values are cut off after three digits: 0.4221, 0.8037 and 0.8293."""
    a, b = with_of_kept(HEATED)
    assert int(1000 * score(b, a, EARLY_WEIGHTS).value) == 422
    assert int(1000 * score(a, b, EARLY_WEIGHTS).value) == 803
    (bigram,) = Sembleu().ngrams("(t / thing :ARG1-of-of (d / do-02))")[1]
    assert bigram == "do-02 :arg1-of thing"
    for pair in (HEATED, HEATED[::-1]):
        assert int(1000 * score(*pair, "smatch").value) == 829


def test_figure_2_of_the_principles_paper() -> None:
    assert score(*ROLES, "sembleu").value == 1.0
    assert score(*ROLES, "smatch").value == pytest.approx(6 / 7)
    # The paper prints 0.667: that is the F1 of the relations alone, without concepts and top.
    matched = [role for (_, role, _), _ in align(*ROLES).matched_triples if role.startswith(":arg")]
    assert len(matched) / 3 == pytest.approx(0.667, abs=5e-4)


@pytest.mark.parametrize("task", ["sts", "sick"])
def test_every_pair_equals_the_public_script(task: str) -> None:
    metric = metrics.metric("sembleu:reading=verbatim,weights=0.34+0.33+0.34")
    expected = figures("sembleu-n3", task)["score"]
    values = metric.scores(metric.compare_many(*bamboo(task)))["value"]
    assert len(values) == len(expected)
    assert abs(values - expected).max() < 1e-9


@given(graphs(4), graphs(4, prefix="y"))
def test_recall_is_the_value_of_the_exchanged_pair(a: Graph, b: Graph) -> None:
    assert score(a, b, "sembleu:mode=recall").value == score(b, a, "sembleu").value


SELF_LOOP = "(s / say-01 :ARG1-of s :ARG0 (p / person :ARG0-of (d / discuss-01)))"


def test_verbatim_keeps_a_node_with_an_inverse_loop_as_a_root() -> None:
    found = Sembleu(reading="verbatim").ngrams(SELF_LOOP)
    assert sorted(found[0]) == ["discuss-01", "person", "say-01"]
    assert len(found[1]) == 3
    plain = SELF_LOOP.replace(":ARG1-of s", ":ARG1 s")
    assert [len(grams) for grams in Sembleu(reading="verbatim").ngrams(plain)] == [2, 1, 0]
    assert [len(grams) for grams in Sembleu(reading="public").ngrams(SELF_LOOP)] == [2, 1, 0]


def test_verbatim_turns_a_doubly_inverse_role_once() -> None:
    graph = "(s / stuff :consist-of-of (a / air))"
    assert Sembleu(reading="verbatim").ngrams(graph)[1] == ("air :consist stuff",)
    assert Sembleu(reading="public").ngrams(graph)[1] == ("stuff :consist air",)


def test_early_turns_nothing_around() -> None:
    graph = "(b / boy :ARG0-of (g / go-02 :consist-of (a / air)))"
    found = Sembleu(reading="early").ngrams(graph)
    assert found[1] == ("boy :arg0-of go-02", "go-02 :consist-of air")


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_table_of_the_bamboo_paper(n: int) -> None:
    row = next(row for row in rows("paper") if row.name == f"sembleu k={n}")
    assert row.spec == f"sembleu:n={n},reading=early"
    figures = [100 * (figure or 0) for figure in benchmark(row.spec).figures()]
    assert figures == pytest.approx([row.figures[key] for key in KEYS], abs=0.0051)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_table_of_version_0_2(n: int) -> None:
    row = next(row for row in rows("web") if row.name == f"sembleu k={n}")
    figures = [100 * (figure or 0) for figure in benchmark(row.spec).figures("accuracy")]
    assert figures == pytest.approx([row.figures[key] for key in KEYS], abs=0.0051)


GAINS = {
    "symmetric=yes": {1: (0.66, 0.32), 2: (0.31, 0.28), 3: (0.18, 0.21), 4: (0.19, 0.20)},
    "mode=recall": {1: (0.84, 0.56), 2: (0.45, 0.39), 3: (0.16, 0.24), 4: (0.03, 0.07)},
}
"""What both directions, or the opposite one, add to the means. Section 6.1 of the BAMBOO paper says
+0.8 +0.6, +0.5 +0.4, +0.2 +0.2, +0.1 +0.0 of both: these are the gains of the opposite one."""


@pytest.mark.parametrize("option", GAINS)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_gain_of_other_directions(option: str, n: int) -> None:
    one, other = (benchmark(f"sembleu:n={n},reading=early{more}") for more in ("", f",{option}"))
    gains = (other.amean() or 0) - (one.amean() or 0), (other.hmean() or 0) - (one.hmean() or 0)
    assert [100 * gain for gain in gains] == pytest.approx(GAINS[option][n], abs=0.011)
