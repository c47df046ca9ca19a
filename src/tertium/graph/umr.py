"""UMR: sentences with graphs, alignments to words, and what holds across a document.

    # :: snt1    Lindsay left in order to eat lunch .

    # sentence level graph:
    (s1l / leave-02 :ARG0 (s1p / person) :purpose (s1e / eat-01 :ARG0 s1p))

    # alignment:
    s1l: 2-2

    # document level annotation:
    (s1s0 / sentence
        :temporal ((document-creation-time :before s1l) (s1l :after s1e))
        :modal ((root :modal author) (author :full-affirmative s1l)))

A file is one document. Each sentence has a graph in PENMAN, the words of some of its variables,
and *relations*: ``(s1l :after s1e)``, between variables of any sentence and constants such as
``author``. `read_umr` returns all of it. As a corpus, the file is its sentence graphs, with
``snt1`` as id and the words as sentence.

What is broken keeps its place: a graph that cannot be read is a bad entry of the corpus, like any
other; faults of alignments and relations are in `UmrSentence.faults`, because sentence graphs can
be compared without them. What looks like a slip, such as a gap in the numbers, is a note.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import cast

from tertium.errors import NotationError, Place
from tertium.graph import notation
from tertium.graph._umr_relations import GROUPS, Group, Relation, read_relations, sentence_of
from tertium.graph._umr_sections import Section, cut
from tertium.graph.graph import Graph

_REST = "text behind the graph"  # as native/graph/reader.cpp calls it

__all__ = ["GROUPS", "Group", "Relation", "UmrDocument", "UmrSentence", "parse_umr"]


@dataclass(frozen=True, slots=True)
class UmrSentence:
    """A sentence of a document."""

    number: int
    graph: Graph | NotationError
    words: tuple[str, ...] = ()
    alignment: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The numbers of the words, from 1, that a variable is aligned to; none if it has none."""
    relations: Mapping[Group, tuple[Relation, ...]] = field(default_factory=dict)
    """What the document level annotation below this sentence says."""
    faults: tuple[NotationError, ...] = ()
    """Why parts of the alignment and of the document level annotation could not be read."""
    place: Place = field(default_factory=Place)


@dataclass(frozen=True, slots=True)
class UmrDocument:
    """The sentences of a file, good and bad, in its order."""

    sentences: tuple[UmrSentence, ...]
    notes: tuple[str, ...] = ()  #: what looks like a slip

    @property
    def entries(self) -> tuple[Graph | NotationError, ...]:
        """The sentence graphs, and an error in the place of each bad one."""
        return tuple(sentence.graph for sentence in self.sentences)

    @property
    def faults(self) -> list[NotationError]:
        """What is wrong beside the graphs."""
        return [fault for sentence in self.sentences for fault in sentence.faults]


def parse_umr(data: bytes, path: str | None = None) -> UmrDocument:
    """Return the document that a file's *data* hold.

    >>> found = parse_umr(b"# :: snt1 A boy .\\n# sentence level graph:\\n(s1b / boy)\\n")
    >>> found.sentences[0].graph.id, found.sentences[0].words
    ('snt1', ('A', 'boy', '.'))
    """
    sections, masked, early = cut(data.removeprefix(b"\xef\xbb\xbf"))
    groups = _by_section(notation.read_entries(masked, "penman"), len(sections))
    repeated = _repeated(sections)
    sentences: list[UmrSentence] = []
    notes = [f"{Place(path, line=early)}: text before the first sentence, left out"] * (early > 0)
    for index, (section, found) in enumerate(zip(sections, groups, strict=True)):
        place = Place(path, index + 1, f"snt{section.number}", section.line)
        if index in repeated:
            first = sections[repeated[index]].line
            place = replace(place, id=f"{place.id}, again")
            message = f"there is another sentence {section.number}, on line {first}"
            graph: Graph | NotationError = NotationError(message, place, section.source)
        else:
            graph = _graph(section, found, place, notes)
        sentences.append(_sentence(section, graph, place, notes))
    checked = _checked(sentences)
    return UmrDocument(checked, (*notes, *_notes(checked)))


def _repeated(sections: Sequence[Section]) -> dict[int, int]:
    """Return the sentences whose number was there before, and where."""
    first: dict[int, int] = {}
    places = [first.setdefault(section.number, i) for i, section in enumerate(sections)]
    return {i: place for i, place in enumerate(places) if place != i}


def _by_section(entries: Sequence[object], sections: int) -> list[list[Graph | NotationError]]:
    """Sort what was read into sections: the first entry of each has its number as id."""
    groups: list[list[Graph | NotationError]] = [[] for _ in range(sections)]
    current = 0
    for entry in cast("Sequence[Graph | NotationError]", entries):
        mark = entry.id if isinstance(entry, Graph) else entry.place.id
        current = int(mark) if mark is not None else current
        groups[current].append(entry)
    return groups


def _graph(
    section: Section, found: list[Graph | NotationError], place: Place, notes: list[str]
) -> Graph | NotationError:
    """Return the graph of a sentence with its id and words, or why there is none."""
    text = " ".join(section.words)
    if not found:
        return NotationError("this sentence has no graph", place, section.source, text)
    first = _without_rest(section, found[0], place, notes)
    if isinstance(first, NotationError):
        where = replace(place, line=first.place.line, column=first.place.column)
        return NotationError(first.message, where, first.source, text)
    if len(found) > 1:
        return NotationError("this sentence has several graphs", place, section.source, text)
    known = {"id": place.id or "", **({"snt": text} if text else {}), **section.metadata}
    first._metadata = MappingProxyType(known)
    return first


