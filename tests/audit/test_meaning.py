"""Perturbations of meaning: what each does to a graph, and where it does not apply."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph, metric, score
from tertium.audit import soundness
from tertium.audit.meaning import FAMILIES, MEANING
from tertium.audit.perturb import equivalent, perturb
from tertium.cli import main
from tests.support.graphs import connected_graphs

WANT = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))"


def _changed(text: str, name: str, seed: int = 0) -> str | None:
    found = perturb(Graph.from_penman(text), MEANING[name], seed).graph
    return None if found is None else found.to_penman(one_line=True)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("add-negation", "(g / go-02 :ARG0 (b / boy))",
         ["(g / go-02 :ARG0 (b / boy) :polarity -)"]),
        ("drop-negation", "(g / go-02 :polarity - :ARG0 (b / boy))",
         ["(g / go-02 :ARG0 (b / boy))"]),
        ("change-sense", "(g / go-02 :ARG0 (b / boy))",
         ["(g / go-01 :ARG0 (b / boy))", "(g / go-03 :ARG0 (b / boy))"]),
        ("change-sense", "(b / bark-01)", ["(b / bark-02)"]),
        ("exchange-roles", "(b / bite-01 :ARG0 (t / tiger) :ARG1 (s / snake))",
         ["(b / bite-01 :ARG1 (t / tiger) :ARG0 (s / snake))"]),
        ("break-coreference", WANT,
         ["(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 (new0 / boy)))",
          "(w / want-01 :ARG1 (g / go-02 :ARG0 (b / boy)) :ARG0 (new0 / boy))"]),
        ("add-coreference", "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 (c / boy)))",
         ["(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))",
          "(w / want-01 :ARG0 (c / boy) :ARG1 (g / go-02 :ARG0 c))"]),
        ("drop-modality", "(p / possible-01 :ARG1 (g / go-02 :ARG0 (b / boy)) :polarity -)",
         ["(g / go-02 :ARG0 (b / boy) :polarity -)"]),
        ("drop-modality", "(s / say-01 :ARG1 (o / obligate-01 :ARG1 (b / boy) :ARG2 (g / go-02 "
         ":ARG0 b)))", ["(s / say-01 :ARG1 (g / go-02 :ARG0 (b / boy)))"]),
    ],
)  # fmt: skip
def test_what_becomes_of_a_graph(name: str, before: str, after: list[str]) -> None:
    found = {_changed(before, name, seed) for seed in range(12)}
    assert found == set(after)


def test_types_and_numbers_are_others() -> None:
    city = '(c / city :name (n / name :op1 "Rome") :quant 3 :ARG1-of (l / like-01 :quant 1.5))'
    types = {_changed(city, "change-entity-type", seed) for seed in range(20)}
    assert len(types) > 4
    assert not any(found is None or "/ city" in found for found in types)
    numbers = {_changed(city, "change-quantity", seed) for seed in range(20)}
    assert all(found and (":quant 3" in found) != (":quant 1.5" in found) for found in numbers)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("add-negation", "(b / boy :mod (t / tall))"),
        ("add-negation", "(g / go-02 :polarity -)"),
        ("drop-negation", "(g / go-02)"),
        ("change-sense", "(h / have-degree-91 :ARG1 (b / boy))"),
        ("change-sense", "(t / that-is-it-00)"),
        ("exchange-roles", "(g / go-02 :ARG0 (b / boy) :location (c / city))"),
        ("change-entity-type", "(c / city :mod (b / big))"),
        ("change-quantity", "(b / boy :quant (m / many) :value -)"),
        ("break-coreference", "(g / go-02 :ARG0 (b / boy))"),
        ("add-coreference", "(b / boy :mod (c / boy))"),  # a neighbour would become a loop
        ("drop-modality", "(p / possible-01)"),
        ("drop-modality", "(p / possible-01 :ARG1 -)"),
    ],
)
def test_where_an_operation_does_not_apply(name: str, text: str) -> None:
    assert perturb(Graph.from_penman(text), MEANING[name], 0).outcome == "impossible"


@settings(max_examples=60, deadline=None)
@given(connected_graphs(), st.sampled_from(list(MEANING.values())), st.integers(0, 1000))
def test_the_meaning_changes(graph: Graph, operation: object, seed: int) -> None:
    assert operation in MEANING.values()
    done = perturb(graph, operation, seed)  # type: ignore[arg-type]
    assert done == perturb(graph, operation, seed)  # type: ignore[arg-type]
    if done.graph is not None:
        assert not equivalent(graph, done.graph)
        assert Graph.from_penman(str(done.graph)).top == done.graph.top  # connected, with a top
        assert score(graph, done.graph, "smatch#").value < 1


def test_names_are_unique() -> None:
    names = [name for family in FAMILIES.values() for name in family]
    assert len(names) == len(set(names)) == 22
    assert all(op.definition.endswith(".") and not op.keeps_meaning for op in MEANING.values())


def test_metrics_have_their_blind_spots() -> None:
    """WWLK looks up words without their senses; rematch counts motifs once, whoever they are of."""
    graphs = [Graph.from_penman(WANT)]
    pairs = soundness.make_perturbations(graphs, operations=MEANING.values())
    for name, blind in (("smatch#", set()), ("wwlk", {"change-sense"}),
                        ("rematch", {"break-coreference"})):  # fmt: skip
        found = soundness.audit(graphs, metric(name), pairs)
        assert {c.operation.name for c in found.cases if c.ones} == blind


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "graphs.amr"
    path.write_text(f"# ::id a\n{WANT}\n\n(b / boy)", encoding="utf-8")
    words = ["audit", "soundness", str(path), "-m", "smatch", "--family"]
    assert main([*words, "meaning"]) == 0
    out = capsys.readouterr().out
    assert "break-coreference" in out
    assert "Fewer than 2,995 pairs cannot earn a star: all operations here" in out
    assert "lift-up" not in out
    assert "overlap" not in out
    assert main([*words, "all", "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["operations"]) == 22
    assert main([*words, "general"]) == 0
    assert "swap: Exchange the targets of two edges" in capsys.readouterr().out
    assert main(["perturb", str(path), "--op", "break-coreference"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("# ::id a\n(w / want-01")
    assert "(new0 / boy)" in out
    assert "graph 2" in err
