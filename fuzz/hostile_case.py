"""A case of `fuzz.hostile`: a command line, its files, and how it must end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

GOLD = b"# ::id 1\n(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))\n\n# ::id 2\n(c / cat)\n"
PRED = GOLD.replace(b"boy", b"girl")
GRAPHS = {"gold": GOLD, "pred": PRED}
_FOUR = b"(b / boy)\n\n(w / want-01 :ARG0 (b / boy))\n\n(c / cat :mod (t / tall))\n\n(d / dog)\n"
_OTHERS = b"(b / boy)\n\n(w / want-01)\n\n(c / cat)\n\n(t / tree)\n"
RATED = {"g": _FOUR, "p": _OTHERS, "r": b"1\n2\n3\n5\n"}
"""Enough pairs to learn from."""
SCORE = ["score", "gold", "pred"]

LONG = ("9" * 400, "9" * 9999, "-" + "9" * 9999, "1e999", "nan", "inf", "٣" * 5000)
"""Numbers that no option can mean."""


DIGITS = b"9" * 9999
ODD: tuple[Any, ...] = (None, {}, [None], "x" * 9999, 10**400)
"""Values that are wrong nearly everywhere in JSON."""


@dataclass(frozen=True)
class Case:
    """A command line, its files, and whether it must be refused."""

    name: str
    words: list[str]
    files: dict[str, bytes] = field(default_factory=dict)
    refused: bool | None = True  #: None if it may be accepted, too

    @property
    def heavy(self) -> bool:
        """Whether it may eat the memory, so that it needs a process with a limit."""
        return any(size in self.name for size in ("trillion", "00000000", "/dev/zero", "huge"))


def brief(text: str) -> str:
    """Return a text as names of cases show it."""
    return text if len(text) < 30 else f"{text[:9]}... ({len(text)})"
