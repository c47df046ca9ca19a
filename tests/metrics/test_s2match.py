"""S²MATCH: the paper's figures, its laws, and the alignment it rests on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph, Solving, align, metric
from tertium.alignment import similarity_of
from tertium.alignment.vectors import Vectors, load_vectors
from tertium.alignment.word_vectors import WordVectors
from tertium.errors import FileError, OptionError
from tertium.metrics import S2match, Smatch
from tertium.standard import SMATCH, Convention
from tests.reference.graded import Side, best_graded
from tests.support.corpora import bamboo, correlation, figures
from tests.support.graphs import graphs
from tests.support.paths import DOCS

CAT, KITTEN, GIRAFFE = (
    f"(v / {verb} :ARG0 (a / {animal}))"
    for verb, animal in (("sprint-01", "cat"), ("run-02", "kitten"), ("sleep-01", "giraffe"))
)
GOLD = "(t / thing :quant 2 :ARG2-of (r / remedy-01) :mod (l / law))"
CAMR = "(x6 / remedy-01 :quant 2)"
JAMR = "(l / legally :manner-of (r / remedy-01 :quant 2))"

# Similarities in eighths are exact in fixed point, so oracles agree to the last bit.
GRADES = {("boy", "go-02"): 0.25, ("boy", "want-01"): 0.625, ("go-02", "want-01"): 0.875}
GRADED = similarity_of(lambda a, b: GRADES[min(a, b), max(a, b)], "eighths")


def similar(a: str, b: str) -> float:
    return GRADES[min(a, b), max(a, b)]


@st.composite
def odd_graphs(draw: st.DrawFn, max_variables: int = 4, prefix: str = "x") -> Graph:
    """Draw a graph in which variables may have several concepts, or the same one twice."""
    graph = draw(graphs(max_variables, prefix))
    concept = st.sampled_from(["boy", "go-02", "want-01"])
    more = st.tuples(st.sampled_from(graph.variables), st.just(":instance"), concept)
    extra = draw(st.lists(more, max_size=2))
    return Graph.from_triples([*graph.triples, *extra], top=graph.top)


def f1(name: str, gold: str, pred: str) -> float:
    chosen = metric(name)
    return chosen.score(chosen.compare(gold, pred)).value


@pytest.mark.parametrize(
    ("gold", "pred", "smatch", "s2match"),
    [
        (CAT, KITTEN, "0.25", "0.39"),
        (KITTEN, GIRAFFE, "0.25", "0.25"),
        (CAT, GIRAFFE, "0.25", "0.25"),
        (GOLD, CAMR, "0.200", "0.200"),
        (GOLD, JAMR, "0.167", "0.252"),
    ],
)
def test_figures_7_and_11_of_the_paper(gold: str, pred: str, smatch: str, s2match: str) -> None:
    digits = len(smatch) - 2
    assert f"{f1('smatch:top=concept', gold, pred):.{digits}f}" == smatch
    assert f"{f1('s2match', gold, pred):.{digits}f}" == s2match


CARD = (DOCS / "metrics" / "s2match.md").read_text()
NAVY = (
    '(n3 / navy :mod (c / country :wiki "Russia" :name (n2 / name :op1 "Russian" :op2'
    ' "Federation")) :mod (s / shape :mod (p / poverty)))'
)
NAVY_CAMR = (
    '(x2 / military :name (n / name :op1 "Navy") :poss (x5 / country :name (n1 / name :op1 "Russia"'
    ' :op2 "Federation")) :prep-in (x10 / shape-01 :mod (x9 / poor)))'
)
NAVY_JAMR = (
    '(s / shape-01 :ARG1 (c / country :wiki "Russia" :name (n / name :op1 "Russian" :op2'
    ' "Federation") :poss (o / organization :name (n2 / name :op1 "Navy" :op2 "of" :op3 "the")))'
    " :manner (p / poor))"
)


def card_rows(beginning: str) -> list[list[str]]:
    """Return the rows of the card whose first cell begins so."""
    lines = [line for line in CARD.splitlines() if line.startswith(f"| {beginning}")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]


def test_figure_11b_of_the_paper() -> None:
    """With an ungraded top, both values are the paper's; the script grades it."""
    rows = [row for row in card_rows("`") if len(row) == 5]
    assert [row[0] for row in rows] == ["smatch:top=concept", "s2match:top=hard", "s2match"]
    for name, camr, our_camr, jamr, our_jamr in rows:
        assert f"{f1(name, NAVY, NAVY_CAMR):.3f}" == our_camr
        assert f"{f1(name, NAVY, NAVY_JAMR):.3f}" == our_jamr
        assert name == "s2match" or (camr, jamr) == (our_camr, our_jamr)


