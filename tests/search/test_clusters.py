"""Near-duplicates and clusters follow from the pairs that are close."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.errors import OptionError
from tertium.search import Dropped, JoinedPairs, clusters, deduplicate


def pairs(*rows: tuple[int, int, float]) -> JoinedPairs:
    a, b, value = zip(*rows, strict=True) if rows else ((), (), ())
    return JoinedPairs(np.array(a, int), np.array(b, int), np.array(value, float),
                       np.ones(len(rows), bool))  # fmt: skip


def test_a_graph_goes_for_the_closest_that_is_kept() -> None:
    found = deduplicate(5, pairs((0, 1, 0.9), (1, 2, 0.95), (0, 3, 0.9), (2, 3, 0.92)))
    # 1 goes for 0; 2 is close to 1 alone, which is gone; 3 is closer to 2 than to 0.
    assert found.kept == (0, 2, 4)
    assert found.dropped == (Dropped(1, 0, 0.9), Dropped(3, 2, 0.92))


def test_of_equally_close_graphs_the_first_is_named() -> None:
    assert deduplicate(3, pairs((0, 2, 1.0), (1, 2, 1.0))).dropped == (Dropped(2, 0, 1.0),)


def test_chains_are_clusters_with_single_linkage() -> None:
    chain = pairs((1, 2, 0.7), (2, 4, 0.8))
    assert clusters(6, chain, 0.7) == [1, 2, 2, 3, 2, 4]


def test_average_linkage_asks_all_pairs() -> None:
    chain = pairs((0, 1, 0.9), (1, 2, 0.8))
    assert clusters(3, chain, 0.7, "average") == [1, 1, 2]
    triangle = pairs((0, 1, 0.9), (1, 2, 0.8), (0, 2, 0.7))
    assert clusters(3, triangle, 0.7, "average") == [1, 1, 1]
    assert clusters(3, triangle, 0.76, "average") == [1, 1, 2]


def test_average_linkage_agrees_with_scipy() -> None:
    hierarchy = pytest.importorskip("scipy.cluster.hierarchy")
    from scipy.spatial.distance import squareform

    rng = np.random.default_rng(0)
    values = rng.random((12, 12))
    values = (values + values.T) / 2
    rows = [(i, j, float(values[i, j])) for i in range(12) for j in range(i + 1, 12)]
    distances = 1 - values
    np.fill_diagonal(distances, 0)
    tree = hierarchy.linkage(squareform(distances), "average")
    for least in (0.4, 0.5, 0.6, 0.7):
        theirs = hierarchy.fcluster(tree, 1 - least, "distance")
        numbers: dict[int, int] = {}
        expected = [numbers.setdefault(int(n), len(numbers) + 1) for n in theirs]
        assert clusters(12, pairs(*rows), least, "average") == expected


def test_a_linkage_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match="linkage='complete'"):
        clusters(1, pairs(), 0.5, "complete")  # type: ignore[arg-type]
