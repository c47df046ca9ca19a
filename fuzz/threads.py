"""Many Python threads at once: what each computes is what one thread computes alone.

    python -m fuzz.threads [THREADS]

``scripts/sanitize --python`` runs it with the thread sanitizer in the extension.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier

import tertium
from tertium import Graph, Metric

METRICS = (
    "smatch", "smatch:solver=climb", "smatch++", "smatch#", "s2match", "wsmatch",
    "sembleu", "sema", "rematch", "wlk", "wwlk", "wwlk-theta",
)  # fmt: skip


def make_graphs(count: int, random: Random) -> list[Graph]:
    """Return graphs of a few variables, with re-entrancies and strings."""
    concepts = ["boy", "girl", "want-01", "go-02", "cat", "kitten", "city", '"New York"']
    graphs = []
    for number in range(count):
        size = random.randint(1, 7)
        triples: list[tuple[str, str, str | None]] = []
        for v in range(size):
            triples.append((f"x{v}", ":instance", random.choice(concepts)))
            if v:
                triples.append((f"x{random.randrange(v)}", f":ARG{random.randrange(3)}", f"x{v}"))
        triples.append(("x0", ":polarity", random.choice(["-", "5", '" a b"'])))
        text = Graph.from_triples(triples).to_penman()
        graphs.append(Graph.from_penman(f"# ::id g.{number}\n{text}"))
    return graphs


def jobs(golds: list[Graph], preds: list[Graph]) -> list[Callable[[], object]]:
    """Return calls that share metrics, vectors and graphs."""

    def values(metric: Metric, threads: int) -> Callable[[], object]:
        return lambda: metric.values(golds, preds, threads=threads)

    def pairs(metric: Metric) -> Callable[[], object]:
        return lambda: [metric.compare(g, p).values for g, p in zip(golds, preds, strict=True)]

    def explained(metric: Metric) -> Callable[[], object]:
        return lambda: [repr(metric.explain(g, p)) for g, p in zip(golds[:5], preds, strict=False)]

    found: list[Callable[[], object]] = [
        lambda: [(graph.triples, dict(graph.metadata), str(graph)) for graph in golds],
        lambda: [Graph.from_penman(str(graph)) for graph in preds],
    ]
    for name in METRICS:
        metric = tertium.metric(name)
        found += [values(metric, 3), pairs(metric), explained(metric)]
    return found


def run(threads: int, pairs: int = 30, seed: int = 1) -> int:
    """Let *threads* do all jobs, each in another order, and return how many results were compared.

    The graphs are new, so that what they keep is made by many threads at once.
    """
    expected = [job() for job in _jobs(pairs, seed)]
    shared = _jobs(pairs, seed)
    start = Barrier(threads)

    def work(caller: int) -> list[tuple[int, object]]:
        order = list(range(len(shared)))
        Random(caller).shuffle(order)
        start.wait()
        return [(number, shared[number]()) for number in order]

    with ThreadPoolExecutor(threads) as pool:
        results = [result for found in pool.map(work, range(threads)) for result in found]
    for number, result in results:
        if result != expected[number]:
            raise AssertionError(f"job {number} has another result on many threads")
    return len(results)


def _jobs(pairs: int, seed: int) -> list[Callable[[], object]]:
    random = Random(seed)
    return jobs(make_graphs(pairs, random), make_graphs(pairs, random))


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 32
    print(f"threads: {run(number)} results on {number} Python threads: no difference")
