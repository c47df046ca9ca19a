"""Graphs that are as large as the profile for servers admits, and as hard as they can be made.

    few variables, many edges       (x0 / c :r x1 :r x2 ...)      the edges of a variable look alike
    many variables, few edges       a tree, a ring, a grid        many places look alike
    one hub                         (x0 / c :r (x1 / c) ...)      all neighbours look alike

Every family has two graphs of as many triples as are allowed, of one concept and one role unless it
says otherwise, so that nothing tells variables apart. `benchmarks.limits` measures each metric on
each family and reports the worst.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

Pair = tuple[str, str]
Edge = tuple[int, int]


def penman(variables: int, edges: list[Edge], concepts: int = 1) -> str:
    """Return a graph: a chain of all variables, and other edges as re-entrancies."""
    text = ""
    for v in reversed(range(variables)):
        more = "".join(f" :r x{b}" for a, b in edges if a == v)
        text = f"(x{v} / c{v % concepts}{more}{f' :r {text}' if text else ''})"
    return text


def random_pair(variables: int, triples: int, concepts: int = 1) -> Pair:
    """Return two graphs with random edges; each triple is a variable, or an edge."""

    def graph(seed: int) -> str:
        random = Random(seed)
        count = triples - 2 * variables + 1  # the chain has an edge less than variables
        pairs = [(random.randrange(variables), random.randrange(variables)) for _ in range(count)]
        return penman(variables, pairs, concepts)

    return graph(1), graph(2)


def rings(variables: int, triples: int) -> Pair:
    """Return rings in which every variable points a few steps ahead, by other steps in each."""
    room = triples - 2 * variables + 1

    def graph(steps: tuple[int, ...]) -> str:
        edges = [(v, (v + step) % variables) for step in steps for v in range(variables)]
        return penman(variables, edges[:room])

    return graph((2, 5, 11, 17, 23)), graph((3, 7, 13, 19, 29))


def stars(triples: int) -> Pair:
    """Return hubs with as many neighbours, some of which are hubs of their own."""

    def graph(hubs: int) -> str:
        leaves = (triples + 1) // 2 - 1 - hubs
        parts = ["".join(f" :r (x{h}_{i} / c)" for i in range(leaves // hubs)) for h in range(hubs)]
        return "(x / c" + "".join(f" :r (y{h} / c{part})" for h, part in enumerate(parts)) + ")"

    return graph(3), graph(4)


def families(triples: int) -> dict[str, Callable[[], Pair]]:
    """Return all families for a number of triples."""
    found: dict[str, Callable[[], Pair]] = {"hubs": partial(stars, triples)}
    for v in (12, 16, 20, 28, 40, 70, 100, 130, 160, 195):
        found[f"{v} variables, random edges"] = partial(random_pair, v, triples)
    for v in (60, 100, 130):
        found[f"{v} variables of 3 concepts"] = partial(random_pair, v, triples, 3)
        found[f"{v} variables in rings"] = partial(rings, v, triples)
    return found
