"""The graphs that judgements are about, found by the names of systems and by ids.

    judgement        garden.1: baseline or parser?
    reference        # ::id garden.1 of the gold file, or the graph that the judgement names
    graphs           # ::id garden.1 of baseline.amr and of parser.amr

A reference that a judgement names is looked for in the gold file; without one, in the files of all
systems, where ``parser:garden.7`` says whose graph is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

import numpy as np

from tertium.audit.judgements import Judgement, Judgements
from tertium.errors import InputError, NotationError, PairingError, counted, shortened
from tertium.evaluation import ON_ERROR, OnError
from tertium.evaluation.policy import Entry, reading_notes, require_choice
from tertium.evaluation.scoring import CorpusLike, as_corpus
from tertium.graph import MISSING, Corpus, Graph, Missing, pair

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tertium._types import Array

    Flags = NDArray[np.bool_]

_SKIP = "--missing skip (missing='skip') leaves such judgements out"


@dataclass(frozen=True, slots=True)
class JudgedGraphs:
    """The pairs of a reference and a judged graph, each once, and the judgements about them."""

    items: Sequence[Judgement]
    places: Sequence[tuple[int, int]]  #: of the pairs that each judgement is about
    golds: Sequence[Graph]
    preds: Sequence[Graph | None]  #: None scores zero
    skipped: int
    zeros: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class HumanChoices:
    """The judgements as arrays: by judgement, or by sentence and system."""

    names: list[str]  #: of the systems that are judged
    sentence: NDArray[np.int64]  #: of each judgement
    decided: Flags  #: whether a judgement prefers one of its graphs
    second: Flags  #: whether it prefers the second one
    judged: Array  #: (sentences, systems)
    wins: Array  #: (sentences, systems)

    @classmethod
    def of(cls, graphs: JudgedGraphs) -> HumanChoices:
        """Count judgements and wins."""
        ids = {id: n for n, id in enumerate(dict.fromkeys(item.id for item in graphs.items))}
        names = list(dict.fromkeys(name for item in graphs.items for name in item.systems))
        judged, wins = np.zeros((2, len(ids), len(names)))
        for item in graphs.items:
            for side, name in enumerate(item.systems):
                cell = ids[item.id], names.index(name)
                judged[cell] += 1
                wins[cell] += item.preferred == side
        return cls(
            names,
            np.array([ids[item.id] for item in graphs.items], dtype=np.int64),
            np.array([item.preferred is not None for item in graphs.items]),
            np.array([item.preferred == 1 for item in graphs.items]),
            judged,
            wins,
        )

    def by_sentence(self, numbers: Array) -> Array:
        """Return the sums over the judgements of each sentence."""
        sums: Array = np.zeros(len(self.judged))
        np.add.at(sums, self.sentence, numbers)
        return sums


def collect(
    judgements: Judgements,
    systems: Mapping[str, CorpusLike],
    gold: CorpusLike | None,
    *,
    on_error: OnError = "zero",
    missing: Missing = "fail",
) -> JudgedGraphs:
    """Find the graphs of all judgements."""
    require_choice("on_error", on_error, ON_ERROR)
    require_choice("missing", missing, MISSING)
    reference = None if gold is None else GraphsById.of("gold", as_corpus(gold, "gold"))
    banks = {
        name: GraphsById.of(name, as_corpus(source, name), reference)
        for name, source in systems.items()
    }
    finder = _Finder(judgements, banks, reference, on_error, missing)
    pairs: dict[tuple[str, str, str], int] = {}
    graphs: list[tuple[Graph, Graph | None]] = []
    items, places = [], []
    for item in judgements.items:
        found = finder.find(item)
        if found is None:
            continue
        target, both = found
        keys = [(name, item.id, item.reference or item.id) for name in item.systems]
        for key, graph in zip(keys, both, strict=True):
            if pairs.setdefault(key, len(pairs)) == len(graphs):
                graphs.append((target, graph))
        items.append(item)
        places.append((pairs[keys[0]], pairs[keys[1]]))
    if not items:
        raise InputError(f"{judgements.name}: no judgement is left whose graphs can be compared")
    corpora = [bank.corpus for bank in (*banks.values(), *([reference] if reference else []))]
    return JudgedGraphs(
        items,
        places,
        [target for target, _ in graphs],
        [graph for _, graph in graphs],
        len(judgements) - len(items),
        sum(graph is None for _, graph in graphs),
        tuple(_notes(judgements, banks, corpora)),
    )


@dataclass(frozen=True, slots=True)
class GraphsById:
    """A file of graphs, by their ids."""

    name: str
    corpus: Corpus
    places: dict[str, list[int]]
    notes: tuple[str, ...] = ()  #: how ids were found, if they are not those of the gold

    @classmethod
    def of(cls, name: str, corpus: Corpus, gold: GraphsById | None = None) -> GraphsById:
        """Look at the ids of a corpus; where none is one of the gold, take those of the gold."""
        places: dict[str, list[int]] = {}
        for place, id in enumerate(corpus.ids):
            if id is not None:
                places.setdefault(id, []).append(place)
        if gold is None or places.keys() & gold.places.keys():
            if not places:
                raise InputError(f"{corpus.label}: the graphs have no ids (# ::id) to be found by")
            return cls(name, corpus, places)
        try:
            pairing = pair(gold.corpus, corpus, "auto", missing="zero")
        except PairingError:
            if not places:
                raise
            return cls(name, corpus, places)
        for i, j in zip(pairing.gold, pairing.pred, strict=True):
            if (id := gold.corpus.ids[i]) is not None and j is not None:
                places.setdefault(id, []).append(j)
        told = f"{corpus.label}: none of the gold's ids; graphs paired by {pairing.by}"
        return cls(name, corpus, places, (told, *pairing.notes))

    def find(self, id: str, where: str) -> Entry:
        """Return the graph with an id, or None."""
        places = self.places.get(id, [])
        if len(places) > 1:
            raise InputError(
                f"{where}: {self.corpus.label} has {len(places)} graphs with the id {shortened(id)}"
            )
        return self.corpus.entries[places[0]] if places else None


@dataclass(frozen=True, slots=True)
class _Finder:
    """Finds the graphs of a judgement, under a policy for those that are bad or missing."""

    judgements: Judgements
    banks: Mapping[str, GraphsById]
    gold: GraphsById | None
    on_error: OnError
    missing: Missing

    def find(self, item: Judgement) -> tuple[Graph, list[Graph | None]] | None:
        """Return the reference and both graphs; None if the judgement is left out."""
        where = self.judgements.place(item)
        for name in item.systems:
            self._require_known(name, where)
        bank, id = self._reference(item, where)
        target = self._allowed(bank.find(id, where), bank, id, where, is_reference=True)
        both = [
            self._allowed(self.banks[name].find(item.id, where), self.banks[name], item.id, where)
            for name in item.systems
        ]
        if target == "skip" or "skip" in both:
            return None
        assert isinstance(target, Graph)
        return target, [graph if isinstance(graph, Graph) else None for graph in both]

    def _require_known(self, name: str, where: str) -> None:
        if name not in self.banks:
            near = get_close_matches(name, self.banks, n=1)
            hint = f"did you mean {near[0]}? There are" if near else "there are"
            raise InputError(
                f"{where}: there is no system {shortened(name)}; {hint}: {', '.join(self.banks)}. "
                f"A file is named by NAME=FILE"
            )

    def _reference(self, item: Judgement, where: str) -> tuple[GraphsById, str]:
        """Return where the reference is looked for, and its id."""
        if self.gold is not None:
            return self.gold, item.reference or item.id
        if item.reference is None:
            raise InputError(
                f"{where}: there is nothing to compare the graphs with; give gold graphs (--gold), "
                "or a column reference with the ids of graphs"
            )
        name, _, id = item.reference.partition(":")
        if name in self.banks and id:
            return self.banks[name], id
        homes = [bank for bank in self.banks.values() if item.reference in bank.places]
        if len(homes) > 1:
            names = " or ".join(f"{bank.name}:{item.reference}" for bank in homes)
            raise InputError(f"{where}: several systems have the reference; write {names}")
        return (homes or list(self.banks.values()))[0], item.reference

    def _allowed(
        self, entry: Entry, bank: GraphsById, id: str, where: str, *, is_reference: bool = False
    ) -> Entry | str:
        """Return a graph, None where it scores zero, or "skip"."""
        if isinstance(entry, Graph):
            return entry
        policy = self.missing if entry is None else self.on_error
        if policy == "skip" or (policy == "zero" and not is_reference):
            return "skip" if policy == "skip" else None
        if isinstance(entry, NotationError):
            error = entry.at(entry.place.path, entry.place.index)
            error.add_note(f"{where} is about this graph; --on-error skip leaves it out")
            raise error
        near = get_close_matches(id, bank.places, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        what = "reference" if is_reference else f"graph of {bank.name}"
        source = "any of the files" if is_reference and self.gold is None else bank.corpus.label
        raise InputError(
            f"{where}: there is no {what} {shortened(id)} in {source}{hint or ';'} {_SKIP}"
        )


def _notes(
    judgements: Judgements, banks: Mapping[str, GraphsById], corpora: Sequence[Corpus]
) -> Iterator[str]:
    """Yield what must be known about the graphs and the judgements."""
    if judgements.repeated:
        yield f"{counted(judgements.repeated, 'row')} repeated by the same annotator, counted once"
    idle = [name for name in banks if name not in judgements.systems]
    if idle:
        yield f"no judgement is about {', '.join(idle)}"
    for bank in banks.values():
        yield from bank.notes
    yield from reading_notes(corpora)
