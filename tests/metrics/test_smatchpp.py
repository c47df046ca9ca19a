"""SMATCH++ and SMATCH♯: presets, options, the figures of their papers."""

from __future__ import annotations

import re

import pytest

from tertium import Graph, metric, read, score
from tertium.cli.standardise import FORMS
from tertium.errors import OptionError
from tests.support.corpora import bamboo, corpora, figures
from tests.support.paths import DOCS

FIGURE = """
(a / and
    :op1 (l / love-01
        :ARG0 (p / person :name (n / name :op1 "Alice"))
        :ARG1 (q / person :name (o / name :op1 "{}")))
    :op2 (m / love-01
        :ARG0 (r / person :name (s / name :op1 "{}"))
        :ARG1 (t / person :name (u / name :op1 "Daniel"))))
"""
DRAWER = "(k / knife :location (d / drawer))"
REIFIED = "(k / knife :ARG1-of (b / be-located-at-91 :ARG2 (d / drawer)))"


@pytest.mark.parametrize(
    ("name", "expected"), [("smatch", 0.9231), ("smatch#", 0.8889), ("smatch#:top=none", 0.8824)]
)
def test_figure_1_of_the_soundness_paper(name: str, expected: float) -> None:
    pair = FIGURE.format("Carol", "Bob"), FIGURE.format("Bob", "Carol")
    assert round(score(*pair, name).value, 4) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("smatch", 0.6),
        ("smatch++", 1),
        ("smatch++:reification=reify", 1),
        ("smatch++:reification=keep", 0.6),
        ("smatch++:graphs=generic", 0.6),
        ("smatch#", 1),
    ],
)
def test_two_spellings_of_one_meaning(name: str, expected: float) -> None:
    assert score(DRAWER, REIFIED, name).value == pytest.approx(expected)


def test_options_change_the_preset() -> None:
    convention = metric("smatch++:top=flag,duplicates=count,wiki=drop,table=full").convention  # type: ignore[attr-defined]
    assert (convention.top, convention.duplicates) == ("flag", "count")
    assert (convention.wiki, convention.table) == ("drop", "full")


def test_the_scaled_match() -> None:
    a, b = "(r / run-02 :ARG0 (c / cat))", "(r / run-02 :ARG0 (k / kitten))"
    plain = score(a, b, "smatch++").value
    similar = score(a, b, "smatch++:concepts=similar").value
    assert plain < similar < 1
    assert score(a, b, "smatch++:concepts=similar,threshold=0.99").value == plain
    weighted = score(a, b, "smatch++:weights_by=distance").value
    assert plain < weighted < 1  # the error is far from the top
    assert score(a, a, "smatch++:concepts=similar,weights_by=distance").value == 1


@pytest.mark.parametrize("options", ["threshold=2", "weights_by=distance,aspect=srl"])
def test_wrong_options(options: str) -> None:
    with pytest.raises(OptionError):
        metric(f"smatch++:{options}")


@pytest.mark.parametrize("data", ["sts", "sick"])
@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("smatch++", "smatchpp-ilp-amr"),
        ("smatch++:graphs=generic", "smatchpp-ilp-generic"),
        ("smatch++:compress=yes", "smatchpp-ilp-amr-compressed"),
    ],
)
def test_counts_are_those_of_the_public_tool(name: str, file: str, data: str) -> None:
    """The public ILP is optimal but for graphs with loops, and there ours is no worse."""
    table = metric(name).compare_many(*bamboo(data))
    for column, expected in figures(file, data).items():
        if column != "index":
            assert table.column(column).tolist() == expected.tolist(), column
    assert table.column("proven").all()


def test_a_repeated_edge_keeps_a_node() -> None:
    """SMATCH++ 1.8.0 dereifies first and drops duplicates afterwards: 3 of 4 and 6."""
    town = "(t / town :ARG1-of (h / have-degree-91 :ARG2 (c / close-10) :ARG1 t))"
    found = metric("smatch++").compare("(t / town :degree (c / close-10))", town)
    assert (found["matched"], found["gold_total"], found["pred_total"]) == (3, 4, 6)
    assert score(town, "(t / town :degree (c / close-10))", "smatch#").value == 1


CARD = (DOCS / "metrics" / "smatchpp.md").read_text()
TABLE_1 = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in CARD.splitlines()
    if re.match(r"\| i[iv]* \|", line)
]
SPELLINGS = {"": None, "reified": "reify", "dereified": "dereify"}


def spelled(side: str) -> list[Graph]:
    """Return a corpus as a line of Table 1 names it: ``gold, reified``."""
    who, _, how = side.partition(", ")
    graphs = read(corpora() / f"data/little-prince/{'gold' if who == 'gold' else 'jamr'}.amr")
    form = SPELLINGS[how]
    return graphs if form is None else [FORMS[form][0].apply(graph) for graph in graphs]


@pytest.mark.parametrize("line", TABLE_1, ids=lambda line: line[0])
def test_table_1(line: list[str]) -> None:
    """Opitz (2023), Table 1: the card has what we compute for The Little Prince and JAMR."""
    preds, golds = spelled(line[1]), spelled(line[2])
    for spec, cell in zip(
        ("smatch:top=concept", "smatch++:reification=reify", "smatch++"), line[5:], strict=True
    ):
        chosen = metric(spec)
        value = chosen.score(chosen.compare_many(golds, preds).sum()).value
        assert f"{100 * value:.1f}" == cell


def test_the_number_of_variables() -> None:
    assert len(TABLE_1) == 4
    for side, known in (
        ("gold", "8,189 (6.4 on average, at most 37)"),
        ("gold, reified", "10,754 (8.4, at\nmost 48)"),
    ):
        counts = [len(graph.variables) for graph in spelled(side)]
        numbers = f"{sum(counts):,}", f"{sum(counts) / len(counts):.1f}", str(max(counts))
        assert known in CARD
        assert all(number in known for number in numbers)
