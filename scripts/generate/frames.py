"""Near-synonymous frames, induced from the public data: ``data/frames.tsv``.

    python -m scripts.generate.frames BAMBOO

    sts/main/src.train.amr    (xv0 / say-01 ...)
    sts/syno/src.train.amr    (xv0 / state-01 ...)          say-01 and state-01 belong together

Graphs of both folders correspond, and so do their variables. A frame that another one replaces at
least every tenth time belongs to its group; rarer replacements are variables that were renamed.
The table has frames only, nothing of the graphs.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from tertium.bamboo.data import SPLITS, TASKS, Split
from tertium.bamboo.synonyms import FRAMES
from tertium.files import write_text
from tertium.graph import Corpus, Graph

_FRAME = re.compile(r"-\d+$")
_LEAST = 0.1  # of the times that a frame is there
_HEAD = """\
# Near-synonymous frames, a group per line, induced from the graphs main and syno of BAMBOO (Opitz,
# Daza & Frank 2021) by scripts/generate/frames.py. The most frequent frame comes first.
"""


def induce(folder: Path, splits: Sequence[Split] = SPLITS) -> list[list[str]]:
    """Return the groups, the largest and most frequent first."""
    seen: Counter[str] = Counter()
    replaced: Counter[tuple[str, str]] = Counter()
    for task, split, side in product(TASKS, splits, ("src", "tgt")):
        pair = [folder / task / kind / f"{side}.{split}.amr" for kind in ("main", "syno")]
        for before, after in zip(*(Corpus.read(path).entries for path in pair), strict=True):
            if isinstance(before, Graph) and isinstance(after, Graph):
                _count(before, after, seen, replaced)
    near = [both for both, count in replaced.items() if count >= _LEAST * seen[both[0]]]
    return _groups(near, seen)


def _count(
    before: Graph, after: Graph, seen: Counter[str], replaced: Counter[tuple[str, str]]
) -> None:
    new = {variable: concept for variable, role, concept in after.triples if role == ":instance"}
    for variable, role, concept in before.triples:
        if role == ":instance" and concept and _FRAME.search(concept):
            seen[concept] += 1
            other = new.get(variable)
            if other and other != concept and _FRAME.search(other):
                replaced[concept, other] += 1


def _groups(near: list[tuple[str, str]], seen: Counter[str]) -> list[list[str]]:
    """Return the connected components."""
    group = {frame: {frame} for both in near for frame in both}
    for a, b in near:
        joined = group[a] | group[b]
        for frame in joined:
            group[frame] = joined
    found = {frozenset(one) for one in group.values()}
    ordered = [sorted(one, key=lambda frame: (-seen[frame], frame)) for one in found]
    return sorted(ordered, key=lambda one: (-seen[one[0]], one))


def main() -> None:
    """Write the table."""
    groups = induce(Path(sys.argv[1]))
    write_text(FRAMES, [_HEAD, *("\t".join(group) + "\n" for group in groups)])


if __name__ == "__main__":
    main()
