"""A canonical order of variables, so that no result depends on how a graph was written.

    (a / and :op1 (b / boy) :op2 (c / boy :mod (t / tall)))

`and` and `tall` are told apart from the boys by their concepts, the boys from each other by their
neighbours. Variables begin with a colour, which is what they say about themselves: concept,
constants, whether they are the top if that counts. Then colours are refined by those of the
neighbours (Weisfeiler & Leman), and numbered by sorting, never by hashing. Variables that stay
equal are, but for rare regular graphs, interchangeable: then one of them is told apart, and its
neighbours follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tertium.graph import Graph, with_edges

_CHOICES = 64  # variables that are told apart one by one; then all equal ones at once


def canonical_ranks(graph: Graph, *, top: bool = True) -> list[int]:
    """Return the rank of each variable of a graph in standard form; without *top*, any may be it.

    >>> boys = "(a / and :op1 (b / boy) :op2 (c / boy :mod (t / tall)))"
    >>> canonical_ranks(Graph.from_penman(boys))
    [0, 2, 1, 3]
    >>> boys = "(a / and :op2 (x / boy :mod (t / tall)) :op1 (y / boy))"
    >>> canonical_ranks(Graph.from_penman(boys))
    [0, 1, 3, 2]
    """
    number = {name: k for k, name in enumerate(graph.variables)}
    own: list[list[tuple[str, str]]] = [[] for _ in number]
    edges: list[tuple[int, str, int]] = []
    for (source, role, target), is_edge in with_edges(graph):
        if is_edge:
            edges.append((number[source], role, number[target or ""]))
        else:
            own[number[source]].append((role, target or ""))
    if top:
        own[number[graph.top]].append(("", ""))
    colours = _numbered([sorted(said) for said in own])
    if max(colours) + 1 == len(colours):
        return colours
    return _told_apart(colours, edges)


def _told_apart(colours: list[int], edges: list[tuple[int, str, int]]) -> list[int]:
    """Return a number of its own for each variable."""
    colours = _refined(colours, edges)
    for choice in range(_CHOICES + 1):
        equal = _equal(colours)
        if not equal:
            return colours
        if choice == _CHOICES:
            return _numbered([(colour, k) for k, colour in enumerate(colours)])
        chosen = [(colour, k != equal[0]) for k, colour in enumerate(colours)]
        colours = _refined(_numbered(chosen), edges)
    raise AssertionError("unreachable")


def _refined(colours: list[int], edges: list[tuple[int, str, int]]) -> list[int]:
    """Return colours that also tell apart variables whose neighbours have different colours."""
    while True:
        seen: list[list[tuple[int, str, int]]] = [[] for _ in colours]
        for source, role, target in edges:
            seen[source].append((0, role, colours[target]))
            seen[target].append((1, role, colours[source]))
        finer = _numbered([(own, sorted(near)) for own, near in zip(colours, seen, strict=True)])
        if max(finer) == max(colours):
            return colours
        colours = finer


def _numbered(things: Sequence[Any]) -> list[int]:
    """Return the rank of each thing; equal things share one."""
    order = sorted(range(len(things)), key=things.__getitem__)
    ranks, rank, before = [0] * len(things), -1, None
    for k in order:
        if rank < 0 or things[k] != before:
            rank, before = rank + 1, things[k]
        ranks[k] = rank
    return ranks


def _equal(colours: list[int]) -> list[int]:
    """Return the variables of the first colour that several have."""
    homes: dict[int, list[int]] = {}
    for k, colour in enumerate(colours):
        homes.setdefault(colour, []).append(k)
    return next((homes[colour] for colour in sorted(homes) if len(homes[colour]) > 1), [])
