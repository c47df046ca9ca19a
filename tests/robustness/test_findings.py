"""What fuzzing found, so that it stays mended."""

from __future__ import annotations

import tertium
from tertium import Graph


def test_two_names_of_a_variable() -> None:
    """Pair compression took one of a variable's two names, and which one depended on the order."""
    two = Graph.from_triples([("a", ":instance", "x"), ("a", ":instance", "y")], top="a")
    one = Graph.from_triples([("b", ":instance", "x")], top="b")
    metric = "smatch++:compress=yes"
    assert tertium.score(two, one, metric).value == 1
    assert tertium.score(one, two, metric).value == 1
