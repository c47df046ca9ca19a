"""SMATCH++: SMATCH on standardised graphs (Opitz 2023).

    (k / knife :location (d / drawer))
    (k / knife :ARG1-of (b / be-located-at-91 :ARG2 (d / drawer)))

are one meaning in two spellings; SMATCH gives them 0.60, SMATCH++ gives them 1. Before the
alignment, strings are lower-cased, inverse roles turned around, ``:domain`` becomes the inverse of
``:mod``, duplicates are dropped, and nodes that only stand for a role become that role.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from tertium import convention as conventions
from tertium.convention import Convention, Top
from tertium.metrics.smatch import Aligning


@dataclass(frozen=True, kw_only=True)
class SmatchPP(Aligning):
    """SMATCH++ with the best practice of its paper (appendix A.4), aligned exactly.

    >>> metric = SmatchPP()
    >>> knife = "(k / knife :location (d / drawer))"
    >>> reified = "(k / knife :ARG1-of (b / be-located-at-91 :ARG2 (d / drawer)))"
    >>> metric.score(metric.compare(knife, reified)).value
    1.0
    """

    name: ClassVar[str] = "smatch++"
    summary: ClassVar[str] = "smatch on standardised graphs (Opitz 2023)"

    graphs: Literal["amr", "generic"] = "amr"
    """``generic`` knows nothing of AMR: no reification, no ``:mod``, duplicates count, the top is a
    flag. The options below still change it."""
    reification: Literal["default", "dereify", "reify", "keep"] = "default"
    """``dereify`` where it is well defined (default for AMR), ``reify`` every role, or ``keep``."""
    table: str = "standard"
    """The table of reifications: ``standard``, ``full`` with the shortcuts, or a file."""
    compress: bool = False
    """Lossless pair compression: another score, faster."""
    top: Literal["default"] | Top = "default"
    """``concept`` by default for AMR, so that a wrong top concept costs twice."""
    duplicates: Literal["default", "drop", "count"] = "default"
    """``drop`` by default for AMR."""
    wiki: Literal["keep", "drop"] = "keep"
    """Whether ``:wiki`` counts."""

    @property
    def convention(self) -> Convention:
        """The preset with the options that were given."""
        preset = conventions.SMATCHPP if self.graphs == "amr" else conventions.SMATCHPP_GENERIC
        given = {
            name: getattr(self, name)
            for name in ("reification", "top", "duplicates")
            if getattr(self, name) != "default"
        }
        return replace(preset, **given, table=self.table, compress=self.compress, wiki=self.wiki)
