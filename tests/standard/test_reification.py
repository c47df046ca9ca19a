"""The table of reifications, and tables that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium import Convention, Graph
from tertium.errors import FileError
from tertium.standard import reification as reifications


def test_the_chart_of_the_guidelines_is_complete() -> None:
    assert len(reifications.rules("standard")) == 28
    assert len(reifications.rules("full")) == 35
    by_role = {rule.role: rule.concept for rule in reifications.rules("full")}
    assert by_role["poss"] == "own-01"
    assert by_role["degree"] == "have-degree-91"
    assert by_role["cause"] == "cause-01"


def test_a_table_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "table.tsv"
    path.write_text("# mine\n:near\tbe-near-91\t:ARG1\t:ARG2\n", encoding="utf-8")
    convention = Convention(case="keep", mod="keep", reification="reify", table=str(path))
    graph = convention.apply(Graph.from_penman("(a / apple :near (b / bench))"))
    assert (
        graph.to_penman(one_line=True) == "(a / apple :ARG1-of (_1 / be-near-91 :ARG2 (b / bench)))"
    )
    assert f"table:{path}" in convention.signature


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("location\tbe-located-at-91\tARG1\n", "line 1: expected role, concept, source and target"),
        ("a\tb\tARG1\tARG2\n\nc\td\tARG1\tARG2\tstandard\tx\n", "line 3: expected role"),
        ("a\tb\tARG1\tARG1\n", "same argument"),
        ("a\tb\tARG1\tARG2\tcommon\n", "the kind of a rule is one of"),
        ("a\tb\tARG1\tARG2\na\tc\tARG1\tARG2\n", "the role a has two reifications"),
        ("a\tb\tc\tARG2\nc\td\tARG1\tARG2\n", "a is reified with c, which is a reified role"),
        ("# nothing\n", "there is no reification"),
    ],
)
def test_wrong_tables_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "table.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError, match=message):
        reifications.read(path)


def test_a_missing_table_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="there is no such file"):
        reifications.read(tmp_path / "none.tsv")
