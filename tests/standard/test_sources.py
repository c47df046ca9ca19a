"""Sources: every triple of a standard form knows the triples that somebody wrote."""

from __future__ import annotations

import pickle
from dataclasses import fields
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Convention, Graph, align
from tertium.graph import Triple
from tertium.metrics import metric
from tertium.metrics.aligning import Aligning
from tertium.standard import AS_IS, CANONICAL, SMATCH, SMATCHPP
from tertium.standard.aspects import ASPECTS, Aspect
from tests.support.graphs import graphs

HINTS = get_type_hints(Convention)
CHOICES = {
    field.name: get_args(HINTS[field.name])
    for field in fields(Convention)
    if get_origin(HINTS[field.name]) is Literal
}
conventions = st.builds(
    Convention,
    table=st.sampled_from(["standard", "full"]),
    compress=st.booleans(),
    **{name: st.sampled_from(values) for name, values in CHOICES.items()},
)

# What standard forms change: nodes that stand for roles, names, duplicates, capitals, links.
PIECES: tuple[list[Triple], ...] = (
    [("r", ":instance", "be-located-at-91"), ("r", ":ARG1", "x0"), ("r", ":ARG2", "x0")],
    [("r", ":instance", "include-91"), ("r", ":ARG2", "x0"), ("x0", ":ARG1-of", "r")],
    [("r", ":instance", "Have-Mod-91"), ("x0", ":ARG1-of", "r"), ("r", ":ARG2", "5")],
    [("x0", ":superset", "x0"), ("x0", ":location", "x0"), ("x0", ":poss", "x0")],
    [("n", ":instance", "name"), ("x0", ":name", "n"), ("n", ":op1", '"New  York"')],
    [("n", ":op2", '"City"'), ("x0", ":wiki", '"Q60"'), ("x0", ":name", '"York"')],
    [("x0", ":Mod", "x0"), ("x0", ":mod-of", "x0"), ("x0", ":ARG0", None)],
    [("x0", ":instance", "Boy"), ("x0", ":instance", "boy"), ("x0", ":li_", '"a_"')],
)


@st.composite
def rich_graphs(draw: st.DrawFn) -> Graph:
    """Draw a graph that a convention has something to do with."""
    triples = list(draw(graphs(max_variables=3)).triples)
    for piece in draw(st.lists(st.sampled_from(PIECES), max_size=4)):
        triples += piece
    return Graph.from_triples(draw(st.permutations(triples)))


def forgetting_new_names(graph: Graph, written: Graph) -> list[Triple]:
    """Return the triples with one name for all variables that a standard form added."""
    old = set(written.variables)
    new = {v: "*" for v in graph.variables if v not in old}
    return [(new.get(s, s), role, new.get(t or "", t)) for s, role, t in graph.triples]


def part_of(written: Graph, places: tuple[int, ...], top: str) -> Graph:
    """Return the graph of some triples as they are spelled, and of the variables they mention."""
    raw, is_edge = written._raw_triples(), written._edges()
    triples = [raw[i] for i in places]
    ends = {str(raw[i][2]) for i in places if is_edge[i]} | {raw[i][0] for i in places} | {top}
    own = {source for source, _, _ in triples}
    return Graph.from_triples(
        [*triples, *((v, ":instance", None) for v in sorted(ends - own))], top=top
    )


@settings(max_examples=300)
@given(rich_graphs(), conventions)
def test_the_sources_of_a_triple_standardise_to_it(graph: Graph, convention: Convention) -> None:
    standard = convention.apply(graph)
    assert standard.written is graph
    assert len(standard.sources) == len(standard)
    triples = forgetting_new_names(standard, graph)
    for triple, places in zip(triples, standard.sources, strict=True):
        assert places
        assert places == tuple(sorted(set(places)))
        top = triple[0] if triple[0] != "*" else graph._raw_triples()[places[0]][0]
        part = convention.apply(part_of(graph, places, top))
        assert triple in forgetting_new_names(part, graph)


@settings(max_examples=100)
@given(rich_graphs())
def test_an_unchanged_triple_is_its_own_source(graph: Graph) -> None:
    standard = AS_IS.apply(graph)
    assert standard.sources == tuple((i,) for i in range(len(graph)))
    assert graph.sources == standard.sources
    assert graph.written is graph


@settings(max_examples=100)
@given(rich_graphs(), conventions)
def test_nothing_is_lost_but_what_a_convention_drops(graph: Graph, convention: Convention) -> None:
    """Triples without a trace are those that conventions leave out."""
    kept = {place for places in convention.apply(graph).sources for place in places}
    for place in set(range(len(graph))) - kept:
        role = graph._raw_triples()[place][1]
        dropped_wiki = convention.wiki == "drop" and role == ":wiki"
        assert dropped_wiki or convention.constants == "drop"


@settings(max_examples=50)
@given(rich_graphs(), conventions)
def test_a_standard_form_of_a_standard_form(graph: Graph, convention: Convention) -> None:
    """Sources lead back to what was written, through every form between."""
    once = convention.apply(graph)
    twice = CANONICAL.apply(once)
    assert twice.written is graph or not len(once) or not len(twice)
    direct = {i for places in once.sources for i in places}
    assert {i for places in twice.sources for i in places} <= direct or not len(once)


