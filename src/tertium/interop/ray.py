"""Many machines, by Ray (the extra ``ray``).

    ray.init()                                   # or ray.init(address)
    scored = score(ray.data.read_parquet(...))   # Ray Data: every row with its scores
    evaluation = evaluate("gold.amr", ["parser.amr"], ["smatch", "s2match"])

`score` adds columns to a data set, batch by batch. `evaluate` is `tertium.evaluate` in shards: each
task scores some of the pairs and returns their statistics, and the shards are merged as those of
``tertium score --shard`` are, so the result equals that of one process to the last bit.

A worker that dies is replaced, and its shard is done again. If a shard kills its worker every time,
it is halved until the one pair is found that does it; the error names that pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tertium.errors import InputError, MissingExtraError, OptionError
from tertium.evaluation import CorpusLike, Evaluation, OnError, Shard
from tertium.evaluation import evaluate as evaluate_here
from tertium.evaluation.columns import OnBadRow
from tertium.evaluation.scoring import as_corpus, chosen_metrics, distinct_names, named_corpora
from tertium.evaluation.shards import dump, merge, parse, require_mergeable
from tertium.graph import Corpus, Missing, PairBy
from tertium.interop.arrow import BatchScorer
from tertium.metrics import REGISTRY, MetricLike, register

if TYPE_CHECKING:
    from os import PathLike

RETRIES = 2
"""How often a shard is tried again after its worker died."""
_SHARDS_PER_CPU = 4


def score(
    dataset: Any,
    metric: MetricLike = "smatch",
    *,
    gold: str = "gold",
    pred: str = "pred",
    on_error: OnBadRow = "zero",
    retries: int = RETRIES,
) -> Any:
    """Return a Ray data set with the scores of its rows as further columns.

    A worker that dies is replaced, but a batch is tried again only *retries* times.
    """
    _ray()
    scorer = BatchScorer(metric, gold, pred, on_error, threads=1)
    return dataset.map_batches(
        scorer, batch_format="pyarrow", num_cpus=1, max_retries=retries, retry_exceptions=False
    )


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
    ray = _ray()
    chosen = chosen_metrics(metrics)
    require_mergeable(chosen)
    corpora = named_corpora(systems, "pred")
    named = dict(zip(distinct_names(corpora), (corpus for _, corpus in corpora), strict=True))
    gold_corpus = as_corpus(gold, "gold")
    connect()
    count = shards or _SHARDS_PER_CPU * max(1, int(ray.cluster_resources().get("CPU", 1)))
    if count < 0:
        raise OptionError("shards must be a number of at least 1, or 0")
    count = max(1, min(count, len(gold_corpus)))
    options = {"on_error": on_error, "missing": missing, "pair_by": pair_by, "threads": 1}
    work = _Work(ray, ray.put((gold_corpus, named, chosen, options)), gold_corpus, retries)
    return merge([parse(text, f"shard {n}") for n, text in enumerate(work.run(count), start=1)])


def connect(address: str = "") -> None:
    """Connect to a cluster, or start Ray on this machine; nothing if that was done before."""
    ray = _ray()
    if ray.is_initialized():
        return
    try:
        ray.init(address or None, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        first = str(error).partition("\n")[0]
        raise InputError(f"Ray cannot be reached at '{address}': {first}") from None


class _Work:
    """Shards that are done by remote tasks; the corpora are sent to each machine once."""

    def __init__(self, ray: Any, shared: Any, gold: Corpus, retries: int) -> None:
        self._ray = ray
        self._shared = shared
        self._gold = gold
        self._task = ray.remote(num_cpus=1, max_retries=retries)(_do_shard)

    def run(self, count: int) -> list[str]:
        """Return all shards of a division, as JSON."""
        wanted = [Shard(number, count) for number in range(1, count + 1)]
        running = [self._task.remote(self._shared, shard) for shard in wanted]
        return [self._result(shard, task) for shard, task in zip(wanted, running, strict=True)]

    def _result(self, shard: Shard, task: Any) -> str:
        try:
            text: str = self._ray.get(task)
            return text
        except self._ray.exceptions.WorkerCrashedError:
            raise self._blamed(shard) from None
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from None

    def _blamed(self, shard: Shard) -> InputError:
        """Return the error that names the pair that kills its worker."""
        while shard.of < len(self._gold) and 2 * shard.of <= Shard.MOST:
            halves = (shard.number, 2 * shard.of), (shard.number + shard.of, 2 * shard.of)
            dying = next((half for half in halves if self._dies(Shard(*half))), None)
            if dying is None:
                break  # it died for another reason
            shard = Shard(*dying)
        place = shard.number - 1
        id = self._gold.ids[place] if place < len(self._gold) else None
        name = f"gold graph {place + 1}" + (f" ({id})" if id else "")
        return InputError(
            f"comparing {name} ended its worker every time; leave it out, or compare it alone to "
            "see why"
        )

    def _dies(self, shard: Shard) -> bool:
        if shard.number > len(self._gold):
            return False
        try:
            self._ray.get(self._task.remote(self._shared, shard))
        except self._ray.exceptions.WorkerCrashedError:
            return True
        return False


def _do_shard(shared: tuple[Any, ...], shard: Shard) -> str:
    gold, systems, metrics, options = shared
    for metric in metrics:  # the worker is a process of its own, and knows only the built-in ones
        if metric.name not in REGISTRY:
            register(type(metric))
    return dump(evaluate_here(gold, systems, metrics, shard=shard, **options), shard)


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise MissingExtraError("this needs Ray: pip install 'tertium[ray]'") from None
    return ray
