"""Scores during training with Hugging Face transformers.

    trainer = Seq2SeqTrainer(..., compute_metrics=compute_metrics(tokenizer, ["smatch"]))

Labels and predictions are token ids; they are decoded to PENMAN and scored. A prediction that is
not a graph scores zero, and the number of such predictions is among the results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from tertium.evaluation import Evaluation, evaluate
from tertium.graph import Corpus
from tertium.metrics import MetricLike

if TYPE_CHECKING:
    from numpy.typing import NDArray

Decode = Callable[[Any], list[str]]
"""Turns an array of token ids, a row for each graph, into texts."""


def compute_metrics(
    tokenizer: Any,
    metrics: Iterable[MetricLike] = ("smatch",),
    *,
    decode: Decode | None = None,
    threads: int = 0,
) -> Callable[[Any], dict[str, float]]:
    """Return a function for the ``compute_metrics`` of a trainer.

    *decode* replaces ``tokenizer.batch_decode``, for parsers that write graphs in a form of their
    own. The results are ``smatch``, ``smatch_precision`` and so on, and ``invalid``.
    """
    chosen = list(metrics)

    def to_text(ids: NDArray[np.int64]) -> list[str]:
        if decode is not None:
            return decode(ids)
        return list(tokenizer.batch_decode(ids, skip_special_tokens=True))

    def compute(prediction: Any) -> dict[str, float]:
        golds, preds = prediction.label_ids, prediction.predictions
        evaluation = evaluate(
            Corpus.of(to_text(_ids(golds, tokenizer)), "labels"),
            {"predictions": Corpus.of(to_text(_ids(preds, tokenizer)), "predictions")},
            chosen,
            threads=threads,
        )
        return results_of(evaluation)

    return compute


def results_of(evaluation: Evaluation) -> dict[str, float]:
    """Return the scores of the one system of an evaluation, and its number of invalid graphs."""
    system = evaluation.systems[0]
    found: dict[str, float] = {"invalid": len(system.corpus.errors)}
    for label, result in zip(evaluation.labels, system.results, strict=True):
        score = result.score
        parts = {"precision": score.precision, "recall": score.recall}
        found[label] = score.value
        found |= {f"{label}_{name}": v for name, v in parts.items() if v is not None}
    return found


def _ids(output: Any, tokenizer: Any) -> NDArray[np.int64]:
    """Return token ids: of logits the likeliest, for ignored places (-100) padding."""
    array = np.asarray(output[0] if isinstance(output, tuple) else output)
    if array.ndim == 3:
        array = array.argmax(axis=-1)
    padding = getattr(tokenizer, "pad_token_id", None) or 0
    return np.where(array < 0, padding, array).astype(np.int64)
