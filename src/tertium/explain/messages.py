"""Messages: an edit in a phrase, what is there first, then what should be there.

    R:sense       sense of run: run-02 instead of run-01
    M:node        tall is missing: boy :mod tall
    R:polarity    negation at go-01 instead of want-01

Nodes are called by their concepts as they were written, with the variable where two nodes have the
same concept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from tertium.explain.sheet import INSTANCE, TOP
from tertium.explain.words import lemma
from tertium.graph import Graph, Triple

if TYPE_CHECKING:
    from tertium.explain.script import Edit, Script

_OP = re.compile(r":op\d+", re.IGNORECASE)


def message(edit: Edit, script: Script) -> str:
    """Return what is wrong."""
    if script.pair is None:
        side = 1 if edit.operation == "missing" else 0
        return f"{script.names[side]} cannot be read or is missing"
    phrase = _PHRASES[edit.cls]
    return phrase(_Told(edit, script))


class _Told:
    """An edit with what its message needs."""

    def __init__(self, edit: Edit, script: Script) -> None:
        assert script.gold is not None
        assert script.pred is not None
        self.edit = edit
        self.script = script
        self.gold, self.pred = _Names(script.gold), _Names(script.pred)
        self.here, self.there = edit.pred, edit.gold  # in the prediction, in the gold

    def instead(self, here: str, there: str) -> str:
        return f"{here} instead of {there}"

    @property
    def missing(self) -> bool:
        return self.edit.operation == "missing"

    @property
    def replaced(self) -> bool:
        return self.edit.operation == "replaced"

    def alone(self) -> tuple[_Names, tuple[Triple, ...]]:
        """Return the side that has what the other has not."""
        return (self.gold, self.there) if self.missing else (self.pred, self.here)

    def concepts(self) -> tuple[str, str]:
        """Return the first concept of both sides."""
        return (
            _first(self.here, INSTANCE, "a node without concept"),
            _first(self.there, INSTANCE, "a node without concept"),
        )


class _Names:
    """How the nodes of a graph are called."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        triples = graph.triples
        self._concepts = {s: t for s, role, t in reversed(triples) if role == INSTANCE and t}
        self._variables = set(graph.variables)
        self._count = Counter(self._concepts.values())

    def node(self, variable: str | None) -> str:
        """Return the concept of a variable, a name in full, or a constant as it is."""
        if variable not in self._variables:
            return variable or "nothing"
        concept = self._concepts.get(variable)
        if concept is None:
            return f"a node without concept ({variable})"
        if concept == "name":
            parts = [(r, t) for s, r, t in self._graph.triples if s == variable and _OP.match(r)]
            return _quoted(t for _, t in sorted(parts, key=lambda part: _place(part[0])))
        return f"{concept} ({variable})" if self._count[concept] > 1 else concept

    def edge(self, triple: Triple) -> str:
        """Return an edge or a constant with its node."""
        source, role, target = triple
        if role == TOP:
            return f"top {self.node(source)}"
        if role == INSTANCE:
            return f"{source} / {target}"
        return f"{self.node(source)} {role} {self.node(target)}"


def _place(role: str) -> tuple[int, str]:
    """Return what sorts ``:op10`` after ``:op9``; the number itself may be too long to be read."""
    number = role[3:].lstrip("0") if role[3:].isdecimal() else ""
    return len(number), number


def _quoted(values: Iterable[str | None]) -> str:
    return '"' + " ".join((value or "").strip('"') for value in values) + '"'


def _first(triples: tuple[Triple, ...], role: str, otherwise: str) -> str:
    return next((t or otherwise for _, r, t in triples if r == role), otherwise)


def _edges(triples: tuple[Triple, ...]) -> list[Triple]:
    return [triple for triple in triples if triple[1] not in (INSTANCE, TOP)]


def _concept(title: str) -> Callable[[_Told], str]:
    def phrase(told: _Told) -> str:
        here, there = told.concepts()
        if not told.replaced:
            return f"missing concept: {there}" if told.missing else f"second concept: {here}"
        return f"{title.format(lemma(there))}: {told.instead(here, there)}"

    return phrase


def _form(told: _Told) -> str:
    if not told.edit.detail:
        return _concept("form of the word")(told)
    here, there = (
        " + ".join(t or "" for _, role, t in triples if role == INSTANCE)
        for triples in (told.here, told.there)
    )
    title = "one word split in two" if told.edit.detail == "split" else "two words made one"
    return f"{title}: {told.instead(here, there)}"


def _node(told: _Told) -> str:
    names, triples = told.alone()
    variable = next((s for s, role, _ in triples if role == INSTANCE), None)
    what = names.node(variable) if variable else "a node without concept"
    ups = [t for t in _edges(triples) if variable in (t[0], t[2]) and t[2] in names._variables]
    verb = "is missing" if told.missing else "is extra"
    if told.edit.detail == "between":
        verb += " between nodes that are joined directly"
    where = f": {names.edge(ups[0])}" if ups else ""
    return f"{what} {verb}{where}"


