"""``python -m benchmarks.calls``: what a single call of `tertium.score` costs.

Two graphs of five triples, as `Graph` objects and as PENMAN text, under every metric: the call that
a training loop or a notebook makes. The graphs are so small that most of the time is the call.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import tertium
from benchmarks.clock import fastest
from tertium.metrics import REGISTRY
from tertium.report.formats import text
from tertium.report.model import Table, plain

GOLD = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02))"
PRED = "(x / want-01 :ARG0 (y / girl) :ARG1 (z / go-02))"


@dataclass(frozen=True)
class Call:
    """The fastest call with a metric, in seconds."""

    metric: str
    from_graphs: float
    from_text: float


def measure_calls(calls: int = 2000, repeat: int = 5) -> list[Call]:
    """Time *calls* calls with each metric, *repeat* times over."""
    gold, pred = tertium.Graph.from_penman(GOLD), tertium.Graph.from_penman(PRED)

    def seconds(metric: str, *graphs: tertium.Graph | str) -> float:
        def work() -> None:
            for _ in range(calls):
                tertium.score(graphs[0], graphs[1], metric)

        work()
        return fastest(work, repeat) / calls

    return [Call(name, seconds(name, gold, pred), seconds(name, GOLD, PRED)) for name in REGISTRY]


def calls_table(rows: Sequence[Call]) -> Table:
    """Return the table."""
    cells = [
        (f"`{r.metric}`", f"{1e6 * r.from_graphs:.0f}", f"{1e6 * r.from_text:.0f}") for r in rows
    ]
    return plain(("metric", "of graphs, µs", "of texts, µs"), tuple(cells))


def main() -> int:
    """Run the command and return its exit code."""
    print(text.table(calls_table(measure_calls())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