def _without_rest(
    section: Section, found: Graph | NotationError, place: Place, notes: list[str]
) -> Graph | NotationError:
    """Read a graph again without what stands behind it, as letters left over from editing do."""
    if isinstance(found, Graph) or found.message != _REST or found.place.line is None:
        return found
    again = section.graph_until(found.place.line, found.place.column or 1)
    (graph,) = cast("list[Graph | NotationError]", notation.read_entries(again, "penman"))
    notes.append(f"{replace(place, line=found.place.line)}: {_REST}, left out")
    return graph


def _sentence(
    section: Section, graph: Graph | NotationError, place: Place, notes: list[str]
) -> UmrSentence:
    faults: list[NotationError] = []
    alignment = _alignment(section, place, faults)
    relations: dict[Group, tuple[Relation, ...]] = {}
    try:
        relations = read_relations(section.relations, place, notes)
    except NotationError as fault:
        faults.append(fault)
    return UmrSentence(
        section.number,
        graph,
        section.words,
        alignment,
        relations,
        tuple(faults),
        place,
    )


def _alignment(
    section: Section, place: Place, faults: list[NotationError]
) -> dict[str, tuple[int, ...]]:
    """Return the words of variables: ``s1d: 5-8`` are words 5 to 8, ``0-0`` and ``-1--1`` none."""
    found: dict[str, tuple[int, ...]] = {}
    for number, line in section.alignment:
        variable, colon, spans = line.partition(":")
        words = _words(spans, len(section.words)) if colon and variable.strip() else None
        if words is None:
            message = "expected a variable, a colon and its words, such as s1d: 5-8"
            faults.append(NotationError(message, replace(place, line=number, column=1), line))
        else:
            found[variable.strip()] = tuple(sorted({*found.get(variable.strip(), ()), *words}))
    return found


def _words(spans: str, most: int) -> set[int] | None:
    """Return the numbers of words that spans name, None if they are wrong."""
    found: set[int] = set()
    for span in spans.split(","):
        if span.strip() in ("0-0", "-1--1"):
            continue
        first, dash, last = (part.strip() for part in span.partition("-"))
        if not dash or not all(p.isascii() and p.isdigit() and len(p) < 7 for p in (first, last)):
            return None
        begin, end = int(first), int(last)
        if begin > end or (most and end > most):
            return None
        found |= {*range(begin, end + 1)} - {0}
    return found


def _checked(sentences: list[UmrSentence]) -> tuple[UmrSentence, ...]:
    """Take out relations that mention what no sentence has: for that all must be read."""
    known = {name for s in sentences for name in _variables(s)}
    numbers = Counter(s.number for s in sentences)
    unread = {s.number for s in sentences if isinstance(s.graph, NotationError)}
    checked = []
    for sentence in sentences:
        lost = [
            relation
            for relations in sentence.relations.values()
            for relation in relations
            if any(_unknown(end, known, numbers, unread) for end in relation[::2])
        ]
        faults = tuple(_unknown_fault(relation, sentence, known) for relation in lost)
        kept = {
            group: tuple(relation for relation in relations if relation not in lost)
            for group, relations in sentence.relations.items()
        }
        checked.append(replace(sentence, relations=kept, faults=(*sentence.faults, *faults)))
    return tuple(checked)


def _variables(sentence: UmrSentence) -> tuple[str, ...]:
    graph = sentence.graph
    return graph.variables if isinstance(graph, Graph) else ()


def _unknown(end: str, known: set[str], numbers: Counter[int], unread: set[int]) -> bool:
    """Whether a variable is none of any sentence; those of an unreadable graph may be there."""
    number = sentence_of(end)
    return end not in known and number is not None and not (number in numbers and number in unread)


def _unknown_fault(relation: Relation, sentence: UmrSentence, known: set[str]) -> NotationError:
    name = next(end for end in relation[::2] if end not in known and sentence_of(end) is not None)
    place = replace(sentence.place, line=relation.line, column=None)
    return NotationError(f"{relation}: {name} is not a variable of any sentence", place)


def _notes(sentences: Sequence[UmrSentence]) -> Iterator[str]:
    before = 0
    for sentence in sentences:
        place = sentence.place
        if sentence.number != before + 1:
            yield f"{place}: sentence {sentence.number} follows {_previous(before)}"
        before = sentence.number
        if not isinstance(sentence.graph, Graph):
            continue
        names = set(sentence.graph.variables)
        strange = [name for name in sentence.alignment if name not in names]
        if strange:
            yield f"{place}: the graph has no variable {strange[0]}, which is aligned to words"
        yield from _elsewhere(sentence, names)


def _previous(number: int) -> str:
    return f"sentence {number}" if number else "the beginning of the file"


def _elsewhere(sentence: UmrSentence, names: set[str]) -> Iterator[str]:
    """Yield relations between variables none of which is of the sentence."""
    for relation in (r for relations in sentence.relations.values() for r in relations):
        ends = [end for end in relation[::2] if sentence_of(end) is not None]
        if ends and not names & set(ends):
            place = replace(sentence.place, line=relation.line)
            yield f"{place}: {relation} is about other sentences only"
