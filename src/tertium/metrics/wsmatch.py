"""WSMATCH: SMATCH in which triples near the top count more.

    (w / want-01 :ARG0 (b / boy) :polarity -)

    distance 0   (w :TOP top), (w :instance want-01)      weight 5
    distance 1   (b :instance boy), (w :ARG0 b), (w :polarity -)      weight 4

Cai & Lam (2019) hold that the core of a meaning lies near the top. A concept counts by its
variable's distance from the top, along edges of either direction; an edge by its farther end; a
constant is one step further than its variable. What the top does not reach counts as the farthest.
Two triples that match earn the lesser of their weights, and precision and recall divide by the sum
of all weights on their side: so a score lies in [0, 1], and identical graphs score 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Literal

from tertium.errors import OptionError
from tertium.metrics.aligning import Aligning
from tertium.standard import SMATCH, Convention

_LARGEST_REACH = 1000


@dataclass(frozen=True, kw_only=True)
class Wsmatch(Aligning):
    """SMATCH weighted by distance from the top, aligned exactly.

    >>> Wsmatch().distance_weights
    (5.0, 4.0, 3.0, 2.0, 1.0)
    >>> Wsmatch(decay="exponential", rate=0.5, reach=4).distance_weights
    (1.0, 0.5, 0.25, 0.125)
    >>> metric = Wsmatch()
    >>> print(metric.score(metric.compare("(b / boy :mod (t / tall))", "(b / boy)")))
    wsmatch 71.43 (P 100.00, R 55.56)
    """

    name: ClassVar[str] = "wsmatch"
    summary: ClassVar[str] = "smatch with triples weighted by distance from the top"
    paper: ClassVar[str] = "Cai & Lam 2019"
    position: ClassVar[int] = 50

    decay: Literal["linear", "exponential", "none"] = "linear"
    """How weights fall with distance d: ``linear``, reach - d and at least 1; ``exponential``,
    rate to the power of d; ``none``, which is SMATCH."""
    reach: int = 5
    """The distance where weights stop falling."""
    rate: float = 0.5
    """The factor of ``exponential``."""
    top: Literal["concept", "flag", "none"] = "concept"
    """``concept`` carries the root's concept; ``flag`` is a triple of its own."""
    wiki: Literal["keep", "drop"] = "keep"
    """Whether ``:wiki`` counts."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.reach <= _LARGEST_REACH:
            raise OptionError(f"reach must be between 1 and {_LARGEST_REACH}")
        if not 0 < self.rate <= 1:
            raise OptionError("rate must be above 0 and at most 1")
        if self.aspect:
            raise OptionError("wsmatch weighs triples in whole graphs; it has no aspects")

    @property
    def distance_weights(self) -> tuple[float, ...]:
        """The weights at distances 0, 1, ...; the last is that of all beyond."""
        if self.decay == "none":
            return ()
        if self.decay == "linear":
            return tuple(float(self.reach - d) for d in range(self.reach))
        return tuple(self.rate**d for d in range(self.reach))

    @cached_property
    def convention(self) -> Convention:
        """The triples of smatch 1.0.4."""
        return replace(SMATCH, top=self.top, wiki=self.wiki)

    @property
    def signature_fields(self) -> dict[str, object]:
        """The decay with the options it uses, and what SMATCH spells."""
        used = {"linear": ["reach"], "exponential": ["reach", "rate"], "none": []}[self.decay]
        decay = {name: getattr(self, name) for name in ["decay", *used]}
        return {**decay, **super().signature_fields}
