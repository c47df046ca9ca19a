"""Every case of fuzz/hostile.py ends as it should."""

from __future__ import annotations

from fuzz import hostile
from fuzz.hostile_cases import GRAPHS, Case, cases


def test_no_finding() -> None:
    chosen = cases()
    assert len(chosen) > 200
    assert len({case.name for case in chosen}) == len(chosen)
    assert list(hostile.findings(chosen)) == []


def test_a_finding_is_reported() -> None:
    fine = ["score", "gold", "pred"]
    assert hostile.run_case(Case("", fine, GRAPHS, refused=False)) is None
    assert hostile.run_case(Case("", fine, GRAPHS, refused=True)) == "accepted with exit code 0"
    assert str(hostile.run_case(Case("", ["score"], refused=False))).startswith("refused: ")
    assert hostile.run_case(Case("", ["score"]), apart=True) is None
