"""What a page is about: sentences, the graphs of each, and the pairs of them that are compared.

    gold, jamr, camr          sides: a graph of each for every sentence
    gold–jamr, gold–camr      pairs of sides, with a value under each metric

Systems are compared with the gold; annotators all with each other. Both look the same here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from tertium.report.legend import pictured
from tertium.report.pairs import name_of, pair_values

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation, System
    from tertium.evaluation.agreement import Agreement
    from tertium.evaluation.results import Status
    from tertium.graph import Graph
    from tertium.metrics import Metric

_ABSENT: dict[Status, str] = {
    "invalid-gold": "The gold graph cannot be read.",
    "invalid-pred": "This prediction cannot be read; it scores 0.",
    "missing-pred": "This prediction is missing; it scores 0.",
}
_GAP = "A graph is missing; there is no agreement."
_NOT_KEPT = "The graphs of this pair were not kept."


@dataclass(frozen=True, slots=True)
class Sides:
    """Two sides that are compared, by number, and what a page calls them."""

    sides: tuple[int, int]
    name: str

    @property
    def key(self) -> str:
        """The name as one word, for filters and links."""
        return "_".join(self.name.split())


@dataclass(slots=True)
class Entry:
    """A sentence: the graph of each side, and the values of each pair under each metric."""

    index: int
    name: str
    text: str
    graphs: list[Graph | None]
    values: list[list[float] | None]  #: None where a pair was left out
    absent: list[str]  #: why a pair has no drawing


@dataclass(frozen=True, slots=True)
class View:
    """Everything that a page shows."""

    title: str
    sides: tuple[str, ...]
    pairs: tuple[Sides, ...]
    metrics: tuple[Metric, ...]
    labels: tuple[str, ...]  #: names of the metrics
    entries: tuple[Entry, ...]
    has_gold: bool = True

    def names(self, pair: int) -> tuple[str, str]:
        """Return what the two graphs of a pair are called."""
        first, second = self.pairs[pair].sides
        return self.sides[first], self.sides[second]


def view_of(evaluation: Evaluation) -> View:
    """Return systems against a gold, under the metrics that have pictures: no aspects, not many."""
    entries: dict[int, Entry] = {}
    count, shown = len(evaluation.systems), pictured(evaluation)
    for k, system in enumerate(evaluation.systems):
        _add_system(entries, k, count, system, shown)
    names = [system.name for system in evaluation.systems]
    return View(
        f"{', '.join(names)} against {evaluation.gold.label}",
        ("gold", *names),
        tuple(Sides((0, k), name) for k, name in enumerate(names, 1)),
        tuple(evaluation.metrics[m] for m in shown),
        tuple(evaluation.labels[m] for m in shown),
        tuple(entries[index] for index in sorted(entries)),
    )


def _add_system(
    entries: dict[int, Entry], k: int, count: int, system: System, shown: Sequence[int]
) -> None:
    columns = [pair_values(system.results[m]) for m in shown]
    for row, pair in enumerate(system.pairs):
        entry = entries.get(pair.index)
        if entry is None:
            entry = entries[pair.index] = Entry(
                pair.index,
                name_of(pair.id, pair.index),
                "",
                [None] * (count + 1),
                [None] * count,
                ["This pair was left out."] * count,
            )
        graphs = (pair.gold, pair.pred)
        entry.graphs[0] = entry.graphs[0] or pair.gold
        entry.graphs[k + 1] = pair.pred
        entry.values[k] = [column[row] for column in columns]
        entry.absent[k] = "" if None not in graphs else _ABSENT.get(pair.status, _NOT_KEPT)
        if not entry.text:
            entry.text = _sentence(graphs)


def view_of_agreement(agreement: Agreement) -> View:
    """Return annotators, each against each other."""
    names = agreement.annotators
    sides = list(combinations(range(len(names)), 2))
    entries = []
    for row, sentence in enumerate(agreement.results[0].sentences):
        graphs: list[Graph | None] = list(agreement.graphs[row])
        values: list[list[float] | None] = [
            [result.values[pair][row] for result in agreement.results] for pair in sides
        ]
        name = name_of(sentence.id, sentence.index)
        text = sentence.text or ""
        absent = ["" if graphs[i] and graphs[j] else _GAP for i, j in sides]
        entries.append(Entry(sentence.index, name, text, graphs, values, absent))
    metrics = tuple(result.metric for result in agreement.results)
    return View(
        f"agreement of {', '.join(names)}",
        names,
        tuple(Sides(two, f"{names[two[0]]}–{names[two[1]]}") for two in sides),
        metrics,
        tuple(metric.label for metric in metrics),
        tuple(entries),
        has_gold=False,
    )


def _sentence(graphs: Sequence[Graph | None]) -> str:
    known = (graph.sentence for graph in graphs if graph is not None)
    return next(filter(None, known), "")
