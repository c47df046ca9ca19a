"""Documents: sentences joined under ``multi-sentence``, as large as wanted.

    (b / boy)   (g / go-02)      (d / multi-sentence :snt1 (s1b / boy) :snt2 (s2g / go-02))

From two files of sentence pairs three kinds of document pairs are made: the *same* sentences on
both sides in the same order, the same ones *shuffled* on one side, and *unrelated* ones. The last
have no answer that anybody needs; they show what the solver does where there is no signal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias, get_args

from tertium import Graph
from tertium.graph import Triple

Kind = Literal["same", "shuffled", "unrelated"]
KINDS: tuple[Kind, ...] = get_args(Kind)

Pair: TypeAlias = tuple[Graph, Graph]


def documents(pairs: list[Pair], kind: Kind, variables: int, count: int) -> Iterator[Pair]:
    """Yield *count* pairs of documents with about *variables* variables on each side."""
    for number in range(count):
        start = number * len(pairs) // count
        chosen = _take([gold for gold, _ in pairs], start, variables)
        if kind == "unrelated":
            preds = [pred for _, pred in pairs]
            others = _take(preds, start + len(pairs) // 2, variables)
        else:
            others = [pairs[k][1] for k in _places(pairs, start, len(chosen))]
        # Turning the order around moves every sentence; a random order might move few.
        yield join(chosen), join(others[::-1] if kind == "shuffled" else others)


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


def _take(graphs: list[Graph], start: int, variables: int) -> list[Graph]:
    """Return graphs from *start* on, around the end, until they have enough variables."""
    taken: list[Graph] = []
    size = 1
    while size < variables:
        taken.append(graphs[(start + len(taken)) % len(graphs)])
        size += len(taken[-1].variables)
    return taken


def _places(pairs: list[Pair], start: int, count: int) -> list[int]:
    return [(start + k) % len(pairs) for k in range(count)]
