"""A metric of the Hugging Face package ``evaluate``.

    import evaluate
    from tertium.interop.evaluate import evaluation_module

    smatch = evaluation_module("smatch")
    smatch.add_batch(predictions=["(b / boy)"], references=["(b / boy)"])
    smatch.compute()            # {'smatch': 1.0, 'smatch_precision': 1.0, ..., 'invalid': 0}

Predictions and references are PENMAN texts. A prediction that cannot be read scores zero, and the
number of such predictions is among the results, as in `tertium.interop.huggingface`.
"""

from __future__ import annotations

from typing import Any

from tertium import metrics
from tertium.errors import MissingExtraError
from tertium.evaluation import evaluate
from tertium.graph import Corpus
from tertium.interop.huggingface import results_of
from tertium.metrics import MetricLike


def evaluation_module(metric: MetricLike = "smatch", *, threads: int = 0) -> Any:
    """Return an ``evaluate.Metric`` that scores predicted graphs against references."""
    try:
        import datasets
        import evaluate as package
    except ImportError:
        raise MissingExtraError("this needs evaluate: pip install evaluate") from None
    chosen = metrics.metric(metric)

    class TertiumModule(package.Metric):  # type: ignore[misc]
        def _info(self) -> Any:
            text = datasets.Value("string")
            return package.MetricInfo(
                description=f"{chosen.name}: {chosen.summary}",
                citation=chosen.paper,
                inputs_description="predictions and references: graphs in PENMAN notation",
                features=datasets.Features({"predictions": text, "references": text}),
            )

        def _compute(self, predictions: list[str], references: list[str]) -> dict[str, float]:
            golds = Corpus.of(references, "references")
            systems = {"predictions": Corpus.of(predictions, "predictions")}
            return results_of(evaluate(golds, systems, [chosen], threads=threads))

    return TertiumModule(config_name=chosen.name)
