"""From two graphs, or two lists of graphs, to edit scripts.

    gold (r / run-01 :ARG0 (b / boy))      ──forms──▶ ──aligner──▶ ──rules──▶      R:sense
    pred (r / run-02 :ARG0 (b / boy))                                              run-02 instead

Graphs are put into the standard form of the metric once, however often they are compared; a graph
that cannot be read has a script as well, of one edit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tertium.errors import OptionError
from tertium.explain.aligned import PairAligner, Standard
from tertium.explain.classes import UNREADABLE
from tertium.explain.rules import Claim, claims_of
from tertium.explain.script import Script
from tertium.graph import Graph, GraphLike, as_graph
from tertium.metrics import Metric, MetricLike, Progress
from tertium.metrics import metric as find_metric
from tertium.metrics.aligning import Aligning

_ROUND = 64  # pairs after which progress is reported


def diff(gold: GraphLike | None, pred: GraphLike | None, metric: MetricLike = "smatch") -> Script:
    """Return the edits that turn *pred* into *gold*.

    >>> script = diff("(b / boy :mod (t / tall))", "(b / boy)")
    >>> [(edit.code, str(edit)) for edit in script]
    [('M:node', 'tall is missing: boy :mod tall')]

    Under metrics that do not count triples, the edits are those of smatch; they have no cost, and
    their gain is that of the metric. None stands for a graph that cannot be read.
    """
    graphs = [None if thing is None else as_graph(thing) for thing in (gold, pred)]
    return next(diff_many([graphs[0]], [graphs[1]], metric))


def diff_many(
    golds: Sequence[Graph | None],
    preds: Sequence[Graph | None],
    metric: MetricLike = "smatch",
    *,
    forms: Forms | None = None,
    progress: Progress | None = None,
) -> Iterator[Script]:
    """Yield the edit script of each pair; *forms* remembers graphs from one call to the next."""
    chosen = find_metric(metric)
    forms = Forms(chosen) if forms is None else forms
    aligner = forms.aligner
    sides = list(zip(golds, preds, strict=True))
    ready = [(forms.of(g), forms.of(p)) for g, p in sides if g is not None and p is not None]
    pairs = aligner.align(ready)
    for done, (gold, pred) in enumerate(sides, start=1):
        if gold is None or pred is None:
            yield Script(chosen, gold, pred, None, _unreadable(gold, pred))
        else:
            pair = next(pairs)
            claims = claims_of(*pair.sheets, swapped=pair.swapped)
            yield Script(chosen, gold, pred, pair, tuple(claims))
        if progress is not None and (done % _ROUND == 0 or done == len(sides)):
            progress((done - 1) % _ROUND + 1)


class Forms:
    """Standard forms of graphs, made once for graphs that are compared several times."""

    def __init__(self, metric: Metric) -> None:
        self.aligner = _aligner(_aligning(metric))
        self._known: dict[int, Standard] = {}

    def of(self, graph: Graph) -> Standard:
        """Return the form of a graph that is compared; the form keeps the graph alive."""
        found = self._known.get(id(graph))
        if found is None:
            found = self._known[id(graph)] = self.aligner.standard(graph)
        return found


def _aligning(metric: Metric) -> Aligning:
    """Return the metric that finds the edits: this one if it counts triples, else smatch.

    A metric that hands its loss out does so on canonical graphs, those of smatch#.
    """
    if not isinstance(metric, Aligning):
        found = find_metric("smatch#" if metric.hands_out else "smatch")
        assert isinstance(found, Aligning)
        return found
    if metric.aspect is not None:
        raise OptionError(f"{metric.spec}: edits are found in whole graphs; leave the aspect out")
    if metric.part != "all":
        raise OptionError(f"{metric.spec}: edits are found in whole graphs; leave the part out")
    return metric


@lru_cache(16)
def _aligner(metric: Aligning) -> PairAligner:
    return PairAligner(metric)


def _unreadable(gold: Graph | None, pred: Graph | None) -> tuple[Claim, ...]:
    if gold is None and pred is None:
        return ()
    return (Claim(UNREADABLE.name, "missing" if pred is None else "spurious", "", (), ()),)
