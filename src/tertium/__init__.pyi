"""The public names, for type checkers; __init__.py imports them when they are first used."""

from tertium._version import __version__
from tertium.alignment import Solving, align
from tertium.alignment.alignment import Alignment
from tertium.errors import TertiumError
from tertium.evaluation import Evaluation, evaluate, score, score_corpus
from tertium.evaluation.agreement import Agreement, agree
from tertium.evaluation.columns import scores
from tertium.evaluation.comparison import Comparison, compare
from tertium.evaluation.matrix import matrix
from tertium.explain.diff import diff
from tertium.explain.script import Edit, Script
from tertium.explain.table import ErrorTable, error_table
from tertium.graph import Corpus, Graph, read
from tertium.graph.rows import RowFile
from tertium.metrics import Metric, Score, Statistics, StatisticsTable, metric, register
from tertium.metrics.explanation import Contribution, Explanation
from tertium.search.index import Index
from tertium.standard import Convention
from tertium.statistics import Confidence, Resampling

__all__ = [
    "Agreement",
    "Alignment",
    "Comparison",
    "Confidence",
    "Contribution",
    "Convention",
    "Corpus",
    "Edit",
    "ErrorTable",
    "Evaluation",
    "Explanation",
    "Graph",
    "Index",
    "Metric",
    "Resampling",
    "RowFile",
    "Score",
    "Script",
    "Solving",
    "Statistics",
    "StatisticsTable",
    "TertiumError",
    "__version__",
    "agree",
    "align",
    "compare",
    "diff",
    "error_table",
    "evaluate",
    "matrix",
    "metric",
    "read",
    "register",
    "score",
    "score_corpus",
    "scores",
]