def _role(told: _Told) -> str:
    here, there = told.here[0], told.there[0]
    mapping = told.script.mapping
    same = mapping.get(there[0]) == here[0]
    where = f"role of {told.pred.node(here[2])} under {told.pred.node(here[0])}"
    return f"{where}: {told.instead(here[1], there[1] if same else told.gold.edge(there))}"


def _two_edges(title: str) -> Callable[[_Told], str]:
    def phrase(told: _Told) -> str:
        here, there = told.pred.edge(told.here[0]), told.gold.edge(told.there[0])
        return f"{title}: {told.instead(here, there)}"

    return phrase


def _one_edge(noun: str, lost: str, extra: str) -> Callable[[_Told], str]:
    def phrase(told: _Told) -> str:
        names, triples = told.alone()
        return f"{lost if told.missing else extra} {noun}: {names.edge(triples[0])}"

    return phrase


def _coreference(told: _Told) -> str:
    if told.edit.detail != "node":
        return _one_edge("re-entrancy", "lost", "extra")(told)
    names, other = (told.pred, told.gold) if told.missing else (told.gold, told.pred)
    new, kept = (told.here, told.there) if told.missing else (told.there, told.here)
    variable = next((s for s, role, _ in new if role == INSTANCE), None)
    what = names.node(variable) if variable else "a node"
    reused = other.edge(_edges(kept)[0])
    if told.missing:
        return f"one thing as two nodes: a new {what} instead of {reused}"
    return f"two things as one node: {reused} instead of another {what}"


def _top(told: _Told) -> str:
    if told.edit.detail == "distance":
        count = len(told.here)
        triples = "triple matches" if count == 1 else "triples match"
        return f"{count} {triples} at another distance from the top"
    here = told.pred.node(told.here[0][0]) if told.here else "nothing"
    there = told.gold.node(told.there[0][0]) if told.there else "nothing"
    return f"top: {told.instead(here, there)}"


def _notation(told: _Told) -> str:
    if told.edit.detail == "copy":
        names, triples = told.alone()
        where = f" in {told.script.names[0]}" if told.missing else ""
        return f"written twice{where}: {names.edge(triples[0])}"
    if told.edit.detail == "inverse":
        return _two_edges("another spelling")(told)
    here, there = (_first(triples, INSTANCE, "") for triples in (told.here, told.there))
    if here:
        return f"reified: {told.instead(here, told.gold.edge(_edges(told.there)[0]))}"
    return f"not reified: {told.instead(told.pred.edge(_edges(told.here)[0]), there)}"


def _name(told: _Told) -> str:
    here, there = (
        _quoted(t for _, role, t in triples if _OP.match(role))
        for triples in (told.here, told.there)
    )
    if told.replaced:
        return f"name: {told.instead(here, there)}"
    part = "part of a name" if told.edit.detail == "part" else "name"
    return f"missing {part}: {there}" if told.missing else f"extra {part}: {here}"


def _value(told: _Told) -> str:
    if not told.replaced:
        names, triples = told.alone()
        source, role, _ = triples[0]
        if told.edit.cls == "polarity":
            return f"{'lost' if told.missing else 'extra'} negation at {names.node(source)}"
        return f"{'missing' if told.missing else 'extra'} {role}: {names.edge(triples[0])}"
    here, there = _edges(told.here)[0], _edges(told.there)[0]
    if told.edit.detail == "place":
        word = "negation" if told.edit.cls == "polarity" else there[1]
        at = told.pred.node(here[0]), told.gold.node(there[0])
        return f"{word} at {told.instead(*at)}"
    if told.edit.detail == "role":
        return f"role of {told.pred.node(here[2])}: {told.instead(here[1], there[1])}"
    values = told.instead(told.pred.node(here[2]), told.gold.node(there[2]))
    return f"{there[1]} of {told.gold.node(there[0])}: {values}"


_PHRASES: dict[str, Callable[[_Told], str]] = {
    "sense": _concept("sense of {}"),
    "form": _form,
    "near": _concept("near concept"),
    "concept": _concept("concept"),
    "entity": _concept("type of entity"),
    "node": _node,
    "core-role": _role,
    "role": _role,
    "direction": _two_edges("turned around"),
    "attachment": _two_edges("attached elsewhere"),
    "edge": _one_edge("relation", "missing", "extra"),
    "coreference": _coreference,
    "top": _top,
    "polarity": _value,
    "name": _name,
    "wiki": _value,
    "value": _value,
    "notation": _notation,
}
