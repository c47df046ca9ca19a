"""Parallel corpora: graphs of several files, sentence by sentence, in the order of the first.

ann.amr   (b / boy)    (c / cat)       a row for each sentence of which every file has a graph
bob.amr   (g / girl)   (c / cat        a graph that cannot be read is an error, or is left out
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from tertium.errors import InputError, counted
from tertium.evaluation.policy import (
    Entry,
    OnBad,
    apply_on_error,
    complete_rows,
    reading_notes,
    require_choice,
)
from tertium.evaluation.results import CommonWay, common_way
from tertium.graph import MISSING, PAIR_BY, Corpus, Graph, Missing, PairBy, Pairing, pair


@dataclass(frozen=True, slots=True)
class Parallel:
    """The graphs of several files that belong together."""

    sparse: tuple[tuple[Graph | None, ...], ...]  #: the graphs of each file; None: missing
    indices: tuple[int, ...]  #: their places in the first file
    skipped: int  #: entries of the first file that are left out
    paired_by: CommonWay
    missing: int  #: entries of the first file that another file does not have
    invalid: int  #: graphs that cannot be read, of all files
    notes: tuple[str, ...]  #: what must be known about the pairs

    @property
    def columns(self) -> tuple[tuple[Graph, ...], ...]:
        """The graphs of each file, if none is missing."""
        return cast("tuple[tuple[Graph, ...], ...]", self.sparse)


def parallel(
    corpora: Sequence[Corpus],
    *,
    on_error: OnBad = "fail",
    missing: Missing = "fail",
    pair_by: PairBy = "auto",
    same_sentences: bool = True,
) -> Parallel:
    """Bring corpora into the order of the first; what is incomplete is left out, if it may be.

    If *missing* is ``zero``, a graph that a file does not have is None.
    """
    require_choice("missing", missing, MISSING)
    require_choice("pair_by", pair_by, PAIR_BY)
    apply_on_error(corpora, on_error)
    first, others = corpora[0], corpora[1:]
    pairings = [
        pair(first, other, pair_by, missing=missing, same_sentences=same_sentences)
        for other in others
    ]
    columns: list[list[Entry]] = [list(first.entries)]
    for other, pairing in zip(others, pairings, strict=True):
        columns.append([None if j is None else other.entries[j] for j in pairing.pred])
    kept = complete_rows(columns, gaps=missing == "zero")
    if not kept:
        raise InputError("there is no sentence whose graphs can all be read")
    lonely = {i for p in pairings for i, j in zip(p.gold, p.pred, strict=True) if j is None}
    return Parallel(
        tuple(tuple(cast("Graph | None", column[i]) for i in kept) for column in columns),
        tuple(kept),
        len(first) - len(kept),
        common_way([pairing.by for pairing in pairings]),
        len(lonely),
        sum(len(corpus.errors) for corpus in corpora),
        (*_pairing_notes(others, pairings, missing), *reading_notes(corpora)),
    )


def _pairing_notes(
    corpora: Sequence[Corpus], pairings: Sequence[Pairing], missing: Missing
) -> Iterator[str]:
    fate = "scored zero" if missing == "zero" else "left out"
    for corpus, pairing in zip(corpora, pairings, strict=True):
        yield from pairing.notes
        if pairing.missing:
            yield f"{corpus.label}: {counted(pairing.missing, 'graph')} missing, {fate}"
