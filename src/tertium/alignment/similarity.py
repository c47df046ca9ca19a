"""Similarity of concepts: how much ``kitten`` may count as ``cat``.

A `Similarity` is asked for many pairs at once: a list of distinct concepts, and two arrays of
places in it. It answers with an array of numbers in [0, 1], one per pair. Equal concepts are never
asked for. A pair is asked in one order only, so every similarity is symmetric.

    concepts = ["cat", "kitten", "run-02"]        first = [0, 0, 1]        second = [1, 2, 2]
    answer   = [0.56, 0.0, 0.0]

`WordVectors` is the built-in one, with the rules of S²MATCH's public script. `similarity_of` turns
a plain function of two concepts into one:

>>> known = {("foe", "enemy"), ("enemy", "foe")}
>>> synonyms = similarity_of(lambda a, b: float((a, b) in known), "synonyms")
>>> synonyms(["enemy", "foe", "friend"], [0, 0], [1, 2])
array([1., 0.])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, cast

from tertium import _native
from tertium.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from tertium.graph import Graph

    Places: TypeAlias = NDArray[np.int32]
    Graphs: TypeAlias = list[Graph | None]


class TooManyConceptsError(InputError):
    """Graphs have more pairs of concepts than a table of similarities holds."""


class Similarity(Protocol):
    """What `tertium.align` and `s2match` ask for graded matches."""

    @property
    def signature(self) -> str:
        """What a metric's signature says about it."""

    def __call__(self, concepts: Sequence[str], first: Places, second: Places) -> ArrayLike:
        """Return the similarities of ``concepts[first[k]]`` and ``concepts[second[k]]``."""


def similarity_of(function: Callable[[str, str], float], name: str) -> Similarity:
    """Make a similarity of a function of two concepts; *name* goes into signatures."""
    return _OfFunction(function, name)


class _OfFunction(NamedTuple):
    function: Callable[[str, str], float]
    signature: str

    def __call__(self, concepts: Sequence[str], first: Places, second: Places) -> ArrayLike:
        import numpy as np

        pairs = zip(first, second, strict=True)
        return np.array([self.function(concepts[i], concepts[j]) for i, j in pairs], dtype=float)


def grade(
    options: _native.AlignerOptions,
    similarity: Similarity,
    golds: Graphs,
    preds: Graphs,
    parts: tuple[Graphs, Graphs] = ([], []),
    *,
    traced: bool = False,
) -> tuple[Graphs, Graphs]:
    """Enter the similarities of all concepts that comparing these graphs may ask for.

    *parts* are graphs in standard form that will be compared too. Return both lists in standard
    form, which *options* then expects; the graphs know their `Graph.sources` if *traced*.
    """
    options.similarities, golds, preds = similarities(
        options.convention, similarity, golds, preds, parts, traced=traced
    )
    options.standardised = True
    return golds, preds


def similarities(
    convention: _native.Convention,
    similarity: Similarity,
    golds: Graphs,
    preds: Graphs,
    parts: tuple[Graphs, Graphs] = ([], []),
    *,
    traced: bool = False,
) -> tuple[_native.SimilarityTable, Graphs, Graphs]:
    """Return the similarities of concepts, and both lists in standard form."""
    try:
        found = _native.collect_concepts(convention, golds, preds, *parts, traced)
    except ValueError as error:
        raise TooManyConceptsError(f"{error}; choose a metric without similarities") from None
    table, standard_golds, standard_preds = found
    first, second = table.pairs()
    if len(first):
        table.set(_ask(similarity, table.concepts(), first, second))
    return table, cast("Graphs", standard_golds), cast("Graphs", standard_preds)


def _ask(
    similarity: Similarity, concepts: list[str], first: Places, second: Places
) -> NDArray[np.float64]:
    import numpy as np

    values = np.ascontiguousarray(similarity(concepts, first, second), dtype=np.float64)
    name = f"the similarity {similarity.signature}"
    if values.shape != first.shape:
        raise InputError(f"{name} gave an array of shape {values.shape} for {len(first)} pairs")
    odd = ~((values >= 0) & (values <= 1))
    if odd.any():
        k = int(odd.argmax())
        pair = f"'{concepts[first[k]]}' and '{concepts[second[k]]}'"
        raise InputError(f"{name} of {pair} is {values[k]}, not in [0, 1]")
    return values
