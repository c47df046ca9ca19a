"""Judgements: what a file may say, who has the majority, and what is refused with its row."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tertium.audit.judgements import Judgements, describe
from tertium.errors import FileError, InputError

HEADER = "id,system_a,system_b,choice,votes,annotator\n"


def read(tmp_path: Path, text: str, name: str = "judgements.csv") -> Judgements:
    path = tmp_path / name
    path.write_text(text)
    return Judgements.read(path)


def row(**cells: Any) -> dict[str, Any]:
    return {"id": "s1", "system_a": "x", "system_b": "y", **cells}


@pytest.mark.parametrize(
    ("cells", "votes", "preferred"),
    [
        ({"choice": "a"}, (1, 0, 0), 0),
        ({"choice": "B"}, (0, 1, 0), 1),
        ({"choice": "y"}, (0, 1, 0), 1),
        ({"choice": "tie"}, (0, 0, 1), None),
        ({"votes": "a b b"}, (1, 2, 0), 1),
        ({"votes": "x;y , tie"}, (1, 1, 1), None),
        ({"votes": "2:1"}, (2, 1, 0), 0),
        ({"votes": "1:1:3"}, (1, 1, 3), None),
        ({"votes": "2:2:1"}, (2, 2, 1), None),
        ({"votes": ["y", "y", "x"]}, (1, 2, 0), 1),
        ({"votes": {"x": 4, "b": 1, "=": 2}}, (4, 1, 2), 0),
        ({"votes": "2:1", "choice": "x"}, (2, 1, 0), 0),
        ({"votes": "1:1", "choice": "tie"}, (1, 1, 0), None),
    ],
)
def test_answers(cells: dict[str, Any], votes: tuple[int, int, int], preferred: int | None) -> None:
    (found,) = Judgements.of([row(**cells)]).items
    assert (found.votes, found.preferred) == (votes, preferred)


def test_a_system_that_is_called_b_is_meant_by_its_name() -> None:
    (found,) = Judgements.of([{"id": 1, "system_a": "b", "system_b": "a", "choice": "b"}]).items
    assert (found.id, found.preferred) == ("1", 0)


def test_rows_about_the_same_graphs_are_votes_whatever_their_order() -> None:
    rows = [row(choice="x"), row(system_a="y", system_b="x", choice="a"), row(votes="0:2")]
    (found,) = Judgements.of(rows).items
    assert (found.systems, found.votes, found.rows) == (("x", "y"), (1, 3, 0), (1, 2, 3))
    turned = Judgements.of([rows[1], rows[0]]).items[0]
    assert (turned.systems, turned.votes) == (("y", "x"), (1, 1, 0))


def test_another_reference_is_another_question() -> None:
    assert len(Judgements.of([row(choice="x"), row(choice="y", reference="s9")])) == 2


def test_csv_and_json_lines_say_the_same(tmp_path: Path) -> None:
    rows = [row(choice="x"), row(id="s2", votes="2:1"), row(id="s3", votes="a b")]
    text = "\n".join(json.dumps(item) for item in rows)
    csv = "Id,a,b,choice,votes\ns1,x,y,x,\ns2,x,y,,2:1\ns3,x,y,,a b\n"
    assert read(tmp_path, text, "j.jsonl").items == read(tmp_path, csv).items


def test_an_annotator_counts_once_and_must_not_contradict(tmp_path: Path) -> None:
    same = "s1,x,y,a,,ann\ns1,y,x,b,,ann\ns1,x,y,b,,bob\n"
    found = read(tmp_path, HEADER + same)
    assert (found.items[0].votes, found.repeated) == ((1, 1, 0), 1)
    with pytest.raises(InputError, match="rows 1 and 2 contradict each other: ann judges"):
        read(tmp_path, HEADER + "s1,x,y,a,,ann\ns1,y,x,a,,ann\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("s1,x,y,z,,", r"row 2 \(s1\): 'z' is not an answer; write a, b, tie, x or y"),
        ("s1,x,x,a,,", r"row 2 \(s1\): x is compared with itself"),
        (",x,y,a,,", "row 2: the column id is empty"),
        ("s1,x,,a,,", "row 2: the column system_b is empty"),
        ("s1,x,y,,,", r"row 2 \(s1\): nobody's choice is given"),
        ("s1,x,y,,0:0,", "expected from 1 to 1,000,000 votes, found 0"),
        ("s1,x,y,b,2:1,", "the votes contradict the choice: 2 for x, 1 for y, but the choice is y"),
        ("s1,x,y,a,1:1,", "1 for x, 1 for y, but the choice is x"),
        ("s1,x,y,,x yy,", "did you mean y"),
    ],
)
def test_a_wrong_row_is_named(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(tmp_path, f"{HEADER}s0,x,y,a,,\n{line}\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no rows"),
        (HEADER, "no rows"),
        ("id,system_a,choice\n1,x,a\n", "no column system_b.*this file has id, system_a, choice"),
        ("id,a,b\n1,x,y\n", "neither a column choice nor a column votes"),
        ("id,a,b,choice\n1,x,y\n", "line 2: 3 fields, but 4 columns"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(FileError, match=message):
        read(tmp_path, text)


@pytest.mark.parametrize("count", [-1, 1.5, "2", True])
def test_counts_are_whole_numbers(count: object) -> None:
    with pytest.raises(InputError, match="is not a number of votes"):
        Judgements.of([row(votes={"a": count})])


def test_how_far_people_agree() -> None:
    rows = [row(votes="3:0"), row(id="s2", votes="2:1"), row(id="s3", choice="x")]
    assert describe(Judgements.of(rows)) == (
        "3 judgements, 2 of them by up to 3 votes (1 unanimous)"
    )
