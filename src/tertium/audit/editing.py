"""Editing graphs: what operations on triples share."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from tertium.graph import Graph, Triple, as_written


def graph_of(triples: Sequence[Triple], top: str) -> Graph:
    """Return triples as a graph."""
    return Graph.from_triples(triples, top=top)


def fresh_name(graph: Graph) -> str:
    """Return a name for a new variable."""
    words = {word for s, _, t in as_written(graph) for word in (s, t) if word}
    return next(n for n in (f"new{i}" for i in range(len(graph) + 1)) if n not in words)


def renamed(triple: Triple, names: dict[str, str]) -> Triple:
    """Return a triple with other names for variables, those that are not in *names* kept."""
    source, role, target = triple
    if role == ":instance" or target is None:
        return (names.get(source, source), role, target)
    return (names.get(source, source), role, names.get(target, target))


def ends(triple: Triple) -> tuple[str, ...]:
    """Return what a triple joins; a concept is not an end."""
    source, role, target = triple
    return (source,) if role == ":instance" or target is None else (source, target)


def connected(triples: Sequence[Triple], graph: Graph) -> bool:
    """Return whether triples over the variables of a graph join all of them to its top."""
    return len(reached(triples, graph)) == len(graph.variables)


def reached(triples: Sequence[Triple], graph: Graph) -> set[str]:
    """Return the variables that hang on the top, edges taken both ways."""
    names = set(graph.variables)
    neighbours: dict[str, list[str]] = {}
    for source, role, target in triples:
        if role != ":instance" and target in names and target is not None:
            neighbours.setdefault(source, []).append(target)
            neighbours.setdefault(target, []).append(source)
    found, open_ = {graph.top}, [graph.top]
    while open_:
        fresh = [v for v in neighbours.get(open_.pop(), ()) if v not in found]
        found.update(fresh)
        open_.extend(fresh)
    return found


def replaced(
    graph: Graph, source: random.Random, places: Sequence[int], new: Callable[[Triple], Triple]
) -> Graph | None:
    """Return the graph with one of the triples at *places* replaced; None if there are none."""
    if not places:
        return None
    triples = list(as_written(graph))
    place = source.choice(places)
    triples[place] = new(triples[place])
    return graph_of(triples, graph.top)
