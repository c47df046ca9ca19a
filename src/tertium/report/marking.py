"""Where the triples of a graph stand in its text.

    (g / go-02                  0: go-02
        :ARG0 (b / boy))        1: :ARG0, 2: boy

The written form of a graph names its triples in their order: each role is one, each concept is one.
So triples find their places by walking along the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tertium.graph import Graph

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[()]|\s+|[^\s()"]+')


def places(graph: Graph) -> Iterator[tuple[str, int | None]]:
    """Yield pieces of the written form, each with the triple that it names."""
    place, before = -1, ""
    current: int | None = None
    for text in _TOKEN.findall(graph.to_penman()):
        if text.isspace():
            yield text, None
            continue
        if before == "(" or text in ("(", ")", "/"):
            current = None
        if before == "(" and (text, ":instance", None) == graph.triples[place + 1]:
            place += 1  # a variable without a concept has an instance triple that is not written
        elif text.startswith(":") or before == "/":
            place += 1
            current = place
        yield text, current
        before = text
