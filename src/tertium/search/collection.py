"""Collection: the segments of an index as one list of graphs.

A graph has a *place*, its segment and its number in it, and a *position*, its number in the order
of adding. Engines answer with places; everybody else sees positions and ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from os.path import join
from typing import TypeAlias

import numpy as np

from tertium import _native
from tertium.errors import FileError, InputError, counted
from tertium.graph import Graph, as_entry
from tertium.metrics import Progress
from tertium.metrics.threads import check_threads
from tertium.search.division import rows_of
from tertium.search.engines import Asked, Engine, Entries, Found, Sought, graph_of
from tertium.search.results import Neighbour, Neighbours
from tertium.search.storage import Shelf, Volume, damaged, volume_of

Place: TypeAlias = tuple[int, int]

_MOST = 1 << 17  # graphs of a segment, which is made in memory


class Collection:
    """Segments, and the engine that searches them."""

    def __init__(self, shelf: Shelf, engine: Engine, folder: str = "") -> None:
        self.shelf, self.engine, self.folder = shelf, engine, folder

    @property
    def volumes(self) -> list[Volume]:
        """The segments; none may be used after the index was closed or its file cut short."""
        for volume in self.shelf.volumes:
            if volume.buffer is None:
                raise InputError("the index is closed")
            if not volume.is_whole():
                raise FileError(
                    f"{join(self.folder, volume.name)}: the file was cut short while the index was "
                    "open; build the index again"
                )
        return self.shelf.volumes

    def __len__(self) -> int:
        return sum(map(len, self.volumes))

    def path(self, number: int) -> str:
        """Return the file of a segment."""
        return join(self.folder, self.volumes[number].name)

    @cached_property
    def order(self) -> list[Place]:
        """The places of all graphs, in the order of adding."""
        places: list[Place] = []
        for number, volume in enumerate(self.volumes):
            with damaged(self.path(number)):
                order = np.argsort(volume.segment.positions(), kind="stable").tolist()
            removed = volume.removed
            places += [(number, graph) for graph in order if not removed or not removed[graph]]
        return places

    @cached_property
    def ids(self) -> list[str]:
        """The ids of all graphs, in the order of adding."""
        ids = []
        for number, volume in enumerate(self.volumes):
            with damaged(self.path(number)):
                ids.append(volume.segment.ids())
        return [ids[number][graph] for number, graph in self.order]

    def graph(self, place: Place) -> Graph:
        """Return the graph at a place."""
        number, graph = place
        with damaged(self.path(number)):
            return graph_of(self.volumes[number].segment, graph)

    def close(self) -> None:
        """Close the files."""
        for volume in self.shelf.volumes:
            volume.segment.close()
            if hasattr(volume.buffer, "close"):
                with suppress(BufferError):  # somebody else holds it; it goes with the last of them
                    volume.buffer.close()
            volume.buffer = None

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
            entries = Entries(some, called, texts)
            self.shelf.volumes.append(volume_of(self.engine.write(entries, progress)))
        self._forget()

    def remove(self, ids: set[str]) -> int:
        """Mark all graphs with these ids as removed."""
        found = [(place, id) for place, id in zip(self.order, self.ids, strict=True) if id in ids]
        if missing := ids - {id for _, id in found}:
            raise InputError(f"there is no graph {min(missing)} in the index; nothing was removed")
        for number, volume in enumerate(self.volumes):
            if gone := [graph for (segment, graph), _ in found if segment == number]:
                volume.remove(gone)
        self._forget()
        return len(found)

    def compact(self, progress: Progress | None) -> None:
        """Write all graphs that are left into as few segments as possible."""
        graphs, ids = [self.graph(place) for place in self.order], self.ids
        self.shelf.volumes = []
        self.append(graphs, ids, progress)

    def _forget(self) -> None:
        for name in ("order", "ids", "position"):
            self.__dict__.pop(name, None)

    # Finding

    def search(self, names: list[str], graphs: list[Graph], sought: Sought) -> Neighbours:
        """Find the neighbours of graphs that need not be in the collection."""
        texts = [graph.to_penman(one_line=True) if self.engine.rereads else "" for graph in graphs]
        queries = _native.Segment(self.engine.write(Entries(graphs, names, texts)))
        found = self.find(Asked(queries, [volume.segment for volume in self.volumes]), sought)
        rows: list[list[tuple[float, str, int, bool]]] = [[] for _ in graphs]
        row_of = queries.positions().tolist()
        position, ids = self.position, self.ids
        for query, place, value, proven in rows_of(found):
            where = position[place]
            rows[row_of[query]].append((value, ids[where], where, proven))
        if sought.k is None:
            rows = [sorted(row, key=lambda hit: (-hit[0], hit[1])) for row in rows]
        neighbours = tuple(
            Neighbour(name, id, rank, value, proven)
            for name, row in zip(names, rows, strict=True)
            for rank, (value, id, _, proven) in enumerate(row, start=1)
        )
        return Neighbours(neighbours, tuple(where for row in rows for _, _, where, _ in row))

    def find(self, asked: Asked, sought: Sought) -> Found:
        """Look for what is sought."""
        sought = sought._replace(threads=check_threads(sought.threads))
        with damaged(self.folder or "index"):  # which segment it is in is not known
            return self.engine.find(asked, sought)

    @cached_property
    def position(self) -> dict[Place, int]:
        """The position of the graph at each place."""
        return {place: position for position, place in enumerate(self.order)}


def _text(graph: Graph, name: str) -> str:
    try:
        return as_entry(graph, one_line=True)
    except InputError as error:
        raise InputError(f"{name}: the graph cannot be written to an index: {error}") from None
