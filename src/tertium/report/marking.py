"""Where the triples of a graph stand in its text.

    (g / go-02                  0: go-02
        :ARG0 (b / boy))        1: :ARG0, 2: boy

The text of a graph names each triple once: each role is one, each concept is one. So triples find
their places by walking along the text. A graph that was read has its triples in the order of the
text; one that was made of triples may have them in any order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tertium.graph import Graph, Triple

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[()]|\s+|[^\s()"]+')


def places(graph: Graph) -> Iterator[tuple[str, int | None]]:
    """Yield pieces of the written form, each with the triple that it names."""
    place, before = -1, ""
    current: int | None = None
    written = graph.to_penman()
    read = Graph.from_penman(written)
    order = _order(read, graph)
    for text in _TOKEN.findall(written):
        if text.isspace():
            yield text, None
            continue
        if before == "(" or text in ("(", ")", "/"):
            current = None
        if before == "(" and (text, ":instance", None) == read.triples[place + 1]:
            place += 1  # a variable without a concept has an instance triple that is not written
        elif text.startswith(":") or before == "/":
            place += 1
            current = order[place]
        yield text, current
        before = text


def _order(read: Graph, graph: Graph) -> list[int | None]:
    """Return where the triples of a text stand in the graph that was written."""
    places: dict[Triple, list[int]] = {}
    for k, triple in enumerate(graph.triples):
        places.setdefault(triple, []).append(k)
    found = (places.get(triple) for triple in read.triples)
    return [of.pop(0) if of else None for of in found]
