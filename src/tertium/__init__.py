"""Compare meaning graphs: how alike do two AMRs mean, with a proof where one exists.

>>> import tertium
>>> print(tertium.score("(g / go-02 :ARG0 (b / boy))", "(x / go-02 :ARG0 (y / girl))"))
smatch 75.00 (P 75.00, R 75.00)
"""

from tertium._version import __version__
from tertium.alignment import Alignment, Solving, align
from tertium.convention import Convention
from tertium.corpus import Corpus, read
from tertium.errors import TertiumError
from tertium.evaluation import Evaluation, evaluate, score, score_corpus
from tertium.graph import Graph
from tertium.metrics import Metric, Score, Statistics, StatisticsTable, metric, register

__all__ = [
    "Alignment",
    "Convention",
    "Corpus",
    "Evaluation",
    "Graph",
    "Metric",
    "Score",
    "Solving",
    "Statistics",
    "StatisticsTable",
    "TertiumError",
    "__version__",
    "align",
    "evaluate",
    "metric",
    "read",
    "register",
    "score",
    "score_corpus",
]