CASES = {
    # the graph as written, the convention, a triple, and its sources
    "lower case": ("(b / Boy)", SMATCH, ("b", ":instance", "boy"), (0,)),
    "first word": ('(n / name :op1 "New York")', SMATCH, ("n", ":op1", "new"), (1,)),
    "inverse": ("(b / boy :ARG0-of (g / go))", SMATCH, ("g", ":arg0", "b"), (1,)),
    "mod": ("(b / boy :mod (t / tall))", SMATCH, ("t", ":domain", "b"), (1,)),
    "duplicates": ("(b / boy :li 1 :x 2 :li 1)", SMATCHPP, ("b", ":li", "1"), (1, 3)),
    "a node that is a role": (
        "(k / knife :ARG1-of (b / be-located-at-91 :ARG2 (d / drawer)))",
        SMATCHPP,
        ("k", ":location", "d"),
        (1, 2, 3),
    ),
    "a role that is a node": (
        "(k / knife :location (d / drawer))",
        Convention(reification="reify"),
        ("_1", ":instance", "be-located-at-91"),
        (1,),
    ),
    "a name": (
        '(c / city :name (n / name :op1 "New" :op2 "York"))',
        CANONICAL,
        ("c", ":name", '"new york"'),
        (1, 2, 3, 4),
    ),
}


@pytest.mark.parametrize(("text", "convention", "triple", "places"), CASES.values(), ids=CASES)
def test_a_standard_triple_names_the_written_ones_it_comes_from(
    text: str, convention: Convention, triple: Triple, places: tuple[int, ...]
) -> None:
    standard = convention.apply(text)
    assert standard.sources[standard.triples.index(triple)] == places


@pytest.mark.parametrize("aspect", ASPECTS.values(), ids=list(ASPECTS))
@settings(max_examples=10)
@given(graph=rich_graphs())
def test_parts_know_their_sources(aspect: Aspect, graph: Graph) -> None:
    whole = {i for places in SMATCHPP.apply(graph).sources for i in places}
    for selection in filter(None, (aspect.selection, aspect.smatchpp, aspect.coarse)):
        part = selection.apply(graph, SMATCHPP)
        assert all(part.sources)
        if len(part):
            assert part.written is graph
            assert {i for places in part.sources for i in places} <= whole


ALIGNING = ["smatch", "smatch++", "smatch#", "s2match", "wsmatch", "smatch:solver=ilp"]
ALIGNING += ["smatch:aspect=named-entities", "smatch:aspect=concepts,aspect_alignment=one"]


@pytest.mark.parametrize("name", ALIGNING)
@settings(max_examples=15)
@given(gold=rich_graphs(), pred=rich_graphs())
def test_every_match_leads_to_what_was_written(name: str, gold: Graph, pred: Graph) -> None:
    chosen = metric(name)
    assert isinstance(chosen, Aligning)
    found = chosen.align(gold, pred)
    for match in found.matches:
        for graph, triple, index, side, given_graph in (
            (found.a, match.a, match.index_a, 0, gold),
            (found.b, match.b, match.index_b, 1, pred),
        ):
            sources = found.sources(match)[side]
            assert bool(sources) == (triple is not None)
            assert all(source in given_graph.as_written for source in sources)
            if index is not None:
                assert graph.triples[index] == triple


def test_what_a_user_sees() -> None:
    gold = "(b / Boy\n    :ARG0-of (g / Go-02))"
    found = align(gold, "(x / girl\n  :ARG0-of (y / go-02))")
    (edge,) = [m for m in found.matches if m.a and m.a[1] == ":arg0"]
    (ours,), (theirs,) = found.sources(edge)
    assert ours[:3] == ("b", ":ARG0-of", "g")
    assert theirs[:3] == ("x", ":ARG0-of", "y")
    assert (str(ours.place), str(theirs.place)) == ("line 2, column 5", "line 2, column 3")
    (top,) = [m for m in found.matches if m.a and m.a[1] == ":TOP"]
    assert [s[:3] for side in found.sources(top) for s in side] == [
        ("b", ":instance", "Boy"),
        ("x", ":instance", "girl"),
    ]
    assert (top.index_a, top.index_b) == (None, None)


def test_the_top_of_a_new_variable() -> None:
    """With roles as nodes, a root may be a node that nobody wrote."""
    convention = Convention(reification="reify", top="roots")
    standard = convention.apply("(k / knife :location (d / drawer))")
    assert standard.top_sources("_1") == (1,)
    assert standard.top_sources() == (0,)


def test_pickling_keeps_sources() -> None:
    standard = SMATCHPP.apply("(b / Boy :li 1\n :li 1)")
    copy = pickle.loads(pickle.dumps(standard))
    assert copy == standard
    assert copy.sources == standard.sources == ((0,), (1, 2))
    assert copy.written.as_written == standard.written.as_written
