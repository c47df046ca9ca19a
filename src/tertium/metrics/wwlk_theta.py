"""WWLK with learned weights of roles.

    (b / bird :ARG0-of (s / sing-01 :polarity -))

Negation should move the nodes around it further than a modifier does. `Wwlk` draws the weight with
which a node hears over a role; here it is learned, so that values agree with human ratings (Opitz
et al. 2021, section 3.3). The weights come from a file that ``tertium train wwlk-theta`` writes, or
from the one inside the package, trained on BAMBOO. A role that was not seen in training has the
mean weight.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, get_args

import numpy as np

from tertium import _native
from tertium.data import data_path
from tertium.document import read_document
from tertium.errors import OptionError, shortened
from tertium.files import file_state, write_text
from tertium.metrics.embedding import label_vectors
from tertium.metrics.wlk import MAX_K, Direction
from tertium.metrics.wwlk import Wasserstein

if TYPE_CHECKING:
    from tertium._types import Array

FORMAT = "tertium wwlk-theta 1"
EMBEDDED = Path(data_path("wwlk-theta.json"))
"""The weights inside the package."""

LARGEST = 1e6
"""The largest magnitude of a weight; learned ones are about 1."""

_DIGITS = 100  # that k steps may add to a vector before its square could overflow


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleWeights:
    """Learned weights, and what they were learned with."""

    k: int
    direction: str
    vectors: str  #: the signature of the word vectors
    seed: int
    data: str  #: a hash of the training data
    dev: tuple[float, ...]  #: the correlation on each development set
    weights: Mapping[str, float]  #: by role; ``arg0-of`` is ``arg0`` against the edge

    @property
    def signature(self) -> str:
        """The first digits of a hash over the weights."""
        text = json.dumps(sorted(self.weights.items()))
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    @property
    def mean(self) -> float:
        """What a role without a weight gets."""
        return sum(self.weights.values()) / len(self.weights)

    def matrix(self, roles: Sequence[str]) -> Array:
        """Return roles × 2: the weight along the edge, and against it."""
        back = "-of" if self.direction == "two-way" else ""
        mean = self.mean
        rows = [[self.weights.get(role + end, mean) for end in ("", back)] for role in roles]
        return np.array(rows, dtype=np.float64).reshape(len(roles), 2)

    def write(self, path: str | Path) -> None:
        """Write a parameter file."""
        content = {"format": FORMAT, **asdict(self), "weights": dict(sorted(self.weights.items()))}
        write_text(path, [json.dumps(content, indent=1), "\n"])

    @classmethod
    def read(cls, path: str | Path) -> RoleWeights:
        """Read a parameter file."""
        return _read(Path(path), *file_state(path))


@lru_cache(maxsize=8)
def _read(path: Path, _time: int, _size: int) -> RoleWeights:
    # Time and size are part of the key, so that a changed file is read again.
    whole = read_document(path, "a parameter file")
    if not isinstance(whole.value, dict) or whole.value.get("format") != FORMAT:
        raise whole.error(f"this is not a parameter file of '{FORMAT}'")
    weights = whole.field("weights")
    found = RoleWeights(
        k=whole.field("k").whole(0, MAX_K),
        direction=whole.field("direction").choice(get_args(Direction)),
        vectors=whole.field("vectors").text(),
        seed=whole.field("seed").whole(0, 2**64),
        data=whole.field("data").text(),
        dev=tuple(item.number() for item in whole.field("dev").items()),
        weights={role: weights.field(role).number(LARGEST) for role in weights.object()},
    )
    if not found.weights:
        raise weights.error("there are no weights")
    # A node's vector is multiplied by a weight in each of k steps; distances square it.
    largest = max(map(abs, found.weights.values()))
    if largest > 1 and found.k * math.log10(largest) > _DIGITS:
        raise weights.error(f"the largest weight, {largest:g}, is too large for k={found.k}")
    return found


@dataclass(frozen=True, kw_only=True)
class WwlkTheta(Wasserstein):
    """The Wasserstein Weisfeiler-Leman kernel with learned weights of roles."""

    name: ClassVar[str] = "wwlk-theta"
    summary: ClassVar[str] = "wwlk with learned weights of roles"
    paper: ClassVar[str] = "Opitz, Daza & Frank 2021"
    position: ClassVar[int] = 110

    direction: Direction = "two-way"
    """As for ``wwlk``, but by default both ways are told apart, each with a weight of its own."""
    weights: str | None = None
    """A parameter file; none: the one that comes along, trained on BAMBOO."""

    def role_weights(self) -> RoleWeights:
        """Return the weights, which must have been learned with the same options."""
        path = EMBEDDED if self.weights is None else self.weights
        found = RoleWeights.read(path)
        given = {"k": self.k, "direction": self.direction}
        for option, value in given.items():
            learned = getattr(found, option)
            if learned != value:
                raise OptionError(
                    f"wwlk-theta: {path} was learned with {option}={learned}, "
                    f"but this is {option}={value}"
                )
        if found.vectors != self._vectors().signature:
            raise OptionError(
                f"wwlk-theta: {path} was learned with the word vectors "
                f"{shortened(found.vectors)}, "
                f"but these are {self._vectors().signature}"
            )
        return found

    @property
    def signature_fields(self) -> dict[str, object]:
        """As for all of the family, with the weights by their hash."""
        return {**super().signature_fields, "weights": self.role_weights().signature}

    def embedding(self, batch: _native.PairBatch) -> _native.Embedding:
        """Return the vectors and learned weights for the labels and roles of *batch*."""
        words = label_vectors(self._vectors()).matrix(batch.labels)
        return _native.Embedding(words, self.role_weights().matrix(batch.roles)[None])
