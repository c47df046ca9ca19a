"""A custom metric: the share of concepts that two graphs have in common.

    tertium bamboo DIR -m examples/concept_overlap.py:dice
    tertium score gold.amr pred.amr -m examples/concept_overlap.py:dice
    tertium bamboo DIR -m 'command:python3 examples/concept_overlap.py'

The function takes two graphs and returns a number; that is all. Run as a program, the same file
takes two files, predictions and gold, and prints one number per line.
"""

from __future__ import annotations

import sys
from collections import Counter

import tertium


def dice(gold: tertium.Graph, pred: tertium.Graph) -> float:
    """Return twice the common concepts over all concepts, of both graphs."""
    ours, theirs = concepts(gold), concepts(pred)
    return 2 * (ours & theirs).total() / (ours.total() + theirs.total())


def concepts(graph: tertium.Graph) -> Counter[str | None]:
    """Return the concepts of a graph, with how often each is there."""
    return Counter(target for _, role, target in graph.triples if role == ":instance")


def main() -> None:
    """Print a value for each pair of two files."""
    predictions, golds = (tertium.read(path) for path in sys.argv[1:3])
    for pred, gold in zip(predictions, golds, strict=True):
        print(dice(gold, pred))


if __name__ == "__main__":
    main()
