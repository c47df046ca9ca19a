"""The sizes of BAMBOO's data sets: Table 1 of its paper."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean, median

from scripts.generate.reproduction.parts import table
from tertium.bamboo.data import SPLITS, Folder

SIZES = {"sts": "5749/1500/1379", "sick": "4500/500/4927", "para": "3576/500/1275"}
"""Table 1 of the paper: pairs for training, development and test."""


def sizes(folder: Folder) -> Iterable[str]:
    """Yield the table."""
    lines = []
    for task, published in SIZES.items():
        counts, graphs = [], []
        for split in sorted(SPLITS, key=("train", "dev", "test").index):
            there = Folder.open(folder.path, split, (task,))
            if there.missing().get(("main", task)):
                counts.append("–")
                continue
            part = there.read(("main", task))
            counts.append(str(len(part)))
            graphs += [*part.source, *part.target] if split == "train" else []
        sizes = [len(graph.variables) for graph in graphs]
        shown = f"{fmean(sizes):.1f}, {median(sizes):g}" if sizes else "–"
        lines.append((task, published, "/".join(counts), shown))
    header = ("", "paper: train/dev/test", "ours", "variables per graph: mean, median")
    yield table(header, lines)
