"""SMATCH: how many triples two graphs share, under the best alignment of their variables.

    (g / go-02 :ARG0 (b / boy))            (x / go-02 :ARG0 (y / girl))

Aligning g with x and b with y matches the concept of g, the ``:ARG0`` edge and the top: 3 of 4
triples on each side, so precision, recall and F1 are 0.75. SMATCH (Cai & Knight 2013) is the F1 of
the best alignment; over a corpus the counts are added up first. The public tool climbs hills from
random starts and misses that alignment now and then; here it is exact, with its proof.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Literal

from tertium.metrics.aligning import Aligning
from tertium.standard import GENERIC, SMATCH, Convention, Top


@dataclass(frozen=True, kw_only=True)
class Smatch(Aligning):
    """SMATCH over the triples that smatch 1.0.4 reads, aligned exactly.

    >>> metric = Smatch()
    >>> print(metric.score(metric.compare("(b / boy :mod (t / tall))", "(b / boy)")))
    smatch 66.67 (P 100.00, R 50.00)
    """

    name: ClassVar[str] = "smatch"
    summary: ClassVar[str] = (
        "matching triples under the best alignment, read as smatch 1.0.4 reads them"
    )
    paper: ClassVar[str] = "Cai & Knight 2013"
    position: ClassVar[int] = 10

    top: Top = "flag"
    """``flag`` since smatch 1.0.3; ``concept`` is what older versions, and most papers, have."""
    wiki: Literal["keep", "drop"] = "keep"
    """Whether ``:wiki`` counts."""
    graphs: Literal["amr", "generic"] = "amr"
    """``generic`` knows nothing of AMR: triples count as they are written, and the top counts only
    if ``top`` is ``concept`` or ``roots``."""

    @property
    def invariant_to_inversion(self) -> bool:
        return super().invariant_to_inversion and self.graphs == "amr"

    @cached_property
    def convention(self) -> Convention:
        """The triples of smatch 1.0.4, or those that are written."""
        if self.graphs == "amr":
            return replace(SMATCH, top=self.top, wiki=self.wiki)
        return replace(GENERIC, top="none" if self.top == "flag" else self.top, wiki=self.wiki)
