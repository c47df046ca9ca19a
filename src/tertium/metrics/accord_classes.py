"""The classes of nodes whose weights `accord` learns.

    (c / country :name (n / name :op1 "Mali"))     country is named
    (c / country :mod (p / poor))                  country is a plain concept: its rarity counts

A frame or plain concept lies between two knots of rarity, and its weight between theirs. What has a
``:name`` has a weight of its own, because it matters less what kind of thing it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tertium.metrics.accord_labels import FRAME, NUMBER, PLAIN, POLARITY, SPECIAL, STRING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._types import Array

NODE_CLASSES = (
    *(f"{kind} {knot}" for kind in ("frame", "plain") for knot in range(1, 6)),
    "special common", "special rare", "string common", "string rare", "polarity", "number",
    "named common", "named rare",
)  # fmt: skip
"""Whose weights are learned; ``frame 1`` is a frame at the first knot of rarity, and a concept with
a ``:name`` is *named*, whatever its kind."""


class NodeClasses:
    """The classes that the weight of a mention is mixed from, two at most.

    Label k is mentioned as 2k, and as 2k + 1 by a node that has a name.
    """

    def __init__(self, kinds: NDArray[np.int32], rarity: Array, knots: Sequence[float]) -> None:
        at = np.asarray(knots)
        inside = np.clip(rarity, at[0], at[-1])
        knot = np.clip(np.searchsorted(at, inside, side="right") - 1, 0, len(at) - 2)
        part = (inside - at[knot]) / (at[knot + 1] - at[knot])
        high = (rarity >= at[3]).astype(np.int64)
        smooth = kinds <= PLAIN
        first = np.select(
            [kinds == kind for kind in (FRAME, PLAIN, SPECIAL, STRING, POLARITY, NUMBER)],
            [knot, 5 + knot, 10 + high, 12 + high, np.full_like(knot, 14), np.full_like(knot, 15)],
        )
        second = first + smooth
        share = np.where(smooth, 1 - part, 1.0)
        named = np.where(kinds <= SPECIAL, 16 + high, first)
        self.first = np.column_stack((first, named)).ravel()
        self.second = np.column_stack((second, named)).ravel()
        self.share = np.column_stack((share, np.ones(len(share)))).ravel()  #: of the first class
        self.rare = rarity >= at[1]  #: labels, not mentions

    def weights(self, of_classes: Sequence[float] | Array) -> Array:
        """Return the weight of each mention."""
        table = np.asarray(of_classes)
        found: Array = table[self.first] * self.share + table[self.second] * (1 - self.share)
        return found
