"""SMATCH♯: SMATCH on canonical graphs, sound on equivalent and inequivalent pairs.

Ki, Kim & Gweon ask that a metric give 1 to graphs that mean the same by the AMR guidelines, and
less than 1 to graphs that do not. SMATCH♯ brings both graphs to one form for each meaning and
aligns them exactly; all triples match if and only if the two forms are the same graph.

    (p / person :name (n / name :op1 "Ann" :op2 "Lee") :ARG0-of (s / sing-01))
    (s / sing-01 :ARG0 (p / person :name "Ann Lee"))        the canonical form, roots: s

Two choices that the paper leaves open (its code was never published): a name is folded into one
constant, so that a wrong name costs once and not in parts; and the top becomes a flag on each of
the graph's roots, the variables that no edge points at. Where the text had its top leaves no trace;
the flags are a property of the graph alone, and a small edit moves at most the flags of the
variables it touches. ``docs/metrics/smatchsharp.md`` has the reasons.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Literal

from tertium.metrics.aligning import Aligning
from tertium.standard import CANONICAL, Convention


@dataclass(frozen=True, kw_only=True)
class SmatchSharp(Aligning):
    """SMATCH♯, the first implementation that can be run.

    >>> metric = SmatchSharp()
    >>> lifted = "(b / boy :ARG0-of (g / go-02))"
    >>> metric.score(metric.compare("(g / go-02 :ARG0 (b / boy))", lifted)).value
    1.0
    """

    name: ClassVar[str] = "smatch#"
    summary: ClassVar[str] = "smatch on canonical graphs: 1 for equal meanings and only for those"
    paper: ClassVar[str] = "Ki, Kim & Gweon 2024"
    position: ClassVar[int] = 30

    top: Literal["roots", "none"] = "roots"
    """A flag for each root, or nothing."""
    names: Literal["fold", "keep"] = "fold"
    """Whether a name is one constant."""

    @cached_property
    def convention(self) -> Convention:
        """The canonical form."""
        return replace(CANONICAL, top=self.top, names=self.names)