def test_table_6_of_the_paper() -> None:
    similarity = WordVectors(load_vectors(), 0.0)
    rows = card_rows("*")
    assert len(rows) == 4
    for words, published, ours in rows:
        a, b = sorted(word.strip("*") for word in words.split(", "))
        places = np.array([0, 1], np.int32)
        found = float(np.asarray(similarity([a, b], places[:1], places[1:]))[0])
        assert f"{found:.3f}" == ours
        assert f"{found:.2f}" == published or a == "unusual"


def test_a_hard_top_matches_only_if_it_is_equal() -> None:
    cat, kitten = "(c / cat)", "(k / kitten)"
    graded, hard = metric("s2match").compare(cat, kitten), metric("s2match:top=hard")
    assert hard.compare(cat, kitten)["matched"] == pytest.approx(graded["matched"] / 2)
    assert hard.compare(cat, cat)["matched"] == 2
    assert hard.explain(cat, kitten).statistics == hard.compare(cat, kitten)
    assert "|top:hard|" in hard.signature


def test_preferred_parse_changes() -> None:
    assert f1("smatch:top=concept", GOLD, CAMR) > f1("smatch:top=concept", GOLD, JAMR)
    assert f1("s2match", GOLD, CAMR) < f1("s2match", GOLD, JAMR)


def test_alignment_shows_what_was_taken_for_what() -> None:
    found = S2match().align(GOLD, JAMR)
    assert found.mapping["l"] == "l"
    [(a, b, cosine)] = found.graded
    assert (a, b) == (("l", ":instance", "law"), ("l", ":instance", "legally"))
    assert cosine == pytest.approx(0.512, abs=0.003)
    assert a not in found.only_a
    assert b not in found.only_b
    assert sum(found.earned) == found.matched == found.upper


conventions = st.sampled_from(
    [SMATCH, Convention(top="concept"), Convention(top="concept", duplicates="drop")]
)
weightings = st.sampled_from([(), (1.0, 0.5, 0.25), (5.0, 4.0, 3.0, 2.0, 1.0)])


@settings(max_examples=300, deadline=None)
@given(odd_graphs(), odd_graphs(prefix="y"), conventions, weightings)
def test_exact_is_the_brute_force_optimum(
    a: Graph, b: Graph, convention: Convention, weights: tuple[float, ...]
) -> None:
    found = align(a, b, convention=convention, similarity=GRADED, weights=weights)
    assert found.matched == best_graded(a, b, convention, similar, weights)
    assert found.proven
    assert sum(found.earned) == found.matched
    side_a, side_b = Side(a, convention, weights), Side(b, convention, weights)
    assert len(found.matched_triples) + len(found.only_a) == len(side_a.facts)
    assert len(found.matched_triples) + len(found.only_b) == len(side_b.facts)


@settings(max_examples=60, deadline=None)
@given(odd_graphs(7), odd_graphs(7, prefix="y"), conventions, weightings)
def test_other_solvers_agree(
    a: Graph, b: Graph, convention: Convention, weights: tuple[float, ...]
) -> None:
    def matched(solving: Solving) -> tuple[float, float]:
        found = align(
            a, b, convention=convention, solving=solving, similarity=GRADED, weights=weights
        )
        assert sum(found.earned) == found.matched
        return found.matched, found.upper

    exact = matched(Solving())[0]
    assert matched(Solving("ilp"))[0] == exact
    climbed, upper = matched(Solving("climb"))
    assert climbed <= exact <= upper
    stopped, upper = matched(Solving(budget=1))
    assert stopped <= exact <= upper


WORDS = ("cat", "kitten", "dog", "run-01", "run-02", "sprint-01", "temporal-quantity", "i", "you")


@st.composite
def wordy_graphs(draw: st.DrawFn, prefix: str = "x") -> Graph:
    graph = draw(graphs(5, prefix))
    names = {v: draw(st.sampled_from(WORDS)) for v in graph.variables}
    return Graph.from_triples(
        [(s, r, names[s] if r == ":instance" else t) for s, r, t in graph.triples], top=graph.top
    )


presets = st.sampled_from(["paper", "bamboo", "bamboo-para"])


@settings(max_examples=150, deadline=None)
@given(
    wordy_graphs(), wordy_graphs(prefix="y"), presets, st.sampled_from(["graded", "hard", "flag"])
)
def test_laws(a: Graph, b: Graph, preset: str, top: str) -> None:
    graded = S2match(preset=preset, top=top)  # type: ignore[arg-type]
    hard = Smatch(top="flag" if top == "flag" else "concept")
    here, there = graded.compare(a, b), graded.compare(b, a)
    assert here["matched"] == there["matched"]
    value = graded.score(here).value
    assert hard.score(hard.compare(a, b)).value <= value <= 1
    assert graded.score(graded.compare(a, a)).value == 1


def test_threads_do_not_matter() -> None:
    golds, preds = [CAT, GOLD, GIRAFFE] * 5, [KITTEN, JAMR, CAT] * 5
    one, two = (S2match().compare_many(golds, preds, threads=n) for n in (1, 2))
    assert np.array_equal(one.values, two.values)


