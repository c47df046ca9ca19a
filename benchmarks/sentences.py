"""``python -m benchmarks.sentences GOLD [PRED]``: documents aligned sentence by sentence.

Documents of 30 sentences are made of the graphs of GOLD, those large enough that a document has
about 300 variables, and compared with ``scope=document``:

    perturbed   with a copy in which every sentence has a few changes, about those a parser makes
    merged      the same for documents in which nodes of one concept are one node, as if all were
                coreferent, so that sentences are connected
    unrelated   with other sentences of the same file
    parsed      with the sentences of PRED, if it is given: what a parser made of the same sentences

For each metric: the CPU time of a pair on one thread, how many are proven, and the largest gap.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from statistics import mean, median

from benchmarks.clock import timed
from benchmarks.pairs import Pair, say
from tertium import Graph, Metric, TertiumError, metric, read
from tertium.audit import perturb
from tertium.graph import Mention, join_sentences
from tertium.report.formats import text
from tertium.report.model import Table, plain

SENTENCES = 30
SMALLEST = 6  # variables of a sentence; 30 of these or more have about 300 together
CHANGES = 3  # of a sentence
METRICS = ("smatch", "smatch++", "smatch#")

_CHANGING: tuple[Callable[[Graph, random.Random], Graph | None], ...] = (
    perturb.change_node,
    perturb.change_edge,
    perturb.delete_node,
    perturb.insert_node,
    perturb.insert_edge,
)


def changed(graph: Graph, source: random.Random, changes: int = CHANGES) -> Graph:
    """Return a sentence with some changes, and other names of variables."""
    for _ in range(changes):
        graph = source.choice(_CHANGING)(graph, source) or graph
    return perturb.relabel(graph, source)


def clusters(sentences: Sequence[Graph]) -> list[list[Mention]]:
    """Return the variables of each concept that occurs in several sentences."""
    found: dict[str, list[Mention]] = {}
    for number, graph in enumerate(sentences, start=1):
        for source, role, target in graph.triples:
            if role == ":instance" and target and source != graph.top:
                found.setdefault(target, []).append((number, source))
    return [mentions for mentions in found.values() if len({n for n, _ in mentions}) > 1]


def document_pairs(
    golds: Sequence[Graph], preds: Sequence[Graph] | None, count: int
) -> dict[str, list[Pair]]:
    """Return pairs of documents by kind; *preds* belong to *golds*, one by one."""
    places = [k for k, graph in enumerate(golds) if len(graph.variables) >= SMALLEST]
    size = min(SENTENCES, len(places) // 2)
    starts = [k * max(0, len(places) - 2 * size) // max(1, count - 1) for k in range(count)]
    source = random.Random(0)
    kinds = ("perturbed", "merged", "unrelated", "parsed")
    made: dict[str, list[Pair]] = {kind: [] for kind in kinds}
    for start in starts:
        taken, others = places[start : start + size], places[start + size : start + 2 * size]
        gold = join_sentences([golds[k] for k in taken])
        copy = join_sentences([changed(golds[k], source) for k in taken])
        made["perturbed"].append((gold, copy))
        linked = [golds[k] for k in taken]
        merged = join_sentences(linked, clusters(linked), "all")
        made["merged"].append((merged, changed(merged, source, CHANGES * size)))
        made["unrelated"].append((gold, join_sentences([golds[k] for k in others])))
        if preds is not None:
            made["parsed"].append((gold, join_sentences([preds[k] for k in taken])))
    return {kind: pairs for kind, pairs in made.items() if pairs}


def measure(chosen: Metric, pairs: Sequence[Pair]) -> tuple[str, ...]:
    """Return the cells of a row: times, proofs, the largest gap and the mean value."""
    chosen.compare("(b / boy)", "(b / boy)")  # imports
    found = [timed(chosen.compare, gold, pred) for gold, pred in pairs]
    times = [1000 * seconds for seconds, _ in found]
    scores = [chosen.score(statistics) for _, statistics in found]
    gap = max(statistics["upper"] - statistics["matched"] for _, statistics in found)
    return (
        f"{mean(len(graph.variables) for pair in pairs for graph in pair):.0f}",
        str(len(pairs)),
        f"{median(times):.1f}",
        f"{max(times):.1f}",
        str(sum(score.proven for score in scores)),
        f"{gap:g}",
        f"{100 * mean(score.value for score in scores):.2f}",
    )


def table(made: dict[str, list[Pair]]) -> Table:
    """Return a row for each kind of documents and each metric."""
    rows = []
    for kind, pairs in made.items():
        for name in METRICS:
            say(f"{kind} {name}")
            rows.append((kind, name, *measure(metric(f"{name}:scope=document"), pairs)))
    header = ("kind", "metric", "variables", "pairs", "median ms", "max ms", "proven", "gap", "F1")
    return plain(header, tuple(rows), text_columns=2)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sentences")
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("pred", metavar="PRED", nargs="?")
    parser.add_argument("--documents", type=int, default=20, metavar="N", help="pairs (20)")
    args = parser.parse_args(argv)
    try:
        golds = read(args.gold)
        preds = read(args.pred) if args.pred else None
    except TertiumError as error:
        print(error, file=sys.stderr)
        return 2
    print(text.table(table(document_pairs(golds, preds, args.documents))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
