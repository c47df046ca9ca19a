"""An evaluation in shards, each of which a worker of Ray scores.

The shards are those of ``tertium score --shard``: a worker returns the statistics of its pairs, and
merging them gives the table that one process would have made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tertium.errors import InputError, OptionError
from tertium.evaluation import CorpusLike, Evaluation, OnError, Shard
from tertium.evaluation import evaluate as evaluate_here
from tertium.evaluation.scoring import as_corpus, chosen_metrics, distinct_names, named_corpora
from tertium.evaluation.shards import dump, merge, parse, require_mergeable
from tertium.graph import Corpus, Missing, PairBy
from tertium.interop.ray.crew import RETRIES, Crew, EndedError, connect, processors
from tertium.metrics import REGISTRY, Metric, MetricLike, register

if TYPE_CHECKING:
    from os import PathLike

_SHARDS_PER_CPU = 4


def evaluate(
    gold: CorpusLike,
    systems: Sequence[CorpusLike] | Mapping[str, CorpusLike] | Corpus | str | PathLike[str],
    metrics: Iterable[MetricLike] | MetricLike = "smatch",
    *,
    on_error: OnError = "zero",
    missing: Missing = "fail",
    pair_by: PairBy = "auto",
    shards: int = 0,
    retries: int = RETRIES,
) -> Evaluation:
    """Score every system under every metric on the workers of Ray.

    The result is that of `tertium.evaluate`. The work is done in *shards* parts, by default four
    for each processor of the cluster.
    """
    connect()
    chosen = chosen_metrics(metrics)
    require_mergeable(chosen)
    corpora = named_corpora(systems, "pred")
    named = dict(zip(distinct_names(corpora), (corpus for _, corpus in corpora), strict=True))
    golds = as_corpus(gold, "gold")
    if not isinstance(shards, int) or shards < 0:
        raise OptionError("shards must be a number of at least 1, or 0")
    count = max(1, min(shards or _SHARDS_PER_CPU * processors(), len(golds), Shard.MOST))
    options = {"on_error": on_error, "missing": missing, "pair_by": pair_by, "threads": 1}
    wanted = [Shard(number, count) for number in range(1, count + 1)]
    with Crew[Shard](_ShardScorer, (golds, named, chosen, options), retries) as crew:
        try:
            texts = crew.run(wanted)
        except EndedError as ended:
            raise _blamed(crew, ended.piece, golds) from None
    return merge([parse(text, f"shard {n}") for n, text in enumerate(texts, start=1)])


class _ShardScorer:
    """Scores shards; a worker has one."""

    def __init__(
        self,
        gold: Corpus,
        systems: Mapping[str, Corpus],
        metrics: list[Metric],
        options: dict[str, Any],
    ) -> None:
        for metric in metrics:  # the worker is a process of its own and knows the built-in ones
            if metric.name not in REGISTRY:
                register(type(metric))
        self._given = gold, systems, metrics
        self._options = options

    def __call__(self, shard: Shard) -> str:
        return dump(evaluate_here(*self._given, shard=shard, **self._options), shard)


def _blamed(crew: Crew[Shard], shard: Shard, gold: Corpus) -> InputError:
    """Return the error that names the pair that ends its worker."""

    def halves(part: Shard) -> tuple[Shard, Shard] | None:
        if part.number + part.of > len(gold) or 2 * part.of > Shard.MOST:
            return None
        return Shard(part.number, 2 * part.of), Shard(part.number + part.of, 2 * part.of)

    found = crew.culprit(shard, halves)
    if found is None or halves(found):
        part = found or shard
        return InputError(
            f"shard {part.number}/{part.of} ended its worker every time, but neither half of it "
            "does; perhaps there is too little memory: use more shards"
        )
    id = gold.ids[found.number - 1]
    name = f"gold graph {found.number}" + (f" ({id})" if id else "")
    return InputError(
        f"comparing {name} ended its worker every time; leave it out, or compare it alone to see "
        "why"
    )
