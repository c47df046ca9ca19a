"""The structure audit: what rewiring keeps, and what is measured on known metrics."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Corpus, Graph, metric
from tertium.audit.structure import Consistency, audit, make_rewirings, rewire
from tertium.cli import main
from tertium.errors import InputError
from tertium.metrics.base import Averaging
from tests.support.corpora import corpora
from tests.support.graphs import connected_graphs
from tests.support.paths import EXAMPLES

GRAPHS = [graph for graph in Corpus.read(EXAMPLES / "gold.amr").entries if isinstance(graph, Graph)]


def _relations(graph: Graph) -> list[tuple[str, str]]:
    names = set(graph.variables)
    return [(s, t) for s, role, t in graph.triples if role != ":instance" and t in names and t]


@settings(max_examples=60, deadline=None)
@given(connected_graphs(), st.integers(0, 1000))
def test_what_rewiring_keeps(graph: Graph, seed: int) -> None:
    found = rewire(graph, seed)
    assert found == rewire(graph, seed)
    before = nx.DiGraph(_relations(graph))
    movable = [triple for triple in graph.triples if triple[1] != ":instance"]
    for new, share in zip(found.graphs, found.changed, strict=True):
        assert new.top == graph.top
        assert Graph.from_penman(str(new)).top == new.top  # connected
        for column in (0, 1, 2):  # nothing is lost, nothing comes in
            assert Counter(t[column] for t in new.triples) == Counter(
                t[column] for t in graph.triples
            )
        concepts = {t for t in graph.triples if t[1] == ":instance"}
        assert concepts <= set(new.triples)
        changed = [triple for triple in new.triples if triple not in set(graph.triples)]
        assert share == len(changed) / len(movable)
        after = nx.DiGraph(_relations(new))
        assert not nx.is_directed_acyclic_graph(before) or nx.is_directed_acyclic_graph(after)
        assert len(set(map(frozenset, after.edges))) >= len(set(map(frozenset, before.edges)))
    assert list(found.changed) == sorted(set(found.changed))


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("(b / boy)", ()),
        ("(b / boy :mod (t / tall))", ()),
        ("(a / x :quant 1 :op1 (b / y :polarity -))", (2 / 3,)),  # attributes of two variables
        ("(a / x :quant 1 :polarity -)", ()),  # of one: the same attributes again
    ],
)
def test_series(text: str, changed: tuple[float, ...]) -> None:
    assert rewire(Graph.from_penman(text)).changed == changed


@dataclass(frozen=True, kw_only=True)
class Known(Averaging):
    """The share of unchanged triples itself, or something else to recognise."""

    name: ClassVar[str] = "known"
    summary: ClassVar[str] = "for tests"

    way: str = "falls"

    def _pair(self, gold: Graph | None, pred: Graph | None) -> tuple[float, ...]:
        movable = [t for t in (gold.triples if gold else ()) if t[1] != ":instance"]
        shared = sum(t in set(pred.triples if pred else ()) for t in movable) / len(movable)
        return {"falls": shared, "rises": 1 - shared, "sleeps": 1.0}[self.way], 1.0


def _found(way: str) -> Consistency:
    return audit(Known(way=way), make_rewirings(GRAPHS))


def test_what_is_measured() -> None:
    falls, rises, sleeps = map(_found, ("falls", "rises", "sleeps"))
    assert [falls.overall, falls.within] == pytest.approx([1, 1])
    assert (falls.rises, falls.blind) == (0, 0)
    assert all(y == pytest.approx(1 - x) for x, y in falls.curve)
    assert [rises.overall, rises.within, rises.rises] == pytest.approx([-1, -1, 1])
    assert (sleeps.overall, sleeps.within, sleeps.rises, sleeps.blind) == (None, 0, 0, 1)


def test_steps_are_a_sample_of_the_series() -> None:
    all_, few = make_rewirings(GRAPHS), make_rewirings(GRAPHS, steps=2)
    assert [len(one.graphs) for one in few.series] == [
        min(2, len(one.graphs)) for one in all_.series
    ]
    assert all(
        set(b.changed) <= set(a.changed) for a, b in zip(all_.series, few.series, strict=True)
    )


def test_equal_twins_are_no_change() -> None:
    twins = Graph.from_penman(
        "(a / and :op1 (b / boy) :op2 (c / boy) :op3 (d / dog) :op4 (e / cat))"
    )
    assert make_rewirings([twins], seed=3).equivalent + make_rewirings([twins]).equivalent > 0


def test_nothing_to_rewire() -> None:
    with pytest.raises(InputError, match="nothing can be rewired"):
        make_rewirings([Graph.from_penman("(b / boy)")])


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot = tmp_path / "plot.svg"
    words = ["audit", "structure", str(EXAMPLES / "gold.amr"), "-m", "smatch", "-m", "wlk"]
    assert main([*words, "--plot", str(plot)]) == 0
    out = capsys.readouterr().out
    assert all(len(line) <= 80 for line in out.splitlines() if "|version" not in line)
    assert ET.fromstring(plot.read_text(encoding="utf-8")).tag.endswith("svg")
    for form in ("csv", "markdown", "latex", "json"):
        assert main([*words, "--format", form]) == 0
        last = capsys.readouterr().out
    data = json.loads(last)
    assert [m["metric"] for m in data["metrics"]] == ["smatch", "wlk"]
    assert 0 < data["metrics"][0]["overall"] <= 1
    (tmp_path / "one.amr").write_text("(b / boy)", encoding="utf-8")
    assert main(["audit", "structure", str(tmp_path / "one.amr"), "-m", "smatch"]) == 2
    assert "nothing can be rewired" in capsys.readouterr().err
    (tmp_path / "empty.amr").write_text("", encoding="utf-8")
    assert main(["audit", "structure", str(tmp_path / "empty.amr")]) == 2


def test_little_prince() -> None:
    """WLK counts structure, the optimal transport of WWLK smooths it away."""
    gold = corpora() / "data" / "little-prince" / "gold.amr"
    graphs = [graph for graph in Corpus.read(gold).entries if isinstance(graph, Graph)][::6]
    rewirings = make_rewirings(graphs)
    found = {name: audit(metric(name), rewirings) for name in ("smatch", "wlk", "wwlk")}
    assert (found["wlk"].overall or 0) > (found["smatch"].overall or 0) > 0.9
    assert (found["wwlk"].overall or 0) < 0.8
