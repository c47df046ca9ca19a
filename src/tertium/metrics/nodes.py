"""The nodes of a graph, each as the triple that names it.

(p / pie :quant 2)      two nodes: pie, a variable, and 2, a constant
"""

from __future__ import annotations

from tertium.graph import Graph, Triple, with_edges


def nodes_of(form: Graph, edges_to_nodes: bool = False) -> list[Triple]:
    """Return the nodes of a graph in standard form, each as the triple that names it.

    First variables by their concepts, then constants, then the edges if they are nodes too.

    >>> graph = Graph.from_penman("(p / pie :quant 2)")
    >>> nodes_of(graph)
    [('p', ':instance', 'pie'), ('p', ':quant', '2')]
    """
    concepts: dict[str, Triple] = {}
    constants: list[Triple] = []
    others: list[Triple] = []
    for triple, is_edge in with_edges(form):
        if triple[1] == ":instance" and triple[0] not in concepts:
            concepts[triple[0]] = triple
        elif triple[1:] != (":instance", None):
            others.append(triple)
            constants += [] if is_edge else [triple]
    named = [concepts.get(name, (name, ":instance", None)) for name in form.variables]
    return [*named, *constants, *(others if edges_to_nodes else [])]
