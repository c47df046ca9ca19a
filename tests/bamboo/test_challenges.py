"""Challenges made from graphs: what they change, what they keep, and the paper's Table 3."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import Graph, align, read
from tertium.audit.perturb import equivalent
from tertium.bamboo.benchmark import run
from tertium.bamboo.challenges import FLIPPED, MOST_FLIPS, confuse_roles, make, reify
from tertium.bamboo.data import Folder, Part, Suite
from tertium.cli import main
from tertium.errors import InputError
from tertium.standard import Convention
from tests.support.corpora import bamboo_folder
from tests.support.graphs import graphs
from tests.support.tiny_bamboo import make as make_folder

TIGER = "(b / bite-01 :ARG0 (t / tiger) :ARG1 (s / snake) :location (f / forest))"


def graph(text: str) -> Graph:
    return Graph.from_penman(text)


@given(graphs(), st.integers(0, 5))
def test_confusion_changes_labels_and_nothing_else(given_graph: Graph, seed: int) -> None:
    found = confuse_roles(given_graph, random.Random(seed))
    if found is None:
        return
    changed, count = found
    assert 1 <= count <= MOST_FLIPS
    assert not equivalent(given_graph, changed)
    before, after = given_graph.triples, changed.triples
    moved = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
    assert all((a[0], a[2]) == (b[0], b[2]) for a, b in moved)
    assert all(a[1] in FLIPPED and b[1] in FLIPPED for a, b in moved)
    roles = [Counter((s, r) for s, r, _ in triples) for triples in (before, after)]
    assert roles[0] == roles[1]
    assert changed.top == given_graph.top


@pytest.mark.parametrize(
    "text",
    [
        "(b / boy)",
        "(g / go-02 :ARG0 (b / boy))",
        "(b / boy :mod (t / tall) :quant 2)",
        '(n / name :op1 "New" :op2 "York")',
        "(b / bite-01 :ARG0 (d / dog) :ARG0 (c / cat))",
        "(b / bite-01 :ARG0 (d / dog) :ARG1 (e / dog))",
    ],
)
def test_no_place_for_confusion(text: str) -> None:
    assert all(confuse_roles(graph(text), random.Random(seed)) is None for seed in range(5))


def test_confusion_takes_paraphrases_only_and_one_side_of_each() -> None:
    bite, other = graph(TIGER), graph(TIGER.replace("tiger", "cat"))
    part = Part("main", "t", (bite, bite, bite) * 20, (other,) * 60, (1.0, 0.5, 1.0) * 20)
    made = make("role_confusion", part, seed=3)
    assert made.part.human == (0.0, 1.0) * 40
    changed_source = 0
    for i in range(0, 80, 2):
        assert (made.part.source[i + 1], made.part.target[i + 1]) == (bite, other)
        sides = made.part.source[i] != bite, made.part.target[i] != other
        assert sum(sides) == 1
        changed_source += sides[0]
    assert 8 <= changed_source <= 32  # 20 expected
    assert made.left_out == 0


def test_what_offers_no_place_is_counted() -> None:
    lonely = graph("(b / boy)")
    part = Part("main", "t", (lonely, graph(TIGER)), (lonely, graph(TIGER)), (1.0, 1.0))
    made = make("role_confusion", part)
    assert (len(made.part), made.left_out) == (2, 1)


def test_no_couple_at_all_is_an_error() -> None:
    lonely = (graph("(b / boy)"),)
    with pytest.raises(InputError, match="allow no role confusion"):
        make("role_confusion", Part("main", "t", lonely, lonely, (1.0,)))


def test_the_seed_decides_and_pairs_do_not_disturb_each_other() -> None:
    tigers = tuple(graph(TIGER.replace("tiger", f"tiger{i}")) for i in range(12))
    part = Part("main", "t", tigers, tigers, (1.0,) * 12)
    first, again, other = (make("role_confusion", part, seed=s).part for s in (1, 1, 2))
    assert first == again
    assert first.source + first.target != other.source + other.target
    fewer = Part("main", "t", tigers[:5], tigers[:5], (1.0,) * 5)
    assert make("role_confusion", fewer, seed=1).part.source == first.source[:10]


def test_reification_is_safe_and_counted() -> None:
    reified, count = reify(graph(TIGER))
    assert count == 1
    assert equivalent(graph(TIGER), reified)
    made = make("reify", Part("main", "t", (graph(TIGER),), (graph("(b / boy)"),), (0.3,)))
    assert made.operations == (1, 0)
    assert made.part.human == (0.3,)
    assert made.mean == 0.5


def test_one_side_only() -> None:
    knives = tuple(graph(f"(k / knife{i} :location (d / drawer))") for i in range(40))
    part = Part("main", "t", knives, knives, (0.5,) * 40)
    both = make("reify", part).part
    assert make("reify", part, sides="source").part.source == both.source
    assert make("reify", part, sides="source").part.target == knives
    assert make("reify", part, sides="target").part.source == knives
    made = make("reify", part, seed=1, sides="either")
    changed = [
        (a != k, b != k) for a, b, k in zip(made.part.source, made.part.target, knives, strict=True)
    ]
    assert {sum(sides) for sides in changed} == {1}
    assert 10 < sum(first for first, _ in changed) < 30
    assert len(made.operations) == 40
    assert made.part == make("reify", part, seed=1, sides="either").part


def test_quartiles() -> None:
    part = Part("main", "t", (graph(TIGER),) * 3, (graph("(b / boy)"),) * 3, (0.3,) * 3)
    assert make("reify", part).quartiles == (0.0, 0.5, 1.0)


def test_make_from_a_folder_and_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, out = str(make_folder(tmp_path / "in")), str(tmp_path / "out")
    for challenge in ("reify", "role-confusion"):
        assert main(["bamboo", "make", challenge, folder, "-o", out]) == 0
    assert "role_confusion" in capsys.readouterr().out
    suite = Suite.read(out)
    assert set(suite.missing) == {("syno", task) for task in ("sts", "sick", "para")}
    assert suite.parts[0].human == Folder.open(folder).read(("main", "sts")).human
    assert main(["bamboo", out]) == 0


def test_make_from_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.amr").write_text(f"# ::id one\n# ::snt A tiger.\n{TIGER}\n\n{TIGER}")
    (tmp_path / "b.amr").write_text(f"{TIGER}\n\n(b / boy)")
    (tmp_path / "scores").write_text("1\n0.25\n")
    files = [str(tmp_path / name) for name in ("a.amr", "b.amr", "scores")]
    out = tmp_path / "out"
    assert main(["bamboo", "make", "role_confusion", *files, "-o", str(out), "--name", "my"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[1].split()[:4] == ["my", "role_confusion", "2", "0"]
    assert printed[-1] == "Graphs paired by order."
    assert (out / "my" / "test.y").read_text() == "1.0\n0.25\n"
    altered, true = read(out / "my" / "role_confusion" / "src.test.amr")
    assert altered.metadata == true.metadata == {"id": "one", "snt": "A tiger."}
    assert main(["bamboo", str(out)]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["make"], "usage: tertium bamboo make [options] CHALLENGE SOURCE"),
        (["make", "reify", "in"], "arguments are required: -o/--out"),
        (["make", "nonsense", "in", "-o", "out"], "'nonsense' is not one of reify, syno"),
        (["make", "reify", "a", "b", "-o", "out"], "found 2 sources; give one folder"),
        (["make", "syno", "in", "-o", "out", "--frames", "none"], "leaves nothing to replace"),
        (
            ["make", "role-confusion", "in", "-o", "out", "--sides", "source"],
            "role confusion always changes one graph",
        ),
        (["make", "reify", "nowhere", "-o", "out"], "no such folder"),
        (["make", "reify", "in", "--split", "dev", "-o", "out"], "no such file"),
        (["in", "in"], "unrecognized arguments: in"),
        (["in", "-o", "out"], "unrecognized arguments: -o out"),
    ],
)
def test_wrong_use_is_explained(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    make_folder(tmp_path / "in")
    monkeypatch.chdir(tmp_path)
    assert main(["bamboo", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_our_challenges_are_like_the_public_ones() -> None:
    folder = Folder.open(bamboo_folder())
    sts = folder.read(("main", "sts"))
    confused = make("role_confusion", sts)
    assert len(confused.part) == pytest.approx(158, abs=10)
    assert confused.mean == pytest.approx(1.33, abs=0.1)
    public, ours = folder.read(("reify", "sts")), make("reify", sts)
    convention = Convention()
    same = 0
    for a, b in zip(ours.part.source[::10], public.source[::10], strict=True):
        found = align(a, b, convention=convention)
        same += not found.only_a and not found.only_b
    assert same >= 0.9 * len(sts.source[::10])


def test_confused_roles_fool_bags_of_concepts_but_not_those_who_align(tmp_path: Path) -> None:
    sts = Folder.open(bamboo_folder()).read(("main", "sts"))
    suite = Suite(Folder(tmp_path, "test", ("sts",)), (make("role_confusion", sts).part,), {})
    bags = run(suite, ["examples/concept_overlap.py:dice", "sembleu:n=1"])
    for row in bags.rows:
        assert row.columns[0].measures.pearson == pytest.approx(0.0, abs=0.01)
        assert row.columns[0].measures.accuracy == 0.0
    for row in run(suite, ["smatch:top=concept", "s2match"]).rows:
        assert row.columns[0].measures.pearson == pytest.approx(0.48, abs=0.05)
        assert row.columns[0].measures.accuracy == pytest.approx(0.91, abs=0.03)
