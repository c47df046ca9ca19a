"""A graph as nodes with labels and edges between them, in plain Python."""

from __future__ import annotations

from tertium import Convention, Graph

Edge = tuple[str, str, str]
"""Source, role without its colon, target."""


def nodes_and_edges(graph: Graph, convention: Convention) -> tuple[dict[str, str], list[Edge]]:
    """Return the label of each node and the edges; every mention of a constant is a node."""
    standard = convention.apply(graph)
    names = set(standard.variables)
    labels = dict.fromkeys(standard.variables, "")
    edges: list[Edge] = []
    for source, role, target in standard.triples:
        if role == ":instance":
            labels[source] = target or ""
        elif target in names:
            edges.append((source, role[1:], target))
        else:
            constant = f"{source} {len(edges)}"  # no variable has a blank in its name
            labels[constant] = target or ""
            turned = role.endswith("-of")
            ends = (constant, role[1:-3], source) if turned else (source, role[1:], constant)
            edges.append(ends)
    return labels, edges
