"""WWLK with learned weights of roles.

    (b / bird :ARG0-of (s / sing-01 :polarity -))

Negation should move the nodes around it further than a modifier does. `Wwlk` has the same few
weights for all; here the weight with which a node hears over a role is learned, so that values
agree with human ratings (Opitz et al. 2021, section 3.3). Three sets of weights, trained on BAMBOO,
are bundled; ``tertium train wwlk-theta`` writes files with others, see `RoleWeights`. A role that
was not seen in training has the mean weight.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal, get_args

from tertium import _native
from tertium.data import data_path
from tertium.errors import OptionError, shortened
from tertium.metrics.embedding import label_vectors
from tertium.metrics.role_weights import RoleWeights
from tertium.metrics.wlk import Direction
from tertium.metrics.wwlk import Wasserstein

Bundled = Literal["similarity", "roles", "joint"]
BUNDLED: tuple[Bundled, ...] = get_args(Bundled)
"""Weights for ratings of similarity, for confused roles, and for both."""

FOLDER = Path(data_path("wwlk-theta"))
"""The bundled weights."""


@dataclass(frozen=True, kw_only=True)
class WwlkTheta(Wasserstein):
    """The Wasserstein Weisfeiler-Leman kernel with learned weights of roles."""

    name: ClassVar[str] = "wwlk-theta"
    summary: ClassVar[str] = "wwlk with learned weights of roles"
    paper: ClassVar[str] = "Opitz, Daza & Frank 2021"
    position: ClassVar[int] = 110

    direction: Direction = "two-way"
    """As for ``wlk``, but by default both ways are told apart, each with a weight of its own."""
    weights: str = "joint"
    """``similarity`` (trained on ratings of similarity), ``roles`` (trained on confused roles),
    ``joint`` (trained on both), or a parameter file. ``paper`` is for ``tertium bamboo`` only: the
    weights of the column at hand, ``roles`` on role confusion and ``similarity`` elsewhere."""

    @property
    def by_column(self) -> bool:
        """Whether the weights depend on the column of the benchmark."""
        return self.weights == "paper"

    def role_weights(self) -> RoleWeights:
        """Return the weights, which must have been learned with the same options."""
        if self.by_column:
            raise OptionError(
                "wwlk-theta: weights=paper chooses weights by the column of the benchmark, so it "
                f"works in tertium bamboo only; choose from {', '.join(BUNDLED)}"
            )
        found = RoleWeights.read(self._path(self.weights))
        given = {"k": self.k, "direction": self.direction}
        for option, value in given.items():
            learned = getattr(found, option)
            if learned != value:
                raise OptionError(
                    f"wwlk-theta: {self.weights} was learned with {option}={learned}, "
                    f"but this is {option}={value}"
                )
        if found.vectors != self._vectors().signature:
            raise OptionError(
                f"wwlk-theta: {self.weights} was learned with the word vectors "
                f"{shortened(found.vectors)}, "
                f"but these are {self._vectors().signature}"
            )
        return found

    def _path(self, weights: str) -> Path:
        if weights not in BUNDLED:
            return Path(weights)
        path = FOLDER / bundled_name(weights, self.k, self.direction)
        if not path.exists():
            raise OptionError(
                f"wwlk-theta: no weights are bundled for weights={weights}, k={self.k} and "
                f"direction={self.direction}; learn some with tertium train, or choose from "
                f"{', '.join(sorted(file.stem for file in FOLDER.glob('*.json')))}"
            )
        return path

    @property
    def signature_fields(self) -> dict[str, object]:
        """As for all of the family, with the weights by their hash."""
        if self.by_column:
            hashes = "+".join(RoleWeights.read(self._path(w)).signature for w in BUNDLED[:2])
            return {**super().signature_fields, "weights": f"paper+{hashes}"}
        return {**super().signature_fields, "weights": self.role_weights().signature}

    def embedding(self, batch: _native.PairBatch) -> _native.Embedding:
        """Return the vectors and learned weights for the labels and roles of *batch*."""
        words = label_vectors(self._vectors(), lookup="parts").matrix(batch.labels)
        return _native.Embedding(words, self.role_weights().matrix(batch.roles)[None])


def bundled_name(weights: str, k: int, direction: str) -> str:
    """Return the name of the file with bundled weights.

    >>> bundled_name("joint", 2, "two-way"), bundled_name("roles", 2, "top-down")
    ('joint.json', 'roles-top-down.json')
    """
    parts = [weights, *([f"k{k}"] if k != 2 else []), *([direction] * (direction != "two-way"))]
    return f"{'-'.join(parts)}.json"
