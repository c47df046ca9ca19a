"""Pairs of graphs to measure on: read, sampled, and written so that every tool can read them.

smatchpp knows no blank line but the one between graphs, smatch no value on the line after its role.
So the files of a race are written anew, graph by graph; all tools see the same graphs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from tertium import Corpus, Graph
from tertium.graph import pair

Pair: TypeAlias = tuple[Graph, Graph]
"""Gold and prediction."""

TASKS = ("sts", "sick", "para")
CHALLENGES = ("main", "reify", "syno", "role_confusion")


@dataclass(frozen=True)
class Set:
    """Two files with a name."""

    name: str
    gold: Path
    pred: Path


def find_sets(corpora: Path) -> list[Set]:
    """Return the sets under a folder with data/bamboo and data/little-prince; BAMBOO's come first.

    The second of each pair of BAMBOO is the gold.
    """
    bamboo, prince = corpora / "data" / "bamboo", corpora / "data" / "little-prince"
    names = [f"{task}/{challenge}" for challenge, task in product(CHALLENGES, TASKS)]
    return [
        *(Set(n, bamboo / n / "tgt.test.amr", bamboo / n / "src.test.amr") for n in names),
        *(Set(f"prince/{n}", prince / "gold.amr", prince / f"{n}.amr") for n in ("jamr", "camr")),
    ]


def read_pairs(gold: str | Path, pred: str | Path) -> list[Pair]:
    """Return gold graphs with their predictions, without pairs that cannot be read."""
    golds, preds = Corpus.read(gold), Corpus.read(pred)
    pairing = pair(golds, preds)
    entries = [
        (golds.entries[i], preds.entries[j])
        for i, j in zip(pairing.gold, pairing.pred, strict=True)
        if j is not None
    ]
    good = [(g, p) for g, p in entries if isinstance(g, Graph) and isinstance(p, Graph)]
    if len(good) < len(entries):
        say(f"{len(entries) - len(good)} pairs cannot be read and are left out")
    return good


def evenly(pairs: list[Pair], limit: int | None) -> list[Pair]:
    """Return at most *limit* of *pairs*, evenly spaced."""
    count = len(pairs) if limit is None else min(limit, len(pairs))
    return [pairs[k * len(pairs) // count] for k in range(count)]


@contextmanager
def written(pairs: Sequence[Pair]) -> Iterator[tuple[Path, Path]]:
    """Write two files, gold and prediction, that last as long as the context."""
    with TemporaryDirectory() as folder:
        gold, pred = Path(folder, "gold.amr"), Path(folder, "pred.amr")
        gold.write_text("".join(_block(graph) for graph, _ in pairs), encoding="utf-8")
        pred.write_text("".join(_block(graph) for _, graph in pairs), encoding="utf-8")
        yield gold, pred


def _block(graph: Graph) -> str:
    comments = "".join(f"# ::{key} {value}\n" for key, value in graph.metadata.items())
    return f"{comments}{graph}\n\n"


def say(text: str) -> None:
    """Tell on stderr what is going on."""
    print(f"benchmarks: {text}", file=sys.stderr, flush=True)
