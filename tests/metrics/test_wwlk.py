"""WWLK and its edge-to-node variant: values, transport plans, vectors of labels."""

from __future__ import annotations

import random
from dataclasses import replace
from operator import ge
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tertium import Graph, metrics, score
from tertium.alignment.vectors import Vectors, load_vectors
from tertium.bamboo.published import KEYS, PublishedTable, rows
from tertium.errors import FileError, InputError, OptionError
from tertium.metrics import Wwlk, WwlkE2n
from tertium.metrics.embedding import (
    LabelVectors,
    Lookup,
    Weights,
    draw,
    label_vectors,
    role_weights,
)
from tertium.metrics.numerals import numeral
from tertium.metrics.wlk import Direction
from tertium.metrics.wwlk import Preset
from tests.reference.nodes import nodes_and_edges
from tests.reference.transport import solve_linear_program
from tests.reference.weisfeiler_leman import embed
from tests.support.corpora import benchmark
from tests.support.graphs import graphs

KITTEN, CAT = "(d / drink-01 :ARG0 (k / kitten))", "(s / slurp-01 :ARG0 (c / cat))"
directions = st.sampled_from(["undirected", "top-down", "bottom-up", "two-way"])
presets = st.sampled_from(["tuned", "v0.2", "paper"])


def distances(metric: Wwlk, a: Graph, b: Graph) -> NDArray[np.float64]:
    """Return the cost matrix by the definition."""
    how = metric.settings
    words = label_vectors(load_vectors(), how.lengths == "kept", how.lookup)
    sides = []
    for graph in (a, b):
        labels, edges = nodes_and_edges(graph, metric.convention)
        vector = dict(zip(labels.values(), words.matrix(list(labels.values()))[0], strict=True))
        roles = sorted({role for _, role, _ in edges})
        pairs = zip(roles, role_weights(roles, kind=how.weights)[0], strict=True)
        weight = {(r, back): w[int(back)] for r, w in pairs for back in (False, True)}
        halve = how.update == "halved"
        sides.append(
            embed(graph, metric.convention, how.direction, metric.k, vector, weight, halve)
        )
    found: NDArray[np.float64] = np.linalg.norm(sides[0][:, None] - sides[1][None], axis=2)
    return found


@settings(max_examples=80, deadline=None)
@given(graphs(4), graphs(4, prefix="y"), directions, st.integers(0, 3), presets)
def test_against_the_definition(
    gold: Graph, pred: Graph, direction: Direction, k: int, preset: Preset
) -> None:
    metric = Wwlk(k=k, direction=direction, preset=preset, samples=1)
    cost = distances(metric, pred, gold)
    plan = metric.align(gold, pred)
    assert plan.cost == pytest.approx(cost, abs=1e-9)
    rows, columns = plan.cost.shape
    best = solve_linear_program(plan.cost, np.full(rows, columns), np.full(columns, rows))
    assert plan.value == pytest.approx(1 - best / 2, abs=1e-9)
    assert score(gold, pred, metric).value == plan.value
    precision = score(gold, pred, replace(metric, mode="precision")).value
    recall = score(gold, pred, replace(metric, mode="recall")).value
    assert precision == pytest.approx(1 - plan.cost.min(axis=1).mean() / 2, abs=1e-12)
    assert recall == pytest.approx(1 - plan.cost.min(axis=0).mean() / 2, abs=1e-12)


def test_near_words_are_near() -> None:
    far = "(e / explode-01 :ARG0 (t / tax))"
    assert score(CAT, KITTEN, "wwlk").value > score(CAT, far, "wwlk").value + 0.02
    drawn = [score(CAT, other, "wwlk:weights=drawn").value for other in (KITTEN, far)]
    assert drawn[0] > drawn[1] + 0.05
    assert score(CAT, KITTEN, "smatch").value == score(CAT, far, "smatch").value


def test_a_plan_is_an_alignment_of_n_with_m() -> None:
    plan = Wwlk().align("(m / make-01 :ARG1 (s / music))", "(p / play-11)")
    assert plan.pred == ("play-11",)
    assert plan.gold == ("make-01", "music")
    assert plan.flow.tolist() == [[0.5, 0.5]]
    assert sum(flow * cost for _, _, flow, cost in plan.moves) == pytest.approx(2 - 2 * plan.value)
    empty = Wwlk().batch([None], [None])
    assert empty.values(Wwlk().embedding(empty), np.arange(1), 1).tolist() == [1.0]


