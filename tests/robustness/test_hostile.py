"""Every case of fuzz/hostile.py ends as it should."""

from __future__ import annotations

from fuzz import hostile, hostile_options
from fuzz.hostile_case import GRAPHS, Case
from fuzz.hostile_cases import cases
from tertium.cli import build_parser


def test_no_finding() -> None:
    chosen = cases(every=7)  # of six values for each option
    assert len(chosen) > 1500
    assert len({case.name for case in chosen}) == len(chosen)
    assert list(hostile.findings(chosen)) == []


def test_every_command_has_a_line_that_works() -> None:
    names = [name for name, _ in hostile_options.commands(build_parser())]
    assert sorted(names) == sorted(hostile_options.LINES)
    needy = ("bamboo", "bamboo quality")  # need a folder of the benchmark, a table of labels
    slow = ("card", "train accord")
    for name, words in hostile_options.LINES.items():
        line = [*name.split(), *words.split()]
        if name not in (*needy, *slow):
            assert hostile.run_case(Case(name, line, hostile_options.files(), False)) is None


def test_a_finding_is_reported() -> None:
    fine = ["score", "gold", "pred"]
    assert hostile.run_case(Case("", fine, GRAPHS, refused=False)) is None
    assert hostile.run_case(Case("", fine, GRAPHS, refused=True)) == "accepted with exit code 0"
    assert str(hostile.run_case(Case("", ["score"], refused=False))).startswith("refused: ")
    assert hostile.run_case(Case("", ["score"]), apart=True) is None
