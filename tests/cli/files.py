"""A few graphs for command lines, and what a command line did."""

from __future__ import annotations

from dataclasses import dataclass

from tertium.metrics import Smatch

GOLD = """# ::id 1
(w / want-01
    :ARG0 (b / boy)
    :ARG1 (g / go-02 :ARG0 b))

# ::id 2
(c / cat)

# ::id 3
(d / dog :mod (o / old))
"""
PRED = GOLD.replace("boy", "girl").replace("old", "young")
BROKEN = GOLD.replace("(c / cat)", "(c / cat")
SIGNATURE = Smatch().signature
SHORT = Smatch().short_signature


@dataclass
class Run:
    """What a command line did."""

    code: int
    out: str
    err: str


def one_line(text: str) -> str:
    """Return a text as if the terminal were as wide as it takes."""
    return " ".join(text.split())
