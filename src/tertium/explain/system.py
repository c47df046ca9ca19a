"""The errors of one system: a tally that knows whose it is, and has examples.

examples("sense", 2)    R:sense  sense of run: run-02 instead of run-01     pair 3
                        R:sense  sense of go: go-01 instead of go-02        pair 8
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tertium.explain.script import Edit
from tertium.explain.tally import Tally

if TYPE_CHECKING:
    from tertium.evaluation import Pair, System


@dataclass(frozen=True, slots=True)
class ErrorExample:
    """An edit with the pair that it belongs to."""

    system: str
    pair: Pair
    edit: Edit


@dataclass(frozen=True, eq=False)
class SystemErrors(Tally):
    """One system's edit scripts, and what they add up to."""

    system: System

    @property
    def name(self) -> str:
        """The name of the system."""
        return self.system.name

    def examples(self, name: str, count: int) -> list[ErrorExample]:
        """Return edits of a class or code, from pairs spread evenly over the corpus."""
        found = [
            (k, edit)
            for k, script in enumerate(self.scripts)
            if any(name in (claim.cls, claim.code) for claim in script.claims)
            for edit in script.edits
            if name in (edit.cls, edit.code)
        ]
        if count >= len(found):
            chosen = found
        else:
            chosen = [found[(2 * i + 1) * len(found) // (2 * count)] for i in range(count)]
        return [ErrorExample(self.name, self.system.pairs[k], edit) for k, edit in chosen]