def test_edges_become_nodes() -> None:
    plan = WwlkE2n().align("(w / want-01 :ARG0 (b / boy :quant 2))", "(b / boy)")
    assert plan.gold == ("want-01", "boy", "2", ":arg0", ":quant")
    swapped = "(b / bite-01 :ARG0 (d / dog) :ARG1 (m / man))"
    other = "(b / bite-01 :ARG0 (m / man) :ARG1 (d / dog))"
    assert score(swapped, other, "wwlk-e2n").value < 1


def test_the_value_depends_on_nothing_but_the_pair() -> None:
    rare = [
        (f"(a / xq{i}zt :foo{i} (b / cat))", f"(a / vb{i}wq :bar (b / dog))") for i in range(40)
    ]
    alone = [score(a, b, "wwlk").value for a, b in rare]
    order = list(range(len(rare)))
    random.Random(1).shuffle(order)
    for threads in (1, 3):
        table = Wwlk().compare_many(
            [rare[i][0] for i in order], [rare[i][1] for i in order], threads=threads
        )
        assert table.column("value").tolist() == [alone[i] for i in order]


def test_samples_average_over_what_is_drawn() -> None:
    dog = "(e / eat-01 :ARG0 (d / dog))"
    known = [score(dog, KITTEN, f"wwlk:k=0,samples={n}").value for n in (1, 5)]
    assert known[0] == pytest.approx(known[1], abs=1e-12)
    a, b = "(a / xqzt)", "(b / vbwq)"
    values = [score(a, b, f"wwlk:samples={n}").value for n in (1, 64, 65)]
    assert values[0] != values[1]
    assert abs(values[1] - values[2]) < 0.01
    assert score(a, a, "wwlk:samples=16").value == 1.0


def test_vectors_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text("cat 1 0\nkitten 1 0\ndog -1 0\n")
    cat, kitten, dog = ("(c / cat)", "(c / kitten)", "(c / dog)")
    assert score(cat, kitten, f"wwlk:vectors={path}").value == 1.0
    assert score(cat, dog, f"wwlk:vectors={path}").value == 0.0
    assert "|vectors:two-" in Wwlk(vectors=str(path)).signature
    with pytest.raises(FileError):
        score(cat, dog, f"wwlk:vectors={tmp_path / 'none.txt'}")


def test_labels_without_a_word_have_a_direction_of_their_own() -> None:
    table = LabelVectors(Vectors.from_mapping({"make": [3.0, 4.0, 0.0], "zero": [0.0, 0.0, 0.0]}))
    rows = table.matrix(["make-01", "xqzt", "vbwq", "xqzt", "zero"])[0]
    assert rows[0] == pytest.approx([0.6, 0.8, 0.0])
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(5))
    assert (rows[1] == rows[3]).all()
    assert (rows[1] != rows[2]).all()
    two = table.matrix(["make-01", "xqzt"], samples=2)
    assert (two[0, 0] == two[1, 0]).all()
    assert (two[0, 1] != two[1, 1]).all()


def test_words_of_labels() -> None:
    vectors = load_vectors()
    found = {
        lookup: [LabelVectors(vectors, lookup=lookup).words(label) for label in WORDS]
        for lookup in get_args(Lookup)
    }
    assert found["whole"] == [["pick-up"], ["t-shirt"], ["-"], [], ["drink"]]
    assert found["parts"] == [["pick", "up"], ["t-shirt"], [], [], ["drink"]]
    assert found["public"] == [["pick", "up"], ["shirt"], ["false", "not", "untrue"], [], ["drink"]]


WORDS = ("pick-up-04", "t-shirt", "-", "2", "drink-01")


@pytest.mark.parametrize("keep_lengths", [False, True])
def test_numbers_have_their_words(keep_lengths: bool) -> None:
    labels = ["2", "two", "3", "25", "2003", "1.5"]
    vectors = load_vectors()

    def cosines(lookup: Lookup) -> list[float]:
        rows = LabelVectors(vectors, keep_lengths, lookup).matrix(labels)[0]
        rows = rows / np.linalg.norm(rows, axis=1)[:, None]
        return [float(rows[i] @ rows[j]) for i, j in ((0, 1), (0, 2), (3, 4))]

    assert cosines("public")[0] == pytest.approx(1.0)
    assert cosines("public")[1] > 0.9
    assert 0.2 < cosines("public")[2] < 0.7
    assert 0.6 < cosines("parts")[0] < 0.8
    assert 0.3 < cosines("parts")[1] < 0.7
    assert abs(cosines("parts")[2]) < 0.3
    assert max(map(abs, cosines("whole"))) < 0.3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0", "zero"),
        ("13", "thirteen"),
        ("40", "forty"),
        ("99", "ninety nine"),
        ("100", "one hundred"),
        ("1,005", "one thousand five"),
        ("1900", "one thousand nine hundred"),
        ("1905", "nineteen five"),
        ("2026", "two thousand twenty six"),
        ("0.25", "zero point two five"),
        ("7000000", "seven million"),
        ("999999999999999", None),
        ("", ""),
        ("1,00", ""),
        ("1/2", ""),
        ("-1", ""),
        ("٣", ""),
        ("1" * 16, ""),
    ],
)
def test_numerals(text: str, words: str | None) -> None:
    assert words is None or numeral(text) == words.split()
    assert words is not None or numeral(text)[:3] == ["nine", "hundred", "ninety"]


