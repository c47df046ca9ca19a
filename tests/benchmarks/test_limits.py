"""docs/limits.md: the pairs that cost much, and the tables that are made of them."""

from __future__ import annotations

import re

import pytest

from benchmarks import limits
from tertium import Graph, metric
from tertium.metrics import REGISTRY
from tests.support.paths import DOCS


def test_the_profile_admits_its_pairs() -> None:
    most = limits.PROFILE_TRIPLES
    for make in limits.within_profile().values():
        for text in make():
            assert 0.9 * most <= len(Graph.from_penman(text)) <= most


def test_the_slowest_pair_is_named() -> None:
    name, cost = limits.measure_worst("sema")
    assert name in limits.within_profile()
    assert cost.seconds is not None
    assert limits.profile_table([]).startswith("| metric | slowest pair |")


def test_a_budget_bounds_what_searches() -> None:
    assert limits.bounded("smatch") == f"smatch:budget={limits.PROFILE_BUDGET}"
    assert limits.bounded("wlk") == "wlk"
    for name in REGISTRY:
        assert metric(limits.bounded(name)).name == name


def test_costs_are_measured_or_refused() -> None:
    found = limits.table(["sema", "wwlk"], {"4,000 concepts": limits.many_concepts})
    head, _, sema, wwlk = found.splitlines()
    assert re.fullmatch(r"\| metric \| 4,000 concepts \([\d,]+ bytes\) \|", head)
    assert re.fullmatch(r"\| `sema` \| \d+\.\d\d s, [\d,]+ MB \|", sema)
    assert wwlk == "| `wwlk` | refused |"


def test_tables_stand_between_markers() -> None:
    page = "a\n<!-- costs -->\nold\n<!-- end -->\nb\n"
    assert limits.filled(page, "costs", "new") == page.replace("old", "new")
    with pytest.raises(ValueError, match="there is no '<!-- profile -->'"):
        limits.filled(page, "profile", "new")


def test_the_page_has_both_tables_and_the_profile() -> None:
    page = (DOCS / "limits.md").read_text(encoding="utf-8")
    costs, profile = (
        re.findall(
            r"^\| `(.*?)` \|", page.partition(f"<!-- {marker} -->")[2].split("<!--")[0], re.M
        )
        for marker in ("costs", "profile")
    )
    assert "smatch" in costs
    assert set(costs) <= set(REGISTRY)  # a new metric comes in when the tables are made again
    assert profile == [limits.bounded(name) for name in costs]
    assert f"`budget={limits.PROFILE_BUDGET}`" in page
    assert f"more than {limits.PROFILE_TRIPLES} triples" in page
