"""A tiny folder of BAMBOO's layout, with a header and an empty line that were parsed as graphs."""

from __future__ import annotations

from pathlib import Path

from tertium import Graph
from tertium.bamboo.data import CHALLENGES

HEADER = {"sick": ("sentence_A", "sentence_B"), "para": ("#1 String", "#2 String")}
PAIRS = (
    ("(s / sleep-01 :ARG0 (c / cat))", "(s / sleep-01 :ARG0 (c / cat))", 1.0),
    ("(s / sleep-01 :ARG0 (c / cat))", "(s / sleep-01 :ARG0 (d / dog))", 0.6),
    (
        "(b / bite-01 :ARG0 (d / dog) :ARG1 (m / man))",
        "(b / bite-01 :ARG0 (d / dog) :ARG1 (m / man) :manner (h / hard))",
        1.0,
    ),
    ("(r / rain-01)", "(e / eat-01 :ARG0 (m / man))", 0.0),
)
COUPLES = (
    ("(b / bite-01 :ARG1 (d / dog) :ARG0 (m / man))", PAIRS[2][1]),
    (PAIRS[2][0], PAIRS[2][1]),
    ("(s / see-01 :ARG0 (c / cat) :ARG1 (b / boy))", "(s / see-01 :ARG0 (c / cat))"),
    ("(s / see-01 :ARG0 (c / cat) :ARG1 (b / boy))", "(s / see-01 :ARG0 (c / cat))"),
)


def make(path: Path, tasks: tuple[str, ...] = ("sts", "sick", "para"), split: str = "test") -> Path:
    """Write the folder."""
    for task in tasks:
        graphs = [(f"s{i}", a, b) for i, (a, b, _) in enumerate(PAIRS)]
        scores = [score for _, _, score in PAIRS]
        if task in HEADER:
            graphs.insert(0, (HEADER[task][0], "(v / variable)", "(v / variable)"))
            scores.insert(0, 0.65)
        graphs.append(("Empty line", "(l / line)", "(l / line)"))
        scores.append(0.5)
        for challenge in CHALLENGES:
            entries = graphs
            if challenge == "role_confusion":
                entries = [("NA", a, b) for a, b in COUPLES]
            _write(path / task / challenge, split, entries)
        lines = "\n".join(map(str, scores))
        (path / task / f"{split}.y").write_text(lines)
    return path


def rating(gold: Graph, pred: Graph) -> float:
    """Return what humans said of a pair; 0 for any other."""
    known = {(str(Graph.from_penman(a)), str(Graph.from_penman(b))): y for a, b, y in PAIRS}
    return known.get((str(gold), str(pred)), 0.0)


def _write(folder: Path, split: str, entries: list[tuple[str, str, str]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for side, place in (("src", 1), ("tgt", 2)):
        texts = [f"# ::id {i}\n# ::snt {e[0]}\n{e[place]}" for i, e in enumerate(entries)]
        (folder / f"{side}.{split}.amr").write_text("\n\n".join(texts))
