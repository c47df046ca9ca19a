r"""The terminal: what Tertium says to people, made safe to look at.

    # ::id \x1b[2J boys.1          <U+001B>[2J boys.1

Ids, sentences, file names and the names of metrics come from files that somebody else wrote. A
terminal obeys some characters in them instead of showing them: escape sequences move the cursor or
set the title, bidirectional controls reverse the order of words, and invisible characters let two
names look the same. Everything printed to people passes through this module, which shows such
characters by their numbers. No other module writes to stdout or stderr.

JSON, CSV and PENMAN keep the characters when stdout is a file or a pipe.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress

_OBEYED = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, C0 and C1, except tabs and line feeds
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional controls
    "\u2028\u2029"  # separators of lines and paragraphs
)
# Joiners (U+200C, U+200D) and variation selectors are not among these: Persian, the scripts of
# India and emoji need them.
_UNSEEN = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff"
    "\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
)
HIDDEN = f"[{_OBEYED}{_UNSEEN}]"
"""Matches a character that a terminal obeys, or that nobody can see; compiled when it is used."""


def visible(text: object) -> str:
    r"""Return *text* with hidden characters shown by their numbers; line breaks and tabs stay.

    >>> visible("\x1b[31mred\x1b[0m")
    '<U+001B>[31mred<U+001B>[0m'
    """
    return re.sub(HIDDEN, lambda found: f"<U+{ord(found[0]):04X}>", str(text))


def visible_line(text: object) -> str:
    r"""Return *text* as a single line, so that a name cannot pretend to be another row of a table.

    >>> visible_line("a\nb\tc")
    'a b c'
    """
    return visible(text).replace("\n", " ").replace("\t", " ")


def spelled_out(text: str) -> str:
    r"""Return *text* with every character that is not printed by its number, odd blanks included.

    For the line of a syntax error, where a no-break space may be what is wrong.

    >>> spelled_out("boy\x1d :mod\xa0x")
    'boy<U+001D> :mod<U+00A0>x'
    """
    return "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in text)


def readable(text: object) -> str:
    """Return a message as `visible` does, with words of more than 1,000 characters cut.

    A path may be as long; a number of 9,999 digits would bury what is said about it.
    """
    cut = re.sub(r"(\S{100})\S{900,}", lambda found: f"{found[1]}[...]", str(text))
    return visible(cut)


def say(text: object) -> None:
    """Print a message to stderr; only its first line begins with the name of the program."""
    lines = readable(text).split("\n")
    indented = [line if line[:1] in ("", " ") else f"    {line}" for line in lines[1:]]
    print("\n".join([f"tertium: {lines[0]}", *indented]), file=sys.stderr)


def complain(usage: str) -> None:
    """Print the usage of a command to stderr, before what is wrong with the words."""
    print(visible(usage).rstrip(), file=sys.stderr)


def show(text: str, end: str = "\n") -> None:
    """Print a result to stdout; hidden characters are kept for files and pipes only."""
    print(visible(text) if sys.stdout.isatty() else text, end=end)


def width() -> int:
    """Return how many columns the terminal has; 80 if stdout is a file or a pipe.

    ``COLUMNS`` decides if it is set, as in `shutil.get_terminal_size`, which is slow to import.
    """
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and len(given) < 10 and int(given) > 0:
        return int(given)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 80


_STYLES = {"gold": "33", "pred": "34", "changed": "35", "heading": "1", "best": "1", "soft": "2"}


def show_styled(lines: Iterable[Sequence[tuple[str, str]]]) -> None:
    """Print lines of pieces with styles, in colour if stdout is a terminal that shows colours."""
    coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    coloured = coloured and os.environ.get("TERM") != "dumb"
    for line in lines:
        pieces = [(visible(text) if sys.stdout.isatty() else text, style) for text, style in line]
        print("".join(_styled(*piece) if coloured else piece[0] for piece in pieces).rstrip())


def _styled(text: str, style: str) -> str:
    code = _STYLES.get(style)
    return text if code is None else f"\x1b[{code}m{text}\x1b[0m"


def flush() -> None:
    """Write what is still in the buffers; a stream that is closed or full has been reported."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
