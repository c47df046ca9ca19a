"""Collection: the segments of an index as one list of graphs.

A graph has a *place*, its segment and its number in it, and a *position*, its number in the order
of adding. Engines answer with places; everybody else sees positions and ids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from os.path import join
from typing import NamedTuple, TypeAlias

import numpy as np

from tertium.errors import FileError, InputError, counted
from tertium.graph import Graph, as_entry
from tertium.metrics import Progress
from tertium.metrics.threads import check_threads
from tertium.search.division import rows_of
from tertium.search.engines import Asked, Engine, Found, graphs_of
from tertium.search.results import Neighbour, Neighbours
from tertium.search.storage import Shelf, Volume, damaged, part_of

Place: TypeAlias = tuple[int, int]

_MOST = 1 << 17  # graphs of a segment, which is made in memory


class Looking(NamedTuple):
    """What is looked for."""

    k: int | None
    least: float
    threads: int = 0
    progress: Progress | None = None


class Collection:
    """Segments, and the engine that searches them."""

    def __init__(self, shelf: Shelf, engine: Engine, folder: str = "") -> None:
        self.shelf, self.engine, self.folder = shelf, engine, folder

    @property
    def parts(self) -> list[Volume]:
        """The segments; none may be used after the index was closed or its file cut short."""
        for part in self.shelf.parts:
            if part.buffer is None:
                raise InputError("the index is closed")
            if not part.is_whole():
                raise FileError(
                    f"{join(self.folder, part.name)}: the file was cut short while the index was "
                    "open; build the index again"
                )
        return self.shelf.parts

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def path(self, number: int) -> str:
        """Return the file of a segment."""
        return join(self.folder, self.parts[number].name)

    @cached_property
    def order(self) -> list[Place]:
        """The places of all graphs, in the order of adding."""
        places: list[Place] = []
        for number, part in enumerate(self.parts):
            with damaged(self.path(number)):
                order = np.argsort(part.segment.places(), kind="stable").tolist()
            removed = part.removed
            places += [(number, graph) for graph in order if not removed or not removed[graph]]
        return places

    @cached_property
    def ids(self) -> list[str]:
        """The ids of all graphs, in the order of adding."""
        ids = []
        for number, part in enumerate(self.parts):
            with damaged(self.path(number)):
                ids.append(part.segment.ids())
        return [ids[number][graph] for number, graph in self.order]

    def graph(self, place: Place) -> Graph:
        """Return the graph at a place."""
        number, graph = place
        with damaged(self.path(number)):
            return graphs_of(self.parts[number].segment, [graph])[0]

    def close(self) -> None:
        """Let go of the files."""
        for part in self.shelf.parts:
            part.segment.close()
            if hasattr(part.buffer, "close"):
                with suppress(BufferError):  # somebody else holds it; it goes with the last of them
                    part.buffer.close()
            part.buffer = None

    # Changing

    def append(
        self,
        graphs: Sequence[Graph],
        names: Sequence[str],
        progress: Progress | None,
    ) -> None:
        """Add graphs under their names."""
        if len(names) != len(graphs):
            raise InputError(f"{counted(len(graphs), 'graph')}, but {counted(len(names), 'id')}")
        for start in range(0, len(graphs), _MOST):
            some, called = list(graphs[start : start + _MOST]), list(names[start : start + _MOST])
            texts = [_text(graph, name) for graph, name in zip(some, called, strict=True)]
            self.shelf.parts.append(part_of(self.engine.write(some, called, texts, progress)))
        self._forget()

    def remove(self, ids: set[str]) -> int:
        """Mark all graphs with these ids as removed."""
        found = [(place, id) for place, id in zip(self.order, self.ids, strict=True) if id in ids]
        if missing := ids - {id for _, id in found}:
            raise InputError(f"there is no graph {min(missing)} in the index; nothing was removed")
        for number, part in enumerate(self.parts):
            if gone := [graph for (segment, graph), _ in found if segment == number]:
                part.remove(gone)
        self._forget()
        return len(found)

    def compact(self, progress: Progress | None) -> None:
        """Write all graphs that are left into as few segments as possible."""
        graphs, ids = [self.graph(place) for place in self.order], self.ids
        self.shelf.parts = []
        self.append(graphs, ids, progress)

    def _forget(self) -> None:
        for name in ("order", "ids", "position"):
            self.__dict__.pop(name, None)

    # Finding

    def search(self, names: list[str], graphs: list[Graph], looking: Looking) -> Neighbours:
        """Find the neighbours of graphs that need not be in the collection."""
        texts = [graph.to_penman(one_line=True) if self.engine.rereads else "" for graph in graphs]
        queries = part_of(self.engine.write(graphs, names, texts))
        segments = [part.segment for part in self.parts]
        asked = Asked(queries.segment, segments, progress=looking.progress)
        found = self.find(asked, looking)
        rows: list[list[tuple[float, str, int, bool]]] = [[] for _ in graphs]
        place_of = queries.segment.places().tolist()
        position, ids = self.position, self.ids
        for query, place, value, proven in rows_of(found):
            where = position[place]
            rows[place_of[query]].append((value, ids[where], where, proven))
        if looking.k is None:
            rows = [sorted(row, key=lambda hit: (-hit[0], hit[1])) for row in rows]
        neighbours = tuple(
            Neighbour(name, id, rank, value, proven)
            for name, row in zip(names, rows, strict=True)
            for rank, (value, id, _, proven) in enumerate(row, start=1)
        )
        return Neighbours(neighbours, tuple(where for row in rows for _, _, where, _ in row))

    def find(self, asked: Asked, looking: Looking) -> Found:
        """Look for what is asked for."""
        asked = asked._replace(threads=check_threads(looking.threads))
        with self._named():
            if looking.k is None:
                return self.engine.within(asked, looking.least)
            return self.engine.nearest(asked, looking.k, looking.least)

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Let damage be an error that names the index; which segment it is in is not known."""
        with damaged(self.folder or "index"):
            yield

    @cached_property
    def position(self) -> dict[Place, int]:
        """The position of the graph at each place."""
        return {place: position for position, place in enumerate(self.order)}


def _text(graph: Graph, name: str) -> str:
    try:
        return as_entry(graph, one_line=True)
    except InputError as error:
        raise InputError(f"{name}: the graph cannot be written to an index: {error}") from None
