"""``python -m benchmarks.search FILE...``: how fast an index is built and searched.

All distinct graphs of the files become an index. Measured are building, opening, the ten nearest of
graphs that are drawn from it, joins, and how the last two grow when the index doubles, with the
exponent of the fitted power law and what it says about a million graphs. ``--verify N M`` compares
the neighbours of M graphs among N with brute force, for every metric that can be searched exactly.
Times are CPU times.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.clock import timed
from benchmarks.fit import fit
from tertium import Graph, TertiumError, metrics
from tertium.graph import Corpus
from tertium.report.formats import text
from tertium.report.model import plain
from tertium.search import Index

_MILLION = 1_000_000
_JOINS = (0.9, 0.8, 0.7)
_DOUBLINGS = 4
_LEAST = (0.9, 0.8, 0.7, 0.6)


def distinct(paths: Sequence[str]) -> list[Graph]:
    """Return the graphs of all files that differ in their text."""
    found: dict[str, Graph] = {}
    for path in paths:
        for graph in Corpus.read(path).entries:
            if isinstance(graph, Graph):
                found.setdefault(graph.to_penman(one_line=True), graph)
    return list(found.values())


def measure_index(graphs: list[Graph], folder: str, queries: int) -> Iterator[tuple[str, str]]:
    """Yield what an index of all graphs takes."""
    path = str(Path(folder, "corpus.tix"))
    ids = [str(number) for number in range(len(graphs))]
    seconds, index = timed(lambda: Index.build(graphs, path, ids=ids))
    yield "graphs", f"{len(graphs):,}"
    yield "building, s", f"{seconds:.1f}"
    yield "bytes per graph", f"{index.nbytes / len(graphs):,.0f}"
    index.close()
    seconds, index = timed(lambda: Index.open(path))
    yield "opening, ms", f"{1000 * seconds:.1f}"
    asked = random.Random(0).sample(graphs, queries)
    index.search(asked[:1], k=10, threads=1)  # reads the ids
    seconds, _ = timed(lambda: [index.search(graph, k=10, threads=1) for graph in asked])
    yield "ten nearest, one query at a time, ms", f"{1000 * seconds / queries:.2f}"
    begin = time.monotonic()
    seconds, _ = timed(lambda: index.search(asked, k=10))
    wall = time.monotonic() - begin
    yield "ten nearest, in a batch, ms of CPU", f"{1000 * seconds / queries:.2f}"
    yield "ten nearest, in a batch, queries per s of wall time", f"{queries / wall:.0f}"
    for least in _JOINS:
        seconds, pairs = timed(lambda least=least: index.pairs(least))
        yield f"join at {least}, s (pairs)", f"{seconds:.1f} ({len(pairs):,})"
    index.close()


def measure_growth(graphs: list[Graph], queries: int) -> Iterator[tuple[str, ...]]:
    """Yield times for an index that doubles, and the exponents."""
    order = random.Random(1).sample(graphs, len(graphs))
    sizes = [len(graphs) >> k for k in range(_DOUBLINGS, -1, -1)]
    times: dict[str, list[float]] = {"query": [], **{f"join {t}": [] for t in _JOINS[:2]}}
    for size in sizes:
        index = Index.build(order[:size])
        asked = order[:queries]
        seconds, _ = timed(lambda index=index, asked=asked: index.search(asked, k=10, threads=1))
        times["query"].append(seconds / queries)
        for least in _JOINS[:2]:
            seconds, _ = timed(lambda index=index, least=least: index.pairs(least, threads=1))
            times[f"join {least}"].append(seconds)
        yield (f"{size:,}", *(f"{1000 * column[-1]:.2f}" for column in times.values()))
    laws = [fit(sizes, column) for column in times.values()]
    yield ("exponent", *(f"{law.exponent:.2f}" for law in laws))
    yield ("1,000,000 (fitted)", *(f"{1000 * law(_MILLION):,.1f}" for law in laws))


def verify(graphs: list[Graph], count: int, queries: int) -> Iterator[tuple[str, ...]]:
    """Yield for each metric how often the index and brute force differ."""
    rng = random.Random(2)
    corpus, asked = rng.sample(graphs, count), rng.sample(graphs, queries)
    for name in metrics.REGISTRY:
        metric = metrics.metric(name)
        if metric.searching is None:
            continue
        index = Index.build(corpus, metric=metric)
        wrong = 0
        for query in asked:
            values = sorted(metric.values([query] * count, corpus), reverse=True)
            wrong += [row.value for row in index.search(query, k=10)] != values[:10]
            for least in _LEAST:
                near = [value for value in values if value >= least]
                wrong += [row.value for row in index.search(query, None, least)] != near
        yield name, f"{count:,} × {queries}", str(wrong)


def show(title: str, headings: Sequence[str], rows: Iterator[tuple[str, ...]]) -> None:
    """Print a table."""
    print(f"{title}\n\n{text.table(plain(headings, rows))}\n", flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="+", help="files of graphs")
    parser.add_argument("--queries", type=int, default=200, help="how many graphs are looked for")
    parser.add_argument("--verify", type=int, nargs=2, metavar=("N", "M"), help="brute force")
    args = parser.parse_args(argv)
    try:
        graphs = distinct(args.file)
    except TertiumError as error:
        print(error, file=sys.stderr)
        return 2
    queries = min(args.queries, len(graphs) >> _DOUBLINGS)
    if args.verify:
        show("Differences from brute force", ("metric", "pairs", "wrong"),
             verify(graphs, *args.verify))  # fmt: skip
        return 0
    with tempfile.TemporaryDirectory() as folder:
        show("An index", ("what", "value"), measure_index(graphs, folder, queries))
    show("Growth, ms", ("graphs", "query", *(f"join {t}" for t in _JOINS[:2])),
         measure_growth(graphs, queries))  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
