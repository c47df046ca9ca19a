"""Learning the weights of roles for `wwlk-theta`.

The values are not smooth in the weights, so the gradient is estimated: simultaneous
perturbation (SPSA, Spall 1987; Opitz et al. 2021, section 3.3). A step draws a batch of pairs with
human ratings y and a vector μ of random signs, one for each role, and compares two losses

    J± = 1 - correlation(y, values under weights θ ± c·μ),      g = (J+ - J-) / (2 c μ),

then moves θ by -γ·g, each weight times the root of the share of pairs in the batch that have its
role: a role that few pairs have says little about the difference of the losses, and would only
wander. Both c and γ shrink. Two evaluations a step, however many roles there are.
From time to time the correlation on the development sets is taken; the weights that were best
there are the result, and training ends when they have not become better for a while. With several
data sets a batch comes from one of them at a time, each in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from tertium import _native
from tertium.bamboo.ratings import Rated
from tertium.bamboo.schedule import Check, Schedule
from tertium.errors import FileError, InputError
from tertium.graph import Graph
from tertium.metrics.embedding import WEIGHTS, draw, label_vectors, role_weights
from tertium.metrics.role_weights import RoleWeights
from tertium.metrics.wwlk_theta import WwlkTheta
from tertium.statistics.correlation import pearson

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._types import Array


Start = Literal["equal", "wwlk"]


class RatedPairs:
    """Pairs of graphs with ratings, ready to be compared under many weights."""

    def __init__(
        self,
        metric: WwlkTheta,
        golds: Sequence[Graph],
        preds: Sequence[Graph],
        ratings: Sequence[float],
        threads: int = 0,
        name: str = "",
    ) -> None:
        if not len(golds) == len(preds) == len(ratings):
            raise InputError(
                f"{len(golds)} gold graphs, {len(preds)} predictions, {len(ratings)} ratings"
            )
        if len(ratings) < 3 or min(ratings) == max(ratings):
            raise InputError("at least 3 pairs with different ratings are needed")
        self.name = name
        self.ratings = np.array(ratings, dtype=np.float64)
        self.threads = threads
        self._batch = metric.batch(golds, preds)
        self.roles = self._batch.roles
        labels = self._batch.labels
        words = label_vectors(metric._vectors(), lookup="parts").matrix(labels)
        self._embedding = _native.Embedding(words, np.zeros((1, len(self.roles), 2)))
        self._batch.keep_products(self._embedding, threads)
        self.uses = np.zeros((len(self), len(self.roles)))
        for number in range(len(self)):
            self.uses[number, self._batch.roles_of(number)] = 1

    @classmethod
    def of(cls, rated: Rated, metric: WwlkTheta, threads: int = 0) -> RatedPairs:
        """Make the pairs that were read from files ready for comparing."""
        try:
            return cls(metric, rated.golds, rated.preds, rated.ratings, threads, rated.name)
        except FileError:  # that of the word vectors, which names itself
            raise
        except InputError as error:
            raise InputError(f"{rated.name}: {error}") from None

    def __len__(self) -> int:
        return len(self.ratings)

    def correlation(self, weights: Array, pairs: NDArray[np.int64] | None = None) -> float:
        """Return Pearson's correlation of values and ratings; 0 where it is not defined."""
        chosen = np.arange(len(self), dtype=np.int64) if pairs is None else pairs
        self._embedding.set_weights(np.ascontiguousarray(weights))
        values = self._batch.values(self._embedding, chosen, self.threads)
        return pearson(values, self.ratings[chosen]) or 0.0


