"""The challenges of BAMBOO, made from any pairs of graphs with human scores.

    main              (b / bite-01 :ARG0 (t / tiger) :ARG1 (s / snake) :location (f / forest))
    reify             ... :ARG1-of (b2 / be-located-at-91 :ARG2 (f / forest)))
    syno              ... :ARG1 (s / serpent) ...
    role_confusion    (b / bite-01 :ARG1 (t / tiger) :ARG0 (s / snake) ...)

*Reify* and *syno* keep the meaning, so both graphs of a pair are changed and the human score stays.
Changing only one of them (*sides*) is harder: metric(a, b) should be near metric(a, f(b)), as
section 5.3 of the paper proposes.
*Role confusion* changes it: of each pair with the highest score one graph, drawn at random, has
role labels exchanged at nodes with more than one outgoing edge, one to three times. The altered
pair (0) and the true one (1) follow each other. As in the public data, the labels of core roles
and of ``:location`` are exchanged, and only those.

Every pair has random numbers of its own, from the seed and its place: leaving pairs out changes
nothing for the others.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from statistics import fmean, quantiles
from typing import Literal, get_args

from tertium.audit.meaning import CORE, exchange_labels, exchangeable
from tertium.audit.perturb import equivalent
from tertium.bamboo.data import Challenge, Part
from tertium.bamboo.synonyms import Synonyms
from tertium.errors import InputError
from tertium.graph import Graph
from tertium.standard import Convention

MOST_FLIPS = 3
FLIPPED = (*CORE, ":location")
"""The roles whose labels are exchanged."""

_REIFIED = Convention(case="keep", quotes="keep", mod="keep", table="standard", reification="reify")
_TRIES = 10

Sides = Literal["both", "source", "target", "either"]
SIDES: tuple[Sides, ...] = get_args(Sides)
"""Which graphs of a pair are changed; ``either`` is drawn for each pair."""

Disguise = Callable[[Graph, random.Random], tuple[Graph, int]]
"""Return a changed graph and the number of operations."""


@dataclass(frozen=True, slots=True)
class Made:
    """A challenge, and how many operations each changed graph took."""

    part: Part
    operations: tuple[int, ...]
    left_out: int = 0  #: paraphrases to which role confusion does not apply

    @property
    def mean(self) -> float:
        """Operations per graph (Table 3 of the paper)."""
        return fmean(self.operations) if self.operations else 0.0

    @property
    def quartiles(self) -> tuple[float, float, float]:
        """The 25th, 50th and 75th percentile of operations."""
        if len(self.operations) < 2:
            return (self.mean,) * 3
        low, middle, high = quantiles(self.operations, n=4, method="inclusive")
        return low, middle, high


def make(
    challenge: Challenge,
    main: Part,
    seed: int = 0,
    synonyms: Synonyms | None = None,
    sides: Sides = "both",
) -> Made:
    """Make a challenge of the pairs of *main*; ``syno`` needs *synonyms*.

    Where one side is to be changed, operations are those of the changed graphs.
    """
    if challenge == "role_confusion":
        return _confused(main, seed)
    if challenge == "reify":
        return _disguised(main, "reify", seed, reify, sides)
    if challenge == "syno":
        assert synonyms is not None
        return _disguised(main, "syno", seed, synonyms.replace, sides)
    return Made(main, (0,) * (2 * len(main)))


def reify(graph: Graph, source: random.Random | None = None) -> tuple[Graph, int]:
    """Turn every role that has a reification into a concept; each new variable is an operation.

    >>> graph, count = reify(Graph.from_penman("(k / knife :location (d / drawer) :polarity -)"))
    >>> count
    2
    """
    reified = _REIFIED.apply(graph)
    return reified, len(reified.variables) - len(graph.variables)


def confuse_roles(graph: Graph, source: random.Random) -> tuple[Graph, int] | None:
    """Exchange role labels at one to three nodes; None if the operation does not apply.

    >>> bite = Graph.from_penman("(b / bite-01 :ARG0 (t / tiger) :ARG1 (s / snake))")
    >>> print(confuse_roles(bite, random.Random(0))[0])
    (b / bite-01
        :ARG1 (t / tiger)
        :ARG0 (s / snake))
    """
    places = exchangeable(graph, FLIPPED)
    if not places:
        return None
    for _ in range(_TRIES):
        count = source.randint(1, min(MOST_FLIPS, len(places)))
        triples = list(graph.triples)
        for node in source.sample(sorted(places), count):
            exchange_labels(triples, places[node], source)
        changed = Graph.from_triples(triples, top=graph.top)
        if not equivalent(graph, changed):  # (a / and :ARG0 (b / boy) :ARG1 (c / boy)) may not
            return changed, count
    return None


def _disguised(main: Part, challenge: Challenge, seed: int, change: Disguise, sides: Sides) -> Made:
    columns, operations = [], []
    for side, graphs in (("source", main.source), ("target", main.target)):
        column = []
        for index, graph in enumerate(graphs):
            place = f"{challenge} {main.task} {seed} {index}"
            if _is_changed(side, sides, place):
                new, count = change(graph, random.Random(f"{place} {side}"))
                column.append(_told(new, graph))
                operations.append(count)
            else:
                column.append(graph)
        columns.append(tuple(column))
    part = replace(main, challenge=challenge, source=columns[0], target=columns[1])
    return Made(part, tuple(operations))


def _is_changed(side: str, sides: Sides, place: str) -> bool:
    if sides == "either":
        return side == random.Random(f"{place} side").choice(("source", "target"))
    return sides in ("both", side)


def _confused(main: Part, seed: int) -> Made:
    best = max(main.human)
    paraphrases = [i for i, score in enumerate(main.human) if score == best]
    couples = [found for i in paraphrases for found in _couple(main, i, seed)]
    if not couples:
        raise InputError(f"{main.task}: the pairs with the highest score allow no role confusion")
    pairs = [pair for altered, true, _ in couples for pair in (altered, true)]
    part = Part(
        "role_confusion",
        main.task,
        tuple(source for source, _ in pairs),
        tuple(target for _, target in pairs),
        (0.0, 1.0) * len(couples),
    )
    return Made(part, tuple(count for _, _, count in couples), len(paraphrases) - len(couples))


def _couple(
    main: Part, index: int, seed: int
) -> Iterator[tuple[tuple[Graph, Graph], tuple[Graph, Graph], int]]:
    """Yield the altered pair, the true pair and the number of flips, or nothing."""
    draw = random.Random(f"role_confusion {main.task} {seed} {index}")
    source, target = main.source[index], main.target[index]
    chosen = draw.choice((source, target))
    found = confuse_roles(chosen, draw)
    if found is not None:
        altered = _told(found[0], chosen)
        pair = (altered, target) if chosen is source else (source, altered)
        yield pair, (source, target), found[1]


def _told(new: Graph, old: Graph) -> Graph:
    """Return the new graph with the comments of the old one."""
    return Graph.from_triples(new.triples, top=new.top, metadata=old.metadata)
