"""Evaluation: graphs against gold graphs, systems against a baseline, annotators with each other.

    policy      what to do with graphs that cannot be read
    scoring     a gold and systems under metrics ──▶ Evaluation
    comparison  an evaluation ──▶ Comparison: differences with tests
    agreement   annotators ──▶ Agreement
    matrix      all pairs of graphs ──▶ an array
    shards      an evaluation on many machines, and back

What is exported here needs no numpy.
"""

from tertium.evaluation.policy import ON_BAD, ON_ERROR, OnBad, OnError
from tertium.evaluation.results import Evaluation, Origin, Pair, Result, Shard, System
from tertium.evaluation.scoring import CorpusLike, evaluate, score, score_corpus

__all__ = [
    "ON_BAD",
    "ON_ERROR",
    "CorpusLike",
    "Evaluation",
    "OnBad",
    "OnError",
    "Origin",
    "Pair",
    "Result",
    "Shard",
    "System",
    "evaluate",
    "score",
    "score_corpus",
]
