"""``python -m benchmarks.recall FILE... -m accord``: what an approximate search misses.

A metric without a bound is searched with ``--approximate``: the graphs that are nearest under
smatch are compared, others are not. Here graphs drawn from the files are looked for among the
others, once so, and once by comparing all of them. Recall at k is the share of the k best that was
found; what is lost is how much lower the k-th best value is, on average and at worst. Ties count as
found, because any of them is as good.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.search import distinct, show
from tertium import Graph, TertiumError
from tertium.metrics import Metric, metric
from tertium.search import Index

RANKS = (1, 5, 10)


class Answer(NamedTuple):
    """The best values for one query, in falling order."""

    best: list[float]  #: of all graphs
    found: list[float]  #: by the index

    def recall(self, k: int) -> float:
        """Return the share of the *k* best that was found, or something as good."""
        least = self.best[k - 1]
        return sum(value >= least for value in self.found[:k]) / k

    def lost(self, k: int) -> float:
        """Return how much lower the *k*-th value is than it could be."""
        return self.best[k - 1] - self.found[k - 1]


def ask(chosen: Metric, graphs: Sequence[Graph], queries: int, seed: int = 0) -> list[Answer]:
    """Look for graphs, which are drawn from *graphs*, among the others."""
    order = random.Random(seed).sample(graphs, len(graphs))
    asked, corpus = order[:queries], order[queries:]
    index = Index.build(corpus, metric=chosen, approximate=True)
    answers, most = [], max(RANKS)
    for query in asked:
        values = chosen.values([query] * len(corpus), corpus)
        found = [row.value for row in index.search(query, k=most)]
        answers.append(Answer(sorted(values, reverse=True)[:most], found))
    return answers


def row(answers: Sequence[Answer], k: int) -> tuple[str, ...]:
    """Return what is shown for one rank."""
    recalls, lost = [a.recall(k) for a in answers], [a.lost(k) for a in answers]
    mean = sum(recalls) / len(recalls)
    whole = sum(recall == 1 for recall in recalls) / len(recalls)
    average = sum(lost) / len(lost)
    return str(k), f"{mean:.3f}", f"{whole:.3f}", f"{average:.4f}", f"{max(lost):.4f}"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="+", help="files of graphs")
    parser.add_argument("-m", "--metric", default="accord", help="metric (default: accord)")
    parser.add_argument("--graphs", type=int, default=2000, help="graphs that are drawn")
    parser.add_argument("--queries", type=int, default=100, help="how many of them are looked for")
    args = parser.parse_args(argv)
    try:
        chosen, graphs = metric(args.metric), distinct(args.file)
    except TertiumError as error:
        print(error, file=sys.stderr)
        return 2
    graphs = random.Random(1).sample(graphs, min(args.graphs, len(graphs)))
    answers = ask(chosen, graphs, args.queries)
    title = f"{chosen.spec}: {len(answers)} queries among {len(graphs) - len(answers):,} graphs"
    headings = ("k", "recall", "all found", "lost", "at most")
    show(title, headings, (row(answers, k) for k in RANKS))
    return 0


if __name__ == "__main__":
    sys.exit(main())
