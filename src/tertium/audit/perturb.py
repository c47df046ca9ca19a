"""Perturbations: a graph changed so that its meaning stays, or so that it does not.

Ki, Kim & Gweon (Table 1) have six operations that keep the meaning by the AMR guidelines,

    lift-up    (g / go-02 :ARG0 (b / boy))  ->  (b / boy :ARG0-of (g / go-02))
    reorder    the triples in another order
    relabel    other names for the variables
    reify      every role that has one, as its concept
    dereify    every concept that is one, as its role
    duplicate  every edge and attribute twice

and seven that change it: insert-node, insert-edge, change-node, change-edge, delete-node,
delete-edge, swap. Each is a function of a graph and a source of random numbers and returns a new,
connected graph with a top, or None if it does not apply to the graph. `perturb` makes sure that
an operation does what it claims: a change of meaning that gives the same graph again (two equal
edges swapped) is drawn anew.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tertium.alignment import align
from tertium.audit.editing import (
    connected,
    ends,
    fresh_name,
    graph_of,
    reached,
    renamed,
    replaced,
)
from tertium.graph import Graph, Triple, as_written
from tertium.standard import CANONICAL, Convention

DUMMY_CONCEPT = "dummy-concept"
DUMMY_ROLE = ":dummy-role"
_TRIES = 10

_REIFIED = Convention(case="keep", quotes="keep", mod="keep", table="full", reification="reify")
_DEREIFIED = Convention(case="keep", quotes="keep", mod="keep", table="full", reification="dereify")

Change = Callable[[Graph, random.Random], "Graph | None"]


@dataclass(frozen=True, slots=True)
class Operation:
    """A perturbation and whether it keeps the meaning."""

    name: str
    keeps_meaning: bool
    change: Change

    @classmethod
    def of(cls, change: Change, keeps_meaning: bool) -> Operation:
        """Return the operation that a function is, under its name."""
        return cls(change.__name__.replace("_", "-"), keeps_meaning, change)

    @property
    def definition(self) -> str:
        """What it does, in a line."""
        return (self.change.__doc__ or "").splitlines()[0]


@dataclass(frozen=True, slots=True)
class Perturbed:
    """What became of a graph."""

    graph: Graph | None
    outcome: Literal["done", "impossible", "same"]
    """``same``: every draw gave an equivalent graph although the meaning was to change."""


def perturb(graph: Graph, operation: Operation, seed: int) -> Perturbed:
    """Apply an operation; the same seed gives the same graph."""
    source = random.Random(f"{operation.name} {seed}")
    for _ in range(_TRIES):
        changed = operation.change(graph, source)
        if changed is None:
            return Perturbed(None, "impossible")
        if operation.keeps_meaning or not equivalent(graph, changed):
            return Perturbed(changed, "done")
    return Perturbed(None, "same")


def equivalent(a: Graph, b: Graph) -> bool:
    """Return whether the canonical forms of two graphs are isomorphic, by exact alignment."""
    found = align(a, b, convention=CANONICAL)
    return not found.only_a and not found.only_b


def lift_up(graph: Graph, source: random.Random) -> Graph | None:
    """Make another variable the top."""
    others = [v for v in graph.variables if v != graph.top]
    return graph_of(as_written(graph), source.choice(others)) if others else None


def reorder(graph: Graph, source: random.Random) -> Graph:
    """Write the triples in another order."""
    triples = list(as_written(graph))
    source.shuffle(triples)
    return graph_of(triples, graph.top)


def relabel(graph: Graph, source: random.Random) -> Graph:
    """Give the variables other names."""
    numbers = list(range(len(graph.variables)))
    source.shuffle(numbers)
    values = {target for _, _, target in as_written(graph) if target}
    prefix = next(p for p in ("r", "rr", "renamed-") if not any(v.startswith(p) for v in values))
    names = {v: f"{prefix}{n}" for v, n in zip(graph.variables, numbers, strict=True)}
    return graph_of([renamed(t, names) for t in as_written(graph)], names[graph.top])


def reify(graph: Graph, source: random.Random) -> Graph:
    """Turn every role that has a reification into a node."""
    return _REIFIED.apply(graph)


def dereify(graph: Graph, source: random.Random) -> Graph:
    """Turn every node that stands for a role into that role, where this is well defined."""
    return _DEREIFIED.apply(graph)


def duplicate(graph: Graph, source: random.Random) -> Graph:
    """Write every edge and attribute twice."""
    triples = [t for t in as_written(graph) for _ in range(1 if t[1] == ":instance" else 2)]
    return graph_of(triples, graph.top)


def insert_node(graph: Graph, source: random.Random) -> Graph:
    """Attach a new node with a dummy concept to a variable."""
    name = fresh_name(graph)
    parent = source.choice(graph.variables)
    new: list[Triple] = [(parent, DUMMY_ROLE, name), (name, ":instance", DUMMY_CONCEPT)]
    return graph_of([*as_written(graph), *new], graph.top)


def insert_edge(graph: Graph, source: random.Random) -> Graph | None:
    """Draw an edge with a dummy role between two variables."""
    if len(graph.variables) < 2:
        return None
    a, b = source.sample(graph.variables, 2)
    return graph_of([*as_written(graph), (a, DUMMY_ROLE, b)], graph.top)


def change_node(graph: Graph, source: random.Random) -> Graph | None:
    """Give a variable a dummy concept."""
    places = [i for i, t in enumerate(as_written(graph)) if t[1] == ":instance"]
    return replaced(graph, source, places, lambda t: (t[0], t[1], DUMMY_CONCEPT))


def change_edge(graph: Graph, source: random.Random) -> Graph | None:
    """Give an edge or attribute a dummy role."""
    places = [i for i, t in enumerate(as_written(graph)) if t[1] != ":instance"]
    return replaced(graph, source, places, lambda t: (t[0], DUMMY_ROLE, t[2]))


def delete_node(graph: Graph, source: random.Random) -> Graph | None:
    """Delete a variable, not the top, without which the graph stays connected."""
    others = [v for v in graph.variables if v != graph.top]
    source.shuffle(others)
    for variable in others:
        triples = [t for t in as_written(graph) if variable not in ends(t)]
        if len(reached(triples, graph)) == len(graph.variables) - 1:
            return graph_of(triples, graph.top)
    return None


def delete_edge(graph: Graph, source: random.Random) -> Graph | None:
    """Delete an edge or attribute, and what is then no longer connected to the top."""
    places = [i for i, t in enumerate(as_written(graph)) if t[1] != ":instance"]
    if not places:
        return None
    gone = source.choice(places)
    triples = [t for i, t in enumerate(as_written(graph)) if i != gone]
    kept = reached(triples, graph)
    return graph_of([t for t in triples if t[0] in kept], graph.top)


def swap(graph: Graph, source: random.Random) -> Graph | None:
    """Exchange the targets of two edges, so that the graph stays connected."""
    names = set(graph.variables)
    edges = [i for i, t in enumerate(graph.triples) if t[1] != ":instance" and t[2] in names]
    if len(edges) < 2:
        return None
    for _ in range(_TRIES):
        i, j = source.sample(edges, 2)
        triples = list(graph.triples)
        (a, r, b), (c, s, d) = triples[i], triples[j]
        triples[i], triples[j] = (a, r, d), (c, s, b)
        if connected(triples, graph):
            return graph_of(triples, graph.top)
    return None


EQUIVALENCES = (lift_up, reorder, relabel, reify, dereify, duplicate)
INEQUIVALENCES = (
    insert_node,
    insert_edge,
    change_node,
    change_edge,
    delete_node,
    delete_edge,
    swap,
)
OPERATIONS: dict[str, Operation] = {
    operation.name: operation
    for changes, keeps_meaning in ((EQUIVALENCES, True), (INEQUIVALENCES, False))
    for operation in (Operation.of(change, keeps_meaning) for change in changes)
}
"""The thirteen of Ki, Kim & Gweon, by name."""
