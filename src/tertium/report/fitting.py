"""A table fitted into a width: long texts are wrapped, many columns are shown in parts.

    system  smatch  sembleu        system  smatch
    jamr     58.52    32.04        jamr     58.52

                                   system  sembleu
                                   jamr      32.04

Numbers are never cut. First, columns of text become narrower and their cells take several lines.
If that is not enough, the columns are shown in parts below each other; each part begins with the
columns that say what a row is about, and the columns of a group stay together where they fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from tertium.report.model import Grid
from tertium.report.width import columns
from tertium.terminal import visible_line

Line: TypeAlias = "list[tuple[str, str]]"
"""Pieces of text with the names of their styles."""

GAP = "  "
_LONG_MARK = 3  # columns; intervals are longer
_NARROW = 24  # columns that a text keeps, however little room there is


@dataclass(slots=True)
class Strip:
    """A column, measured."""

    head: str
    group: str
    number: bool
    cells: list[tuple[str, str, bool]]  #: text, mark, and whether it is the best
    width: int = 0
    room: int = 0  #: for marks, so that numbers stand below each other

    def __post_init__(self) -> None:
        widest = max((columns(text) for text, _, _ in self.cells), default=0)
        self.room = max((columns(mark) for _, mark, _ in self.cells), default=0)
        self.width = max(columns(self.head), widest + self.room)

    def heading(self) -> str:
        """Return the heading above the numbers; if these have long marks, where they begin."""
        if not self.number or self.room > _LONG_MARK:
            return _left(self.head, self.width)
        room = self.room if columns(self.head) + self.room <= self.width else 0
        return _right(self.head + " " * room, self.width)

    def lines(self, row: int) -> list[Line]:
        """Return the lines of a cell, all of the same width."""
        text, mark, best = self.cells[row]
        style = "best" if best else ""
        if self.number:
            after = mark + " " * (self.room - columns(mark))
            before = " " * (self.width - columns(text + after))
            return [[(before, ""), (text, style), (after, "")]]
        parts = wrapped(text + mark, self.width)
        return [[(part, style), (" " * (self.width - columns(part)), "")] for part in parts]


def fitted(grid: Grid, width: int) -> Iterator[Line]:
    """Yield the lines of a table that is at most *width* columns wide, if that is possible."""
    strips = [_strip(grid, k) for k in range(len(grid.header))]
    _shrink(strips, grid.keys, width)
    widths = [strip.width for strip in strips]
    for number, part in enumerate(parts(widths, grid.units, grid.keys, width)):
        if number:
            yield []
        yield from _drawn([strips[k] for k in part], len(grid.rows))


def parts(widths: Sequence[int], groups: Sequence[str], keys: int, width: int) -> list[list[int]]:
    """Return which columns are shown together; all in one part if there is room for them.

    >>> parts([6, 30, 30, 30], ["", "", "", ""], 1, 80)
    [[0, 1, 2], [0, 3]]
    """
    first = list(range(keys))
    found: list[list[int]] = [first]

    def room_for(unit: list[int]) -> bool:
        whole = [*found[-1], *unit]
        return sum(widths[k] for k in whole) + len(GAP) * (len(whole) - 1) <= width

    for unit in _units(groups, keys):
        if room_for(unit):
            found[-1] = [*found[-1], *unit]
            continue
        if found[-1] != first:
            found.append(first)
        for k in unit:  # the unit as a whole, if there is room for it alone
            if not room_for([k]) and found[-1] != first:
                found.append(first)
            found[-1] = [*found[-1], k]
    return found


def wrapped(text: str, width: int) -> list[str]:
    """Return *text* in lines of at most *width* columns.

    >>> wrapped("The boy wants to go.", 12)
    ['The boy', 'wants to go.']
    """
    if columns(text) <= width:
        return [text]
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if columns(longer) <= width:
            lines[-1] = longer
            continue
        pieces = list(_broken(word, width))
        lines = [*(lines if lines[-1] else lines[:-1]), *pieces]
    return lines


def hanging(begin: str, text: str, width: int) -> list[str]:
    """Return a text behind words that begin it, in lines of at most *width* columns.

    >>> hanging("gold  ", "(w / want-01 :ARG0 (b / boy))", 26)
    ['gold  (w / want-01 :ARG0', '        (b / boy))']
    """
    first, *rest = wrapped(text, width - columns(begin) - 2)
    return [begin + first, *(" " * (columns(begin) + 2) + line for line in rest)]


def _broken(word: str, width: int) -> Iterator[str]:
    """Yield a word in pieces that are narrow enough."""
    piece = ""
    for character in word:
        if columns(piece + character) > width and piece:
            yield piece
            piece = ""
        piece += character
    yield piece


def _strip(grid: Grid, k: int) -> Strip:
    cells = [(visible_line(row[k].text), row[k].mark, row[k].best) for row in grid.rows]
    return Strip(visible_line(grid.header[k]), visible_line(grid.groups[k]), grid.numbers[k], cells)


def _units(groups: Sequence[str], keys: int) -> Iterator[list[int]]:
    """Yield the columns that should stay together."""
    for group, places in groupby(range(keys, len(groups)), key=lambda k: groups[k]):
        together = list(places)
        yield from [together] if group else ([k] for k in together)


def _shrink(strips: list[Strip], keys: int, width: int) -> None:
    """Make columns of text narrower: as much as it takes, or if it is not enough, the keys."""
    over = sum(strip.width for strip in strips) + len(GAP) * (len(strips) - 1) - width
    texts = sorted((s for s in strips if not s.number), key=lambda s: -s.width)
    spare = [max(0, strip.width - max(_NARROW, columns(strip.head))) for strip in texts]
    if over <= 0:
        return
    if over > sum(spare):
        for strip in strips[:keys]:
            if not strip.number:
                strip.width = min(strip.width, max(_NARROW, columns(strip.head)))
        for strip in strips[keys:]:
            if not strip.number:
                room = width - sum(s.width + len(GAP) for s in strips[:keys])
                strip.width = min(strip.width, max(_NARROW, room))
        return
    for strip, most in zip(texts, spare, strict=True):
        less = min(most, over)
        strip.width -= less
        over -= less


def _drawn(strips: list[Strip], rows: int) -> Iterator[Line]:
    if any(strip.group for strip in strips):
        yield _trimmed(_group_line(strips))
    yield _trimmed([(GAP.join(strip.heading() for strip in strips), "")])
    for row in range(rows):
        cells = [strip.lines(row) for strip in strips]
        for k in range(max(map(len, cells))):
            both = zip(strips, cells, strict=True)
            pieces = [c[k] if k < len(c) else [(" " * s.width, "")] for s, c in both]
            yield _trimmed(_joined(pieces))


def _group_line(strips: list[Strip]) -> Line:
    """Return the names of groups, each in the middle above its columns; they get room if needed."""
    words = []
    for group, same in groupby(strips, key=lambda strip: strip.group):
        members = list(same)
        width = sum(strip.width for strip in members) + len(GAP) * (len(members) - 1)
        if columns(group) > width:
            members[0].width += columns(group) - width
            width = columns(group)
        left = (width - columns(group)) // 2
        words.append(_left(" " * left + group, width))
    return [(GAP.join(words), "")]


def _joined(cells: Iterable[Line]) -> Line:
    line: Line = []
    for cell in cells:
        line += [*([(GAP, "")] if line else []), *cell]
    return line


def _trimmed(line: Line) -> Line:
    """Return a line without blanks at its end."""
    while line and not line[-1][0].strip(" "):
        line = line[:-1]
    return [*line[:-1], (line[-1][0].rstrip(" "), line[-1][1])] if line else []


def _left(text: str, width: int) -> str:
    return text + " " * (width - columns(text))


def _right(text: str, width: int) -> str:
    return " " * (width - columns(text)) + text
