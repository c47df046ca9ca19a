"""Graphs in pipelines of scikit-learn.

    model = make_pipeline(GraphSimilarity("wlk"), KNeighborsClassifier())
    model.fit(["(b / boy)", "(c / cat)"], ["human", "animal"])

`GraphSimilarity` turns graphs into numbers: a row for each graph, a column for each graph it was
fitted on, the value of the metric in each cell. For estimators that take similarities or distances
themselves (``metric="precomputed"``), `tertium.matrix` is enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from tertium.errors import InputError, MissingExtraError
from tertium.evaluation.matrix import matrix
from tertium.evaluation.scoring import CorpusLike, as_corpus
from tertium.metrics import MetricLike

if TYPE_CHECKING:
    from tertium._types import Array

try:
    from sklearn.base import BaseEstimator, TransformerMixin
except ImportError:
    raise MissingExtraError("this needs scikit-learn: pip install scikit-learn") from None


class GraphSimilarity(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Turn graphs into their similarities to the graphs that this was fitted on."""

    def __init__(self, metric: MetricLike = "smatch", *, threads: int = 0) -> None:
        self.metric = metric
        self.threads = threads

    def fit(self, X: CorpusLike, y: Any = None) -> GraphSimilarity:  # noqa: N803
        """Remember the graphs; they are the gold for a metric that is not symmetric."""
        self.graphs_ = as_corpus(X, "X").graphs
        return self

    def transform(self, X: CorpusLike) -> Array:  # noqa: N803
        """Return a row for each graph of X, a column for each graph of `fit`."""
        if not hasattr(self, "graphs_"):
            raise InputError("GraphSimilarity: call fit before transform")
        values = matrix(self.graphs_, X, metric=self.metric, threads=self.threads)
        return cast("Array", values.T)
