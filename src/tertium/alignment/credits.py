"""Credits: alignments that earn real numbers for nodes and edges, found exactly.

    (c / cat :mod (b / black))        (k / kitten :mod (d / dark))

    nodes[i][j]       what aligning node i of a with node j of b earns; below 0: they may not be
                      aligned
    straight[e][f]    what edge e of a earns with edge f of b if source is aligned with source and
                      target with target
    reversed[e][f]    the same if source is aligned with target and target with source

An edge names its ends, so its credit may depend on how similar these are: that is what sets credits
apart from triples that match. Each edge earns at most once; of several edges between the same nodes
those are matched that earn the most.

>>> credits = Credits(
...     nodes=[[1.5, 0.0], [0.0, 0.75]],
...     edges_a=[(0, 1)], edges_b=[(0, 1)],
...     straight=[[0.5]], reversed=[[0.25]],
... )
>>> align_credits([credits])
[CreditAlignment(mapping=[0, 1], earned=2.75, upper=2.75, proven=True)]

Credits are rounded to 2⁻²⁰, and the alignment is optimal for the rounded ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tertium import _native
from tertium.alignment.solving import DEFAULT_BUDGET
from tertium.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from tertium.alignment.aligner import Progress


class Credits(_native.Credits):
    """What aligning two graphs may earn, see the module's docstring."""

    def __init__(
        self,
        nodes: ArrayLike,
        edges_a: ArrayLike,
        edges_b: ArrayLike,
        straight: ArrayLike,
        reversed: ArrayLike,
    ) -> None:
        ends = [np.asarray(edges, dtype=np.int32).reshape(-1, 2) for edges in (edges_a, edges_b)]
        shape = len(ends[0]), len(ends[1])
        tables = [np.asarray(table, dtype=np.float64) for table in (straight, reversed)]
        if any(table.size != shape[0] * shape[1] for table in tables):
            raise InputError(f"credits: expected {shape[0]} × {shape[1]} numbers for edges")
        grids = [np.ascontiguousarray(table.reshape(shape)) for table in tables]
        super().__init__(
            np.ascontiguousarray(nodes, dtype=np.float64), ends[0].copy(), ends[1].copy(), *grids
        )


class CreditAlignment(NamedTuple):
    """An alignment by credits."""

    mapping: list[int]  #: for each node of a its partner in b, or -1
    earned: float
    upper: float  #: no alignment earns more
    proven: bool


def align_credits(
    credits: Sequence[Credits],
    *,
    budget: int = DEFAULT_BUDGET,
    cutoffs: Sequence[float] = (),
    threads: int = 1,
    progress: Progress | None = None,
) -> list[CreditAlignment]:
    """Find the alignment of each pair that earns the most.

    *cutoffs*, one for each pair, end a search early that cannot reach them, as in `tertium.align`.
    """
    try:
        found = _native.align_credits(credits, budget, cutoffs, threads, progress)
    except ValueError as error:
        raise InputError(f"credits: {error}") from None
    return [CreditAlignment(*each) for each in found]
