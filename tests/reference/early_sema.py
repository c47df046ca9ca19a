"""SEMA as its authors' script computed it in 2021, to show why the published figures differ.

    tertium bamboo DIR -m tests/reference/early_sema.py:early_sema

The script goes through all pairs of relations and remembers what it has counted under the names of
the test graph only. So several triples of the test graph may match one and the same triple of the
other graph, the measure is not symmetric, and the order of the triples decides some cases.
`tertium.metrics.sema` counts each triple once, in any order.

BAMBOO ran it with the source graphs as the test graphs. A later version of the script remembers the
top under another name, and counts it twice; the published figures were made without that.
"""

from __future__ import annotations

from tertium import Convention, Graph
from tertium.graph import Triple

_AS_READ = Convention(
    case="keep", quotes="keep", strings="first-word", mod="smatch", constants="drop", top="none"
)


def early_sema(gold: Graph, pred: Graph) -> float:
    """Return the F1 that the script printed; the gold of BAMBOO, its source, was the test graph."""
    test, reference = _Parts(gold), _Parts(pred)
    matched = _matched(test, reference)
    precision, recall = matched / test.total, matched / reference.total
    return 2 * precision * recall / (precision + recall) if matched else 0.0


class _Parts:
    """The triples of a graph, by kind."""

    def __init__(self, graph: Graph) -> None:
        graph = _AS_READ.apply(graph)
        names = set(graph.variables)
        self.top = graph.top
        self.concepts: dict[str, str | None] = {}
        self.relations: list[Triple] = []
        self.attributes: list[Triple] = []
        for source, role, target in graph.triples:
            if role == ":instance":
                self.concepts[source] = target
            elif target in names:
                self.relations.append((source, role, target))
            else:
                self.attributes.append((source, role, target))
        self.total = len(self.concepts) + len(self.relations) + len(self.attributes)


def _matched(test: _Parts, gold: _Parts) -> int:
    seen: set[Triple] = set()
    matched = 0
    if test.concepts.get(test.top) == gold.concepts.get(gold.top):
        matched += 1
        seen.add((test.top, "instance", test.concepts.get(test.top)))
    for relation in test.relations:
        for other in gold.relations:
            if _alike(test, gold, relation, other):
                matched += _gain(test, relation, seen)
    taken: set[Triple] = set()
    for attribute in test.attributes:
        for other in gold.attributes:
            same = attribute[1:] == other[1:] and other not in taken
            if same and test.concepts.get(attribute[0]) == gold.concepts.get(other[0]):
                matched += 1
                taken.add(other)
    return matched


def _alike(test: _Parts, gold: _Parts, a: Triple, b: Triple) -> bool:
    return (
        a[1] == b[1]
        and test.concepts.get(a[0]) == gold.concepts.get(b[0])
        and test.concepts.get(str(a[2])) == gold.concepts.get(str(b[2]))
    )


def _gain(test: _Parts, relation: Triple, seen: set[Triple]) -> int:
    """Return what a relation of the prediction adds, and remember it."""
    source: Triple = (relation[0], "instance", test.concepts.get(relation[0]))
    target: Triple = (str(relation[2]), "instance", test.concepts.get(str(relation[2])))
    gain = 0
    if target not in seen and relation not in seen:
        gain += 2
        seen |= {target, relation}
    if source not in seen:
        gain += 1
        seen.add(source)
    if target in seen and relation not in seen and not _joined(relation, seen):
        gain += 1
        seen.add(relation)
    return gain


def _joined(relation: Triple, seen: set[Triple]) -> bool:
    """Return whether a relation that was counted has the same two ends."""
    return any(r != "instance" and {s, t} == {relation[0], relation[2]} for s, r, t in seen)
