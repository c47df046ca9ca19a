"""Index: find graphs by meaning, exactly.

    with Index.build("corpus.amr", "corpus.tix", metric="smatch") as index:
        index.search("(w / want-01 :ARG0 (b / boy))", k=10)
        index.join(at_least=0.9)

The answer is the one that comparing with every graph would give; bounds that cost little leave out
nearly all of them. An index lives in a folder, or in memory if it has no path. Any number of
processes may read it while one writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from os import PathLike, fspath
from types import TracebackType
from typing import TYPE_CHECKING

from tertium import metrics
from tertium.errors import FileError, InputError, OptionError
from tertium.evaluation.policy import OnBad
from tertium.evaluation.scoring import CorpusLike, as_corpus
from tertium.graph import Graph, GraphLike
from tertium.metrics import Metric, MetricLike, Progress
from tertium.search.collection import Collection
from tertium.search.division import Division, JoinedPairs
from tertium.search.engines import Sought, engine_for
from tertium.search.naming import named_graphs, queries_of
from tertium.search.opening import own_metric
from tertium.search.results import ClosePair, Neighbours, SparseValues
from tertium.search.storage import IndexFolder, Shelf, volume_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST_NEIGHBOURS = 1 << 32  # more than an index has graphs


class Index:
    """An index of graphs: find the nearest, near-duplicates and clusters.

    >>> index = Index.build(["(b / boy)", "(g / girl)", "(w / want-01 :ARG0 (b / boy))"])
    >>> for found in index.search("(w / want-01 :ARG0 (g / girl))", k=2):
    ...     print(found.id, round(found.value, 2), found.proven)
    graphs#3 0.75 True
    graphs#2 0.33 True
    """

    def __init__(self, collection: Collection, metric: Metric, folder: IndexFolder | None) -> None:
        self._collection, self._folder = collection, folder
        self.metric = metric

    # Making and opening

    @classmethod
    def build(
        cls,
        graphs: CorpusLike,
        path: str | PathLike[str] | None = None,
        *,
        metric: MetricLike = "smatch",
        approximate: bool = False,
        ids: Sequence[str] | None = None,
        on_error: OnBad = "fail",
        replace: bool = False,
        progress: Progress | None = None,
    ) -> Index:
        """Make an index of *graphs* in the folder *path*, or in memory.

        A graph is known by its ``# ::id``, or as FILE#3 if it has none. *approximate* admits a
        metric that has no bound. An index that is there already is kept unless *replace* is true.
        """
        folder = None if path is None else IndexFolder(fspath(path))
        if folder is not None:
            folder.require_free(replace=replace)
        chosen = metrics.metric(metric)
        engine = engine_for(chosen, approximate=approximate)
        corpus = as_corpus(graphs, "graphs")
        named = named_graphs(corpus, on_error, ids)
        shelf = Shelf(chosen.recipe, chosen.signature, approximate)
        if folder is None:
            collection = Collection(shelf, engine)
            collection.append(*named, progress)
            return cls(collection, chosen, None)
        with folder.building(replace=replace):
            Collection(shelf, engine, folder.path).append(*named, progress)
            folder.write(shelf)
        return cls.open(folder.path, metric=chosen)

    @classmethod
    def open(cls, path: str | PathLike[str], *, metric: MetricLike | None = None) -> Index:
        """Open an index; with *metric*, it must have been made for that one.

        An index is data: one that was made for a custom metric, whose name would run code, is
        opened only if *metric* names it.
        """
        folder = IndexFolder(fspath(path))
        shelf = folder.read()
        own = own_metric(folder.path, shelf, metric)
        engine = engine_for(own, approximate=shelf.approximate)
        return cls(Collection(shelf, engine, folder.path), own, folder)

    def close(self) -> None:
        """Close the files."""
        self._collection.close()

    def __enter__(self) -> Index:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[object, ...]:
        if self._folder is not None:
            known = self.metric.name in metrics.REGISTRY
            return _reopen, (self._folder.path, None if known else self.metric.recipe)
        return _restore, self._contents()

    def _contents(self) -> tuple[Metric, bool, list[tuple[NDArray[np.uint8], bytes]]]:
        """Return what an index in memory is made of; the segments are not copied."""
        import numpy as np

        segments = [
            (np.frombuffer(volume.buffer, np.uint8), volume.removed)  # type: ignore[call-overload]
            for volume in self._collection.volumes
        ]
        return self.metric, self._collection.shelf.approximate, segments

    def in_memory(self) -> Index:
        """Return the same index without its folder; a pickle then includes its segments."""
        return _restore(*self._contents())

    # Looking at it

    def __len__(self) -> int:
        return len(self._collection)

    def __repr__(self) -> str:
        place = self._folder.path if self._folder else "in memory"
        return f"<Index {place}: {len(self)} graphs, {self.metric.spec}>"

    @property
    def how(self) -> str:
        """How candidates are chosen: ``exact``, or a description of the approximation."""
        return self._collection.engine.how

    @property
    def segments(self) -> int:
        """How many segments there are."""
        return len(self._collection.volumes)

    @property
    def files(self) -> list[str]:
        """The files that the index consists of, none if it is in memory."""
        return [] if self._folder is None else self._folder.files()

    @property
    def nbytes(self) -> int:
        """The size of all segments in bytes."""
        return sum(volume.size for volume in self._collection.volumes)

    @property
    def ids(self) -> list[str]:
        """The ids of the graphs, in the order in which they were added."""
        return self._collection.ids

    def graphs(self) -> Iterator[Graph]:
        """Yield the graphs, in the order in which they were added."""
        return map(self._collection.graph, self._collection.order)

    def graph(self, position: int) -> Graph:
        """Return the graph at a position of `ids`."""
        return self._collection.graph(self._collection.order[position])

    def __getitem__(self, id: str) -> Graph:
        """Return the first graph with an id."""
        if not isinstance(id, str) or id not in self.ids:
            raise InputError(f"there is no graph {id} in the index")
        return self.graph(self.ids.index(id))

    def verify(self) -> None:
        """Check every byte against the checksums of the manifest."""
        for number, volume in enumerate(self._collection.volumes):
            if f"{volume.segment.checksum():016x}" != volume.checksum:
                path = self._collection.path(number)
                raise FileError(f"{path}: the file is damaged; build the index again")

    # Changing it

    def add(
        self,
        graphs: CorpusLike,
        *,
        ids: Sequence[str] | None = None,
        on_error: OnBad = "fail",
        progress: Progress | None = None,
    ) -> None:
        """Add graphs, as a segment of their own."""
        corpus = as_corpus(graphs, "graphs")
        named = named_graphs(corpus, on_error, ids)
        with self._changing() as collection:
            collection.append(*named, progress)

    def remove(self, ids: Iterable[str]) -> int:
        """Remove all graphs with these ids; return how many there were."""
        with self._changing() as collection:
            return collection.remove({ids} if isinstance(ids, str) else set(ids))

    def compact(self, *, progress: Progress | None = None) -> None:
        """Merge all segments, and let go of graphs that were removed."""
        with self._changing() as collection:
            collection.compact(progress)

    @contextmanager
    def _changing(self) -> Iterator[Collection]:
        """Change the index as it is now, whoever wrote to it last, or not at all."""
        if self._folder is None:
            yield self._collection
            return
        with self._folder.lock():
            shelf = self._folder.read()
            if shelf.signature != self._collection.shelf.signature:
                raise FileError(f"{self._folder.path}: the index was replaced; open it again")
            engine = self._collection.engine
            changed = Collection(shelf, engine, self._folder.path)
            yield changed
            self._folder.write(shelf)
            self._collection.close()
            self._collection = Collection(self._folder.read(), engine, self._folder.path)

    # Finding

    def search(
        self,
        query: GraphLike | CorpusLike,
        k: int | None = 10,
        at_least: float | None = None,
        *,
        on_error: OnBad = "fail",
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Neighbours:
        """Find the *k* nearest graphs of one graph or many, or all of a value of *at_least*.

        For a metric that is not symmetric, the query is the gold.
        """
        if k is None and at_least is None:
            raise OptionError("give k, at_least, or both")
        graphs, names = queries_of(query, on_error)
        sought = Sought(_count(k), _least(at_least), threads, progress)
        return self._collection.search(names, graphs, sought)

    def join(
        self, at_least: float, *, threads: int = 0, progress: Progress | None = None
    ) -> list[ClosePair]:
        """Find all pairs of graphs with a value of *at_least*, in the order of adding."""
        return self.close_pairs(self.pairs(at_least, threads=threads, progress=progress))

    def close_pairs(self, pairs: JoinedPairs) -> list[ClosePair]:
        """Return pairs by the ids of their graphs."""
        ids = self.ids
        return [ClosePair(ids[a], ids[b], value, proven) for a, b, value, proven in pairs.rows()]

    def pairs(
        self, at_least: float, *, threads: int = 0, progress: Progress | None = None
    ) -> JoinedPairs:
        """Find the same pairs, by their places in `ids`."""
        division = self.division(None, at_least, threads=threads, progress=progress)
        return division.pairs(division.all())

    def neighbours(
        self,
        k: int = 10,
        at_least: float | None = None,
        *,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> SparseValues:
        """Find the *k* nearest other graphs of every graph, as a sparse matrix for clustering."""
        division = self.division(k, at_least, threads=threads, progress=progress)
        return division.neighbours(division.all())

    def division(
        self,
        k: int | None = None,
        at_least: float | None = None,
        *,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Division:
        """Return the search that `neighbours` does, or without *k* `pairs`, to be done in slices.

        `tertium.interop.ray` sends the slices to other machines.
        """
        sought = Sought(_count(k), _least(at_least), threads, progress)
        return Division(self._collection, sought)


def _reopen(path: str, metric: str | None) -> Index:
    """Open an index that was pickled as its folder."""
    return Index.open(path, metric=metric)


def _count(k: int | None) -> int | None:
    if k is not None and (not isinstance(k, int) or k < 1):
        raise OptionError(f"k must be a whole number of at least 1, not {k!r}")
    return None if k is None else min(k, _MOST_NEIGHBOURS)


def _least(at_least: float | None) -> float:
    least = 0.0 if at_least is None else at_least
    if not isinstance(least, int | float) or not 0 <= least <= 1:
        raise OptionError(f"at_least must be a number from 0 to 1, not {at_least!r}")
    return float(least)


def _restore(
    metric: Metric, approximate: bool, segments: list[tuple[NDArray[np.uint8], bytes]]
) -> Index:
    """Make an index in memory of what was pickled."""
    shelf = Shelf(metric.recipe, metric.signature, approximate)
    for data, removed in segments:
        shelf.volumes.append(volume_of(data))
        if removed:
            shelf.volumes[-1].remove([i for i, gone in enumerate(removed) if gone])
    return Index(Collection(shelf, engine_for(metric, approximate=approximate)), metric, None)
