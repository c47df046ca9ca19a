"""Limits: how large a graph may be.

    (b / boy :mod (t / tall))       3 triples: boy, tall, and :mod between them

What a comparison costs grows with the triples of both graphs, so a server, or a training loop whose
model may write anything, sets a limit. A graph above it counts as one that cannot be read: it
becomes an error in its place, and the policy for bad graphs decides about it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict

from tertium.errors import NotationError, OptionError, Place
from tertium.graph.graph import Graph


class SizeLimits(TypedDict):
    """What functions that read files take."""

    max_bytes: int | None  #: of the text of a file
    max_triples: int | None  #: of a graph


def check_max_triples(most: int | None) -> None:
    """Refuse a limit that is none."""
    if most is not None and (not isinstance(most, int) or isinstance(most, bool) or most < 1):
        raise OptionError(f"max_triples={most!r}; it must be a whole number of at least 1, or None")


def within_limit(
    entry: Graph | NotationError, most: int | None, place: Place
) -> Graph | NotationError:
    """Return an entry, or an error in its place if it is a graph of more than *most* triples.

    >>> print(within_limit(Graph.from_penman("(b / boy :mod (t / tall))"), 2, Place("x.amr", 1)))
    x.amr: graph 1, line 1: the graph has 3 triples, and at most 2 are allowed \
(--max-triples, max_triples)
    """
    if most is None or isinstance(entry, NotationError) or len(entry) <= most:
        return entry
    first = entry.place(0)
    line = place.line or (first.line if first is not None else None)
    return NotationError(
        f"the graph has {len(entry):,} triples, and at most {most:,} are allowed (--max-triples, "
        "max_triples)",
        replace(place, id=place.id or entry.id, line=line),
        sentence=entry.sentence or "",
    )
