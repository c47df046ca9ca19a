"""Every bound of the cascade is at least what an alignment matches, whatever the graphs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tertium import Graph, _native, metrics
from tertium.metrics.searching import AlignmentSearch, FeatureSearch
from tests.search.toys import toys
from tests.support.graphs import graphs

ALIGNING = ("smatch", "smatch:top=concept", "smatch:top=none", "smatch++", "smatch#")
BY_FEATURES = ("sembleu", "sembleu:symmetric=yes,n=4", "sema", "rematch", "wlk", "wlk:counts=all")


def segment(spec: str, *given: Graph) -> _native.Segment:
    searching = metrics.metric(spec).searching
    assert isinstance(searching, AlignmentSearch)
    names = [""] * len(given)
    written = _native.write_sketches(searching.convention, list(given), names, names, None)
    return _native.Segment(written)


def bounds(spec: str, a: Graph, b: Graph) -> list[float]:
    searching = metrics.metric(spec).searching
    assert isinstance(searching, AlignmentSearch)
    return _native.bounds(searching.options, segment(spec, a), 0, segment(spec, b), 0)


@pytest.mark.parametrize("spec", ALIGNING)
@settings(max_examples=80, deadline=None)
@given(a=graphs(), b=graphs())
def test_no_bound_is_below_the_exact_count(spec: str, a: Graph, b: Graph) -> None:
    *found, exact = bounds(spec, a, b)
    matched = metrics.metric(spec).compare(a, b)["matched"]
    assert exact == matched
    assert all(bound >= exact for bound in found), found
    assert found[4] <= found[3], "an assignment earns at most the best of each row"


def test_bounds_tell_graphs_apart() -> None:
    one = Graph.from_penman("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))")
    turned = Graph.from_penman("(w / want-01 :ARG1 (b / boy) :ARG0 (g / go-02 :ARG0 b))")
    assert bounds("smatch", one, one) == [7, 7, 7, 7, 7, 7]
    # All words are there, but want-01 and boy cannot both have their roles.
    assert bounds("smatch", one, turned) == [7, 7, 7, 6, 6, 5]


def test_counts_beyond_a_byte_are_not_lost() -> None:
    # 300 equal triples fill a bucket of the histogram, which counts up to 255.
    many = Graph.from_triples([("b", "instance", "boy"), *[("b", "mod", "x")] * 300])
    fewer = Graph.from_triples([("b", "instance", "boy"), *[("b", "mod", "x")] * 280])
    spec = "smatch#:top=none"
    found = bounds("smatch++:graphs=generic", many, fewer)
    assert min(found) == metrics.metric("smatch++:graphs=generic").compare(many, fewer)["matched"]
    assert bounds(spec, many, fewer)[0] >= 2


def test_a_graph_that_is_too_large_is_refused() -> None:
    triples = [(f"x{i}", "ARG0", f"x{i + 1}") for i in range(66_000)]
    with pytest.raises(ValueError, match="at most 65,535 variables"):
        segment("smatch", Graph.from_triples(triples))


@pytest.mark.parametrize("spec", BY_FEATURES)
def test_features_bound_the_value(spec: str) -> None:
    metric = metrics.metric(spec)
    search = metric.searching
    assert isinstance(search, FeatureSearch)
    corpus = list(toys(30))
    features = search.features(corpus, search.columns)
    names = [str(i) for i in range(len(corpus))]
    totals = search.totals(corpus, features).copy()
    held = _native.Segment(_native.write_features(features, totals, names, names))
    for i, query in enumerate(corpus):
        others, shared = _native.share_features(held, features, i, search.product, search.columns)
        bound = search.bound(shared, totals[i], totals[others])
        values = metric.values([query] * len(others), [corpus[j] for j in others])
        assert all(bound + 1e-12 >= values)
        if not spec.startswith("sema"):  # whose nodes match in context only
            assert all(abs(bound - values) < 1e-6)


NOT_EXACT = (
    *("s2match", "wsmatch", "wwlk", "smatch:solver=climb", "smatch:aspect=concepts"),
    "smatch++:compress=yes",
)


@pytest.mark.parametrize("spec", NOT_EXACT)
def test_metrics_without_a_bound_say_so(spec: str) -> None:
    assert metrics.metric(spec).searching is None