def train(
    metric: WwlkTheta,
    sets: Sequence[RatedPairs],
    dev: Sequence[RatedPairs],
    schedule: Schedule | None = None,
    *,
    start: Start = "equal",
    data: str = "",
    command: str = "",
    progress: Callable[[Check], None] | None = None,
) -> RoleWeights:
    """Return the weights that do best on the development sets.

    Training begins with *start*, where all weights are equal or those of `wwlk`. *data*, a hash,
    and *command* are what the file of weights remembers.
    """
    schedule = schedule or Schedule()
    if not sets or not dev:
        raise InputError("training needs pairs to learn from and pairs to check with")
    search = _Search(metric.direction == "two-way", sets, dev)
    theta = search.start(start)
    best, best_theta, waiting = search.check(0, theta, None), theta, 0
    curve = [best]
    _tell(progress, best)
    for step in range(schedule.steps):
        theta = search.improve(theta, step, schedule)
        if (step + 1) % schedule.check and step + 1 < schedule.steps:
            continue
        seen = search.check(step + 1, theta, best)
        curve.append(seen)
        _tell(progress, seen)
        waiting = 0 if seen.best else waiting + 1
        if seen.best:
            best, best_theta = seen, theta
        if waiting >= schedule.patience:
            break
    names = [pairs.name or str(place) for place, pairs in enumerate(dev, start=1)]
    return RoleWeights(
        command=command,
        k=metric.k,
        direction=metric.direction,
        vectors=metric._vectors().signature,
        seed=schedule.seed,
        data=data,
        dev=dict(zip(names, (round(value, 6) for value in best.correlations), strict=True)),
        curve=tuple((check.step, round(check.mean, 6)) for check in curve),
        weights=dict(zip(search.names, (round(float(w), 6) for w in best_theta), strict=True)),
    )


class _Search:
    """The weights that are learned, and where they stand in each set."""

    def __init__(
        self, two_way: bool, sets: Sequence[RatedPairs], dev: Sequence[RatedPairs]
    ) -> None:
        self.sets, self.dev, self._ends = sets, dev, ("", "-of") if two_way else ("", "")
        self.names = sorted({role + end for s in sets for role in s.roles for end in self._ends})
        self._place = {name: place for place, name in enumerate(self.names)}

    def start(self, start: Start) -> Array:
        """Return the weights to begin with."""
        if start == "equal":
            return np.full(len(self.names), sum(WEIGHTS) / 2)
        roles = [name.removesuffix(self._ends[1]) for name in self.names]
        ways = [int(role != name) for role, name in zip(roles, self.names, strict=True)]
        return role_weights(roles, kind="tuned")[0, np.arange(len(roles)), ways]

    def weights(self, theta: Array, pairs: RatedPairs) -> Array:
        """Return *theta* as the matrix of weights of a set; unseen roles have the mean."""
        known = np.append(theta, theta.mean())
        places = [[self._place.get(r + end, len(theta)) for end in self._ends] for r in pairs.roles]
        rows: Array = known[np.array(places, dtype=np.int64).reshape(len(pairs.roles), 2)]
        return rows

    def improve(self, theta: Array, step: int, schedule: Schedule) -> Array:
        """Return the weights after one step."""
        pairs = self.sets[step % len(self.sets)]
        lots = draw(f"batch {schedule.seed}", step, len(pairs))
        chosen = np.argsort(lots, kind="stable")[: schedule.batch]
        signs = np.where(draw(f"signs {schedule.seed}", step, len(theta)) < 0.5, -1.0, 1.0)
        c = schedule.perturbation / (1 + step) ** 0.1
        rate = schedule.rate / (1 + step / 100) ** 0.6
        up, down = (
            pairs.correlation(self.weights(theta + sign * c * signs, pairs), chosen)
            for sign in (1, -1)
        )
        change = rate * (up - down) / (2 * c) * signs * self.shares(pairs, chosen)
        moved: Array = theta + np.clip(change, -schedule.limit, schedule.limit)
        return moved

    def shares(self, pairs: RatedPairs, chosen: NDArray[np.int64]) -> Array:
        """Return for each weight the root of the share of the chosen pairs that use its role."""
        found = np.zeros(len(self.names))
        for role, share in zip(pairs.roles, pairs.uses[chosen].mean(axis=0), strict=True):
            for end in self._ends:
                found[self._place[role + end]] = share
        return np.sqrt(found)

    def check(self, step: int, theta: Array, best: Check | None) -> Check:
        """Look at the development sets."""
        found = tuple(pairs.correlation(self.weights(theta, pairs)) for pairs in self.dev)
        return Check(step, found, best is None or sum(found) / len(found) > best.mean)


def _tell(progress: Callable[[Check], None] | None, check: Check) -> None:
    if progress is not None:
        progress(check)
