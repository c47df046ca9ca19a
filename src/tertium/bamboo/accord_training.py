"""Learning the numbers of `accord` from rated pairs.

    align all pairs under the start values, 90 steps

Under a fixed alignment the loss is smooth, and L-BFGS minimises it; then the alignments, which are
exact, may be found again under the new numbers for another round; on BAMBOO a second one did not
help on dev. The correlations on the development sets are taken
with the metric itself, alignments included, after every 15 steps; the numbers that were best there
are the result. Nothing is drawn, so the result depends on the data and the options alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from tertium.alignment.word_table import WordTable
from tertium.bamboo.accord_features import AccordPairs
from tertium.bamboo.accord_learner import RatedColumn, loss, parameters_of, start, vector_of
from tertium.bamboo.accord_rarity import measure_rarity
from tertium.bamboo.measures import accuracy
from tertium.bamboo.ratings import Rated
from tertium.errors import InputError, MissingExtraError
from tertium.metrics.accord_weights import AccordWeights
from tertium.statistics.correlation import pearson

if TYPE_CHECKING:
    from tertium._types import Array
    from tertium.metrics.accord_labels import Rarity

SetKind = Literal["main", "syno", "role_confusion"]
WEIGHTS: dict[SetKind, float] = {"main": 2.0, "syno": 1.0, "role_confusion": 1.0}
"""How much a column counts; ``main`` also stands for its reified twin."""
MOST: dict[SetKind, int] = {"main": 6000, "syno": 2400, "role_confusion": 2000}
"""How many pairs of a column are learned from."""
FIRST = 2400
"""How many pairs of a main column the first round learns from, which is enough to begin with."""
ROUNDS = (90,)
"""Steps between two alignments."""
CHECK = 15
RIDGE = 1e-4
OWN_RIDGE = 0.02
"""How strongly weights of your own are drawn towards the bundled ones."""


@dataclass(eq=False)
class RatedSet:
    """Rated pairs, ready to be learned from."""

    name: str
    kind: SetKind
    ratings: Array
    pairs: AccordPairs

    @classmethod
    def of(cls, rated: Rated, kind: SetKind, table: WordTable, threads: int = 0) -> RatedSet:
        """Make pairs that were read ready; the first ones if there are very many."""
        ratings = np.array(rated.ratings, np.float64)
        if len(ratings) < 3:
            raise InputError(
                f"{rated.name}: at least 3 pairs with different ratings are needed, found "
                f"{len(ratings)}; add rated pairs"
            )
        if ratings.min() == ratings.max():
            raise InputError(
                f"{rated.name}: all {len(ratings)} ratings are {ratings[0]:g}, so there is nothing "
                "to learn; add pairs with other ratings"
            )
        try:
            pairs = AccordPairs(rated.golds, rated.preds, table, threads)
        except ValueError as error:
            raise InputError(f"{rated.name}: {error}") from None
        return cls(rated.name, kind, ratings, pairs)

    def column(self, x: Array, most: int) -> RatedColumn:
        """Align the pairs under *x*, and count."""
        features = self.pairs.features(parameters_of(x)).first(most)
        couples = self.kind == "role_confusion"
        return RatedColumn(features, self.ratings[:most], WEIGHTS[self.kind], couples)

    def agreement(self, x: Array) -> float:
        """Return the correlation with the ratings; for couples, the mean of it and accuracy."""
        values = self.pairs.values(parameters_of(x))
        found = pearson(values, self.ratings) or 0.0
        if self.kind != "role_confusion":
            return found
        return (found + (accuracy(values) or 0.0)) / 2


class DevLook(NamedTuple):
    """One look at the development sets."""

    step: int
    correlations: tuple[float, ...]
    mean: float  #: over the sets, by `WEIGHTS`
    best: bool  #: whether it is the best so far


class Learned(NamedTuple):
    """A vector with what the development sets say of it."""

    x: Array
    look: DevLook


@dataclass
class AccordTraining:
    """One training: what is learned from, what it is checked with, and where it begins."""

    sets: Sequence[RatedSet]
    dev: Sequence[RatedSet]
    table: WordTable
    rarity: Rarity = "mixed"
    towards: AccordWeights | None = None  #: begin with these, and stay near them
    ridge: float = RIDGE
    rounds: tuple[int, ...] = ROUNDS
    progress: Callable[[DevLook], None] | None = None
    _seen: list[Learned] = field(default_factory=list, init=False)

    def run(self, *, data: str = "", command: str = "") -> AccordWeights:
        """Return the numbers that do best on the development sets."""
        if not self.sets:
            raise InputError("training needs pairs to learn from")
        if self.towards is None:
            main = [one.pairs for one in self.sets if one.kind == "main"]
            scale, knots = measure_rarity(main or [one.pairs for one in self.sets], self.rarity)
            x0 = start()
        else:
            scale, knots, x0 = (
                self.towards.scale, self.towards.knots, vector_of(self.towards.parameters)
            )  # fmt: skip
        for one in (*self.sets, *self.dev):
            one.pairs.set_classes(scale, knots)
        best = self._learn(x0)
        names = [one.name for one in self.dev]
        agreed = (round(value, 6) for value in best.look.correlations)
        return AccordWeights(
            command=command,
            words=self.table.signature,
            seed=0,
            data=data,
            dev=dict(zip(names, agreed, strict=True)),
            curve=tuple((seen.look.step, round(seen.look.mean, 6)) for seen in self._seen),
            scale=scale,
            knots=knots,
            parameters=parameters_of(best.x),
        )

    def _learn(self, x0: Array) -> Learned:
        x, step = x0, 0
        self._look(0, x)
        for number, steps in enumerate(self.rounds):
            columns = [one.column(x, self._most(one, number)) for one in self.sets]
            for reached in _descend(x, columns, x0, self.ridge, steps):
                x = reached
                step += min(CHECK, steps)
                self._look(step, x)
        if not self.dev:
            return self._seen[-1]
        return next(seen for seen in reversed(self._seen) if seen.look.best)

    def _most(self, one: RatedSet, number: int) -> int:
        if self.towards is not None:
            return len(one.ratings)
        return FIRST if number == 0 and one.kind == "main" else MOST[one.kind]

    def _look(self, step: int, x: Array) -> None:
        """Look at the development sets."""
        found = tuple(one.agreement(x) for one in self.dev)
        weights = [WEIGHTS[one.kind] for one in self.dev]
        mean = float(np.average(found, weights=weights)) if found else 0.0
        best = all(mean > seen.look.mean for seen in self._seen)
        self._seen.append(Learned(x, DevLook(step, found, mean, best)))
        if self.progress is not None:
            self.progress(self._seen[-1].look)


def _descend(
    x: Array, columns: Sequence[RatedColumn], x0: Array, ridge: float, steps: int
) -> Iterator[Array]:
    """Yield the vector after every `CHECK` steps of L-BFGS, and at the end."""
    try:
        from scipy.optimize import minimize
    except ImportError:
        raise MissingExtraError("training needs scipy: pip install 'tertium[ilp]'") from None
    path: list[Array] = []
    found = minimize(
        loss,
        x,
        (columns, x0, ridge),
        method="L-BFGS-B",
        jac=True,
        callback=lambda reached: path.append(reached.copy()),
        options={"maxiter": steps},
    )
    yield from path[CHECK - 1 : len(path) - 1 : CHECK]
    yield found.x
