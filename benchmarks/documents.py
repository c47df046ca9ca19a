"""Documents: sentences joined under ``multi-sentence``, as large as wanted.

    (b / boy)   (g / go-02)      (d / multi-sentence :snt1 (s1b / boy) :snt2 (s2g / go-02))

From two files of sentence pairs three kinds of document pairs are made: the *same* sentences on
both sides in the same order, each side as its file has them; the same ones *shuffled* on one side;
and *unrelated* ones. The last have no answer that anybody needs; they show what the solver does
where there is no signal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from benchmarks.pairs import Pair
from tertium import Graph
from tertium.graph import Triple

Kind = Literal["same", "shuffled", "unrelated"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_SPARE = 0.1  # how much larger than wanted a document may be


def documents(pairs: list[Pair], kind: Kind, variables: int, count: int) -> Iterator[Pair]:
    """Yield *count* pairs of documents with about *variables* variables in the gold."""
    golds, preds = [gold for gold, _ in pairs], [pred for _, pred in pairs]
    for number in range(count):
        start = number * len(pairs) // count
        chosen = _take(golds, start, variables)
        others = _take(preds, start + len(pairs) // 2, variables) if kind == "unrelated" else chosen
        if kind == "shuffled":
            others = others[::-1]  # moves every sentence; a random order might move few
        yield join([golds[k] for k in chosen]), join([preds[k] for k in others])


def join(sentences: list[Graph]) -> Graph:
    """Return the document of *sentences*."""
    triples: list[Triple] = [("d", ":instance", "multi-sentence")]
    for number, sentence in enumerate(sentences, start=1):
        names = {name: f"s{number}{name}" for name in sentence.variables}
        triples.append(("d", f":snt{number}", names[sentence.top]))
        triples += [
            (names[source], role, target if target is None else names.get(target, target))
            for source, role, target in sentence.triples
            if source in names
        ]
    return Graph.from_triples(triples, top="d")


def _take(graphs: list[Graph], start: int, variables: int) -> list[int]:
    """Return the places of graphs from *start* on, around the end, that are large enough together.

    A sentence that is too large for what is still wanted is passed over, if a smaller one comes.
    """
    sizes = [len(graph.variables) for graph in graphs]
    most = (1 + _SPARE) * variables
    taken: list[int] = []
    size, place, passed = 1, start, 0
    while size < variables:
        place %= len(graphs)
        if size + sizes[place] <= most or passed >= len(graphs):
            taken.append(place)
            size, passed = size + sizes[place], 0
        else:
            passed += 1
        place += 1
    return taken
