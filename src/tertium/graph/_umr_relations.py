"""Relations of the document level annotation.

    (s1s0 / sentence
        :temporal ((document-creation-time :before s1l) (s1l :after s1e))
        :coref ((s1p :same-entity s2p)))

This is not PENMAN: a role is followed by a list of relations between variables and constants.
Annotators write it by hand, and published files have words among the relations and parentheses that
are missing or one too many. Where it is clear what was meant, that is read, with a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, NoReturn, cast, get_args

from tertium.errors import NotationError, Place

Group = Literal["temporal", "modal", "coref"]
GROUPS: tuple[Group, ...] = get_args(Group)

_TOKEN = re.compile(r'[()/]|"[^"]*"|"|[^\s()/"]+')
_VARIABLE = re.compile(r"s(\d{1,9})[^\W\d_]")


class Relation(NamedTuple):
    """What holds between two variables or constants: ``(s1l :after s1e)``."""

    source: str
    role: str  #: with its colon
    target: str
    line: int = 0  #: where it stands

    def __str__(self) -> str:
        return f"({self.source} {self.role} {self.target})"


class _Token(NamedTuple):
    text: str
    line: int
    column: int
    source: str


def sentence_of(name: str) -> int | None:
    """Return the number of the sentence that a variable is of, None for a constant.

    >>> sentence_of("s12p2"), sentence_of("author")
    (12, None)
    """
    found = _VARIABLE.match(name)
    return int(found[1]) if found else None


def read_relations(
    lines: Sequence[tuple[int, str]], place: Place, notes: list[str]
) -> dict[Group, tuple[Relation, ...]]:
    """Return the relations of a section by group; *lines* come with their numbers."""
    tokens = list(_tokens(lines))
    if not tokens:
        return {}
    reader = _Reader(tokens, place, notes)
    found = reader.read()
    return {group: tuple(found[group]) for group in GROUPS if found[group]}


def _tokens(lines: Sequence[tuple[int, str]]) -> Iterator[_Token]:
    for number, line in lines:
        for match in _TOKEN.finditer(line):
            yield _Token(match[0], number, match.start() + 1, line)


class _Reader:
    def __init__(self, tokens: list[_Token], place: Place, notes: list[str]) -> None:
        self.tokens = tokens
        self.at = 0
        self.place = place
        self.notes = notes

    def read(self) -> dict[Group, list[Relation]]:
        found: dict[Group, list[Relation]] = {group: [] for group in GROUPS}
        self.take("(")
        self.name("a variable such as s1s0")
        self.take("/")
        self.name("a concept such as sentence")
        while self.more():
            group = self.group()
            found[group] += self.relations()
        return found

    def more(self) -> bool:
        """Whether another group follows; else all is read."""
        if self.peek() != ")":
            return True
        self.take(")")
        if (self.peek() or "").startswith(":"):
            self.note("a group follows behind the end of the annotation")
            return True
        if self.at < len(self.tokens):
            self.fail("expected the end of the annotation")
        return False

    def group(self) -> Group:
        token = self.role("one of " + ", ".join(f":{group}" for group in GROUPS))
        if token[1:] not in GROUPS:
            self.at -= 1
            self.fail(f"there is no group {token}; expected :temporal, :modal or :coref")
        return cast("Group", token[1:])

    def relations(self) -> Iterator[Relation]:
        self.take("(")
        if self.peek() not in ("(", ")"):  # one relation without a list around it
            yield self.relation()
            return
        while self.peek() not in (")", None):
            if self.peek() != "(":
                self.note(f"'{self.name('a relation')}' is not a relation and left out")
                continue
            self.take("(")
            yield self.relation()
        self.take(")")

    def relation(self) -> Relation:
        line = self.tokens[self.at].line
        source = self.name("a variable or a constant")
        role = self.role("a relation such as :before")
        target = self.name("a variable or a constant")
        if self.peek() == "(":
            self.note(f"there is no ) behind {target}")
        else:
            self.take(")")
        return Relation(source, role, target, line)

    def peek(self) -> str | None:
        return self.tokens[self.at].text if self.at < len(self.tokens) else None

    def take(self, text: str) -> None:
        if self.peek() != text:
            self.fail(f"expected '{text}'")
        self.at += 1

    def name(self, what: str) -> str:
        text = self.peek()
        if text is None or text in "()/" or text.startswith(":"):
            self.fail(f"expected {what}")
        self.at += 1
        return text

    def role(self, what: str) -> str:
        text = self.peek()
        if text is None or not text.startswith(":") or len(text) == 1:
            self.fail(f"expected {what}")
        self.at += 1
        return text

    def note(self, message: str) -> None:
        token = self.tokens[max(self.at - 1, 0)]
        self.notes.append(f"{replace(self.place, line=token.line)}: {message}")

    def fail(self, message: str) -> NoReturn:
        """Raise an error at the next token, or behind the last one."""
        if self.at < len(self.tokens):
            token, behind = self.tokens[self.at], 0
        else:
            token = self.tokens[-1]
            behind = len(token.text)
            message = f"the annotation ends too early: {message}"
        place = replace(self.place, line=token.line, column=token.column + behind)
        raise NotationError(message, place, token.source)