def test_weights_of_roles() -> None:
    roles = [f"role{i}" for i in range(300)]
    ranges: dict[Weights, tuple[float, float]] = {
        "tuned": (-0.1, 0.5),
        "drawn": (0.2, 0.35),
        "wide": (0.0, 1.0),
    }
    for kind, (low, high) in ranges.items():
        drawn = role_weights(roles, 2, kind)
        assert low <= drawn.min() < drawn.max() < high
    assert role_weights(roles, kind="smallest").mean() < 0.22 < role_weights(roles).mean()
    first = [role_weights(["arg0", "arg1"], kind="smallest", seed=seed) for seed in range(100)]
    assert 0.26 < np.mean(first) < 0.29  # of two roles the tool takes the first draw
    assert role_weights(["arg0", "arg1"], kind="tuned")[0, [0, 1], [0, 1]].tolist() == [3.0, 3.0]
    assert (role_weights(roles, seed=1) != role_weights(roles)).all()
    swapped = "(b / bite-01 :ARG0 (d / dog) :ARG1 (m / man))"
    other = "(b / bite-01 :ARG0 (m / man) :ARG1 (d / dog))"
    for spec in ("wwlk", "wwlk:preset=v0.2", "wwlk:preset=paper"):
        assert score(swapped, other, spec).value < 1
    assert score(swapped, other, "wwlk").value < score(swapped, other, "wwlk:weights=drawn").value


def test_a_seed_draws_anew() -> None:
    pair = "(a / xqzt :mod (b / vbwq))", "(a / wmrk)"
    assert len({score(*pair, f"wwlk:seed={seed}").value for seed in range(4)}) == 4


def test_draws_are_the_same_everywhere() -> None:
    assert draw("label boy", 0, 2).tolist() == [0.9356155377706011, 0.04100203144891956]
    many = draw("x", 1, 10_000)
    assert 0 <= many.min() < many.max() < 1
    assert abs(many.mean() - 0.5) < 0.02


def test_a_huge_graph_is_refused() -> None:
    names = [f"v{i}" for i in range(2001)]
    huge = Graph.from_triples([(name, ":instance", "x") for name in names])
    with pytest.raises(InputError, match="2001 nodes"):
        score(huge, "(b / boy)", "wwlk")


@pytest.mark.parametrize(
    "spec",
    [
        "wwlk:k=-1",
        "wwlk:samples=0",
        "wwlk:mode=f",
        "wwlk-e2n:k=99",
        "wwlk:seed=-1",
        "wwlk:preset=1",
    ],
)
def test_wrong_options_are_refused(spec: str) -> None:
    with pytest.raises(OptionError):
        metrics.metric(spec)


def published(table: PublishedTable, name: str) -> list[float]:
    row = next(row for row in rows(table) if row.name == name)
    return [row.figures[key] for key in KEYS]


def test_every_column_is_at_or_above_the_paper() -> None:
    found = benchmark("wwlk")
    figures = [100 * (figure or 0) for figure in found.figures()]
    assert all(map(ge, figures, published("paper", "wwlk")))
    assert 100 * (found.amean("accuracy") or 0) >= 65.5


def test_version_0_2() -> None:
    """Accuracies are drawn: of ten seeds, 89.87 to 92.41, 98.32 to 100 and 84.66 to 87.87."""
    row = benchmark("wwlk:preset=v0.2,seed=5")
    figures = [100 * (figure or 0) for figure in row.figures("accuracy")]
    expected = published("web", "wwlk")
    assert figures[:9] == pytest.approx(expected[:9], abs=0.45)
    assert figures[9:] == pytest.approx(expected[9:], abs=0.01)
