"""Alignment: which variable of one graph is which of the other, and what then matches.

    (g / go-02 :ARG0 (b / boy))     (x / go-02 :ARG0 (y / girl))

    g = x, b = y      matched   (g :instance go-02), (g :ARG0 b), (g :TOP top)
                      only a    (b :instance boy)
                      only b    (y :instance girl)

Three solvers find it. ``exact`` (native, the default) returns the best alignment with its proof:
``matched == upper``. When its budget of steps ends first, the best so far is returned, and the
optimum lies in ``[matched, upper]``. ``climb`` is the hill-climber that smatch made customary,
seeded. ``ilp`` hands the same problem to HiGHS through scipy, as an independent check.

By default only equal triples match, and each earns 1. With a `Similarity`, concepts match by
degrees and earn their similarity. With weights by distance from the top, triples earn those.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from tertium import _native
from tertium.alignment.ilp import solve_ilp
from tertium.alignment.similarity import Similarity, grade
from tertium.errors import OptionError
from tertium.graph import Graph, GraphLike, Triple, as_graph
from tertium.options import check_options, require
from tertium.standard import SMATCH, Convention

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Solver = Literal["exact", "climb", "ilp"]

DEFAULT_BUDGET = 200_000
"""Steps for a pair: a few seconds at most; real sentences need a few dozen."""


@dataclass(frozen=True, slots=True)
class Solving:
    """A solver and its options."""

    solver: Solver = "exact"
    budget: int = DEFAULT_BUDGET
    restarts: int = 4
    seed: int = 0

    def __post_init__(self) -> None:
        check_options(self)
        for name, bits in (("budget", 63), ("restarts", 31), ("seed", 64)):
            if not 0 <= getattr(self, name) < 2**bits:
                raise OptionError(f"{name} must be at least 0 and below 2^{bits}")


@dataclass(frozen=True, slots=True)
class Alignment:
    """An alignment of two graphs, in the names of their variables.

    Triples are shown in the standard form of the convention, the top as ``(g, :TOP, top)``.
    """

    mapping: dict[str, str]
    """Variables of a, and their partners in b."""
    matched_triples: tuple[tuple[Triple, Triple], ...]
    only_a: tuple[Triple, ...]
    only_b: tuple[Triple, ...]
    matched: float
    """The number of matched triples: the sum of what they earned."""
    upper: float
    """No alignment matches more."""
    earned: tuple[float, ...] = ()
    """What each match earned: 1, or its similarity, or its weight by distance."""

    @property
    def graded(self) -> tuple[tuple[Triple, Triple, float], ...]:
        """The matches of different concepts, each with what it earned.

        >>> from tertium.metrics import S2match
        >>> found = S2match().align("(c / cat)", "(k / kitten)")
        >>> [(a[2], b[2], round(earned, 2)) for a, b, earned in found.graded]
        [('cat', 'kitten', 0.56), ('cat', 'kitten', 0.56)]
        """
        both = zip(self.matched_triples, self.earned, strict=True)
        return tuple((a, b, e) for (a, b), e in both if _names_concept(a) and a[2] != b[2])

    @property
    def proven(self) -> bool:
        """Whether the alignment is proven to be the best."""
        return self.matched == self.upper


def align(
    a: GraphLike,
    b: GraphLike,
    *,
    convention: Convention = SMATCH,
    solving: Solving | Solver = "exact",
    similarity: Similarity | None = None,
    weights: Sequence[float] = (),
) -> Alignment:
    """Align two graphs.

    *similarity* lets different concepts match by degrees. *weights* are what triples count at
    distances 0, 1, ... from the top, the last also beyond; by default all count 1.

    >>> found = align("(g / go-02 :ARG0 (b / boy))", "(x / go-02 :ARG0 (y / girl))")
    >>> found.mapping, found.matched, found.proven
    ({'g': 'x', 'b': 'y'}, 3.0, True)
    >>> found.only_a
    (('b', ':instance', 'boy'),)
    """
    if not isinstance(solving, Solving):
        solving = Solving(solving)
    require(Convention, convention, "convention")
    if not all(0 <= weight < math.inf for weight in weights):
        raise OptionError("weights must be numbers of at least 0")
    graph_a, graph_b = as_graph(a), as_graph(b)
    options = _options(convention, solving, weights)
    if similarity is not None:
        standard = grade(options, similarity, [graph_a], [graph_b])
        graph_a, graph_b = cast("list[Graph]", [*standard[0], *standard[1]])
    if solving.solver == "ilp":
        optimum, mapping = solve_ilp(options, graph_a, graph_b)
        options.budget = 0
        pair = _native.align(options, graph_a, graph_b, mapping)
        return _describe(pair, optimum, optimum, convention)
    pair = _native.align(options, graph_a, graph_b)
    return _describe(pair, pair.matched, pair.upper, convention)


def count_pairs(
    a: list[Graph | None],
    b: list[Graph | None],
    convention: Convention,
    solving: Solving,
    threads: int,
    similarity: Similarity | None = None,
    weights: Sequence[float] = (),
) -> NDArray[np.float64]:
    """Return a row for each pair: matched, total of a, total of b, upper, proven."""
    options = _options(convention, solving, weights)
    if solving.solver == "ilp":
        options.budget = 0
    if similarity is not None:
        a, b = grade(options, similarity, a, b)
    counts = _native.compare(options, a, b, threads)
    if solving.solver == "ilp":
        for row, graph_a, graph_b in zip(counts, a, b, strict=True):
            if graph_a is not None and graph_b is not None:
                row[0] = row[3] = solve_ilp(options, graph_a, graph_b)[0]
                row[4] = 1
    return counts


def count_parts(
    a: list[Graph | None],
    b: list[Graph | None],
    parts_a: list[Graph | None],
    parts_b: list[Graph | None],
    convention: Convention,
    solving: Solving,
    compress: bool,
    threads: int,
    similarity: Similarity | None = None,
) -> NDArray[np.float64]:
    """Align whole graphs and count what parts of them share; rows as of `count_pairs`."""
    options = _options(convention, solving, ())
    if similarity is not None:
        a, b = grade(options, similarity, a, b, (parts_a, parts_b))
    return _native.compare_parts(options, a, b, parts_a, parts_b, compress, threads)


def _options(
    convention: Convention, solving: Solving, weights: Sequence[float]
) -> _native.AlignerOptions:
    options = _native.AlignerOptions()
    options.convention = convention._native()
    options.solver = _native.Solver[solving.solver if solving.solver != "ilp" else "exact"]
    options.budget = solving.budget
    options.restarts = solving.restarts
    options.seed = solving.seed
    options.weights_by_distance = list(weights)
    return options


def _describe(
    pair: _native.PairAlignment, matched: float, upper: float, convention: Convention
) -> Alignment:
    a, b = cast("Graph", pair.a), cast("Graph", pair.b)
    names_a, names_b = a.variables, b.variables
    mapping = {names_a[i]: names_b[j] for i, j in enumerate(pair.mapping) if j >= 0}
    partners, earnings = pair.partner, pair.earned  # made anew at each access
    taken = set(partners)
    both = [(a.triples[i], b.triples[j]) for i, j in enumerate(partners) if j >= 0]
    earned = [earnings[i] for i, j in enumerate(partners) if j >= 0]
    only_a = [t for i, t in enumerate(a.triples) if partners[i] < 0 and _counts(t)]
    only_b = [t for j, t in enumerate(b.triples) if j not in taken and _counts(t)]
    tops_earned = pair.tops_earned
    place = {name: v for v, name in enumerate(names_a)}
    open_tops = {top[0]: top for top in _tops(b, convention)}
    for top in _tops(a, convention):
        earning = tops_earned[place[top[0]]]
        partner = open_tops.pop(mapping.get(top[0], ""), None) if earning else None
        if partner is not None:
            both.append((top, partner))
            earned.append(earning)
        else:
            only_a.append(top)
    only_b += open_tops.values()
    return Alignment(
        mapping, tuple(both), tuple(only_a), tuple(only_b), matched, upper, tuple(earned)
    )


def _names_concept(triple: Triple) -> bool:
    return triple[1] in (":instance", ":TOP")


def _counts(triple: Triple) -> bool:
    """Return whether a triple counts: a variable without concept has no instance triple."""
    return triple[1] != ":instance" or triple[2] is not None


def _tops(graph: Graph, convention: Convention) -> list[Triple]:
    """Return the triples that the top adds."""
    if convention.top == "none" or not graph.top:
        return []
    if convention.top == "flag":
        return [(graph.top, ":TOP", "top")]
    if convention.top == "roots":
        names = set(graph.variables)
        targets = {t for s, r, t in graph.triples if r != ":instance" and t in names and s != t}
        return [(v, ":TOP", "top") for v in graph.variables if v not in targets]
    concepts = (t[2] for t in graph.triples if t[0] == graph.top and t[1] == ":instance")
    return [(graph.top, ":TOP", next(concepts, None))]
