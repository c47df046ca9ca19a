"""Perturbations of meaning: what an annotator would call another statement.

The seven changes of `perturb` that change the meaning put dummies into a graph. Those here leave an
ordinary graph that says something else, as a parser's error does:

    add-negation        (g / go-02 :ARG0 b)  ->  (g / go-02 :polarity - :ARG0 b)
    drop-negation       the other way round
    change-sense        (g / go-02 ...)  ->  (g / go-03 ...)
    exchange-roles      (b / bite-01 :ARG0 t :ARG1 s)  ->  (b / bite-01 :ARG1 t :ARG0 s)
    change-entity-type  (c / city :name n)  ->  (c / country :name n)
    change-quantity     :quant 3  ->  :quant 7
    break-coreference   (w / want-01 :ARG0 b :ARG1 (g / go-02 :ARG0 b))  ->  ... :ARG0 (n / boy)))
    add-coreference     two variables with the same concept become one
    drop-modality       (p / possible-01 :ARG1 (g / go-02))  ->  (g / go-02)

All of them must score below 1. Each is a function as in `perturb`, which makes sure that the graph
is not the same again.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from tertium.audit.editing import connected, fresh_name, graph_of, renamed, replaced
from tertium.audit.perturb import OPERATIONS, Operation
from tertium.graph import Graph, Triple, as_written

CORE = tuple(f":ARG{n}" for n in range(10))
"""The roles whose labels are exchanged."""
ENTITY_TYPES = ("person", "city", "country", "organization", "company", "river", "book", "animal")
"""What a named entity may be taken for."""
MODALS = {
    "possible-01": ":ARG1",
    "likely-01": ":ARG1",
    "permit-01": ":ARG1",
    "recommend-01": ":ARG1",
    "obligate-01": ":ARG2",
    "prefer-01": ":ARG1",
}
"""Modal frames (AMR guidelines, Modality), and the role of what is possible, likely, ..."""
QUANTITIES = (":quant", ":value")

_FRAME = re.compile(r"(.+)-(\d{2})")
_REIFIED = 90  # senses from here on are roles made concepts, not senses of a word
_NEGATION = (":polarity", "-")


def add_negation(graph: Graph, source: random.Random) -> Graph | None:
    """Negate a frame that is not negated."""
    negated = {s for s, role, value in as_written(graph) if (role, value) == _NEGATION}
    places = [s for s, _, _ in _frames(graph) if s not in negated]
    if not places:
        return None
    return graph_of([*as_written(graph), (source.choice(places), *_NEGATION)], graph.top)


def drop_negation(graph: Graph, source: random.Random) -> Graph | None:
    """Drop a negation."""
    triples = as_written(graph)
    places = [i for i, triple in enumerate(triples) if triple[1:] == _NEGATION]
    if not places:
        return None
    gone = source.choice(places)
    return graph_of([t for i, t in enumerate(triples) if i != gone], graph.top)


def change_sense(graph: Graph, source: random.Random) -> Graph | None:
    """Give a frame its next sense, or the one before."""
    frames = _frames(graph)
    places = [i for i, triple in enumerate(as_written(graph)) if triple in frames]
    return replaced(graph, source, places, lambda t: (t[0], t[1], _other_sense(str(t[2]), source)))


def exchange_roles(graph: Graph, source: random.Random) -> Graph | None:
    """Exchange the labels of two core roles of a variable."""
    places = exchangeable(graph, CORE)
    if not places:
        return None
    triples = list(graph.triples)
    exchange_labels(triples, places[source.choice(sorted(places))], source)
    return graph_of(triples, graph.top)


def change_entity_type(graph: Graph, source: random.Random) -> Graph | None:
    """Give a named entity another type."""
    named = {s for s, role, _ in graph.triples if role == ":name"}
    triples = enumerate(as_written(graph))
    places = [i for i, (s, role, value) in triples if role == ":instance" and s in named and value]
    return replaced(graph, source, places, lambda t: (*t[:2], _other_type(str(t[2]), source)))


def change_quantity(graph: Graph, source: random.Random) -> Graph | None:
    """Change a number under :quant or :value."""
    triples = enumerate(as_written(graph))
    places = [i for i, (_, role, value) in triples if role in QUANTITIES and _is_number(value)]
    return replaced(graph, source, places, lambda t: (*t[:2], _other_number(str(t[2]), source)))


def break_coreference(graph: Graph, source: random.Random) -> Graph | None:
    """Replace one of several mentions of a variable by a new variable with its concept."""
    names = set(graph.variables)
    concepts = {s: t for s, role, t in graph.triples if role == ":instance" and t}
    targets = [t for _, role, t in graph.triples if role != ":instance" and t in names]
    shared = {t for t in targets if targets.count(t) > 1 and t in concepts}
    places = [i for i, t in enumerate(graph.triples) if t[1] != ":instance" and t[2] in shared]
    source.shuffle(places)
    for i in places:
        others = [t for k, t in enumerate(graph.triples) if k != i]
        if connected(others, graph):
            parent, role, target = graph.triples[i]
            name = fresh_name(graph)
            new = [(parent, role, name), (name, ":instance", concepts[str(target)])]
            return graph_of([*others, *new], graph.top)
    return None


def add_coreference(graph: Graph, source: random.Random) -> Graph | None:
    """Merge two variables with the same concept, of which the second has nothing else."""
    pairs = list(_twins(graph))
    if not pairs:
        return None
    kept, gone = source.choice(pairs)
    triples = [t for t in graph.triples if t[:2] != (gone, ":instance")]
    return graph_of([renamed(t, {gone: kept}) for t in triples], graph.top)


def drop_modality(graph: Graph, source: random.Random) -> Graph | None:
    """Replace a modal frame (possible, obligatory, ...) by what it applies to."""
    modals = [(s, MODALS[t]) for s, role, t in graph.triples if role == ":instance" and t in MODALS]
    source.shuffle(modals)
    found = (_without_modal(graph, modal, role) for modal, role in modals)
    return next((changed for changed in found if changed is not None), None)


MEANING: dict[str, Operation] = {
    operation.name: operation
    for operation in (
        Operation.of(change, keeps_meaning=False)
        for change in (
            add_negation,
            drop_negation,
            change_sense,
            exchange_roles,
            change_entity_type,
            change_quantity,
            break_coreference,
            add_coreference,
            drop_modality,
        )
    )
}
"""The operations of this module, by name."""

FAMILIES: dict[str, dict[str, Operation]] = {"general": OPERATIONS, "meaning": MEANING}
"""All operations: the thirteen of Ki, Kim & Gweon, and those of this module."""


def exchangeable(graph: Graph, roles: Sequence[str]) -> dict[str, list[int]]:
    """Return the edges whose labels can be exchanged, by their node; two roles at least."""
    names = set(graph.variables)
    edges: dict[str, list[int]] = {}
    for i, (source, role, target) in enumerate(graph.triples):
        if role in roles and target in names:
            edges.setdefault(source, []).append(i)
    return {
        node: places
        for node, places in edges.items()
        if len({graph.triples[i][1] for i in places}) > 1
    }


def exchange_labels(triples: list[Triple], places: list[int], source: random.Random) -> None:
    """Exchange the labels of two of the edges at *places* that have different ones."""
    pairs = [(i, j) for i in places for j in places if i < j and triples[i][1] != triples[j][1]]
    i, j = source.choice(pairs)
    (a, role, b), (c, other, d) = triples[i], triples[j]
    triples[i], triples[j] = (a, other, b), (c, role, d)


def _frames(graph: Graph) -> list[Triple]:
    """Return the triples of concepts that are senses of a word."""
    instances = [t for t in as_written(graph) if t[1] == ":instance" and t[2]]
    found = [(t, _FRAME.fullmatch(str(t[2]))) for t in instances]
    return [t for t, frame in found if frame and 0 < int(frame[2]) < _REIFIED]


def _other_sense(concept: str, source: random.Random) -> str:
    frame = _FRAME.fullmatch(concept)
    assert frame is not None
    sense = int(frame[2])
    near = [n for n in (sense - 1, sense + 1) if 0 < n < _REIFIED]
    return f"{frame[1]}-{source.choice(near):02}"


def _other_type(concept: str, source: random.Random) -> str:
    return source.choice([name for name in ENTITY_TYPES if name != concept])


def _is_number(value: str | None) -> bool:
    return re.fullmatch(r"[-+]?\d{1,15}(\.\d{1,15})?", value or "") is not None


def _other_number(value: str, source: random.Random) -> str:
    whole, point, rest = value.partition(".")
    return f"{int(whole) + source.randint(1, 9)}{point}{rest}"


def _twins(graph: Graph) -> Iterator[tuple[str, str]]:
    """Yield pairs of variables that may become one: not neighbours, and without equal edges."""
    concepts = {s: t for s, role, t in graph.triples if role == ":instance" and t}
    edges = [t for t in graph.triples if t[1] != ":instance"]
    plain = [v for v in concepts if all(s != v for s, _, _ in edges) and v != graph.top]
    above = {v: {(s, role) for s, role, t in edges if t == v} for v in concepts}
    near = {v: {end for t in edges if v in t[::2] for end in t[::2]} for v in concepts}
    for gone in plain:
        for kept, concept in concepts.items():
            apart = kept != gone and kept not in near[gone] and not above[kept] & above[gone]
            if apart and concept == concepts[gone]:
                yield kept, gone


def _without_modal(graph: Graph, modal: str, role: str) -> Graph | None:
    """Return the graph without a modal; None if its content is missing or something falls off."""
    names = set(graph.variables)
    contents = [t for s, r, t in graph.triples if (s, r) == (modal, role) and t in names]
    if len(contents) != 1 or contents[0] == modal or contents[0] is None:
        return None
    content = contents[0]
    own = [t for t in graph.triples if t[0] == modal and t[1] not in (":instance", *CORE)]
    others = [t for t in graph.triples if t[0] != modal]
    triples = [renamed(t, {modal: content}) for t in (*others, *own)]
    triples = [t for t in triples if t[0] != t[2]]
    top = content if graph.top == modal else graph.top
    changed = graph_of(triples, top)
    return changed if set(changed.variables) == names - {modal} and connected(
        changed.triples, changed
    ) else None  # fmt: skip
