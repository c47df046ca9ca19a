"""Learned weights of roles, as a file.

    {"format": "tertium wwlk-theta 2", "command": "tertium train wwlk-theta --bamboo DIR ...",
     "k": 2, "direction": "two-way", ..., "dev": {"sts": 0.73}, "curve": [[0, 0.71], [100, 0.73]],
     "weights": {"arg0": 0.42, "arg0-of": 0.13}}

The file says how its weights were made: the command, the word vectors, a hash of the data, the
correlation on each development set, and the mean of these at each look at them.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import numpy as np

from tertium.document import Node, read_document
from tertium.files import file_state, write_text
from tertium.metrics.wlk import MAX_K, Direction

if TYPE_CHECKING:
    from tertium._types import Array

FORMAT = "tertium wwlk-theta 2"

LARGEST = 1e6
"""The largest magnitude of a weight; learned ones are about 1."""

_FORMER = "tertium wwlk-theta 1"
_DIGITS = 100  # that k steps may add to a vector before its square could overflow


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleWeights:
    """Learned weights, and what they were learned with."""

    command: str  #: what made the file; empty if it was Python
    k: int
    direction: str
    vectors: str  #: the signature of the word vectors
    seed: int
    data: str  #: a hash of the training data
    dev: Mapping[str, float]  #: the correlation on each development set, by its name
    curve: tuple[tuple[int, float], ...]  #: steps, and the mean correlation after them
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
        lines = [f" {json.dumps(name)}: {_spelled(value)}" for name, value in content.items()]
        write_text(path, ["{\n", ",\n".join(lines), "\n}\n"])

    @classmethod
    def read(cls, path: str | Path) -> RoleWeights:
        """Read a parameter file."""
        return _read(Path(path), *file_state(path))


def _spelled(value: object) -> str:
    """Return JSON: a line for each weight, one line for a curve, which has hundreds of numbers."""
    if not isinstance(value, dict):
        return json.dumps(value)
    return json.dumps(value, indent=2).replace("\n}", "\n }")


@lru_cache(maxsize=32)
def _read(path: Path, _time: int, _size: int) -> RoleWeights:
    # Time and size are part of the key, so that a changed file is read again.
    whole = read_document(path, "a parameter file")
    if isinstance(whole.value, dict) and whole.value.get("format") == _FORMER:
        raise whole.error(
            "these weights were learned by an earlier version, which read labels in another way; "
            "learn them again"
        )
    if not isinstance(whole.value, dict) or whole.value.get("format") != FORMAT:
        raise whole.error(f"this is not a parameter file of '{FORMAT}'")
    weights, dev = whole.field("weights"), whole.field("dev")
    found = RoleWeights(
        command=whole.field("command").text(),
        k=whole.field("k").whole(0, MAX_K),
        direction=whole.field("direction").choice(get_args(Direction)),
        vectors=whole.field("vectors").text(),
        seed=whole.field("seed").whole(0, 2**64),
        data=whole.field("data").text(),
        dev={name: dev.field(name).number() for name in dev.object()},
        curve=tuple(_point(point) for point in whole.field("curve").items()),
        weights={role: weights.field(role).number(LARGEST) for role in weights.object()},
    )
    if not found.weights:
        raise weights.error("there are no weights")
    # A node's vector is multiplied by a weight in each of k steps; distances square it.
    largest = max(map(abs, found.weights.values()))
    if largest > 1 and found.k * math.log10(largest) > _DIGITS:
        raise weights.error(f"the largest weight, {largest:g}, is too large for k={found.k}")
    return found


def _point(point: Node) -> tuple[int, float]:
    step, mean = point.items(2)
    return step.whole(), mean.number()
