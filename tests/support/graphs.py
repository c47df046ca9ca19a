"""Random graphs for the tests, with every odd shape: loops, parallel and repeated edges, cycles."""

from __future__ import annotations

from hypothesis import strategies as st

from tertium import Graph
from tertium.graph import Triple

CONCEPTS = ("boy", "go-02", "want-01")
ROLES = (":ARG0", ":ARG1", ":mod", ":ARG0-of", ":domain")
VALUES = ("-", "1", '"New York"', '"New"')


@st.composite
def graphs(draw: st.DrawFn, max_variables: int = 5, prefix: str = "x") -> Graph:
    """Draw a graph that need not be connected."""
    names = [f"{prefix}{i}" for i in range(draw(st.integers(1, max_variables)))]
    name, role = st.sampled_from(names), st.sampled_from(ROLES)
    triples: list[Triple] = [(v, ":instance", draw(st.sampled_from(CONCEPTS))) for v in names]
    triples += draw(st.lists(st.tuples(name, role, name), max_size=7))
    value = st.sampled_from(VALUES)
    triples += draw(st.lists(st.tuples(name, st.sampled_from((":op1", ":mod")), value), max_size=4))
    return Graph.from_triples(triples, top=draw(name))


@st.composite
def connected_graphs(draw: st.DrawFn, max_variables: int = 6) -> Graph:
    """Draw a graph whose every variable can be reached from the top, so that it can be written."""
    graph = draw(graphs(max_variables))
    links: list[Triple] = [(graph.top, ":op9", v) for v in graph.variables if v != graph.top]
    return Graph.from_triples([*graph.triples, *links], top=graph.top)
