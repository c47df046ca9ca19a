"""The classes of differences between two graphs: one ordered table.

    gold (g / go-02 :ARG0 (b / boy))      R:sense      go-01 instead of go-02
    pred (g / go-01 :ARG0 (b / boy))

A code is an operation and a class. The operation says how to fix it: ``M`` adds something that
is missing, ``U`` removes something unnecessary, ``R`` replaces something. Everything that lists
classes (tables, filters, documentation, tests) is made from `CLASSES`; each class carries the pair
of graphs that shows it best.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias, get_args

Operation: TypeAlias = Literal["missing", "spurious", "replaced"]
LETTERS: dict[Operation, str] = {"missing": "M", "spurious": "U", "replaced": "R"}


class ErrorClass(NamedTuple):
    """A kind of difference, and a pair of graphs that has it."""

    name: str
    family: str
    summary: str
    code: str  #: of the example; several if it takes several edits
    gold: str
    pred: str


def _table(*rows: tuple[str, str, str, str, str, str]) -> dict[str, ErrorClass]:
    return {row[0]: ErrorClass(*row) for row in rows}


CLASSES = _table(
    (
        "sense",
        "concept",
        "the right word in another sense",
        "R:sense",
        "(r / run-01 :ARG0 (b / boy))",
        "(r / run-02 :ARG0 (b / boy))",
    ),
    (
        "form",
        "concept",
        "another form of the word; one word split in two, or two made one",
        "R:form",
        "(e / enchant-01 :ARG1 (b / boy))",
        "(e / enchantment :ARG1 (b / boy))",
    ),
    (
        "near",
        "concept",
        "a concept of similar meaning, by word vectors",
        "R:near",
        "(b / boy :ARG0-of (p / purchase-01))",
        "(b / boy :ARG0-of (p / buy-01))",
    ),
    (
        "concept",
        "concept",
        "another concept",
        "R:concept",
        "(p / pass-03 :ARG1 (d / day))",
        "(g / go-01 :ARG1 (d / day))",
    ),
    (
        "entity",
        "concept",
        "another type of a named entity",
        "R:entity",
        '(c / continent :name (n / name :op1 "Africa"))',
        '(c / country :name (n / name :op1 "Africa"))',
    ),
    (
        "node",
        "concept",
        "a node that only one graph has, with its edges and constants",
        "M:node",
        "(s / sleep-01 :ARG0 (b / boy :mod (t / tall)))",
        "(s / sleep-01 :ARG0 (b / boy))",
    ),
    (
        "core-role",
        "relation",
        "another numbered argument between the same nodes",
        "R:core-role",
        "(a / ask-01 :ARG0 (p / prince))",
        "(a / ask-01 :ARG1 (p / prince))",
    ),
    (
        "role",
        "relation",
        "another role between the same nodes",
        "R:role",
        "(s / sleep-01 :time (d / day))",
        "(s / sleep-01 :duration (d / day))",
    ),
    (
        "direction",
        "relation",
        "a relation the other way around",
        "R:direction",
        "(t / talk-01 :condition (g / go-02))",
        "(t / talk-01 :condition-of (g / go-02))",
    ),
    (
        "attachment",
        "relation",
        "a relation with another node at one end",
        "R:attachment",
        "(s / see-01 :ARG0 (b / boy) :ARG1 (g / girl :mod (t / tall)))",
        "(s / see-01 :ARG0 (b / boy :mod (t / tall)) :ARG1 (g / girl))",
    ),
    (
        "edge",
        "relation",
        "a relation that only one graph has, and that alone joins two parts of it",
        "M:edge U:edge",
        "(s / say-01 :ARG1 (g / go-02 :ARG0 (b / boy)))",
        "(s / say-01 :ARG0 (b / boy :ARG0-of (g / go-02)))",
    ),
    (
        "coreference",
        "structure",
        "a re-entrancy that only one graph has; one thing as two nodes, or two as one",
        "M:coreference",
        "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))",
        "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02))",
    ),
    (
        "top",
        "structure",
        "another top",
        "R:top",
        "(w / want-01 :ARG1 (g / go-02))",
        "(g / go-02 :ARG1-of (w / want-01))",
    ),
    (
        "polarity",
        "value",
        "a negation that is lost, added or at another node",
        "R:polarity",
        "(w / want-01 :polarity - :ARG1 (g / go-02))",
        "(w / want-01 :ARG1 (g / go-02 :polarity -))",
    ),
    (
        "name",
        "value",
        "another name",
        "R:name",
        '(c / city :name (n / name :op1 "New" :op2 "York"))',
        '(c / city :name (n / name :op1 "York"))',
    ),
    (
        "wiki",
        "value",
        "another link to Wikipedia",
        "R:wiki",
        '(c / city :wiki "Paris" :name (n / name :op1 "Paris"))',
        '(c / city :wiki "Paris,_Texas" :name (n / name :op1 "Paris"))',
    ),
    (
        "value",
        "value",
        "another number, date, mode or other constant",
        "R:value",
        "(d / day :quant 53)",
        "(d / day :quant 3)",
    ),
    (
        "notation",
        "notation",
        "the same meaning written in another way, which the metric does not see as the same",
        "R:notation",
        "(k / knife :location (d / drawer))",
        "(k / knife :ARG1-of (b / be-located-at-91 :ARG2 (d / drawer)))",
    ),
)
"""The classes by name, in the order of every table."""

UNREADABLE = ErrorClass(
    "unreadable", "unreadable", "a graph that cannot be read or is missing", "M:unreadable", "", ""
)
"""Not a difference of two graphs: one of them is not there."""

ALL_CLASSES = {**CLASSES, UNREADABLE.name: UNREADABLE}
RANKS = {name: rank for rank, name in enumerate(ALL_CLASSES)}
FAMILIES = tuple(dict.fromkeys(one.family for one in ALL_CLASSES.values()))
"""The families in the order of every table."""

By = Literal["class", "family", "code"]
BY: tuple[By, ...] = get_args(By)
"""What edits are counted by."""


def code_of(cls: str, operation: Operation) -> str:
    """Return the code of an edit: ``R:sense``."""
    return f"{LETTERS[operation]}:{cls}"


def key_of(cls: str, operation: Operation, level: By) -> str:
    """Return the class, family or code of an edit."""
    if level == "class":
        return cls
    return ALL_CLASSES[cls].family if level == "family" else code_of(cls, operation)


def in_order(names: Iterable[str], level: By) -> list[str]:
    """Return classes, families or codes in the order of the table of classes.

    >>> in_order(["U:node", "M:node", "R:sense"], "code")
    ['R:sense', 'M:node', 'U:node']
    """
    if level == "family":
        return sorted(names, key=FAMILIES.index)
    return sorted(names, key=lambda name: (RANKS[name.rpartition(":")[2]], name))
