"""Searching: how an index finds the graphs that are close under a metric.

An index answers exactly, which takes an upper bound on the value of a pair that costs less than the
value. A metric declares where its bound comes from:

    AlignmentSearch   sketches of the graphs: triples that no alignment can match (smatch and kin)
    FeatureSearch     features that graphs share: k-grams, motifs, labels (sembleu, rematch, wlk)

A metric that declares nothing has no bound. What is found is always compared by the metric itself,
so a bound can only cost time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from tertium import _native
from tertium.graph import Graph

if TYPE_CHECKING:
    from tertium._types import Array
    from tertium.metrics.base import Metric

ListFeatures: TypeAlias = Callable[[Sequence[Graph | None], int], _native.FeatureLists]
"""Takes graphs and the number of columns by which shares are added up."""


@dataclass(frozen=True, slots=True, eq=False)
class AlignmentSearch:
    """Bounds by sketches: the value is the F1 of matched triples, one for each match."""

    convention: _native.Convention
    options: _native.AlignerOptions


@dataclass(frozen=True, slots=True, eq=False)
class FeatureSearch:
    """Bounds by features that two graphs share, with the query as the gold."""

    features: ListFeatures
    totals: Callable[[list[Graph], _native.FeatureLists], Array]
    """A row of numbers for each graph, kept with it."""
    bound: Callable[[Array, Array, Array], Array]
    """Takes what a query shares with graphs (a row for each), the query's totals and theirs."""
    columns: int = 1
    """Shares are added up by the order of features, from 1 to so many, or all together."""
    product: bool = False
    """Whether two graphs share the product of a feature's weights, not the lesser one."""


Searching: TypeAlias = "AlignmentSearch | FeatureSearch"


def by_shared_counts(
    metric: Metric, features: ListFeatures, matched: Sequence[str]
) -> FeatureSearch:
    """Search for a metric whose statistics are counts of features, those shared in *matched*."""
    import numpy as np

    names = metric.statistics_names
    width = len(names)

    def totals(graphs: list[Graph], _: _native.FeatureLists) -> Array:
        nothing = [None] * len(graphs)
        alone = metric.compare_many(graphs, nothing), metric.compare_many(nothing, graphs)
        return np.hstack([table.values for table in alone])

    def bound(shared: Array, mine: Array, theirs: Array) -> Array:
        columns = dict(zip(names, (mine[:width] + theirs[:, width:]).T, strict=True))
        columns.update(zip(matched, shared.T, strict=True))
        columns["pairs"] = np.ones(len(theirs))
        value: Array = metric._value(columns)
        return value

    return FeatureSearch(features, totals, bound, columns=len(matched))
