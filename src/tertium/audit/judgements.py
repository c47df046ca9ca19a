"""Judgements: which of two systems' graphs people find better, and the majority among them.

    id,system_a,system_b,votes              people prefer
    garden.1,baseline,parser,b b a          parser, 2 to 1
    garden.2,baseline,parser,1:1            neither: a tie
    garden.3,parser,baseline,parser         parser; a single choice may name the system

A file is a table (CSV, TSV, JSON lines, Parquet). ``choice`` is one person's answer, ``votes``
those of several; several rows about the same two graphs are votes, too. An answer is ``a``, ``b``,
the name of a system, or ``tie``; votes are a list of answers, ``2:1`` or ``2:1:0`` (the last number
counts ties), and in JSON also an object of counts. ``reference`` names the graph that both are
compared with, where that is not the gold graph of the same id; ``annotator`` says whose answer it
is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from os import PathLike
from typing import Any, Literal, TypeAlias

from tertium.errors import FileError, InputError, counted, shortened
from tertium.graph.columns import is_missing
from tertium.graph.rows import RowFile

Answer = Literal["a", "b", "tie"]

_NAMES = {
    "id": ("id",),
    "system_a": ("system_a", "a"),
    "system_b": ("system_b", "b"),
    "choice": ("choice",),
    "votes": ("votes",),
    "reference": ("reference",),
    "annotator": ("annotator",),
}
_EXPECTED = (
    "a table of judgements with the columns id, system_a, system_b, and choice or votes, such as "
    "judgements.csv"
)
_COUNTS = re.compile(r"(\d{1,6}):(\d{1,6})(?::(\d{1,6}))?")
_TIES = ("tie", "equal", "=")
_MOST_VOTES = 1_000_000  # in one row; more is a slip


@dataclass(frozen=True, slots=True)
class Judgement:
    """What people say about two graphs of one sentence."""

    id: str
    systems: tuple[str, str]
    votes: tuple[int, int, int]  #: for the first, for the second, for neither
    reference: str | None  #: id of the graph to compare with; None is the gold graph
    rows: tuple[int, ...]  #: of the file, from 1

    @property
    def preferred(self) -> int | None:
        """Which of the two has most votes, 0 or 1; None if neither has."""
        best = max(self.votes)
        winner = self.votes.index(best)
        return winner if winner < 2 and self.votes.count(best) == 1 else None

    @property
    def unanimous(self) -> bool:
        """Whether all votes are the same."""
        return sum(vote > 0 for vote in self.votes) == 1


@dataclass(frozen=True, slots=True)
class Judgements:
    """The judgements of a file, in the order of their first rows."""

    name: str
    items: tuple[Judgement, ...]
    repeated: int = 0  #: rows that repeat what their annotator said before; counted once

    @classmethod
    def read(cls, path: str | PathLike[str], *, max_bytes: int | None = None) -> Judgements:
        """Read a table of judgements."""
        table = RowFile.read(path, max_bytes=max_bytes, expected=_EXPECTED)
        columns = _columns(table.columns, table.path)
        count = len(table)
        rows = [{name: cells[i] for name, cells in columns.items()} for i in range(count)]
        return cls.of(rows, table.path)

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]], name: str = "judgements") -> Judgements:
        """Make judgements of rows in memory.

        >>> row = {"id": "boys.1", "system_a": "jamr", "system_b": "camr", "votes": "a a b"}
        >>> found = Judgements.of([row]).items[0]
        >>> found.systems[found.preferred], found.unanimous
        ('jamr', False)
        """
        pooled: dict[_Question, list[_Vote]] = {}
        for number, row in enumerate(rows, start=1):
            question, vote = _read(row, number, name)
            pooled.setdefault(question, []).append(vote)
        if not pooled:
            raise FileError(f"{name}: there are no judgements in this file")
        found = [(question, _without_repeats(votes, name)) for question, votes in pooled.items()]
        repeated = sum(len(votes) for votes in pooled.values()) - sum(len(v) for _, v in found)
        return cls(name, tuple(_judgement(q, votes) for q, votes in found), repeated)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def systems(self) -> list[str]:
        """The systems that are judged, in the order of their first judgement."""
        return list(dict.fromkeys(name for item in self.items for name in item.systems))

    def place(self, item: Judgement) -> str:
        """Return where a judgement stands, as messages say it."""
        return f"{self.name}: row {item.rows[0]} ({shortened(item.id)})"


_Question: TypeAlias = tuple[str, str, str, str | None]
"""The id, both systems in alphabetical order, and the reference."""


@dataclass(frozen=True, slots=True)
class _Vote:
    """The votes of one row, the systems in the order of the question."""

    row: int
    votes: tuple[int, int, int]
    annotator: str | None
    turned: bool  # whether the row names the systems in the other order


def _columns(columns: Mapping[str, list[Any]], path: str) -> dict[str, list[Any]]:
    """Return the columns that are known, by their proper names."""
    lower = {name.strip().lower(): cells for name, cells in columns.items()}
    found = {
        proper: lower[spelling]
        for proper, spellings in _NAMES.items()
        for spelling in spellings
        if spelling in lower
    }
    for needed in ("id", "system_a", "system_b"):
        if needed not in found:
            raise FileError(
                f"{path}: there is no column {needed}; judgements have the columns id, system_a, "
                f"system_b, and choice or votes; this file has {', '.join(columns)}"
            )
    if "choice" not in found and "votes" not in found:
        raise FileError(f"{path}: there is neither a column choice nor a column votes")
    return found


def _read(row: Mapping[str, Any], number: int, name: str) -> tuple[_Question, _Vote]:
    place = f"{name}: row {number}"
    id, a, b = (_text(row.get(key), key, place) for key in ("id", "system_a", "system_b"))
    if a == b:
        raise InputError(f"{place} ({shortened(id)}): {a} is compared with itself")
    place = f"{place} ({shortened(id)})"
    votes = _votes(row, (a, b), place)
    turned = b < a
    if turned:
        votes = (votes[1], votes[0], votes[2])
    reference = None if _empty(row.get("reference")) else str(row["reference"])
    annotator = None if _empty(row.get("annotator")) else str(row["annotator"])
    return (id, *sorted((a, b)), reference), _Vote(number, votes, annotator, turned)  # type: ignore[return-value]


def _votes(row: Mapping[str, Any], systems: tuple[str, str], place: str) -> tuple[int, int, int]:
    """Return the votes of a row; a choice beside them must be their majority."""
    answers: dict[str, Counter[Answer]] = {}
    for column in ("votes", "choice"):
        if not _empty(row.get(column)):
            answers[column] = Counter()
            for answer, count in _answers(row[column], place):
                answers[column][_answer(answer, systems, place)] += count
    if not answers:
        raise InputError(f"{place}: nobody's choice is given; write a, b or tie")
    votes = next(iter(answers.values()))
    found = votes["a"], votes["b"], votes["tie"]
    if not 0 < sum(found) <= _MOST_VOTES:
        raise InputError(f"{place}: expected from 1 to {_MOST_VOTES:,} votes, found {sum(found)}")
    if len(answers) == 2:
        _require_same(found, answers["choice"], systems, place)
    return found


def _require_same(
    votes: tuple[int, int, int], choice: Counter[Answer], systems: tuple[str, str], place: str
) -> None:
    won = Judgement("", systems, votes, None, ()).preferred
    chosen = None if choice["tie"] else int(choice["b"] > 0)
    if won != chosen:
        names = {0: systems[0], 1: systems[1], None: "neither"}
        raise InputError(
            f"{place}: the votes contradict the choice: {votes[0]} for {systems[0]}, {votes[1]} "
            f"for {systems[1]}, but the choice is {names[chosen]}"
        )


def _answers(cell: Any, place: str) -> Iterator[tuple[str, int]]:
    """Yield answers with how often they were given."""
    if isinstance(cell, Mapping):
        for answer, count in cell.items():
            if not isinstance(count, int) or isinstance(count, bool) or count < 0:
                raise InputError(f"{place}: '{shortened(str(count))}' is not a number of votes")
            yield str(answer), count
        return
    if isinstance(cell, list | tuple):
        for answer in cell:
            yield str(answer), 1
        return
    counts = _COUNTS.fullmatch(str(cell).strip())
    if counts is not None:
        for answer, digits in zip(("a", "b", "tie"), counts.groups("0"), strict=True):
            yield answer, int(digits)
        return
    for answer in re.split(r"[\s,;]+", str(cell).strip()):
        yield answer, 1


def _answer(text: str, systems: tuple[str, str], place: str) -> Answer:
    word = text.strip()
    if word in systems:
        return "a" if word == systems[0] else "b"
    if word.lower() in ("a", "b"):
        return "a" if word.lower() == "a" else "b"
    if word.lower() in _TIES:
        return "tie"
    near = get_close_matches(word, systems, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise InputError(
        f"{place}: '{shortened(word)}' is not an answer; write a, b, tie, {systems[0]} or "
        f"{systems[1]}{hint}"
    )


def _without_repeats(votes: list[_Vote], name: str) -> list[_Vote]:
    """Return each annotator's answer once; two different ones are an error."""
    kept: list[_Vote] = []
    by_annotator: dict[str, _Vote] = {}
    for vote in votes:
        if vote.annotator is None:
            kept.append(vote)
            continue
        before = by_annotator.setdefault(vote.annotator, vote)
        if before is vote:
            kept.append(vote)
        elif before.votes != vote.votes:
            raise InputError(
                f"{name}: rows {before.row} and {vote.row} contradict each other: "
                f"{shortened(vote.annotator)} judges the same two graphs differently"
            )
    return kept


def _judgement(question: _Question, votes: list[_Vote]) -> Judgement:
    id, a, b, reference = question
    total = [sum(column) for column in zip(*(vote.votes for vote in votes), strict=True)]
    if votes[0].turned:  # systems in the order of the first row
        a, b, total[0], total[1] = b, a, total[1], total[0]
    rows = tuple(vote.row for vote in votes)
    return Judgement(id, (a, b), (total[0], total[1], total[2]), reference, rows)


def _text(cell: Any, column: str, place: str) -> str:
    if _empty(cell):
        raise InputError(f"{place}: the column {column} is empty")
    return str(cell).strip()


def _empty(cell: Any) -> bool:
    return is_missing(cell) or (isinstance(cell, str) and not cell.strip()) or cell in ([], {})


def describe(judgements: Judgements) -> str:
    """Return how many judgements there are and how far people agree, as outputs say it."""
    items = judgements.items
    several = [item for item in items if sum(item.votes) > 1]
    text = counted(len(items), "judgement")
    if several:
        most = max(sum(item.votes) for item in several)
        agreed = sum(item.unanimous for item in several)
        text += f", {len(several)} of them by up to {most} votes ({agreed} unanimous)"
    return text
