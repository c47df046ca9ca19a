"""A small corpus to search in, with duplicates, loops, parallel edges and repeated triples."""

from __future__ import annotations

import errno
import os
import random
from functools import cache
from pathlib import Path

from tertium import Graph
from tertium.graph import Triple

_CONCEPTS = ("boy", "girl", "want-01", "go-02", "see-01", "and", "city", "name")
_ROLES = (":ARG0", ":ARG1", ":ARG2", ":mod", ":op1", ":location", ":ARG0-of")
_VALUES = ("-", "1", '"Rome"', '"New York"')


def random_graph(rng: random.Random) -> Graph:
    """Return a connected graph of one to eight variables."""
    names = [f"x{i}" for i in range(rng.choice((1, 2, 3, 4, 5, 6, 8)))]
    triples: list[Triple] = [(name, ":instance", rng.choice(_CONCEPTS)) for name in names]
    for number, name in enumerate(names[1:], start=1):
        triples.append((rng.choice(names[:number]), rng.choice(_ROLES), name))
    for _ in range(rng.choice((0, 0, 1, 2))):
        triples.append((rng.choice(names), rng.choice(_ROLES), rng.choice(names)))
    for _ in range(rng.choice((0, 1, 2))):
        triples.append((rng.choice(names), rng.choice((":polarity", ":op1")), rng.choice(_VALUES)))
    triples += rng.sample(triples, rng.choice((0, 0, 0, 1)))
    return written(triples)


def written(triples: list[Triple]) -> Graph:
    """Return the graph as it is read from a file, because some metrics depend on its layout."""
    return Graph.from_penman(str(Graph.from_triples(triples, top="x0")))


@cache
def toys(count: int = 60, seed: int = 0) -> tuple[Graph, ...]:
    """Return graphs; some occur twice, some with one triple more."""
    rng = random.Random(seed)
    found: list[Graph] = []
    while len(found) < count:
        graph = random_graph(rng)
        found.append(graph)
        if rng.random() < 0.2:
            found.append(graph)
        if rng.random() < 0.3:
            more: list[Triple] = [*graph.triples, ("x0", ":mod", "1")]
            found.append(written(more))
    return tuple(found[:count])


def segments(path: Path) -> list[Path]:
    """Return the segments of an index."""
    return sorted(path.glob("*.segment"))


def contents(path: Path) -> dict[str, bytes]:
    """Return what an index holds, by file."""
    return {file.name: file.read_bytes() for file in path.iterdir() if file.name != "lock"}


def full_disk(_: int) -> None:
    """Stand in for `os.fsync`."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