def test_missing_graphs_and_graphs_without_concepts() -> None:
    table = S2match().compare_many([CAT, None, "(a)", "(a)"], [None, None, CAT, "(a)"])
    assert list(table.column("matched")) == [0, 0, 0, 1]


def test_large_graphs_are_aligned_by_equal_concepts() -> None:
    """Too many concepts to compare each with each, but edges that pin the alignment down."""
    size = 3000
    triples = [(f"v{i}", ":instance", f"cat{i // 2}") for i in range(size)]
    triples += [(f"v{i}", f":ARG{i}", f"v{i + 1}") for i in range(size - 1)]
    chain = Graph.from_triples(triples)
    other = Graph.from_triples([(s, r, "kitten" if t == "cat0" else t) for s, r, t in triples])
    assert S2match().compare(chain, chain)["matched"] == 2 * size
    hard, graded = Smatch(top="concept").compare(chain, other), S2match().compare(chain, other)
    assert hard["matched"] == 2 * size - 3
    assert hard["matched"] <= graded["matched"] <= graded["upper"] <= 2 * size


def test_aspects_are_graded_too() -> None:
    gold, pred = "(s / sleep-01 :ARG0 (c / cat))", "(s / sleep-01 :ARG0 (k / kitten))"
    for alignment in ("each", "one"):
        graded = metric(f"s2match:aspect=concepts,aspect_alignment={alignment}")
        assert graded.compare(gold, pred)["matched"] == pytest.approx(1.558, abs=0.003)


def test_an_option_overrides_its_preset() -> None:
    assert S2match(preset="bamboo").thresholds == (0.9, 0.95)
    assert S2match(preset="bamboo-para", threshold=0.25).thresholds == (0.25, 0.95)
    assert metric("s2match:preset=bamboo,sense=0.5").signature.startswith(
        "s2match|similarity:glove.6B.100d-855b9359|threshold:0.9|sense:0.5|solver:exact|"
    )


@pytest.mark.parametrize(
    "text", ["preset=x", "threshold=2", "sense=-1", "similarity=x", "solver=x", "top=roots"]
)
def test_wrong_options_are_refused(text: str) -> None:
    with pytest.raises(OptionError):
        metric(f"s2match:{text}")


def test_vectors_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_text("cat 1 0\nkitten 0.8 0.6\n")
    from_file, in_memory = (
        S2match(vectors=str(path)),
        S2match(vectors=Vectors.from_mapping({"cat": [1.0, 0.0], "kitten": [0.8, 0.6]})),
    )
    for chosen in (from_file, in_memory):
        assert chosen.compare("(c / cat)", "(k / kitten)")["matched"] == pytest.approx(1.6)
    assert metric(f"s2match:vectors={path}") == from_file
    with pytest.raises(FileError, match="nowhere"):
        S2match(vectors="nowhere.txt").compare(CAT, KITTEN)


@pytest.mark.parametrize(
    ("task", "preset", "published"),
    [
        ("sts", "paper", 56.39),
        ("sick", "paper", 58.11),
        ("para", "paper", 42.40),
        ("sts", "bamboo", 58.70),
        ("sick", "bamboo", 60.47),
        ("para", "bamboo-para", 42.52),
    ],
)
def test_correlation_on_bamboo(task: str, preset: str, published: float) -> None:
    assert correlation(f"s2match:preset={preset}", task) == pytest.approx(published, abs=0.5)


@pytest.mark.parametrize("kind", ["main", "reify", "syno", "role_confusion"])
@pytest.mark.parametrize("task", ["sts", "sick", "para"])
def test_every_pair_of_bamboo_is_proven_and_symmetric(task: str, kind: str) -> None:
    golds, preds = bamboo(task, kind)
    graded = S2match()
    here, there = graded.compare_many(golds, preds), graded.compare_many(preds, golds)
    assert here.column("proven").all()
    assert np.array_equal(here.column("matched"), there.column("matched"))


def test_highs_agrees_on_real_pairs() -> None:
    for task in ("sts", "para"):
        golds, preds = (side[::60] for side in bamboo(task))
        exact = S2match().compare_many(golds, preds).column("matched")
        ilp = S2match(solver="ilp").compare_many(golds, preds).column("matched")
        assert np.abs(exact - ilp).max() < 1e-9


def test_rules_without_vectors_against_the_public_script() -> None:
    """Where both read the same number of triples, the public climb finds at most our optimum."""
    empty = Vectors.from_mapping({"?": [1.0]})
    public = figures("s2match-no-vectors", "sts")
    table = S2match(vectors=empty).compare_many(*bamboo("sts"))
    equal = [table.column(total) == public[total] for total in ("pred_total", "gold_total")]
    same = equal[0] & equal[1]
    ours, theirs = table.column("matched")[same], public["matched"][same]
    assert same.sum() > 1300
    assert (ours >= theirs).all()
    assert (ours == theirs).mean() > 0.95
